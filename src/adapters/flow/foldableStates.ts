import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";

/** Path ids of the states that "fold all" closes: those with states inside, below the outermost ones. */
export const foldableStates = (chart: Chart): string[] =>
  [...places(chart)]
    .filter(([, { node, path }]) => path.length > 1 && node.children.length > 0)
    .map(([id]) => id);
