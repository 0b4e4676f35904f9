import type { Point } from "#core/layout/geometry.ts";

interface Piece {
  readonly net: number;
  readonly lo: number;
  readonly hi: number;
  readonly at: number;
}

/** How often lines cross. Those of one net are one line. */
export function crossingsOf(nets: readonly (readonly (readonly Point[])[])[]): number {
  const flat: Piece[] = [];
  const plumb: Piece[] = [];
  nets.forEach((ways, net) => {
    for (const points of ways)
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1] as Point, points[i] as Point];
        if (Math.abs(a.y - b.y) <= Math.abs(a.x - b.x))
          flat.push({ net, lo: Math.min(a.x, b.x) + 1, hi: Math.max(a.x, b.x) - 1, at: a.y });
        else plumb.push({ net, lo: Math.min(a.y, b.y) + 1, hi: Math.max(a.y, b.y) - 1, at: a.x });
      }
  });
  const seen = new Set<string>();
  for (const p of flat)
    for (const q of plumb)
      if (p.net !== q.net && q.at > p.lo && q.at < p.hi && p.at > q.lo && p.at < q.hi)
        seen.add(
          `${Math.min(p.net, q.net)} ${Math.max(p.net, q.net)} ${Math.round(q.at)} ${Math.round(p.at)}`,
        );
  return seen.size;
}
