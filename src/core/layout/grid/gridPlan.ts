import { countSteps } from "#core/text/budget.ts";
import { type End, type Grid, isGate, type Link } from "#core/layout/grid/gridTypes.ts";

/**
 * The way of a link before anything has a place, in a grid whose lines are rows. It goes up or down at `stops` and sideways in the
 * channels between them: stop, channel, stop, … A channel has the number of the row below it.
 */
export interface LinkPlan {
  readonly link: Link;
  readonly stops: readonly Stop[];
  /** One fewer than stops. */
  readonly channels: readonly number[];
}

/** Where a way goes up or down, or ends. */
export type Stop =
  /** At a cell's upper or lower border. */
  | { readonly kind: "port"; readonly cell: string; readonly at: number; readonly side: "top" | "bottom" }
  /** In the gap left of the row's cell number `gap` (right of the last one, when there is none). `from`: at that height it comes out of a cell. */
  | { readonly kind: "gap"; readonly row: number; readonly gap: number; readonly ends: readonly GapEnd[] }
  /** At the upper or lower side of the grid, wherever the way comes to it. */
  | { readonly kind: "edge"; readonly side: "top" | "bottom" }
  /** At the left or right side, in a channel. */
  | { readonly kind: "side"; readonly side: "left" | "right" };

/** Where a way in a gap begins or ends: at a cell beside it (height in the row), at a side of the grid, or in a channel. */
export type GapEnd =
  | { readonly cell: string; readonly at: number; readonly side: "left" | "right" }
  | { readonly out: "left" | "right"; readonly at: number }
  | { readonly channel: number };

export interface Rows {
  readonly grid: Grid;
  /** Row and place of each cell. */
  readonly place: ReadonlyMap<string, { readonly row: number; readonly at: number }>;
  readonly heights: readonly number[];
  /** How far below the top of its row a cell stands, so that the line to the one beside it is straight. */
  readonly drop: ReadonlyMap<string, number>;
  /** About where the gaps of each row and the left sides of cells will be. */
  readonly gapX: readonly (readonly number[])[];
  readonly cellX: ReadonlyMap<string, number>;
  readonly width: number;
}

export function rowsOf(grid: Grid): Rows {
  const place = new Map<string, { row: number; at: number }>();
  const cellX = new Map<string, number>();
  const gapX: number[][] = [];
  const heights: number[] = [];
  const drop = dropsOf(grid);
  let width = 0;
  grid.lines.forEach((line, row) => {
    let x = grid.pad.left;
    const gaps = [x / 2];
    let height = 0;
    line.forEach((id, at) => {
      const size = grid.cells.get(id) ?? { w: 0, h: 0 };
      place.set(id, { row, at });
      if (at > 0) {
        gaps.push(x + grid.gap / 2);
        x += grid.gap;
      }
      cellX.set(id, x);
      x += size.w;
      height = Math.max(height, (drop.get(id) ?? 0) + size.h);
    });
    gaps.push(x + grid.pad.right / 2);
    gapX.push(gaps);
    heights.push(height);
    width = Math.max(width, x + grid.pad.right);
  });
  // the last gap reaches to the right side of the grid
  return { grid, place, heights, drop, gapX, cellX, width };
}

/** How far down a cell is moved to straighten a line. */
const MAX_DROP_PX = 34;

