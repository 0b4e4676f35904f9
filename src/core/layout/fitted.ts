import type { StateNode } from "#core/chart/chart.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { View } from "#core/layout/level.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Nothing is enlarged beyond this when the whole picture is shown. */
export const MAX_ZOOM_FACTOR = 1.1;

/** A way to look at a machine, with the picture that it gives. */
export interface Fitted {
  readonly view: View;
  readonly picture: Picture;
  /** At which the whole fits. */
  readonly zoom: number;
  /** Its lines are a knot: as named jumps, they would leave too little room for legible letters. */
  readonly knot?: true;
}

/** How far a picture has to be scaled to be seen whole, never up beyond `MAX_ZOOM_FACTOR`. */
export function zoomOf(picture: Picture, canvas: Size): number {
  const all = picture.boxes.get(picture.scene.root);
  return all ? Math.min(MAX_ZOOM_FACTOR, canvas.w / all.w, canvas.h / all.h) : 1;
}

/** How many states a state holds, itself counted, up to about so many. */
export function countTo(node: StateNode, most: number): number {
  let count = 1;
  for (const child of node.children) {
    count += countTo(child, most - count);
    if (count > most) return count;
  }
  return count;
}
