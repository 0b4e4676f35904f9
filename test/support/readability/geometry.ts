/** Screen pixels from the upper left corner of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far two boxes lie over each other in both directions; at most zero where they do not. */
export const overlap = (a: Box, b: Box): { readonly x: number; readonly y: number } => ({
  x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
  y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
});
export const overlapping = (a: Box, b: Box, by = 0): boolean => {
  const { x, y } = overlap(a, b);
  return x > by && y > by;
};
/** Whether a box lies in another, `slack` pixels over its border allowed. */
export const within = (a: Box, b: Box, slack = 1): boolean =>
  a.left >= b.left - slack &&
  a.top >= b.top - slack &&
  a.right <= b.right + slack &&
  a.bottom <= b.bottom + slack;
export const shrunk = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
});
export const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
export const boundsOf = (points: readonly Point[]): Box => ({
  left: Math.min(...points.map(({ x }) => x)),
  top: Math.min(...points.map(({ y }) => y)),
  right: Math.max(...points.map(({ x }) => x)),
  bottom: Math.max(...points.map(({ y }) => y)),
});

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const pairs = (line: readonly Point[]): (readonly [Point, Point])[] =>
  line.slice(1).map((to, i) => [line[i] as Point, to] as const);

/** The parts of a segment, from 0 to 1, between which it lies in a box; undefined when it does not. */
function inside([a, b]: readonly [Point, Point], box: Box): readonly [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [
    [a.x, b.x - a.x, box.left, box.right],
    [a.y, b.y - a.y, box.top, box.bottom],
  ] as const) {
    if (way === 0) {
      if (start <= low || start >= high) return undefined;
      continue;
    }
    const [enter, leave] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(enter, leave));
    to = Math.min(to, Math.max(enter, leave));
  }
  return from < to ? [from, to] : undefined;
}

/** How many pixels of a line lie in a box. */
export const lengthIn = (line: readonly Point[], box: Box): number =>
  pairs(line).reduce((sum, segment) => {
    const part = inside(segment, box);
    return sum + (part ? (part[1] - part[0]) * distance(...segment) : 0);
  }, 0);

/** The pieces of a line that lie in a box. */
export function clipped(line: readonly Point[], box: Box): Point[][] {
  const pieces: Point[][] = [];
  for (const [a, b] of pairs(line)) {
    const part = inside([a, b], box);
    if (!part) continue;
    const at = (t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
    const open = pieces.at(-1);
    if (part[0] === 0 && open?.at(-1) === a) open.push(part[1] === 1 ? b : at(part[1]));
    else pieces.push([part[0] === 0 ? a : at(part[0]), part[1] === 1 ? b : at(part[1])]);
  }
  return pieces;
}

/** Where a line passes the border of a box. */
export function borderCrossings(line: readonly Point[], box: Box): Point[] {
  const { left, top, right, bottom } = box;
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
    { x: left, y: top },
  ];
  return crossings(line, corners, 0);
}

/** Which side of a segment a point lies on: negative, positive, or 0 on its line (half a pixel is on it). */
function side([a, b]: readonly [Point, Point], p: Point): number {
  const off = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / (distance(a, b) || 1);
  return Math.abs(off) < 0.5 ? 0 : Math.sign(off);
}

/**
 * Where two lines properly cross: each goes on at the other side of the other. Lines that touch, part, or share a stretch do not
 * cross there, nor within `ends` pixels of an end of either, where lines of one state meet.
 */
export function crossings(one: readonly Point[], other: readonly Point[], ends = 3): Point[] {
  const found: Point[] = [];
  const tips = [one[0], one.at(-1), other[0], other.at(-1)];
  const [mine, others] = [pairs(one), pairs(other)];
  mine.forEach((a, i) =>
    others.forEach((b, j) => {
      const at = meeting(a, b);
      if (!at || (ends > 0 && tips.some((tip) => tip && distance(tip, at) < ends))) return;
      const closed = ends === 0 && j === others.length - 1 ? others[0] : undefined;
      if (goesOn(mine[i + 1], a, b, at) && goesOn(others[j + 1] ?? closed, b, a, at)) found.push(at);
    }),
  );
  return found;
}

/** Where two segments meet; a meeting at the start of one counts for the segment before it. */
function meeting(a: readonly [Point, Point], b: readonly [Point, Point]): Point | undefined {
  const [dax, day] = [a[1].x - a[0].x, a[1].y - a[0].y];
  const [dbx, dby] = [b[1].x - b[0].x, b[1].y - b[0].y];
  const area = dax * dby - day * dbx;
  if (Math.abs(area) < 1e-9) return undefined;
  const t = ((b[0].x - a[0].x) * dby - (b[0].y - a[0].y) * dbx) / area;
  const u = ((b[0].x - a[0].x) * day - (b[0].y - a[0].y) * dax) / area;
  if (t <= 1e-9 || t > 1 + 1e-9 || u <= 1e-9 || u > 1 + 1e-9) return undefined;
  return { x: a[0].x + t * dax, y: a[0].y + t * day };
}

/** Whether a line that meets another with its segment `a` leaves it at the other side, with what comes `next` if it turns there. */
function goesOn(
  next: readonly [Point, Point] | undefined,
  a: readonly [Point, Point],
  b: readonly [Point, Point],
  at: Point,
): boolean {
  if (distance(at, a[1]) >= 0.5) return true;
  if (!next) return false;
  return side(b, a[0]) * side(b, next[1]) < 0;
}

/** Points of which none is within `near` pixels of an earlier one. */
export const apart = (points: readonly Point[], near: number): Point[] =>
  points.reduce<Point[]>(
    (kept, point) => (kept.some((known) => distance(known, point) < near) ? kept : [...kept, point]),
    [],
  );
