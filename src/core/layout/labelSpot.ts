import { overlaps, type Point, type Rect, sharedArea, type Size } from "#core/layout/geometry.ts";
import type { Piece } from "#core/layout/routeGrid.ts";

/** What a label should not lie on. */
export interface LabelTerrain {
  /** Boxes of states without children, titles of compounds. */
  readonly solid: readonly Rect[];
  /** Labels that have their place already. */
  readonly labels: readonly Rect[];
  /** Lines of other transitions. */
  readonly lines: readonly Piece[];
  /** Borders of compounds. */
  readonly borders: readonly Piece[];
}

const STEP = 10;

/**
 * Where the label of a way goes: somewhere on its line, off boxes, other labels and other lines where there is such a place; near
 * the middle of a short way, not far from the source on a long one. Always gives a place.
 */
export function labelSpot(way: readonly Point[], size: Size, terrain: LabelTerrain): Rect {
  const total = lengthOf(way);
  const wish = total > 520 ? 200 : total / 2;
  const end = way.at(-1) as Point;
  let best: Rect | undefined;
  let least = Infinity;
  for (const { at, run, along, aside } of stations(way, size)) {
    const rect = { x: at.x - size.w / 2, y: at.y - size.h / 2, w: size.w, h: size.h };
    let cost = Math.abs(along - wish) * 0.25 + (aside ? 24 : 0);
    // a label as long as its piece of line hides where the line goes
    const room = run.vertical ? run.length - size.h : run.length - size.w;
    if (room < 16 && (run.vertical || !aside)) cost += 30 + Math.min(60, 16 - room);
    if (overlaps(rect, { x: end.x, y: end.y, w: 0, h: 0 }, 9)) cost += 200;
    if (cost >= least) continue;
    for (const box of terrain.solid) if (overlaps(rect, box, 4)) cost += 400 + sharedArea(rect, box) * 0.5;
    for (const box of terrain.labels) if (overlaps(rect, box, 4)) cost += 400 + sharedArea(rect, box) * 0.5;
    if (cost >= least) continue;
    for (const line of terrain.lines) if (crosses(rect, line)) cost += 60;
    for (const line of terrain.borders) if (crosses(rect, line)) cost += 40;
    if (cost < least) {
      least = cost;
      best = rect;
    }
  }
  const middle = way[Math.floor(way.length / 2)] as Point;
  const found = best ?? { x: middle.x - size.w / 2, y: middle.y - size.h / 2, ...size };
  return { ...found, x: Math.round(found.x), y: Math.round(found.y) };
}

const crosses = (rect: Rect, line: Piece): boolean =>
  rect.x - 2 < line.x2 &&
  line.x1 < rect.x + rect.w + 2 &&
  rect.y - 2 < line.y2 &&
  line.y1 < rect.y + rect.h + 2;

/**
 * Middles that a label may have: every few pixels along the way on the line, or beside it so that the line runs under one of the
 * label's ends; with the straight run they lie on and the distance from the start.
 */
function* stations(way: readonly Point[], size: Size) {
  let before = 0;
  for (let i = 1; i < way.length; i++) {
    const a = way[i - 1] as Point;
    const b = way[i] as Point;
    const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
    const run = { length, vertical: a.x === b.x };
    const count = Math.max(1, Math.floor(length / STEP));
    const shift = Math.max(0, size.w / 2 - 12);
    for (let k = 0; k <= count; k++) {
      const t = length === 0 ? 0 : (k + 0.5) / (count + 1);
      const at = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
      const along = before + length * t;
      yield { at, run, along, aside: false };
      if (!run.vertical) {
        // over or under the line, where the line is too short to be seen on both sides of the label
        const off = size.h / 2 + 4;
        if (length < size.w + 32) yield { at: { x: at.x, y: at.y - off }, run, along, aside: true };
        if (length < size.w + 32) yield { at: { x: at.x, y: at.y + off }, run, along, aside: true };
        continue;
      }
      if (shift === 0) continue;
      yield { at: { x: at.x + shift, y: at.y }, run, along, aside: true };
      yield { at: { x: at.x - shift, y: at.y }, run, along, aside: true };
    }
    before += length;
  }
}

/** Length along a way of horizontal and vertical pieces. */
export const lengthOf = (way: readonly Point[]): number =>
  way.reduce((sum, p, i) => {
    const last = way[i - 1];
    return last ? sum + Math.abs(p.x - last.x) + Math.abs(p.y - last.y) : 0;
  }, 0);
