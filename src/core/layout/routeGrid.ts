import type { Point, Rect } from "#core/layout/geometry.ts";

/** A straight piece of a line on the canvas, horizontal or vertical. */
export interface Piece {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Where a line may leave or reach a box: the point on the border, the first point away from it, and how unwelcome it is. */
export interface Port {
  readonly at: Point;
  readonly out: Point;
  readonly vertical: boolean;
  readonly cost: number;
}

/** What a search has to mind. */
export interface Terrain {
  /** Lines stay inside. */
  readonly region: Rect;
  /** Boxes that no line enters. */
  readonly walls: readonly Rect[];
  /** Areas that a line had better not cross: labels, titles. */
  readonly mud: readonly Rect[];
  /** Lines already drawn: running along them is dear, crossing them costs a little. */
  readonly drawn: readonly Piece[];
  /** Borders: running along them is dear, crossing them is free. */
  readonly borders: readonly Piece[];
}

/** Least distance between a line and a box, and the tracks beside boxes that lines prefer. */
const CLEAR = 7;
export const STUB = 12;
const TRACKS = [STUB, 22, 32];
const NEAR = 7;
const BEND = 34;
const CROSSING = 26;

/**
 * The cheapest way of horizontal and vertical pieces from one of the ports to one of the others; undefined when walls leave none.
 * Cost is length plus bends, crossings and closeness to other lines. The search is A* on a grid spanned by the boxes' sides, so its
 * cost grows with the number of boxes in the region, not with the area.
 */
export function findWay(from: readonly Port[], to: readonly Port[], terrain: Terrain): Point[] | undefined {
  const xs = lines(terrain, from, to, "x");
  const ys = lines(terrain, from, to, "y");
  const nx = xs.length;
  const ny = ys.length;
  const { across, down } = weigh(terrain, xs, ys);
  const index = (p: Point) => find(ys, p.y) * nx + find(xs, p.x);
  const goals = new Map<number, { port: Port; axis: number }[]>();
  let [gx1, gy1, gx2, gy2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const port of to) {
    const at = index(port.out);
    if (at < 0) continue;
    const list = goals.get(at) ?? [];
    list.push({ port, axis: port.vertical ? 1 : 0 });
    goals.set(at, list);
    gx1 = Math.min(gx1, port.out.x);
    gx2 = Math.max(gx2, port.out.x);
    gy1 = Math.min(gy1, port.out.y);
    gy2 = Math.max(gy2, port.out.y);
  }
  const guess = (i: number, j: number) => {
    const x = xs[i] as number;
    const y = ys[j] as number;
    return Math.max(gx1 - x, 0, x - gx2) + Math.max(gy1 - y, 0, y - gy2);
  };
  const best = new Float64Array(nx * ny * 2).fill(Infinity);
  const came = new Int32Array(nx * ny * 2).fill(-1);
  const startOf = new Map<number, Port>();
  const heap = new Heap();
  for (const port of from) {
    const at = index(port.out);
    if (at < 0) continue;
    const state = at * 2 + (port.vertical ? 1 : 0);
    if (port.cost >= (best[state] as number)) continue;
    best[state] = port.cost;
    startOf.set(state, port);
    heap.push(port.cost + guess(at % nx, Math.floor(at / nx)), state);
  }
  let end: { state: number; port: Port; cost: number } | undefined;
  for (let top = heap.pop(); top; top = heap.pop()) {
    if (end && top.key >= end.cost) break;
    const state = top.value;
    const g = best[state] as number;
    const axis = state & 1;
    const at = state >> 1;
    const i = at % nx;
    const j = (at - i) / nx;
    if (top.key > g + guess(i, j) + 1e-6) continue;
    for (const goal of goals.get(at) ?? []) {
      const cost = g + goal.port.cost + (goal.axis === axis ? 0 : BEND);
      if (!end || cost < end.cost) end = { state, port: goal.port, cost };
    }
    const go = (to2: number, axis2: number, length: number, weight: number) => {
      if (weight === Infinity) return;
      const next = to2 * 2 + axis2;
      const cost = g + length + weight + (axis2 === axis ? 0 : BEND);
      if (cost >= (best[next] as number)) return;
      best[next] = cost;
      came[next] = state;
      startOf.delete(next);
      const i2 = to2 % nx;
      heap.push(cost + guess(i2, (to2 - i2) / nx), next);
    };
    if (i + 1 < nx) go(at + 1, 0, (xs[i + 1] as number) - (xs[i] as number), across[at] as number);
    if (i > 0) go(at - 1, 0, (xs[i] as number) - (xs[i - 1] as number), across[at - 1] as number);
    if (j + 1 < ny) go(at + nx, 1, (ys[j + 1] as number) - (ys[j] as number), down[at] as number);
    if (j > 0) go(at - nx, 1, (ys[j] as number) - (ys[j - 1] as number), down[at - nx] as number);
  }
  if (!end) return undefined;
  const points: Point[] = [end.port.at];
  let state = end.state;
  for (;;) {
    const at = state >> 1;
    points.push({ x: xs[at % nx] as number, y: ys[Math.floor(at / nx)] as number });
    const start = startOf.get(state);
    if (start || (came[state] as number) < 0) {
      if (start) points.push(start.at);
      break;
    }
    state = came[state] as number;
  }
  return straighten(points.toReversed());
}

/** Leaves out points that lie on the line between their neighbours. */
export function straighten(points: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (const p of points) {
    const a = out.at(-2);
    const b = out.at(-1);
    if (b && Math.abs(b.x - p.x) < 0.5 && Math.abs(b.y - p.y) < 0.5) continue;
    if (
      a &&
      b &&
      ((Math.abs(a.x - b.x) < 0.5 && Math.abs(b.x - p.x) < 0.5) ||
        (Math.abs(a.y - b.y) < 0.5 && Math.abs(b.y - p.y) < 0.5))
    )
      out.pop();
    out.push(p);
  }
  return out;
}

/** The pieces of a way, ends in ascending order. */
export function piecesOf(points: readonly Point[]): Piece[] {
  const pieces: Piece[] = [];
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    pieces.push({
      x1: Math.min(a.x, b.x),
      y1: Math.min(a.y, b.y),
      x2: Math.max(a.x, b.x),
      y2: Math.max(a.y, b.y),
    });
  }
  return pieces;
}

