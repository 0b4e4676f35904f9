import type { Run } from "#core/run/timeline/run.ts";
import { goneSteps, stepOf } from "#core/run/timeline/timeline.ts";

/**
 * A run as rows and lanes, one row below the other: a step, what else was tried after it (each branch one lane further in), then
 * the oldest branch, which goes on in the step's own lane. Long stretches in which nothing forks can be drawn as one row.
 */
export interface TreeRow {
  /** The step, or the first of a stretch. */
  readonly id: number;
  /** The last step of a stretch; the step itself. */
  readonly last: number;
  /** How many steps the row stands for. */
  readonly count: number;
  readonly lane: number;
  /** It begins a branch that turns off from the lane before. */
  readonly turnsOff: boolean;
  /** A step of the same lane follows, here or further down. */
  readonly goesOn: boolean;
  /** Lanes, other than its own, whose line passes by. */
  readonly passing: readonly number[];
}

export interface TreeLook {
  /** Stretches are drawn as one row. */
  readonly compact: boolean;
  /** Steps that are shown nevertheless. */
  readonly shown: ReadonlySet<number>;
}

/** Steps without anything to see that become one row; fewer are shown. */
const MIN_FOLDED_STEPS = 4;

export function treeRows(run: Run, { compact, shown }: TreeLook): TreeRow[] {
  const children = childrenOf(run);
  const isPlain = (id: number): boolean =>
    compact &&
    children[id]?.length === 1 &&
    id !== run.cursor &&
    !run.marks?.[id] &&
    !shown.has(id) &&
    stepOf(run, id)?.do.kind !== "edit";
  const rows: TreeRow[] = [];
  const waiting: Pick<TreeRow, "id" | "lane" | "passing" | "turnsOff">[] = [
    { id: 0, lane: 0, passing: [], turnsOff: false },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let { id: last } = next;
    let count = 1;
    // A branch is known by its first step.
    if (!next.turnsOff && next.id !== 0 && isPlain(last)) {
      for (let [after] = children[last] ?? []; after !== undefined && isPlain(after); count++) {
        last = after;
        [after] = children[last] ?? [];
      }
      if (count < MIN_FOLDED_STEPS) [last, count] = [next.id, 1];
    }
    const [main, ...others] = children[last] ?? [];
    rows.push({ ...next, last, count, goesOn: main !== undefined });
    if (main === undefined) continue;
    const { lane, passing } = next;
    waiting.push({ id: main, lane, passing, turnsOff: false });
    const beside = [...passing, lane];
    for (const id of others.toReversed())
      waiting.push({ id, lane: lane + 1, passing: others.length > 0 ? beside : passing, turnsOff: true });
  }
  return rows;
}

/** What was tried after each step, oldest first. */
export function childrenOf(run: Run): readonly (readonly number[])[] {
  const known = childrenKnown.get(run.steps);
  if (known && known.pruned === run.pruned) return known.children;
  const gone = goneSteps(run);
  const children: number[][] = run.steps.map(() => []);
  for (const { id, parent } of run.steps) if (parent !== null && !gone.has(id)) children[parent]?.push(id);
  childrenKnown.set(run.steps, { pruned: run.pruned, children });
  return children;
}
const childrenKnown = new WeakMap<
  Run["steps"],
  { readonly pruned: Run["pruned"]; readonly children: readonly (readonly number[])[] }
>();

/** The first step of the branch that a step lies on: after a fork, or the start. */
export function branchStart(run: Run, id: number): number {
  const children = childrenOf(run);
  for (let at = id; ;) {
    const parent = stepOf(run, at)?.parent;
    if (parent === null || parent === undefined || (children[parent]?.length ?? 0) > 1) return at;
    at = parent;
  }
}

/** Where a step in the tree leads: back, on (along the way in view, else the oldest branch), or to what was tried beside it. */
export function treeStep(run: Run, id: number, to: "parent" | "child" | "older" | "younger"): number {
  const children = childrenOf(run);
  const parent = stepOf(run, id)?.parent ?? null;
  const beside = parent === null ? [id] : (children[parent] ?? []);
  const after = children[id] ?? [];
  switch (to) {
    case "parent":
      return parent ?? id;
    case "child":
      return (after.length > 1 && after.find((child) => isBefore(run, child, run.tip))) || (after[0] ?? id);
    case "older":
      return beside[beside.indexOf(id) - 1] ?? id;
    case "younger":
      return beside[beside.indexOf(id) + 1] ?? id;
  }
}

/** Whether a step lies on the way to another, or is it. */
function isBefore(run: Run, id: number, tip: number): boolean {
  let at: number | null = tip;
  while (at !== null && at > id) at = stepOf(run, at)?.parent ?? null;
  return at === id;
}

/** The steps of which some text has all words of a query, whatever their case; none for an empty query. */
export function searchSteps(run: Run, query: string, textsOf: (id: number) => readonly string[]): number[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const gone = goneSteps(run);
  return run.steps.flatMap(({ id }) => {
    if (gone.has(id)) return [];
    const text = textsOf(id).join("\n").toLocaleLowerCase();
    return words.every((word) => text.includes(word)) ? [id] : [];
  });
}
