import type { StateNode, StatePath } from "#core/chart/chart.ts";

/** The tree of states as it will be, and where a path of the old tree is in it (null: gone). */
export interface NewTree {
  readonly root: StateNode;
  readonly follow: (path: StatePath) => StatePath | null;
}
