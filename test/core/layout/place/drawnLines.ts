import type { Point, Rect } from "#core/layout/geometry.ts";
import { bundlesOf, type Picture } from "#core/layout/picture.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";

/** A horizontal or vertical piece of a route. */
export interface Piece {
  readonly a: Point;
  readonly b: Point;
  readonly flat: boolean;
}

/** A drawn arrow, with the net that it may share its way with. */
export interface DrawnLine {
  readonly arrow: Arrow;
  readonly net: string;
  readonly points: readonly Point[];
  readonly pieces: readonly Piece[];
  readonly label: Rect | undefined;
}

/** Every arrow of a picture that has a line. */
export function drawnLines({ scene, routes }: Picture): DrawnLine[] {
  const nets = bundlesOf(scene);
  return scene.arrows.flatMap((arrow) => {
    const route = routes.get(arrow.id);
    if (!route) return [];
    const { points, label } = route;
    return [{ arrow, net: nets.get(arrow.id) ?? arrow.id, points, pieces: piecesOf(points), label }];
  });
}

export const piecesOf = (points: readonly Point[]): Piece[] =>
  points.slice(1).map((b, i) => {
    const a = points[i] as Point;
    return { a, b, flat: Math.abs(a.y - b.y) <= Math.abs(a.x - b.x) };
  });

/** From the lower to the upper end along the piece, and where it lies across. */
export const spanOf = ({ a, b, flat }: Piece): { lo: number; hi: number; at: number } =>
  flat
    ? { lo: Math.min(a.x, b.x), hi: Math.max(a.x, b.x), at: a.y }
    : { lo: Math.min(a.y, b.y), hi: Math.max(a.y, b.y), at: a.x };

/** Whether a piece passes inside a rectangle, more than `slack` pixels from its border. */
export function passes(piece: Piece, box: Rect, slack = 1): boolean {
  const x = [Math.min(piece.a.x, piece.b.x), Math.max(piece.a.x, piece.b.x)] as const;
  const y = [Math.min(piece.a.y, piece.b.y), Math.max(piece.a.y, piece.b.y)] as const;
  return (
    x[0] < box.x + box.w - slack &&
    x[1] > box.x + slack &&
    y[0] < box.y + box.h - slack &&
    y[1] > box.y + slack
  );
}

/** How long two pieces run on each other, in pixels. */
export function together(p: Piece, q: Piece): number {
  if (p.flat !== q.flat) return 0;
  const [a, b] = [spanOf(p), spanOf(q)];
  return Math.abs(a.at - b.at) > 1.5 ? 0 : Math.min(a.hi, b.hi) - Math.max(a.lo, b.lo);
}

/** Two lines without the stem that they leave their state by. */
export function withoutStem(p: DrawnLine, q: DrawnLine): readonly [readonly Piece[], readonly Piece[]] {
  if (p.arrow.from !== q.arrow.from) return [p.pieces, q.pieces];
  const [one, other] = [[...p.points], [...q.points]];
  while (one.length > 1 && other.length > 1) {
    const [a, b, c, d] = [one[0], one[1], other[0], other[1]] as [Point, Point, Point, Point];
    if (Math.abs(a.x - c.x) + Math.abs(a.y - c.y) > 1) break;
    const way = (from: Point, to: Point) =>
      [Math.sign(Math.round(to.x - from.x)), Math.sign(Math.round(to.y - from.y))].join();
    if (way(a, b) !== way(c, d)) break;
    const length = (from: Point, to: Point) => Math.abs(from.x - to.x) + Math.abs(from.y - to.y);
    const [l, m] = [length(a, b), length(c, d)];
    if (l <= m + 0.5) one.shift();
    else one[0] = d;
    if (m <= l + 0.5) other.shift();
    else other[0] = b;
  }
  return [piecesOf(one), piecesOf(other)];
}