/** Cells beside each other stand so that the first line between them is straight, where little is missing. */
function dropsOf({ lines, links }: Grid): ReadonlyMap<string, number> {
  const between = new Map<string, number>();
  for (const { a, b } of links) {
    if (isGate(a) || isGate(b)) continue;
    const [left, right] = a.side === "right" ? [a, b] : [b, a];
    if (left.side !== "right" || right.side !== "left") continue;
    const key = `${left.cell}\n${right.cell}`;
    if (!between.has(key)) between.set(key, left.at - right.at);
  }
  const drop = new Map<string, number>();
  for (const line of lines) {
    const drops: number[] = [];
    line.forEach((id, i) => {
      const off = i === 0 ? undefined : between.get(`${line[i - 1]}\n${id}`);
      drops.push(off === undefined || Math.abs(off) > MAX_DROP_PX ? 0 : (drops[i - 1] ?? 0) + off);
    });
    // a run of cells that hold each other stands at the top with its highest one
    for (let from = 0; from < line.length;) {
      let to = from + 1;
      while (to < line.length && isHeld(between.get(`${line[to - 1]}\n${line[to]}`))) to++;
      const least = Math.min(...drops.slice(from, to));
      const most = Math.max(...drops.slice(from, to));
      if (most - least <= MAX_DROP_PX)
        for (let i = from; i < to; i++) drop.set(line[i] as string, (drops[i] as number) - least);
      from = to;
    }
  }
  return drop;
}

const isHeld = (off: number | undefined): boolean => off !== undefined && Math.abs(off) <= MAX_DROP_PX;

/** A place in a channel from which a way may begin, with the stops and cost up to there. */
interface Start {
  readonly channel: number;
  /** Unknown where it may be anywhere. */
  readonly x: number | undefined;
  readonly stop: Stop;
  readonly cost: number;
}

const BEND = 30;

/** The cheapest way of a link: length, bends and passed rows. */
export function planLink(rows: Rows, link: Link): LinkPlan {
  const direct = directWay(rows, link);
  if (direct) return { link, stops: [direct], channels: [] };
  const froms = startsOf(rows, link.a);
  const tos = startsOf(rows, link.b);
  let best: { cost: number; plan: LinkPlan } | undefined;
  for (const from of froms)
    for (const to of tos) {
      const lower = from.cost + to.cost + passedHeight(rows, from.channel, to.channel);
      if (best && lower >= best.cost) continue;
      const { cost, passes } = pass(rows, from, to);
      countSteps(passes.length);
      const total = lower + cost;
      if (best && total >= best.cost) continue;
      const step = to.channel >= from.channel ? 1 : -1;
      const channels = passes.map((_, i) => from.channel + step * i);
      best = {
        cost: total,
        plan: { link, stops: [from.stop, ...passes, to.stop], channels: [...channels, to.channel] },
      };
    }
  if (!best) throw new Error(`No way for ${link.id}`);
  return best.plan;
}

/** Cells side by side, and a cell beside the grid's own side: straight through the gap between them. */
function directWay({ grid, place, drop }: Rows, { a, b }: Link): Stop | undefined {
  const beside = (end: End): { row: number; gap: number; ends: GapEnd } | undefined => {
    if (isGate(end) || end.side === "top" || end.side === "bottom") return undefined;
    const at = place.get(end.cell);
    if (!at) return undefined;
    return {
      row: at.row,
      gap: at.at + (end.side === "right" ? 1 : 0),
      ends: { cell: end.cell, at: end.at + (drop.get(end.cell) ?? 0), side: end.side },
    };
  };
  const [p, q] = [beside(a), beside(b)];
  if (p && q && p.row === q.row && p.gap === q.gap)
    return { kind: "gap", row: p.row, gap: p.gap, ends: [p.ends, q.ends] };
  for (const [stop, other, flip] of [
    [p, b, false],
    [q, a, true],
  ] as const) {
    if (!stop || !isGate(other)) continue;
    const outermost =
      other.gate === "left"
        ? stop.gap === 0
        : other.gate === "right"
          ? stop.gap === (grid.lines[stop.row]?.length ?? 0)
          : false;
    if (!outermost || !("at" in stop.ends)) continue;
    const out: GapEnd = { out: other.gate as "left" | "right", at: stop.ends.at };
    return { kind: "gap", row: stop.row, gap: stop.gap, ends: flip ? [out, stop.ends] : [stop.ends, out] };
  }
  return undefined;
}

