import type { Point } from "#core/layout/geometry.ts";
import type { BoxPort } from "#core/layout/place/boxShape.ts";
import type { Route } from "#core/layout/place/placed.ts";
import type { Solved } from "#core/layout/place/solutions.ts";
import { isFan, isFork, type Trunk } from "#core/layout/place/trunks.ts";

/**
 * A cell whose forks leave it by one stem: it is solved with one port for all branches that leave it by the same side, that of the
 * branch with the words, and the others get the same.
 */
export function withStems(ports: readonly BoxPort[], solve: (ports: readonly BoxPort[]) => Solved): Solved {
  const stems = new Map<string, BoxPort[]>();
  for (const port of ports) {
    if (!isFork(port.trunk) || port.end !== "a") continue;
    const key = `${port.trunk.net}\n${port.side}`;
    stems.set(key, [...(stems.get(key) ?? []), port]);
  }
  const twins = new Map<string, string>();
  for (const group of stems.values()) {
    const first = group.find(({ trunk }) => trunk.arrows.some(({ arrow }) => !arrow.further)) ?? group[0];
    for (const { key } of group) if (first && key !== first.key) twins.set(key, first.key);
  }
  if (twins.size === 0) return solve(ports);
  const solved = solve(ports.filter(({ key }) => !twins.has(key)));
  const portsByKey = new Map(solved.cell.ports);
  for (const [key, first] of twins) {
    const port = portsByKey.get(first);
    if (port) portsByKey.set(key, port);
  }
  return { ...solved, cell: { ...solved.cell, ports: portsByKey } };
}

/** Each fork's dots: where a branch parts from those before it. Changes the routes. */
export function markForks(trunks: readonly Trunk[], routes: Map<string, Route>): void {
  const forks = new Map<string, string[]>();
  for (const trunk of trunks) {
    if (!isFork(trunk) || isFan(trunk)) continue;
    const [arrow] = trunk.arrows;
    if (arrow) forks.set(trunk.net, [...(forks.get(trunk.net) ?? []), arrow.arrow.id]);
  }
  for (const ids of forks.values())
    ids.forEach((id, i) => {
      const route = routes.get(id);
      if (!route) return;
      const shared = ids
        .slice(0, i)
        .map((other) => parting(routes.get(other)?.points ?? [], route.points))
        .reduce((a, b) => (b.length > a.length ? b : a), { length: 0, at: { x: 0, y: 0 } });
      if (shared.length > MIN_STEM_PX) routes.set(id, { ...route, fork: shared.at });
    });
}

/** A shorter stem gets no dot. */
const MIN_STEM_PX = 2;

/** How far two lines run together from their beginning, and where they part. */
export function parting(p: readonly Point[], q: readonly Point[]): { length: number; at: Point } {
  let at = p[0] ?? { x: 0, y: 0 };
  let length = 0;
  const start = q[0];
  if (!start || distance(at, start) > 1) return { length, at };
  let [i, j] = [1, 1];
  for (;;) {
    const [a, b] = [p[i], q[j]];
    if (!a || !b || heading(at, a) !== heading(at, b)) return { length, at };
    const [l, m] = [distance(at, a), distance(at, b)];
    length += Math.min(l, m);
    at = l <= m ? a : b;
    if (l <= m + 0.5) i++;
    if (m <= l + 0.5) j++;
  }
}

const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
const heading = (from: Point, to: Point): string =>
  `${Math.sign(Math.round(to.x - from.x))} ${Math.sign(Math.round(to.y - from.y))}`;
