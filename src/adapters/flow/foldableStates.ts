import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";

/** Path ids of the states that "fold all" closes: those with states inside, below the outermost ones; these where there are no others. */
export function foldableStates(chart: Chart): string[] {
  const holding = [...places(chart)].filter(
    ([, { node, path }]) => path.length > 0 && node.children.length > 0,
  );
  const inner = holding.filter(([, { path }]) => path.length > 1);
  return (inner.length > 0 ? inner : holding).map(([id]) => id);
}