function startsOf(rows: Rows, end: End): Start[] {
  const { grid, place, heights, drop, gapX, cellX, width } = rows;
  const last = grid.lines.length;
  if (isGate(end)) {
    if (end.gate === "top")
      return [{ channel: 0, x: undefined, stop: { kind: "edge", side: "top" }, cost: 0 }];
    if (end.gate === "bottom")
      return [{ channel: last, x: undefined, stop: { kind: "edge", side: "bottom" }, cost: 0 }];
    const side = end.gate;
    const x = side === "left" ? 0 : width;
    return Array.from({ length: last + 1 }, (_, channel) => ({
      channel,
      x,
      stop: { kind: "side" as const, side },
      cost: 0,
    }));
  }
  const at = place.get(end.cell);
  if (!at) throw new Error(`No cell ${end.cell} in the grid`);
  if (end.side === "top" || end.side === "bottom")
    return [
      {
        channel: at.row + (end.side === "bottom" ? 1 : 0),
        x: (cellX.get(end.cell) ?? 0) + end.at,
        stop: { kind: "port", cell: end.cell, at: end.at, side: end.side },
        cost: 0,
      },
    ];
  const gap = at.at + (end.side === "right" ? 1 : 0);
  const y = end.at + (drop.get(end.cell) ?? 0);
  const ends: GapEnd = { cell: end.cell, at: y, side: end.side };
  const x = gapX[at.row]?.[gap] ?? 0;
  const height = heights[at.row] ?? 0;
  return [at.row, at.row + 1].map((channel) => ({
    channel,
    x,
    stop: { kind: "gap" as const, row: at.row, gap, ends: [ends, { channel }] },
    cost: BEND + (channel === at.row ? y : height - y),
  }));
}

const passedHeight = ({ heights, grid }: Rows, a: number, b: number): number => {
  let sum = 0;
  for (let row = Math.min(a, b); row < Math.max(a, b); row++) sum += (heights[row] ?? 0) + grid.channel;
  return sum;
};

/** Which gaps a way takes through the rows between two channels, and what the way sideways costs. */
function pass(rows: Rows, from: Start, to: Start): { cost: number; passes: Stop[] } {
  const step = to.channel >= from.channel ? 1 : -1;
  const between: number[] = [];
  for (let channel = from.channel; channel !== to.channel; channel += step)
    between.push(step === 1 ? channel : channel - 1);
  const aside = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? 0 : Math.abs(a - b) < 1 ? 0 : Math.abs(a - b) + BEND;
  if (between.length === 0) return { cost: aside(from.x, to.x), passes: [] };
  let costs: { cost: number; way: number[] }[] = [{ cost: 0, way: [] }];
  let xs: (number | undefined)[] = [from.x];
  for (const row of between) {
    const gaps = rows.gapX[row] ?? [];
    const lastGap = gaps.length - 1;
    const reach = (g: number, x: number | undefined): number => {
      // right of the last cell a way may go anywhere
      const gx = gaps[g] ?? 0;
      return g === lastGap && x !== undefined && x > gx ? Math.min(x, rows.width) : gx;
    };
    const next = gaps.map((_, g) => {
      let best = { cost: Infinity, way: [] as number[] };
      costs.forEach((known, i) => {
        const gx = reach(g, xs[i]);
        const cost = known.cost + aside(xs[i], gx);
        if (cost < best.cost) best = { cost, way: [...known.way, g] };
      });
      return best;
    });
    xs = gaps.map((_, g) => reach(g, to.x ?? xs[0]));
    costs = next;
  }
  let best = { cost: Infinity, way: [] as number[] };
  costs.forEach((known, i) => {
    const cost = known.cost + aside(xs[i], to.x);
    if (cost < best.cost) best = { cost, way: known.way };
  });
  return {
    cost: best.cost,
    passes: best.way.map((gap, i) => {
      const row = between[i] ?? 0;
      const enter = step === 1 ? row : row + 1;
      return { kind: "gap", row, gap, ends: [{ channel: enter }, { channel: enter + step }] };
    }),
  };
}
