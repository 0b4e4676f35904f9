import { countSteps } from "#core/text/budget.ts";
import type { GapEnd, LinkPlan, Rows, Stop } from "#core/layout/grid/gridPlan.ts";
import { jogAt, type Strand, TRACK, type Tracks, tracksOf } from "#core/layout/grid/strands.ts";
import { addAll } from "#core/text/addAll.ts";

type GapStop = Extract<Stop, { kind: "gap" }>;

/** Where everything stands from left to right: cells, and the lines that go up and down between them. */
export interface Columns {
  readonly cellX: ReadonlyMap<string, number>;
  readonly width: number;
  /** By net, row and gap. */
  readonly lineX: (net: string, row: number, gap: number) => number;
  /** Where a line that comes from a cell, at that height of its row, goes up or down until `over`, before it does so at its place. */
  readonly jogX: (
    net: string,
    row: number,
    gap: number,
    end: GapEnd,
  ) => { readonly x: number; readonly over: number } | undefined;
}

const keyOf = (net: string, row: number, gap: number) => `${row}|${gap}|${net}`;

/** One line that goes up or down in a gap: all links of a net together. Heights count from the row's top, or are endless. */
interface Riser {
  readonly net: string;
  readonly row: number;
  readonly gap: number;
  readonly ends: GapEnd[];
}

export function columnsOf(rows: Rows, plans: readonly LinkPlan[]): Columns {
  const { grid } = rows;
  const risers = new Map<string, Riser>();
  for (const { link, stops } of plans) {
    countSteps(stops.length);
    for (const stop of stops) {
      if (stop.kind !== "gap" || isStraight(stop)) continue;
      const key = keyOf(link.net, stop.row, stop.gap);
      const known = risers.get(key);
      if (known) addAll(known.ends, stop.ends);
      else risers.set(key, { net: link.net, row: stop.row, gap: stop.gap, ends: [...stop.ends] });
    }
  }
  const lastGap = (row: number) => grid.lines[row]?.length ?? 0;
  const inner = [...risers.values()].filter((r) => r.gap > 0 && r.gap < lastGap(r.row));
  const left = outerTracks(
    rows,
    [...risers.values()].filter((r) => r.gap === 0),
  );
  const innerTracks = new Map<string, Tracks>();
  for (const [gapKey, risersHere] of groupBy(inner, (r) => `${r.row}|${r.gap}`))
    innerTracks.set(gapKey, tracksOf(risersHere.map((r) => strandOf(rows, r))));
  const leftRoom = Math.max(grid.pad.left, left.count > 0 ? (left.count + 1) * TRACK : 0);
  const cellX = placeCells(rows, plans, leftRoom, (row, gap) => innerTracks.get(`${row}|${gap}`)?.count ?? 0);
  const rowEnd = grid.lines.map((line) => {
    const id = line.at(-1);
    return id === undefined ? leftRoom : (cellX.get(id) ?? 0) + (grid.cells.get(id)?.w ?? 0);
  });
  const right = [...risers.values()].filter((r) => r.gap === lastGap(r.row) && r.gap > 0);
  const rightX = outerRight(rows, right, rowEnd);
  const xs = new Map<string, number>();
  const trackX = (row: number, gap: number, track: number): number => {
    const line = grid.lines[row] ?? [];
    const before = line[gap - 1] ?? "";
    const from = (cellX.get(before) ?? 0) + (grid.cells.get(before)?.w ?? 0);
    const to = cellX.get(line[gap] ?? "") ?? from;
    const count = innerTracks.get(`${row}|${gap}`)?.count ?? 0;
    const step = Math.min(TRACK, (to - from) / (count + 1));
    return (from + to) / 2 - (step * (count - 1)) / 2 + step * track;
  };
  const trackOf = (key: string, row: number, gap: number) =>
    innerTracks.get(`${row}|${gap}`)?.track.get(key) ?? 0;
  for (const r of risers.values()) {
    const key = keyOf(r.net, r.row, r.gap);
    if (r.gap === 0) xs.set(key, leftRoom - ((left.track.get(r.net) ?? 0) + 1) * TRACK);
    else if (r.gap === lastGap(r.row)) xs.set(key, rightX.get(r.net) ?? 0);
    else xs.set(key, trackX(r.row, r.gap, trackOf(r.net, r.row, r.gap)));
  }
  const width = Math.max(
    grid.least.w,
    ...rowEnd.map((x) => x + grid.pad.right),
    ...[...rightX.values()].map((x) => x + TRACK),
  );
  const jogX: Columns["jogX"] = (net, row, gap, end) => {
    const tracks = innerTracks.get(`${row}|${gap}`);
    const jog = tracks && "cell" in end ? jogAt(tracks, net, end.at, fromOf(end)) : undefined;
    return jog && { x: trackX(row, gap, trackOf(jog.ownTrack, row, gap)), over: jog.over };
  };
  return { cellX, width, lineX: (net, row, gap) => xs.get(keyOf(net, row, gap)) ?? 0, jogX };
}

