import type { useLook } from "#adapters/flow/useLook.ts";
import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { statesInView, unfoldedFirst } from "#core/layout/unfoldedFirst.ts";

/** States that the first picture may have more than the one before it: they are there within a second. */
export const MAX_STATES_FIRST = 160;

/** Path ids of the states that "fold all" closes: those with states inside, below the outermost ones; these where there are no others. */
function foldableStates(chart: Chart): string[] {
  const holding = [...places(chart)].filter(
    ([, { node, path }]) => path.length > 0 && node.children.length > 0,
  );
  const inner = holding.filter(([, { path }]) => path.length > 1);
  return (inner.length > 0 ? inner : holding).map(([id]) => id);
}

/** Closes everything, or opens it, and then what is in sight before the rest. @param view what is in view of the picture */
export function foldAll(
  closed: boolean,
  chart: Chart,
  { look, picture, set }: Pick<ReturnType<typeof useLook>, "look" | "picture" | "set">,
  view: Rect | undefined,
): void {
  if (!look || !picture || !view) return;
  const folded = new Set(closed ? foldableStates(chart) : []);
  const inSight = closed ? [] : statesInView(picture, view);
  const first = unfoldedFirst(chart, look.folded, folded, inSight, MAX_STATES_FIRST);
  set({ ...look, folded }, first && { ...look, folded: first });
}
