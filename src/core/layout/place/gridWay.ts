import type { Point, Rect } from "#core/layout/geometry.ts";

/** The cost of a bend, and of a pixel through a wall, in pixels of length. */
const BEND = 40;
const THROUGH = 12;

/** Where a route begins or ends, and whether it runs horizontally there. */
export interface GridEnd {
  readonly at: Point;
  readonly out: Point;
}

const runsLevel = ({ at, out }: GridEnd): boolean => Math.abs(at.y - out.y) < 0.5;

/**
 * The cheapest route along given horizontal and vertical lines from one of the starts to one of the goals: short, with few bends, and through
 * walls only where there is no route around them. Undefined where the ends do not lie on the lines.
 */
export function gridWay(
  starts: readonly GridEnd[],
  goals: readonly GridEnd[],
  xs: readonly number[],
  ys: readonly number[],
  walls: readonly Rect[],
): Point[] | undefined {
  const [column, row] = [indexOf(xs), indexOf(ys)];
  const prices = pricesOf(xs, ys, walls);
  // a search node is a crossing together with the direction, horizontal or vertical, in which it is reached
  const knots = xs.length * ys.length * 2;
  const knotOf = (x: number, y: number, level: boolean) => (y * xs.length + x) * 2 + (level ? 0 : 1);
  const cost = new Float64Array(knots).fill(Infinity);
  const before = new Int32Array(knots).fill(-1);
  const begun = new Map<number, GridEnd>();
  const ending = new Map<number, GridEnd>();
  for (const end of goals) {
    const [x, y] = [column.get(end.out.x), row.get(end.out.y)];
    if (x !== undefined && y !== undefined) ending.set(knotOf(x, y, runsLevel(end)), end);
  }
  /** Whether a crossing lies behind an end: a route from there would reverse in its last segment. */
  const isBehind = (end: GridEnd | undefined, x: number, y: number) =>
    end !== undefined &&
    Math.sign((xs[x] as number) - end.out.x) === Math.sign(end.at.x - end.out.x) &&
    Math.sign((ys[y] as number) - end.out.y) === Math.sign(end.at.y - end.out.y);
  const queue = new Queue();
  const reach = (knot: number, price: number, from: number) => {
    if (price >= (cost[knot] as number)) return;
    cost[knot] = price;
    before[knot] = from;
    queue.push(knot, price);
  };
  for (const end of starts) {
    const [x, y] = [column.get(end.out.x), row.get(end.out.y)];
    if (x === undefined || y === undefined) continue;
    const knot = knotOf(x, y, runsLevel(end));
    const price = lengthOf(end);
    if (price < (cost[knot] as number)) begun.set(knot, end);
    reach(knot, price, -1);
  }
  for (let knot = queue.pop(); knot !== undefined; knot = queue.pop()) {
    const level = knot % 2 === 0;
    const [x, y] = [(knot >> 1) % xs.length, Math.floor((knot >> 1) / xs.length)];
    const paid = cost[knot] as number;
    reach(knotOf(x, y, !level), paid + BEND, knot);
    for (const step of [-1, 1]) {
      const [nx, ny] = level ? [x + step, y] : [x, y + step];
      if (nx < 0 || ny < 0 || nx >= xs.length || ny >= ys.length) continue;
      if (before[knot] === -1 && isBehind(begun.get(knot), nx, ny)) continue;
      if (isBehind(ending.get(knotOf(nx, ny, level)), x, y)) continue;
      reach(knotOf(nx, ny, level), paid + prices(Math.min(x, nx), Math.min(y, ny), level), knot);
    }
  }
  let best: { readonly price: number; readonly knot: number; readonly end: GridEnd } | undefined;
  for (const end of goals) {
    const [x, y] = [column.get(end.out.x), row.get(end.out.y)];
    if (x === undefined || y === undefined) continue;
    const knot = knotOf(x, y, runsLevel(end));
    const price = (cost[knot] as number) + lengthOf(end);
    if (price < (best?.price ?? Infinity)) best = { price, knot, end };
  }
  if (!best) return undefined;
  const points: Point[] = [best.end.at];
  let knot = best.knot;
  for (;;) {
    points.push({
      x: xs[(knot >> 1) % xs.length] as number,
      y: ys[Math.floor((knot >> 1) / xs.length)] as number,
    });
    const next = before[knot] as number;
    if (next < 0) break;
    knot = next;
  }
  const first = begun.get(knot);
  return first && [...points, first.at].reverse();
}

const lengthOf = ({ at, out }: GridEnd): number => Math.abs(at.x - out.x) + Math.abs(at.y - out.y);

const indexOf = (all: readonly number[]): ReadonlyMap<number, number> => new Map(all.map((v, i) => [v, i]));

/** The cost from a crossing to the next one to the right or below, computed when it is first needed. */
function pricesOf(xs: readonly number[], ys: readonly number[], walls: readonly Rect[]) {
  const onRow = ys.map((y) => walls.filter((wall) => wall.y < y && y < wall.y + wall.h));
  const onColumn = xs.map((x) => walls.filter((wall) => wall.x < x && x < wall.x + wall.w));
  const known = new Float64Array(xs.length * ys.length * 2).fill(-1);
  return (x: number, y: number, level: boolean): number => {
    const key = (y * xs.length + x) * 2 + (level ? 0 : 1);
    const cost = known[key] as number;
    if (cost >= 0) return cost;
    const [from, to] = (level ? [xs[x], xs[x + 1]] : [ys[y], ys[y + 1]]) as [number, number];
    let price = to - from;
    for (const wall of (level ? onRow[y] : onColumn[x]) as readonly Rect[]) {
      const [begin, size] = level ? [wall.x, wall.w] : [wall.y, wall.h];
      price += Math.max(0, Math.min(to, begin + size) - Math.max(from, begin)) * THROUGH;
    }
    known[key] = price;
    return price;
  };
}

/** Numbers by price, the cheapest first: a binary heap. */
class Queue {
  readonly #all: { readonly knot: number; readonly price: number }[] = [];

  push(knot: number, price: number): void {
    const all = this.#all;
    let at = all.push({ knot, price }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#before(at, up); up = (at - 1) >> 1) {
      this.#swap(at, up);
      at = up;
    }
  }

  pop(): number | undefined {
    const all = this.#all;
    const first = all[0];
    const last = all.pop();
    if (!first || !last || all.length === 0) return first?.knot;
    all[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < all.length && this.#before(left, least)) least = left;
      if (right < all.length && this.#before(right, least)) least = right;
      if (least === at) return first.knot;
      this.#swap(at, least);
      at = least;
    }
  }

  #before(a: number, b: number): boolean {
    return (this.#all[a]?.price ?? Infinity) < (this.#all[b]?.price ?? Infinity);
  }

  #swap(a: number, b: number): void {
    const all = this.#all;
    [all[a], all[b]] = [all[b] as (typeof all)[number], all[a] as (typeof all)[number]];
  }
}
