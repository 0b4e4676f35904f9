import type { Chart, StatePath } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";

/**
 * Whether one transition can enter both states: they part in a parallel state, so that each lies in a region of its own (SCXML 3.13,
 * "legal state configuration"). A state and one inside it part nowhere.
 */
export function areTogether(chart: Chart, a: StatePath, b: StatePath): boolean {
  const depth = a.findIndex((key, i) => key !== b[i]);
  if (depth < 0 || depth >= b.length) return false;
  return placeOf(chart, a.slice(0, depth))?.node.type === "parallel";
}
