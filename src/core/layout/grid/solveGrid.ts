import type { Point } from "#core/layout/geometry.ts";
import { columnsOf, isStraight, type Columns } from "#core/layout/grid/gridColumns.ts";
import {
  type GapEnd,
  type LinkPlan,
  planLink,
  type Rows,
  rowsOf,
  type Stop,
} from "#core/layout/grid/gridPlan.ts";
import { type Grid, type SolvedGrid, turnGrid, turnSolved } from "#core/layout/grid/gridTypes.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { jogAt, type Strand, TRACK, tracksOf } from "#core/layout/grid/strands.ts";

/**
 * Places for cells and ways between them, by sums along lines: cells stand in their lines, ways run in the channels between lines and
 * in the gaps between cells, which are as wide as what runs in them. So no way passes a cell, and no two run on each other, however
 * large cells are. Cost is linear in cells and, in a channel, quadratic in the ways that run in it.
 */
export function solveGrid(grid: Grid): SolvedGrid {
  return grid.flow === "down" ? solveDown(grid) : turnSolved(solveDown(turnGrid(grid)));
}

function solveDown(grid: Grid): SolvedGrid {
  const rows = rowsOf(grid);
  const plans = grid.links.map((link) => planLink(rows, link));
  const columns = columnsOf(rows, plans);
  const channels = channelsOf(rows, plans, columns);
  const rowY: number[] = [];
  const channelY: number[] = [];
  let y = 0;
  for (let i = 0; i <= grid.lines.length; i++) {
    channelY.push(y);
    y += channels[i]?.height ?? 0;
    rowY.push(y);
    if (i < grid.lines.length) y += rows.heights[i] ?? 0;
  }
  const height = Math.max(y, grid.least.h);
  const corners = new Map<string, Point>();
  for (const [id, { row }] of rows.place)
    corners.set(id, { x: columns.cellX.get(id) ?? 0, y: (rowY[row] ?? 0) + (rows.drop.get(id) ?? 0) });
  const ways = new Map<string, readonly Point[]>();
  for (const plan of plans) {
    const pass = (channel: number, from: ChannelEnd, to: ChannelEnd) =>
      (channels[channel]?.pass(plan.link.net, from, to) ?? []).map(({ x, y: at }) => ({
        x,
        y: (channelY[channel] ?? 0) + at,
      }));
    ways.set(plan.link.id, wayOf(plan, rows, columns, { rowY, pass, width: columns.width, height }));
  }
  return { size: { w: columns.width, h: height }, corners, ways };
}

type GapStop = Extract<Stop, { kind: "gap" }>;

interface Channel {
  readonly height: number;
  /** The corners of a net between two of its ends, from the channel's top. */
  readonly pass: (net: string, from: ChannelEnd, to: ChannelEnd) => Point[];
}
interface ChannelEnd {
  readonly x: number;
  readonly from: -1 | 0 | 1;
}

function channelsOf(rows: Rows, plans: readonly LinkPlan[], columns: Columns): Channel[] {
  const { grid } = rows;
  const last = grid.lines.length;
  const ends = Array.from({ length: last + 1 }, () => new Map<string, { at: number; from: -1 | 0 | 1 }[]>());
  for (const plan of plans) {
    const xs = stopXs(plan, rows, columns);
    plan.channels.forEach((channel, i) => {
      const [a, b] = [xs[i] as number, xs[i + 1] as number];
      const sides = [plan.stops[i] as Stop, plan.stops[i + 1] as Stop].map((stop) =>
        comesFrom(stop, channel),
      );
      const list = ends[channel]?.get(plan.link.net) ?? [];
      list.push({ at: a, from: sides[0] ?? 0 }, { at: b, from: sides[1] ?? 0 });
      ends[channel]?.set(plan.link.net, list);
    });
  }
  return ends.map((nets, channel) => {
    const strands: Strand[] = [];
    for (const [net, group] of nets) {
      const lo = Math.min(...group.map((e) => e.at));
      const hi = Math.max(...group.map((e) => e.at));
      if (hi - lo >= 0.5) strands.push({ key: net, lo, hi, ends: group });
    }
    const tracks = tracksOf(strands);
    const { track, count } = tracks;
    const outer = channel === 0 ? grid.pad.top : channel === last ? grid.pad.bottom : grid.channel;
    const height = Math.max(outer, count > 0 ? (count + 1) * TRACK : 0);
    const step = height / (count + 1);
    const yOf = (key: string) => (track.has(key) ? step * ((track.get(key) ?? 0) + 1) : height / 2);
    const corners = (net: string, { x, from }: ChannelEnd): Point[] => {
      const jog = jogAt(tracks, net, x, from);
      if (!jog) return [{ x, y: yOf(net) }];
      return [
        { x, y: yOf(jog.ownTrack) },
        { x: jog.over, y: yOf(jog.ownTrack) },
        { x: jog.over, y: yOf(net) },
      ];
    };
    return { height, pass: (net, from, to) => [...corners(net, from), ...corners(net, to).toReversed()] };
  });
}