/** Straight through the gap: nothing goes up or down in it. */
export const isStraight = ({ ends: [a, b] }: GapStop): boolean =>
  a !== undefined && b !== undefined && "at" in a && "at" in b && Math.abs(a.at - b.at) < 0.5;

const ENDLESS_PX = 1e6;

function strandOf({ heights }: Rows, { net, row, ends }: Riser): Strand {
  const height = heights[row] ?? 0;
  const at = (end: GapEnd): number =>
    "channel" in end ? (end.channel === row ? -ENDLESS_PX : height + ENDLESS_PX) : end.at;
  const strand = ends.map((end) => ({ at: at(end), from: fromOf(end) }));
  return {
    key: net,
    lo: Math.min(...strand.map((e) => e.at)),
    hi: Math.max(...strand.map((e) => e.at)),
    ends: strand,
  };
}

/** From the left (-1) or the right (1) of a gap, or along it (0). */
function fromOf(end: GapEnd): -1 | 0 | 1 {
  if ("cell" in end) return end.side === "right" ? -1 : 1;
  return "out" in end ? (end.out === "right" ? 1 : -1) : 0;
}

/** From row to row, in rows and parts of rows: how far a net goes up or down outside of all cells. */
function spansOf(
  { heights }: Rows,
  risers: readonly Riser[],
): { net: string; lo: number; hi: number; rows: Set<number> }[] {
  return [...groupBy(risers, (r) => r.net)].map(([net, risersHere]) => {
    const at = risersHere.flatMap(({ row, ends }) =>
      ends.map((end) => ("channel" in end ? end.channel : row + (end.at + 1) / ((heights[row] ?? 0) + 2))),
    );
    return { net, lo: Math.min(...at), hi: Math.max(...at), rows: new Set(risersHere.map((r) => r.row)) };
  });
}

/** Tracks left of all cells, counted from the cells outwards: short ones near. */
function outerTracks(
  rows: Rows,
  risers: readonly Riser[],
): { track: ReadonlyMap<string, number>; count: number } {
  const spans = spansOf(rows, risers).sort((a, b) => a.hi - a.lo - (b.hi - b.lo) || (a.net < b.net ? -1 : 1));
  const track = new Map<string, number>();
  let count = 0;
  spans.forEach((span, i) => {
    const taken = new Set(
      spans.slice(0, i).flatMap((o) => (o.lo < span.hi && span.lo < o.hi ? [track.get(o.net) ?? 0] : [])),
    );
    let free = 0;
    while (taken.has(free)) free++;
    track.set(span.net, free);
    count = Math.max(count, free + 1);
  });
  return { track, count };
}

