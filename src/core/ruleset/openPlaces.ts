import type { Chart } from "#core/chart/chart.ts";
import {
  briefCarriers,
  cardBehaviors,
  keyOf,
  termsIn,
  termsOf,
  termsOfClause,
} from "#core/ruleset/cardSize.ts";
import { type Foldable, isAboutStart } from "#core/ruleset/foldable.ts";
import { type Carrier, clauseLinks } from "#core/ruleset/links.ts";
import type { Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import { behaviorsOf, firstValuesOf, guardsOf, outputsOf } from "#core/semantics/elementBehaviors.ts";
import type { FirstValue } from "#core/semantics/startBehavior.ts";

/**
 * Where in a game a condition, a change or a helper stands open. Something may be told by its name alone only where this says that it
 * stands open at another clause: what stands open nowhere would be read by nobody.
 */
export interface OpenPlaces {
  /** Conditions and changes, by `formKey`, that a card which is told in full has. */
  readonly forms: ReadonlySet<string>;
  /** Of each helper, and of each first value, condition and change that is open nowhere else, the clause at which it stands open, by `clauseKey`. */
  readonly homes: ReadonlyMap<string, string>;
}

export const formKey = (kind: "guard" | "action", text: string): string => `${kind} ${text}`;

/** A clause by what carries it: the same in every language. */
export const clauseKey = (carriers: readonly Carrier[]): string => carriers.map(({ id }) => id).join("\n");

/** Worked out once for a game, as each of its clauses needs it. */
const placesByGame = new WeakMap<Behaviors, OpenPlaces>();

/** Whether a condition or change that a brief card has at one clause stands open at another. */
export const isOpenElsewhere = ({ forms, homes }: OpenPlaces, key: string, clause: string): boolean => {
  const home = homes.get(key);
  return forms.has(key) || (home !== undefined && home !== clause);
};

export function openPlaces(chart: Chart, behaviors: Behaviors): OpenPlaces {
  const places = placesByGame.get(behaviors) ?? newOpenPlaces(chart, behaviors);
  placesByGame.set(behaviors, places);
  return places;
}

function newOpenPlaces(chart: Chart, behaviors: Behaviors): OpenPlaces {
  const clauses = [...clauseLinks(chart).carriers.values()];
  const forms = new Set(
    clauses.flatMap((carriers) =>
      formsAt(chart, carriers, behaviors, "full").flatMap(({ key, parts }) => [key, ...parts]),
    ),
  );
  return { forms, homes: homesOf(chart, clauses, behaviors, forms) };
}

/** A condition or change at a card; a condition with all that it is joined of. */
interface Form {
  readonly key: string;
  readonly name?: string;
  readonly terms: number;
  readonly parts: readonly string[];
}

/** What the cards of a clause tell that are told in full, or those that are brief. */
function formsAt(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  cards: "full" | "brief",
): readonly Form[] {
  const brief = briefCarriers(chart, carriers, behaviors);
  const own = new Set(carriers.map(({ id }) => id));
  return carriers
    .filter(({ id }) => brief.has(id) === (cards === "brief"))
    .flatMap((carrier) => formsOf(chart, carrier, own, behaviors));
}

/** The conditions and changes at a card: conditions as far as they have names, so that parts stand for what joins them without one. */
function formsOf(
  chart: Chart,
  carrier: Carrier,
  own: ReadonlySet<string>,
  behaviors: Behaviors,
): readonly Form[] {
  const { guards, actions } = cardBehaviors(chart, carrier, own, behaviors);
  const partsOf = (guard: GuardBehavior): readonly string[] =>
    guard.of.flatMap((part) => [formKey("guard", keyOf(part)), ...partsOf(part)]);
  const guardForms = (guard: GuardBehavior): readonly Form[] =>
    guard.name === undefined && guard.of.length > 0
      ? guard.of.flatMap(guardForms)
      : [
          {
            key: formKey("guard", keyOf(guard)),
            ...(guard.name === undefined ? {} : { name: guard.name }),
            terms: termsOf(guard),
            parts: partsOf(guard),
          },
        ];
  return [
    ...guards.flatMap(guardForms),
    ...actions.map(({ name, lines }) => ({
      key: formKey("action", lines.join("; ")),
      ...(name === undefined ? {} : { name }),
      terms: termsIn(lines),
      parts: [],
    })),
  ];
}

const helperKey = (name: string): string => `helper ${name}`;

/** A clause with what stands open at it so far, in terms, and what may be at home there, by key with its terms. */
interface Load {
  readonly key: string;
  readonly guests: ReadonlyMap<string, number>;
  terms: number;
}

/** The home is that clause of those that tell a thing where the least stands open; the longest things choose first. */
function homesOf(
  chart: Chart,
  clauses: readonly (readonly Carrier[])[],
  behaviors: Behaviors,
  forms: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const decisive = new Set(
    clauses.flatMap((carriers) => [...decisiveFirstValues(chart, carriers, behaviors)].map(firstKey)),
  );
  const loads = new Map<string, Load>();
  for (const carriers of clauses) {
    const does = carriers.flatMap((carrier) => [
      ...behaviorsOf(chart, carrier, behaviors),
      ...outputsOf(chart, carrier, behaviors),
    ]);
    const first = firstValuesOf(chart, carriers, behaviors);
    const guests = [
      ...behaviors
        .definitions([...does, ...first])
        .map(({ name, text }) => [helperKey(name), termsIn([text])] as const),
      ...first
        .filter((value) => !value.blank && !decisive.has(firstKey(value)))
        .map((value) => [firstKey(value), termsIn([value.text])] as const),
      ...formsAt(chart, carriers, behaviors, "brief").flatMap(({ key, name, terms }) =>
        name === undefined || forms.has(key) ? [] : [[key, terms] as const],
      ),
    ];
    // Clauses with the same carriers read the same.
    const key = clauseKey(carriers);
    loads.set(key, {
      key,
      guests: new Map(guests),
      terms: termsOfClause(chart, carriers, behaviors),
    });
  }
  const hosts = new Map<string, { readonly terms: number; readonly at: Load[] }>();
  for (const load of loads.values())
    for (const [guest, terms] of load.guests) {
      const host = hosts.get(guest) ?? { terms, at: [] };
      host.at.push(load);
      hosts.set(guest, host);
    }
  const homes = new Map<string, string>();
  for (const [guest, { terms, at }] of [...hosts].toSorted(([, a], [, b]) => b.terms - a.terms)) {
    const home = at.reduce((least, load) => (load.terms < least.terms ? load : least));
    home.terms += terms;
    homes.set(guest, home.key);
  }
  return homes;
}

/**
 * What the fields that a clause looks at begin with. Open are fixed values that are not empty: numbers, such as limits, that its conditions
 * look at in any way, and what a condition names itself; where the clause is about the beginning alone, all of them; and what is at home
 * at the clause, as it would stand open nowhere. That a field begins empty is folded: once it does not, it is open.
 */
export function foldedFirstValues(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): Foldable<FirstValue> {
  const values = firstValuesOf(chart, carriers, behaviors);
  const decisive = decisiveFirstValues(chart, carriers, behaviors);
  const { homes } = openPlaces(chart, behaviors);
  const key = clauseKey(carriers);
  const isOpen = (value: FirstValue) => decisive.has(value) || homes.get(firstKey(value)) === key;
  return { open: values.filter(isOpen), folded: values.filter((value) => !isOpen(value)) };
}

function decisiveFirstValues(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): ReadonlySet<FirstValue> {
  const guards = carriers.flatMap((carrier) => guardsOf(chart, carrier, behaviors));
  const looked = isAboutStart(chart, carriers, behaviors)
    ? behaviors.start.values()
    : [
        ...behaviors.start.values(behaviors.fieldsRead(guards)).filter(isNumber),
        ...behaviors.start.values(new Set(guards.flatMap(readsOf))),
      ];
  return new Set(looked.filter((value) => !value.blank && isFixed(value)));
}

/** A field by what it is called, with the list whose items have it. */
const firstKey = ({ each, text }: FirstValue): string => `first ${each} ${text.split(" := ")[0]}`;

const readsOf = (guard: GuardBehavior): readonly string[] => [...guard.reads, ...guard.of.flatMap(readsOf)];
const isNumber = ({ text }: FirstValue): boolean => /:= −?[\d.]+$/.test(text);
/** A number or a text, not what is computed from how the game is set up. */
const isFixed = ({ text }: FirstValue): boolean => /:= (?:−?[\d.]+|“[^“”]*”)$/.test(text);

/** Of the helpers of a clause those that are at home there, and one that is the only one. @param definitions in any form, such as a line each */
export function foldedDefinitions<T extends { readonly name: string }>(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  definitions: readonly T[],
): Foldable<T> {
  const { homes } = openPlaces(chart, behaviors);
  const key = clauseKey(carriers);
  const isOpen = ({ name }: T) => definitions.length === 1 || homes.get(helperKey(name)) === key;
  return {
    open: definitions.filter(isOpen),
    folded: definitions.filter((definition) => !isOpen(definition)),
  };
}