/** From above (-1), below (1) or the side (0) of a channel. */
function comesFrom(stop: Stop, channel: number): -1 | 0 | 1 {
  if (stop.kind === "port") return stop.side === "bottom" ? -1 : 1;
  if (stop.kind === "gap") return stop.row < channel ? -1 : 1;
  if (stop.kind === "edge") return stop.side === "top" ? -1 : 1;
  return 0;
}

/** Where each stop of a way is from left to right. What may be anywhere stands straight above or below its neighbour. */
function stopXs({ link, stops }: LinkPlan, { grid }: Rows, { cellX, lineX, width }: Columns): number[] {
  const xs = stops.map((stop) => {
    if (stop.kind === "port") return (cellX.get(stop.cell) ?? 0) + stop.at;
    if (stop.kind === "gap") return lineX(link.net, stop.row, stop.gap);
    if (stop.kind === "side") return stop.side === "left" ? 0 : width;
    return undefined;
  });
  return xs.map((x, i) => x ?? xs[i - 1] ?? xs[i + 1] ?? grid.pad.left);
}

function wayOf(
  plan: LinkPlan,
  rows: Rows,
  columns: Columns,
  at: {
    rowY: readonly number[];
    pass: (channel: number, from: ChannelEnd, to: ChannelEnd) => Point[];
    width: number;
    height: number;
  },
): Point[] {
  const { stops, channels } = plan;
  const { grid } = rows;
  const { cellX } = columns;
  const xs = stopXs(plan, rows, columns);
  const border = (cell: string, side: "left" | "right") =>
    (cellX.get(cell) ?? 0) + (side === "right" ? (grid.cells.get(cell)?.w ?? 0) : 0);
  const first = stops[0] as Stop;
  /** Up or down in a gap from the end that comes out of a cell at height `y`. */
  const turnOf = (stop: GapStop, gapEnd: GapEnd, y: number, x: number): Point[] => {
    const jog = columns.jogX(plan.link.net, stop.row, stop.gap, gapEnd);
    if (!jog || !("at" in gapEnd)) return [{ x, y }];
    const over = y + jog.over - gapEnd.at;
    return [
      { x: jog.x, y },
      { x: jog.x, y: over },
      { x, y: over },
    ];
  };
  const points: Point[] = [];
  if (channels.length === 0 && first.kind === "gap") {
    first.ends.forEach((end, i) => {
      if (!("at" in end)) return;
      const y = (at.rowY[first.row] ?? 0) + end.at;
      const x = "cell" in end ? border(end.cell, end.side) : end.out === "left" ? 0 : at.width;
      const way = isStraight(first) ? [{ x, y }] : [{ x, y }, ...turnOf(first, end, y, xs[0] as number)];
      points.push(...(i === 0 ? way : way.toReversed()));
    });
    return straighten(points);
  }
  const end = (stop: Stop, x: number): Point[] => {
    if (stop.kind === "port") {
      const { row } = rows.place.get(stop.cell) as { row: number };
      const top = (at.rowY[row] ?? 0) + (rows.drop.get(stop.cell) ?? 0);
      const y = top + (stop.side === "bottom" ? (grid.cells.get(stop.cell)?.h ?? 0) : 0);
      return [{ x, y }];
    }
    if (stop.kind === "edge") return [{ x, y: stop.side === "top" ? 0 : at.height }];
    if (stop.kind === "gap") {
      const out = stop.ends.find((e) => "cell" in e);
      if (out && "cell" in out) {
        const y = (at.rowY[stop.row] ?? 0) + out.at;
        return [{ x: border(out.cell, out.side), y }, ...turnOf(stop, out, y, x)];
      }
    }
    return [];
  };
  points.push(...end(first, xs[0] as number));
  channels.forEach((channel, i) => {
    const [from, to] = [i, i + 1].map((n) => ({
      x: xs[n] as number,
      from: comesFrom(stops[n] as Stop, channel),
    })) as [ChannelEnd, ChannelEnd];
    points.push(...at.pass(channel, from, to));
  });
  const last = stops.at(-1) as Stop;
  points.push(...end(last, xs.at(-1) as number).toReversed());
  return straighten(points);
}