/** Lines right of the rows that they pass. */
function outerRight(rows: Rows, risers: readonly Riser[], rowEnd: readonly number[]): Map<string, number> {
  const spans = spansOf(rows, risers).sort((a, b) => a.hi - a.lo - (b.hi - b.lo) || (a.net < b.net ? -1 : 1));
  const edges = new Map<string, number>();
  spans.forEach((span, i) => {
    let x = TRACK;
    for (let row = Math.floor(span.lo); row < span.hi; row++) x = Math.max(x, (rowEnd[row] ?? 0) + TRACK);
    const near = spans.slice(0, i).filter((o) => o.lo < span.hi && span.lo < o.hi);
    for (let moved = true; moved;) {
      moved = false;
      for (const other of near) {
        const at = edges.get(other.net) ?? 0;
        if (Math.abs(at - x) < TRACK - 0.5) {
          x = at + TRACK;
          moved = true;
        }
      }
    }
    edges.set(span.net, x);
  });
  return edges;
}

/** How often columns are moved to straighten lines; each round may undo what another line gained. */
const STRAIGHTENING_ROUNDS = 6;
/** How far a state is moved to stand above what it leads to; not further, since a reader begins at the upper left. */
const MAX_SHIFT_PX = 40;

/** Cells from the left, with room for lines between them; a cell moves right to stand straight below what leads to it. */
function placeCells(
  { grid, place }: Rows,
  plans: readonly LinkPlan[],
  leftRoom: number,
  tracksIn: (row: number, gap: number) => number,
): Map<string, number> {
  const least = (row: number, at: number) =>
    at === 0 ? leftRoom : Math.max(grid.gap, (tracksIn(row, at) + 1) * TRACK);
  const wish = new Map<string, number>();
  const lay = (): Map<string, number> => {
    const xs = new Map<string, number>();
    grid.lines.forEach((line, row) => {
      let x = 0;
      line.forEach((id, at) => {
        x = Math.max(x + least(row, at), wish.get(id) ?? 0);
        xs.set(id, x);
        x += grid.cells.get(id)?.w ?? 0;
      });
    });
    return xs;
  };
  const widthOf = (xs: ReadonlyMap<string, number>) =>
    Math.max(
      0,
      ...grid.lines.map(
        (line) => (xs.get(line.at(-1) ?? "") ?? 0) + (grid.cells.get(line.at(-1) ?? "")?.w ?? 0),
      ),
    );
  let xs = lay();
  const natural = xs;
  const most = Math.max(widthOf(xs), grid.least.w - grid.pad.right);
  const straight = plans.flatMap(({ stops: [a, b], channels }) =>
    a?.kind === "port" && b?.kind === "port" && channels.length === 1 ? [[a, b] as const] : [],
  );
  for (let round = 0; round < STRAIGHTENING_ROUNDS; round++) {
    let moved = false;
    for (const [a, b] of straight) {
      const [ax, bx] = [(xs.get(a.cell) ?? 0) + a.at, (xs.get(b.cell) ?? 0) + b.at];
      if (Math.abs(ax - bx) < 0.5) continue;
      const mover = ax < bx ? a : b;
      if ((place.get(mover.cell)?.at ?? 0) < 0) continue;
      const before = wish.get(mover.cell);
      wish.set(mover.cell, Math.max(ax, bx) - mover.at);
      const next = lay();
      const above = (place.get(mover.cell)?.row ?? 0) < (place.get((mover === a ? b : a).cell)?.row ?? 0);
      const far = (next.get(mover.cell) ?? 0) - (natural.get(mover.cell) ?? 0) > MAX_SHIFT_PX;
      if (widthOf(next) > most + 0.5 || (above && far)) {
        if (before === undefined) wish.delete(mover.cell);
        else wish.set(mover.cell, before);
        continue;
      }
      xs = next;
      moved = true;
    }
    if (!moved) break;
  }
  return xs;
}

function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const k = key(item);
    const list = groups.get(k);
    if (list) list.push(item);
    else groups.set(k, [item]);
  }
  return groups;
}
