import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { Side } from "#core/layout/grid/gridTypes.ts";
import type { TrunkEnd } from "#core/layout/place/trunks.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";

/** Where a line leaves a box, and how arrows lead there from their rows. Relative to the box. */
export interface Port {
  readonly side: Side;
  readonly at: number;
  /** From the row (or the box) to the border; by anchor. */
  readonly lead: (anchor: string) => readonly Point[];
}

/** A box with its ports and labels, relative to its upper left corner. */
export interface BoxShape {
  readonly size: Size;
  readonly rows: ReadonlyMap<string, Rect>;
  readonly ports: ReadonlyMap<string, Port>;
  readonly inner: ReadonlyMap<string, readonly Point[]>;
  /** Words of its lines, by arrow id; those left of the card have negative places. */
  readonly labels: ReadonlyMap<string, Rect>;
}

/** A line that ends at a card. */
export interface CardPort {
  readonly key: string;
  readonly end: TrunkEnd;
  readonly side: Side;
  /** What leaves the card there. */
  readonly arrows: readonly Arrow[];
  /** Whether it is a branch of a fork: it shares its route with the other branches, and so its port with nothing else. */
  readonly fork: boolean;
}

/**
 * A cell of a grid: the box in it, and the room beside and below it for the labels of the lines that leave it. So a label has
 * its position before any line is routed, and nothing else is placed there.
 */
export interface CellShape {
  readonly size: Size;
  /** The box in the cell. */
  readonly box: Rect;
  /** By port key; relative to the cell. */
  readonly ports: ReadonlyMap<string, Port>;
  /** By arrow id; relative to the cell. */
  readonly labels: ReadonlyMap<string, Rect>;
  /** Arrows that end where they begin; relative to the cell. */
  readonly loops: ReadonlyMap<string, readonly Point[]>;
  /** By note id; relative to the cell. */
  readonly notes?: ReadonlyMap<string, PlacedNote>;
}

/** Where a note stands, and the point that it points from, at its border. */
export interface PlacedNote {
  readonly at: Rect;
  /** Undefined where it stands inside of what it is about. */
  readonly tip?: Point;
}
