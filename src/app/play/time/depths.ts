import type { Run } from "#core/run/timeline/run.ts";

const known = new WeakMap<Run["steps"], readonly number[]>();

/** How many steps lie before each step on its way, by its id: the start has none. */
export function depthsOf({ steps }: Run): readonly number[] {
  const before = known.get(steps);
  if (before) return before;
  const depths: number[] = [];
  for (const { id, parent } of steps) depths[id] = parent === null ? 0 : (depths[parent] ?? 0) + 1;
  known.set(steps, depths);
  return depths;
}
