import type { LabelContent } from "#core/layout/content/labelContent.ts";
import type { PlacedNote } from "#core/layout/place/shapes.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/** How one arrow is drawn: its line of horizontal and vertical segments, and its label's position (none for further targets). */
export interface Route {
  readonly points: readonly Point[];
  readonly label: Rect | undefined;
  /** The text there, where it is not the arrow's usual label but one that the arrangement left no room for. */
  readonly words?: LabelContent;
  /** Of a further target: where its line parts from those to the targets before it. */
  readonly fork?: Point;
}

/** The dot that shows where a compound starts, and the line from it to that child. */
export interface Marker {
  /** Path id of the compound. */
  readonly parent: string;
  readonly child: string;
  readonly at: Rect;
  readonly points: readonly Point[];
}

export interface Placed {
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<string, Route>;
  readonly markers: readonly Marker[];
  /** By note id. */
  readonly notes: ReadonlyMap<string, PlacedNote>;
}

export const DOT = 10;
/** Radius of the dot where the branches of a fork part. */
export const FORK_R = 3.5;
