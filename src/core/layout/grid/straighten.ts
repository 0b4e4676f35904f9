import type { Point } from "#core/layout/geometry.ts";

/** Leaves out points that lie on the line between their neighbours. */
export function straighten(points: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (const p of points) {
    const a = out.at(-2);
    const b = out.at(-1);
    if (b && same(b.x, p.x) && same(b.y, p.y)) continue;
    if (a && b && ((same(a.x, b.x) && same(b.x, p.x)) || (same(a.y, b.y) && same(b.y, p.y)))) out.pop();
    out.push(p);
  }
  return out;
}

const same = (a: number, b: number) => Math.abs(a - b) < 0.5;
