import type { Run } from "#core/run/timeline/run.ts";
import { childrenOf } from "#core/run/timeline/runTree.ts";
import { goneSteps, wayTo } from "#core/run/timeline/timeline.ts";

/** Two steps that are compared. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

/** Where the run stands and a step; where that lies on the way in view, the newest end of another branch instead. */
export function firstPair(run: Run, id: number): Pair {
  const passed = new Set(wayTo(run, run.tip).map((step) => step.id));
  const other = passed.has(id) ? tipsOf(run).findLast((tip) => !passed.has(tip)) : id;
  return { a: run.cursor, b: other ?? (id === run.cursor ? run.tip : id) };
}

/** The ends of all branches, oldest first. */
export function tipsOf(run: Run): number[] {
  const children = childrenOf(run);
  const prunedSteps = goneSteps(run);
  return run.steps.flatMap(({ id }) => (children[id]?.length === 0 && !prunedSteps.has(id) ? [id] : []));
}

/** What may be chosen to be compared: ends of branches, marked steps, where the run stands, and what is chosen already. */
export function choicesOf(run: Run, pair: Pair): number[] {
  const prunedSteps = goneSteps(run);
  const marked = Object.keys(run.marks ?? {}).map(Number);
  return [...new Set([...tipsOf(run), ...marked, run.cursor, pair.a, pair.b])]
    .filter((id) => !prunedSteps.has(id))
    .toSorted((x, y) => x - y);
}
