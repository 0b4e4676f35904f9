import type { Chart } from "#core/chart/chart.ts";
import type { LayoutEngine } from "#core/layout/elkGraph.ts";
import { layoutKey, parseLayout, positionsIn, type Positions } from "#core/layout/layoutFile.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { completeLayout } from "#core/layout/completeLayout.ts";
import { sceneOf } from "#core/layout/scene.ts";
import { toSvg, type SvgOptions } from "#core/layout/toSvg.ts";

/**
 * Where the states stand: as the layout file of the game says, the rest as the engine finds it.
 * @param namesList names that there has to be room for
 * @param layout text of the layout file, when there is one
 */
export function placesFor(
  chart: Chart,
  namesList: readonly ChartNames[],
  engine: LayoutEngine,
  layout = "",
): Promise<Positions> {
  const known = positionsIn(parseLayout(layout).layout, layoutKey(chart.ref));
  return completeLayout(chart, known, namesList, engine);
}

/** A machine as an SVG, its states where they are known to stand. */
export function drawChart(
  chart: Chart,
  names: ChartNames,
  positions: Positions,
  options: Partial<SvgOptions> = {},
): string {
  const picture = drawPicture(sceneOf(chart, names), positions);
  return toSvg(picture, { ...options, title: options.title || chart.id || chart.ref.name || chart.root.key });
}
