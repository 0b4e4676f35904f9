import type { Point, Rect } from "#core/layout/geometry.ts";
import { type Port, STUB } from "#core/layout/routeGrid.ts";

/** A place on a box's border where a line already ends. */
export interface Use {
  readonly id: string;
  readonly at: Point;
}

const STEP = 18;
const CORNER = 12;
const MOST = 4;

/**
 * Where a line may leave or reach a box. The middle of a side is best, and what lies straight across from the other box; places
 * that are taken or near taken ones are dear. `inside`: the other end lies within this box, so lines start inwards.
 */
export function portsOf(id: string, box: Rect, other: Rect, inside: boolean, uses: readonly Use[]): Port[] {
  const ports: Port[] = [];
  const taken = uses.filter((use) => use.id === id);
  const sign = inside ? -1 : 1;
  const put = (at: Point, dx: number, dy: number, offset: number, length: number) => {
    let cost = (offset / length) * 24;
    for (const use of taken) {
      const d = Math.abs(use.at.x - at.x) + Math.abs(use.at.y - at.y);
      if (d < 13) cost += 70 - d * 2;
    }
    ports.push({
      at,
      out: { x: at.x + dx * STUB * sign, y: at.y + dy * STUB * sign },
      vertical: dx === 0,
      cost,
    });
  };
  for (const x of spread(box.x, box.w, other.x, other.w)) {
    const off = Math.abs(x - box.x - box.w / 2);
    put({ x, y: box.y }, 0, -1, off, box.w);
    put({ x, y: box.y + box.h }, 0, 1, off, box.w);
  }
  for (const y of spread(box.y, box.h, other.y, other.h)) {
    const off = Math.abs(y - box.y - box.h / 2);
    put({ x: box.x, y }, -1, 0, off, box.h);
    put({ x: box.x + box.w, y }, 1, 0, off, box.h);
  }
  return ports;
}

/** Places along a side: the middle, steps to either side, and those level with the other box's middle or shared stretch. */
function spread(start: number, length: number, otherStart: number, otherLength: number): number[] {
  const middle = Math.round(start + length / 2);
  const low = start + Math.min(CORNER, length / 3);
  const high = start + length - Math.min(CORNER, length / 3);
  const found = new Set([middle]);
  const step = Math.max(STEP, Math.round(length / 14));
  for (let k = 1; k <= MOST; k++)
    for (const v of [middle - k * step, middle + k * step]) if (v >= low && v <= high) found.add(v);
  const otherMiddle = Math.round(otherStart + otherLength / 2);
  if (otherMiddle >= low && otherMiddle <= high) found.add(otherMiddle);
  const from = Math.max(start, otherStart);
  const to = Math.min(start + length, otherStart + otherLength);
  const shared = Math.round((from + to) / 2);
  if (to - from > 2 * CORNER && shared >= low && shared <= high) found.add(shared);
  return [...found].sort((a, b) => a - b);
}