/** Grid lines of one axis: tracks beside every wall inside the region, and the ports' own. Ascending, at least 4 px apart but for ports. */
function lines(terrain: Terrain, from: readonly Port[], to: readonly Port[], axis: "x" | "y"): number[] {
  const low = terrain.region[axis];
  const high = low + (axis === "x" ? terrain.region.w : terrain.region.h);
  const must = new Set<number>();
  for (const port of [...from, ...to]) must.add(port.out[axis]);
  const may: number[] = [low, high];
  for (const wall of terrain.walls) {
    const a = wall[axis];
    const b = a + (axis === "x" ? wall.w : wall.h);
    for (const d of TRACKS) may.push(a - d, b + d);
  }
  const sortedMust = [...must].sort((a, b) => a - b);
  const out: number[] = [];
  let k = 0;
  for (const value of may.filter((v) => v >= low && v <= high).sort((a, b) => a - b)) {
    while (k < sortedMust.length && (sortedMust[k] as number) <= value) out.push(sortedMust[k++] as number);
    const last = out.at(-1);
    const next = sortedMust[k];
    if ((last === undefined || value - last >= 4) && (next === undefined || next - value >= 4))
      out.push(value);
  }
  out.push(...sortedMust.slice(k));
  return out;
}

/** Extra cost of every grid edge to the right (`across`) and downwards (`down`) of each crossing; Infinity inside walls. */
function weigh(terrain: Terrain, xs: readonly number[], ys: readonly number[]) {
  const nx = xs.length;
  const across = new Float64Array(nx * ys.length);
  const down = new Float64Array(nx * ys.length);
  const add = (x1: number, y1: number, x2: number, y2: number, fix: number, perPx: number) => {
    const i1 = lower(xs, x1);
    const j1 = lower(ys, y1);
    for (let j = Math.max(0, j1 - 1); j < ys.length && (ys[j] as number) < y2; j++)
      for (let i = Math.max(0, i1 - 1); i < nx && (xs[i] as number) < x2; i++) {
        const at = j * nx + i;
        const inX = (xs[i] as number) > x1;
        const inY = (ys[j] as number) > y1;
        const wide = i + 1 < nx ? Math.min(x2, xs[i + 1] as number) - Math.max(x1, xs[i] as number) : 0;
        const tall =
          j + 1 < ys.length ? Math.min(y2, ys[j + 1] as number) - Math.max(y1, ys[j] as number) : 0;
        if (inY && wide > 0) across[at] = (across[at] as number) + fix + perPx * wide;
        if (inX && tall > 0) down[at] = (down[at] as number) + fix + perPx * tall;
      }
  };
  for (const w of terrain.walls)
    add(w.x - CLEAR, w.y - CLEAR, w.x + w.w + CLEAR, w.y + w.h + CLEAR, Infinity, 0);
  for (const m of terrain.mud) add(m.x - 3, m.y - 3, m.x + m.w + 3, m.y + m.h + 3, 50, 1.2);
  const along = (p: Piece, crossing: number) => {
    if (p.y1 === p.y2) {
      const i1 = lower(xs, p.x1);
      for (let j = lower(ys, p.y1 - NEAR); j < ys.length && (ys[j] as number) < p.y1 + NEAR; j++)
        for (let i = Math.max(0, i1 - 1); i + 1 < nx && (xs[i] as number) < p.x2; i++) {
          const shared = Math.min(p.x2, xs[i + 1] as number) - Math.max(p.x1, xs[i] as number);
          if (shared > 0) across[j * nx + i] = (across[j * nx + i] as number) + 8 + 3 * shared;
        }
      if (crossing > 0) {
        const j = lower(ys, p.y1 + 0.01) - 1;
        if (j >= 0 && j + 1 < ys.length)
          for (let i = i1; i < nx && (xs[i] as number) <= p.x2; i++)
            down[j * nx + i] = (down[j * nx + i] as number) + crossing;
      }
    } else {
      const j1 = lower(ys, p.y1);
      for (let i = lower(xs, p.x1 - NEAR); i < nx && (xs[i] as number) < p.x1 + NEAR; i++)
        for (let j = Math.max(0, j1 - 1); j + 1 < ys.length && (ys[j] as number) < p.y2; j++) {
          const shared = Math.min(p.y2, ys[j + 1] as number) - Math.max(p.y1, ys[j] as number);
          if (shared > 0) down[j * nx + i] = (down[j * nx + i] as number) + 8 + 3 * shared;
        }
      if (crossing > 0) {
        const i = lower(xs, p.x1 + 0.01) - 1;
        if (i >= 0 && i + 1 < nx)
          for (let j = j1; j < ys.length && (ys[j] as number) <= p.y2; j++)
            across[j * nx + i] = (across[j * nx + i] as number) + crossing;
      }
    }
  };
  for (const p of terrain.drawn) along(p, CROSSING);
  for (const p of terrain.borders) along(p, 0);
  return { across, down };
}

/** First index whose value is not below `value`. */
function lower(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] as number) < value) low = mid + 1;
    else high = mid;
  }
  return low;
}

function find(sorted: readonly number[], value: number): number {
  const at = lower(sorted, value);
  return sorted[at] === value ? at : -Infinity;
}

/** A binary heap of (key, value); equal keys leave in the order of arrival, so that the picture is always the same. */
class Heap {
  readonly #items: { key: number; value: number; nth: number }[] = [];
  #count = 0;
  push(key: number, value: number) {
    const items = this.#items;
    const item = { key, value, nth: this.#count++ };
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = items[up] as typeof item;
      if (!before(item, above)) break;
      items[at] = above;
      at = up;
    }
    items[at] = item;
  }
  pop() {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (!top || !last || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= items.length) break;
      const right = items[child + 1];
      if (right && before(right, items[child] as typeof last)) child++;
      if (!before(items[child] as typeof last, last)) break;
      items[at] = items[child] as typeof last;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

const before = (a: { key: number; nth: number }, b: { key: number; nth: number }) =>
  a.key < b.key || (a.key === b.key && a.nth < b.nth);
