import type { StateNode } from "#core/chart/chart.ts";

/**
 * Whether two readings of a state say the same, its place in the text aside. An edit above a state moves its `at` and so makes
 * a new record of it, but every part in it keeps its identity: this compares the parts, not their contents.
 */
export function sameState(a: StateNode, b: StateNode): boolean {
  if (a === b) return true;
  const before = a as unknown as Record<string, unknown>;
  const after = b as unknown as Record<string, unknown>;
  const keys = Object.keys(after).filter((key) => key !== "at");
  if (keys.length !== Object.keys(before).filter((key) => key !== "at").length) return false;
  return keys.every((key) => Object.is(before[key], after[key]));
}
