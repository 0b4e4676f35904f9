import type { StatePath } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { pathOf } from "#core/chart/places.ts";
import { callAims } from "#core/layout/content/callTexts.ts";
import { type Sourced, type WayText, wayTexts } from "#core/layout/content/transitionText.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";

/**
 * The texts of transitions that are listed together: no less than their line or entry in the picture says. Of a call it is said
 * where play goes on, and of what ends at a step within its target, at which.
 * @param drawn the state beside which the list stands
 * @param lines those that they are drawn as
 */
export function listedWays(
  { scene }: Picture,
  consts: readonly Const[],
  all: readonly Sourced[],
  drawn: StatePath,
  names: ChartNames,
  lines: readonly Arrow[],
): WayText[] {
  const calls = callAims(scene.chart, consts, names);
  const ends = new Map<string, StatePath>();
  for (const { parts, to, via } of lines)
    if (via === undefined) for (const { id } of parts) ends.set(id, pathOf(to));
  return wayTexts(all, drawn, names, (id) => ({ call: calls.get(id), drawn: ends.get(id) }));
}
