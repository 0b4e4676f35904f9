import type { Point, Rect } from "#core/layout/geometry.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { blockOf, commonState, isFrame, type Arrow, type Scene, upwards } from "#core/layout/scene/scene.ts";

const STUB = 10;
const BEND = 40;
const THROUGH = 6;
const HEADLESS = 10_000;

/**
 * A line between two drawn states over the finished picture, for those that are drawn on demand. It keeps to the sides of what is in
 * the way; where there is no way round it passes through, at a high price.
 */
export function wayRound(scene: Scene, boxes: ReadonlyMap<string, Rect>, arrow: Arrow): Point[] {
  const from = boxes.get(arrow.from);
  const to = boxes.get(arrow.to);
  if (!from || !to) return [];
  const common = commonState(scene, arrow.from, arrow.to);
  const ends = new Set([...upwards(scene, arrow.from), ...upwards(scene, arrow.to)]);
  const walls: Rect[] = [];
  for (const item of scene.items.values()) {
    const box = boxes.get(item.id);
    if (
      box &&
      !ends.has(item.id) &&
      item.shape !== "row" &&
      !isFrame(item) &&
      (common === "" || item.id.startsWith(`${common}.`))
    )
      walls.push(box);
  }
  const own = [blockOf(scene, arrow.from), blockOf(scene, arrow.to)].flatMap((id) => boxes.get(id) ?? []);
  const starts = sidesOf(from);
  const goals = sidesOf(to);
  const xs = levels(
    [...walls, ...own],
    [...starts, ...goals].map((p) => p.out.x),
    "x",
    "w",
  );
  const ys = levels(
    [...walls, ...own],
    [...starts, ...goals].map((p) => p.out.y),
    "y",
    "h",
  );
  let best: { cost: number; points: Point[] } | undefined;
  // at most two corners between the ends' own: over one level line, or one plumb line
  const consider = (points: Point[]) => {
    const straight = straighten(points);
    const cost = priceOf(straight, walls) + (hasRoomForHead(straight) ? 0 : HEADLESS);
    if (!best || cost < best.cost) best = { cost, points: straight };
  };
  for (const a of starts)
    for (const b of goals) {
      consider([a.at, a.out, { x: a.out.x, y: b.out.y }, b.out, b.at]);
      consider([a.at, a.out, { x: b.out.x, y: a.out.y }, b.out, b.at]);
      for (const x of xs) consider([a.at, a.out, { x, y: a.out.y }, { x, y: b.out.y }, b.out, b.at]);
      for (const y of ys) consider([a.at, a.out, { x: a.out.x, y }, { x: b.out.x, y }, b.out, b.at]);
    }
  return best?.points ?? [];
}

/** Who comes to the end from within its stub would have no room for a head. */
function hasRoomForHead(points: readonly Point[]): boolean {
  const [a, b] = points.slice(-2);
  return a !== undefined && b !== undefined && Math.abs(a.x - b.x) + Math.abs(a.y - b.y) >= STUB - 0.5;
}

interface SidePoint {
  readonly at: Point;
  readonly out: Point;
}

function sidesOf({ x, y, w, h }: Rect): SidePoint[] {
  const [cx, cy] = [x + w / 2, y + h / 2];
  return [
    { at: { x: x + w, y: cy }, out: { x: x + w + STUB, y: cy } },
    { at: { x, y: cy }, out: { x: x - STUB, y: cy } },
    { at: { x: cx, y }, out: { x: cx, y: y - STUB } },
    { at: { x: cx, y: y + h }, out: { x: cx, y: y + h + STUB } },
  ];
}

const MOST_LEVELS = 60;

function levels(walls: readonly Rect[], near: readonly number[], at: "x" | "y", size: "w" | "h"): number[] {
  const [lo, hi] = [Math.min(...near) - 400, Math.max(...near) + 400];
  const found = new Set<number>();
  for (const wall of walls)
    for (const v of [wall[at] - STUB, wall[at] + wall[size] + STUB]) if (v > lo && v < hi) found.add(v);
  const sorted = [...found].sort((a, b) => a - b);
  if (sorted.length <= MOST_LEVELS) return sorted;
  return Array.from(
    { length: MOST_LEVELS },
    (_, i) => sorted[Math.floor((i * sorted.length) / MOST_LEVELS)] as number,
  );
}

function priceOf(points: readonly Point[], walls: readonly Rect[]): number {
  let cost = points.length * BEND;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    const piece = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      w: Math.abs(a.x - b.x),
      h: Math.abs(a.y - b.y),
    };
    cost += piece.w + piece.h;
    for (const wall of walls) {
      const w = Math.min(piece.x + piece.w, wall.x + wall.w) - Math.max(piece.x, wall.x);
      const h = Math.min(piece.y + piece.h, wall.y + wall.h) - Math.max(piece.y, wall.y);
      if (w >= 0 && h >= 0) cost += (w + h + STUB) * THROUGH;
    }
  }
  return cost;
}
