import { overlaps, type Point, type Rect, sharedArea, type Size } from "#core/layout/geometry.ts";
import type { LabelTerrain } from "#core/layout/labelSpot.ts";

const OUT = 26;

/** A transition of a state to itself: a small loop at one of its sides with the label at its far end, where there is room. */
export function selfLoop(
  box: Rect,
  label: Size,
  bare: boolean,
  terrain: LabelTerrain,
): { points: readonly Point[]; label: Rect } {
  const candidates = sides(box, bare ? { w: 0, h: 0 } : label);
  let best = candidates[0] as (typeof candidates)[number];
  let least = Infinity;
  candidates.forEach((candidate, i) => {
    let cost = i;
    const solid = terrain.solid.filter((r) => !(r.x === box.x && r.y === box.y));
    for (const r of [...solid, ...terrain.labels])
      if (overlaps(candidate.label, r, 5)) cost += 100 + sharedArea(candidate.label, r);
    for (const line of terrain.lines)
      if (
        overlaps(candidate.label, { x: line.x1, y: line.y1, w: line.x2 - line.x1, h: line.y2 - line.y1 }, 3)
      )
        cost += 40;
    if (cost < least) {
      least = cost;
      best = candidate;
    }
  });
  return best;
}

function sides(box: Rect, label: Size): { points: Point[]; label: Rect }[] {
  const found: { points: Point[]; label: Rect }[] = [];
  const [right, bottom] = [box.x + box.w, box.y + box.h];
  const span = Math.min(9, box.h / 4);
  const rows = box.h > 90 ? [0.5, 0.25, 0.75] : [0.5];
  for (const share of rows)
    for (const east of [true, false]) {
      const y = Math.round(box.y + box.h * share);
      const [edge, d] = east ? [right, OUT] : [box.x, -OUT];
      found.push({
        points: [
          { x: edge, y: y - span },
          { x: edge + d, y: y - span },
          { x: edge + d, y: y + span },
          { x: edge, y: y + span },
        ],
        label: {
          x: Math.round(east ? edge + 16 : edge - 16 - label.w),
          y: Math.round(y - label.h / 2),
          ...label,
        },
      });
    }
  for (const share of [0.5, 0.25, 0.75])
    for (const south of [true, false]) {
      const x = Math.round(box.x + box.w * share);
      const [edge, d] = south ? [bottom, OUT] : [box.y, -OUT];
      found.push({
        points: [
          { x: x - 12, y: edge },
          { x: x - 12, y: edge + d },
          { x: x + 12, y: edge + d },
          { x: x + 12, y: edge },
        ],
        label: {
          x: Math.round(x - label.w / 2),
          y: Math.round(south ? edge + 14 : edge - 14 - label.h),
          ...label,
        },
      });
    }
  return found;
}
