import type { Point, Size } from "#core/layout/geometry.ts";

export type Side = "left" | "right" | "top" | "bottom";
/** `down`: lines are rows, stacked; `right`: lines are columns, side by side. */
export type Flow = "down" | "right";

/** Where a link ends: at a cell's border, `at` pixels from its upper or left end, or somewhere on a side of the whole grid. */
export type End =
  | { readonly cell: string; readonly side: Side; readonly at: number }
  | { readonly gate: Side };

/**
 * A way between two ends. Links of one `net` may share their way: they end at the same place, or belong to one pair. Only links that
 * are there twice in a grid need ids of their own.
 */
export interface Link {
  readonly id: string;
  readonly net: string;
  readonly a: End;
  readonly b: End;
}

/** Cells in the lines of an arrangement, and what is to be led between them. Cells of a line keep its order, lines theirs. */
export interface Grid {
  readonly flow: Flow;
  readonly lines: readonly (readonly string[])[];
  readonly cells: ReadonlyMap<string, Size>;
  readonly links: readonly Link[];
  /** Kept free at the sides. */
  readonly pad: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** Least room between cells of a line, and between lines. */
  readonly gap: number;
  readonly channel: number;
  /** Least size of the whole. */
  readonly least: Size;
}

/** Places relative to the grid's upper left corner. */
export interface SolvedGrid {
  readonly size: Size;
  readonly corners: ReadonlyMap<string, Point>;
  /** From end `a` to end `b`, of horizontal and vertical pieces. */
  readonly ways: ReadonlyMap<string, readonly Point[]>;
}

export const isGate = (end: End): end is { readonly gate: Side } => "gate" in end;

const TURNED: Readonly<Record<Side, Side>> = { left: "top", top: "left", right: "bottom", bottom: "right" };
const turnEnd = (end: End): End =>
  isGate(end) ? { gate: TURNED[end.gate] } : { ...end, side: TURNED[end.side] };
const turnSize = ({ w, h }: Size): Size => ({ w: h, h: w });
const turnPoint = ({ x, y }: Point): Point => ({ x: y, y: x });

/** The grid mirrored at its diagonal: a `right` one as a `down` one. */
export const turnGrid = (grid: Grid): Grid => ({
  ...grid,
  flow: grid.flow === "down" ? "right" : "down",
  cells: new Map([...grid.cells].map(([id, size]) => [id, turnSize(size)])),
  links: grid.links.map((link) => ({ ...link, a: turnEnd(link.a), b: turnEnd(link.b) })),
  pad: { left: grid.pad.top, top: grid.pad.left, right: grid.pad.bottom, bottom: grid.pad.right },
  least: turnSize(grid.least),
});

export const turnSolved = (solved: SolvedGrid): SolvedGrid => ({
  size: turnSize(solved.size),
  corners: new Map([...solved.corners].map(([id, at]) => [id, turnPoint(at)])),
  ways: new Map([...solved.ways].map(([id, points]) => [id, points.map(turnPoint)])),
});
