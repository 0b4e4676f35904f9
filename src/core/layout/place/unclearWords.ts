import type { Point, Rect } from "#core/layout/geometry.ts";
import type { Placed } from "#core/layout/place/placed.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";

/** A horizontal or vertical segment from `lo` to `hi`, at `at` on the other axis. */
interface Piece {
  readonly flat: boolean;
  readonly lo: number;
  readonly hi: number;
  readonly at: number;
}

/** Lines lie on each other within this distance, and a difference of distances is seen from this on. */
const OVERLAP_PX = 1.5;
const VISIBLE_DIFFERENCE_PX = 1.5;
/** A label is not taken to belong to anything farther away. */
const MAX_LABEL_DISTANCE_PX = 60;

/**
 * Labels that may be taken for another line's: another line is as near to them as the unshared part of their own, or that
 * part is farther away than one that their line shares with a line to elsewhere.
 */
export function unclearWords({ arrows }: Scene, { routes }: Pick<Placed, "routes">): Arrow[] {
  const lines = arrows.flatMap((arrow): Line[] => {
    const points = routes.get(arrow.id)?.points;
    return points ? [{ arrow, pieces: piecesOf(points) }] : [];
  });
  return lines.flatMap((labelledLine) => {
    const label = routes.get(labelledLine.arrow.id)?.label;
    if (!label || label.w === 0 || labelledLine.arrow.toward === undefined) return [];
    const near = lines.filter((line) => line.arrow !== labelledLine.arrow && isNear(line.pieces, label));
    return isClear(labelledLine, near, label) ? [] : [labelledLine.arrow];
  });
}

interface Line {
  readonly arrow: Arrow;
  readonly pieces: readonly Piece[];
}

function isClear({ arrow, pieces }: Line, others: readonly Line[], label: Rect): boolean {
  // a line from another state to the same step means the same there
  const elsewhere = others.filter((line) => line.arrow.to !== arrow.to || line.arrow.from === arrow.from);
  const alone = others.reduce((left, line) => without(left, line.pieces), pieces);
  const nearest = distance(alone, label);
  const shared = elsewhere.map((line) => distance(common(pieces, line.pieces), label));
  const alien = others.map((line) => distance(branchOf(line, { arrow, pieces }), label));
  return (
    nearest <= Math.min(...shared) + VISIBLE_DIFFERENCE_PX &&
    nearest + VISIBLE_DIFFERENCE_PX < Math.min(...alien)
  );
}

/** The part of a line that it does not share with another one; of two that part or meet in a lane, the segment at the other's own step. */
function branchOf({ arrow, pieces }: Line, from: Line): readonly Piece[] {
  const left = without(pieces, from.pieces);
  const isOne = left.length < pieces.length || common(pieces, from.pieces).length > 0;
  if (!isOne || arrow.role !== from.arrow.role) return left;
  if (arrow.from !== from.arrow.from) return arrow.to === from.arrow.to ? pieces.slice(0, 1) : left;
  return arrow.role === "arc" ? pieces.slice(-1) : left;
}

const isNear = (pieces: readonly Piece[], { x, y, w, h }: Rect): boolean =>
  pieces.some((piece) => away(piece, { x, y, w, h }) < MAX_LABEL_DISTANCE_PX);

const piecesOf = (points: readonly Point[]): Piece[] =>
  points.slice(1).map((b, i) => {
    const a = points[i] as Point;
    const flat = Math.abs(a.y - b.y) <= Math.abs(a.x - b.x);
    const [from, to] = flat ? [a.x, b.x] : [a.y, b.y];
    return { flat, lo: Math.min(from, to), hi: Math.max(from, to), at: flat ? a.y : a.x };
  });

/** The parts of a line that do not run on another one. */
function without(line: readonly Piece[], other: readonly Piece[]): readonly Piece[] {
  let left = line;
  for (const { flat, lo, hi, at } of other)
    left = left.flatMap((piece) => {
      if (piece.flat !== flat || Math.abs(piece.at - at) > OVERLAP_PX || hi <= piece.lo || lo >= piece.hi)
        return piece;
      return [
        ...(lo > piece.lo + OVERLAP_PX ? [{ ...piece, hi: lo }] : []),
        ...(hi < piece.hi - OVERLAP_PX ? [{ ...piece, lo: hi }] : []),
      ];
    });
  return left;
}

/** The segments that two lines share. */
const common = (line: readonly Piece[], other: readonly Piece[]): readonly Piece[] =>
  line.flatMap((piece) =>
    other.flatMap(({ flat, lo, hi, at }) =>
      piece.flat !== flat || Math.abs(piece.at - at) > OVERLAP_PX || hi <= piece.lo || lo >= piece.hi
        ? []
        : { ...piece, lo: Math.max(lo, piece.lo), hi: Math.min(hi, piece.hi) },
    ),
  );

const distance = (pieces: readonly Piece[], label: Rect): number =>
  Math.min(...pieces.map((piece) => away(piece, label)));

function away({ flat, lo, hi, at }: Piece, { x, y, w, h }: Rect): number {
  const [along, long, across, wide] = flat ? [x, w, y, h] : [y, h, x, w];
  const gap = (from: number, to: number, low: number, high: number) => Math.max(0, low - to, from - high);
  return Math.hypot(gap(lo, hi, along, along + long), gap(at, at, across, across + wide));
}
