import type { Chart, StatePath } from "#core/chart/chart.ts";
import { places, transitionId } from "#core/chart/places.ts";
import {
  COVERAGE_KINDS,
  guardOutcomeId,
  type Coverage,
  type CoverageKind,
} from "#core/run/debugging/coverage.ts";
import { guardParts } from "#core/run/play/guardParts.ts";

/** One thing that a play may cover. */
export interface Coverable {
  readonly kind: CoverageKind;
  /** As it stands in a `Coverage`. */
  readonly id: string;
  /** Where to look at it: a state by its path, or a transition by its id. */
  readonly at: { readonly kind: "state" | "transition"; readonly id: string };
  /** Of a guard: what it comes to, and which part of it when it is not the whole. */
  readonly verdict?: boolean;
  readonly part?: { readonly at: readonly number[]; readonly text: string };
}

/**
 * Everything of a machine that a play may cover, in document order, kind by kind. The machine itself is no state here, and history states
 * are none that can be active. Clauses are those that something of the chart carries: that a clause is carried by nothing is reported
 * elsewhere.
 */
export function coverable(chart: Chart): readonly Coverable[] {
  const items: Record<CoverageKind, Map<string, Coverable>> = {
    states: new Map(),
    transitions: new Map(),
    guards: new Map(),
    events: new Map(),
    clauses: new Map(),
  };
  const add = (item: Coverable) => {
    if (!items[item.kind].has(item.id)) items[item.kind].set(item.id, item);
  };
  const clauses = (ids: readonly string[], at: Coverable["at"]) => {
    for (const id of ids) add({ kind: "clauses", id, at });
  };
  for (const [id, { node, path }] of places(chart)) {
    const at = { kind: "state", id } as const;
    if (id !== "" && node.type !== "history") add({ kind: "states", id, at });
    // The machine itself is not entered within a play, but where it starts.
    if (id !== "") clauses(node.meta.clauses, at);
    for (const transition of node.transitions) {
      const transitionKey = transitionId({ ...transition, source: path as StatePath });
      const way = { kind: "transition", id: transitionKey } as const;
      add({ kind: "transitions", id: transitionKey, at: way });
      clauses(transition.meta.clauses, way);
      const { slot, event, guard } = transition;
      if (slot === "on" && event !== undefined && !event.includes("*"))
        add({ kind: "events", id: event, at: way });
      if (!guard) continue;
      for (const verdict of [true, false])
        add({ kind: "guards", id: guardOutcomeId(transitionKey, [], verdict), at: way, verdict });
      for (const { part, text } of guardParts(chart, transition))
        for (const verdict of [true, false])
          add({
            kind: "guards",
            id: guardOutcomeId(transitionKey, part, verdict),
            at: way,
            verdict,
            part: { at: part, text },
          });
    }
  }
  const root = { kind: "state", id: "" } as const;
  for (const { type } of chart.events ?? []) add({ kind: "events", id: type, at: root });
  return COVERAGE_KINDS.flatMap((kind) => [...items[kind].values()]);
}

/** How much of each kind is covered. */
export type CoverageTotals = Readonly<
  Record<CoverageKind, { readonly covered: number; readonly of: number }>
>;

export function coverageTotals(all: readonly Coverable[], coverage: Coverage): CoverageTotals {
  const total = (kind: CoverageKind) => {
    const items = all.filter((item) => item.kind === kind);
    return { covered: items.filter(({ id }) => coverage[kind].has(id)).length, of: items.length };
  };
  return {
    states: total("states"),
    transitions: total("transitions"),
    guards: total("guards"),
    events: total("events"),
    clauses: total("clauses"),
  };
}
