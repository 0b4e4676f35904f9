import type { Chart } from "#core/chart/chart.ts";
import { elementOf, eventOf, briefCarriers, idOfWay, keyOf } from "#core/ruleset/cardSize.ts";
import { type Carrier, clauseLinks } from "#core/ruleset/links.ts";
import type { Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import {
  automaticTransitions,
  behaviorsOf,
  firstValuesOf,
  outputsOf,
} from "#core/semantics/elementBehaviors.ts";

/**
 * Where in a game a condition, a change or a helper stands open. Something may be told by its name alone only where this says that it
 * stands open at another clause: what stands open nowhere would be read by nobody.
 */
export interface OpenPlaces {
  /** Conditions and changes, by `formKey`, that a card which is told in full has. */
  readonly forms: ReadonlySet<string>;
  /** Of each helper the clause at which it stands open, by `clauseKey`. */
  readonly homes: ReadonlyMap<string, string>;
}

export const formKey = (kind: "guard" | "action", text: string): string => `${kind} ${text}`;

/** A clause by what carries it: the same in every language. */
export const clauseKey = (carriers: readonly Carrier[]): string => carriers.map(({ id }) => id).join("\n");

/** Worked out once for a game, as each of its clauses needs it. */
const placesByGame = new WeakMap<Behaviors, OpenPlaces>();

export function openPlaces(chart: Chart, behaviors: Behaviors): OpenPlaces {
  const places = placesByGame.get(behaviors) ?? newOpenPlaces(chart, behaviors);
  placesByGame.set(behaviors, places);
  return places;
}

function newOpenPlaces(chart: Chart, behaviors: Behaviors): OpenPlaces {
  const clauses = [...clauseLinks(chart).carriers.values()];
  const forms = new Set<string>();
  for (const carriers of clauses) {
    const brief = briefCarriers(chart, carriers, behaviors);
    const own = new Set(carriers.map(({ id }) => id));
    for (const carrier of carriers)
      if (!brief.has(carrier.id))
        for (const form of formsOf(chart, carrier, own, behaviors)) forms.add(form);
  }
  return { forms, homes: homesOf(chart, clauses, behaviors) };
}

/** What the card of an element tells, each condition with the parts that it joins. */
function formsOf(
  chart: Chart,
  carrier: Carrier,
  own: ReadonlySet<string>,
  behaviors: Behaviors,
): readonly string[] {
  const element = elementOf(chart, carrier);
  if (!element) return [];
  const { at, node, transition } = element;
  const ways = transition
    ? [transition]
    : automaticTransitions(node).filter((way) => way.meta.clauses.length === 0 && !own.has(idOfWay(at, way)));
  const partsOf = (guard: GuardBehavior): readonly string[] => [
    formKey("guard", keyOf(guard)),
    ...guard.of.flatMap(partsOf),
  ];
  const actions = [
    ...(transition ? [] : [...node.entry, ...node.exit].map((action) => behaviors.action(action))),
    ...ways.flatMap((way) => way.actions.map((action) => behaviors.action(action, eventOf(way)))),
  ];
  return [
    ...ways.flatMap((way) => (way.guard ? partsOf(behaviors.guard(way.guard, eventOf(way))) : [])),
    ...actions.map(({ lines }) => formKey("action", lines.join("; "))),
  ];
}

/** A helper is at home at the clause that names the fewest of them: there it decides the most. */
function homesOf(
  chart: Chart,
  clauses: readonly (readonly Carrier[])[],
  behaviors: Behaviors,
): ReadonlyMap<string, string> {
  const homes = new Map<string, { readonly key: string; readonly count: number }>();
  for (const carriers of clauses) {
    const does = carriers.flatMap((carrier) => [
      ...behaviorsOf(chart, carrier, behaviors),
      ...outputsOf(chart, carrier, behaviors),
    ]);
    const named = behaviors.definitions([...does, ...firstValuesOf(chart, carriers, behaviors)]);
    for (const { name } of named)
      if (named.length < (homes.get(name)?.count ?? Infinity))
        homes.set(name, { key: clauseKey(carriers), count: named.length });
  }
  return new Map([...homes].map(([name, { key }]) => [name, key]));
}
