import type { StateNode } from "#core/chart/chart.ts";

/** A place in no text: of what was not read from one. */
export const NOWHERE = { from: 0, to: 0 };

/** A state of which nothing is known but what is given, and which stands in no text. */
export const blankNode = (key: string, given: Partial<StateNode> = {}): StateNode => ({
  key,
  at: NOWHERE,
  valueAt: NOWHERE,
  type: "atomic",
  tags: [],
  meta: { clauses: [] },
  entry: [],
  exit: [],
  invoke: [],
  transitions: [],
  children: [],
  props: [],
  opaque: [],
  origin: "here",
  ...given,
});
