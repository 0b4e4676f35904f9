import type { Action, Chart, Guard } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Ruleset, Texts } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import type { Findable, FindKind } from "#core/find/findable.ts";

/** A machine of the open file. */
export interface SearchedMachine {
  readonly key: string;
  readonly chart: Chart;
  /** Whether the labels of the game speak of it. */
  readonly labelled: boolean;
  /** Names that its code says beside those of the chart, such as context fields without a type. */
  readonly symbols?: readonly MachineSymbol[];
}

/** Every state and name of a machine, in the order of a reading; each name once. */
export function machineFindables(
  { key, chart, labelled, symbols = [] }: SearchedMachine,
  labels: Ruleset["labels"],
): Findable[] {
  const known = new Set<string>();
  const entries: Findable[] = [];
  const add = (kind: FindKind, id: string | undefined, more: Partial<Findable> = {}) => {
    const name = `${kind}:${id}`;
    if (id === undefined || id === "" || known.has(name)) return;
    known.add(name);
    entries.push({ kind, id, machine: key, labels: labelled ? textsAt(labels, name) : {}, ...more });
  };
  for (const [id, { node, parent }] of places(chart)) {
    const around = parent && parent.path.length > 0 ? { parent: parent.path.join(".") } : {};
    const texts = node.description ? { texts: { "": node.description.value } } : {};
    if (parent) add("state", id, { ...around, ...texts });
  }
  for (const { type } of chart.events ?? []) add("event", type);
  for (const kind of ["guard", "action", "actor", "delay"] as const)
    for (const { name } of chart.setup?.[`${kind}s`] ?? []) add(kind, name);
  for (const { name } of chart.context ?? []) add("context", name);
  for (const { kind, name } of usedIn(chart)) add(kind, name);
  for (const { kind, name } of symbols)
    if (kind !== "state" && kind !== "tag" && kind !== "clause") add(kind, name);
  return entries;
}

/** The names that states and transitions say, whether or not they are declared. */
function usedIn(chart: Chart): { kind: FindKind; name: string | undefined }[] {
  const actions = (all: readonly Action[]) =>
    all.flatMap(({ kind, name }) => (kind === "named" ? [{ kind: "action" as const, name }] : []));
  return [...places(chart).values()].flatMap(({ node }) => [
    ...actions([...node.entry, ...node.exit]),
    ...node.invoke.map(({ src }) => ({ kind: "actor" as const, name: src })),
    ...node.transitions.flatMap(({ slot, event, guard, actions: listed }) => [
      ...(slot === "on" && isOne(event) ? [{ kind: "event" as const, name: event }] : []),
      ...(slot === "after" && Number.isNaN(Number(event)) ? [{ kind: "delay" as const, name: event }] : []),
      ...guardsOf(guard).flatMap(({ kind, name }) =>
        kind === "named" ? [{ kind: "guard" as const, name }] : [],
      ),
      ...actions(listed),
    ]),
  ]);
}

/** Not `*`, `TURN.*` or an event of XState's own. */
const isOne = (event: string | undefined): boolean =>
  event !== undefined && !event.endsWith("*") && !event.startsWith("xstate.");

const guardsOf = (guard: Guard | undefined): Guard[] =>
  guard ? [guard, ...(guard.of ?? []).flatMap(guardsOf)] : [];

/** Clauses, terms of the glossary and scenarios. */
export function ruleFindables(
  { clauses, terms, text }: Pick<Ruleset, "clauses" | "terms" | "text">,
  scenarios: Readonly<Record<string, Scenario>>,
): Findable[] {
  return [
    ...terms.map(({ id, terms: labels, definition }): Findable => ({
      kind: "term",
      id,
      labels,
      ...(definition ? { texts: definition } : {}),
    })),
    ...clauses.map(({ id }): Findable => ({ kind: "clause", id, labels: {}, texts: textsAt(text, id) })),
    ...Object.entries(scenarios).map(([id, { title }]): Findable => ({
      kind: "scenario",
      id,
      labels: title,
    })),
  ];
}

/** What the tables of all locales have under a key. */
function textsAt(by: Readonly<Record<string, Texts>>, key: string): Texts {
  const texts: Record<string, string> = {};
  for (const [locale, labels] of Object.entries(by))
    if (Object.hasOwn(labels, key) && labels[key]) texts[locale] = labels[key];
  return texts;
}
