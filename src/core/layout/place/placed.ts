import type { PlacedNote } from "#core/layout/place/shapes.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/** How one arrow is drawn: its line, of horizontal and vertical pieces, and where its label lies (none for further targets). */
export interface Route {
  readonly points: readonly Point[];
  readonly label: Rect | undefined;
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
