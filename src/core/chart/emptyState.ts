import type { StateNode } from "#core/chart/chart.ts";

/** What a state has of which nothing can be read. */
export const EMPTY_STATE = {
  type: "atomic",
  tags: [],
  meta: { clauses: [] },
  entry: [],
  exit: [],
  invoke: [],
  transitions: [],
  children: [],
  props: [],
} as const satisfies Partial<StateNode>;
