import type { Point } from "#core/layout/geometry.ts";

interface Piece {
  readonly net: number;
  readonly lo: number;
  readonly hi: number;
  readonly at: number;
}

/** Counts crossings. The lines of one net count as one line. */
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
  const pairs = new Set<string>();
  for (const p of flat)
    for (const q of plumb)
      if (p.net !== q.net && q.at > p.lo && q.at < p.hi && p.at > q.lo && p.at < q.hi)
        pairs.add(
          `${Math.min(p.net, q.net)} ${Math.max(p.net, q.net)} ${Math.round(q.at)} ${Math.round(p.at)}`,
        );
  return pairs.size;
}

/** The route of a line, and the net with which it may share segments. */
interface LineWay {
  readonly net: string;
  readonly line: number;
  readonly points: readonly Point[];
}

/** The same with what crosses: for each crossing the lines of the one net that pass there and those of the other. */
export function crossedAt(
  ways: readonly LineWay[],
): readonly (readonly [readonly number[], readonly number[]])[] {
  const flat: (Piece & { readonly way: LineWay })[] = [];
  const plumb: (Piece & { readonly way: LineWay })[] = [];
  for (const line of ways)
    for (const [i, b] of line.points.entries()) {
      const a = line.points[i - 1];
      if (!a) continue;
      if (Math.abs(a.y - b.y) <= Math.abs(a.x - b.x))
        flat.push({ way: line, net: 0, lo: Math.min(a.x, b.x) + 1, hi: Math.max(a.x, b.x) - 1, at: a.y });
      else plumb.push({ way: line, net: 0, lo: Math.min(a.y, b.y) + 1, hi: Math.max(a.y, b.y) - 1, at: a.x });
    }
  const crossings = new Map<string, [Set<number>, Set<number>]>();
  for (const p of flat)
    for (const q of plumb) {
      if (p.way.net === q.way.net || q.at <= p.lo || q.at >= p.hi || p.at <= q.lo || p.at >= q.hi) continue;
      const isFirst = p.way.net < q.way.net;
      const [first, other] = isFirst ? [p.way, q.way] : [q.way, p.way];
      const key = [first.net, other.net, Math.round(q.at), Math.round(p.at)].join("\t");
      const known = crossings.get(key) ?? [new Set(), new Set()];
      crossings.set(key, known);
      known[0].add(first.line);
      known[1].add(other.line);
    }
  return [...crossings.values()].map(([first, other]) => [[...first], [...other]] as const);
}
