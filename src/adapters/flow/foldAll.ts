import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { statesInView, unfoldedFirst } from "#core/layout/unfoldedFirst.ts";

/** States that the first picture may have more than the one before it: they are there within a second. */
const MAX_STATES_FIRST = 160;

/** Path ids of the states that "fold all" closes: those with states inside, below the outermost ones; these where there are no others. */
function foldableStates(chart: Chart): string[] {
  const holding = [...places(chart)].filter(
    ([, { node, path }]) => path.length > 0 && node.children.length > 0,
  );
  const inner = holding.filter(([, { path }]) => path.length > 1);
  return (inner.length > 0 ? inner : holding).map(([id]) => id);
}

/** How one looks with everything closed, or with everything open and what is in sight opened before the rest. */
export function foldAll(
  closed: boolean,
  { chart, look, picture, view }: { chart: Chart; look: Look; picture: Picture; view: Rect },
): { readonly look: Look; readonly first: Look | undefined } {
  const folded = new Set(closed ? foldableStates(chart) : []);
  const inSight = closed ? [] : statesInView(picture, view);
  const first = unfoldedFirst(chart, look.folded, folded, inSight, MAX_STATES_FIRST);
  return { look: { ...look, folded }, first: first && { ...look, folded: first } };
}
