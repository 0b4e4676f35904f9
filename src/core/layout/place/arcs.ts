import type { Arrow } from "#core/layout/scene/scene.ts";

/** Arcs that share a lane beside the rows of a card: all that one row leads to, or all that lead to one row. */
export interface ArcNet {
  readonly key: string;
  readonly arrows: readonly Arrow[];
  readonly side: "left" | "right";
  /** Index of the lane, counted from the rows outwards. */
  readonly lane: number;
}

interface Star {
  readonly key: string;
  readonly arrows: readonly Arrow[];
  /** Numbers of the rows that it touches; -1 is the card itself. */
  readonly rows: ReadonlySet<number>;
  readonly lo: number;
  readonly hi: number;
}

/** Assigns the arcs of a card to lanes on both sides of its rows: few lanes, with as few crossings as possible. */
export function arcNetsOf(arcs: readonly Arrow[], rows: readonly string[]): ArcNet[] {
  const at = new Map(rows.map((id, i) => [id, i]));
  const stars = starsOf(arcs, at).sort(
    (a, b) => b.arrows.length - a.arrows.length || a.lo - b.lo || a.hi - b.hi,
  );
  const sides = { left: [] as Star[], right: [] as Star[] };
  for (const star of stars) {
    const cost = (side: "left" | "right") =>
      sides[side].reduce((sum, other) => sum + crossings(star, other), 0);
    const onlyRight = star.lo < 0 || star.lo === star.hi;
    sides[!onlyRight && cost("left") + 0.5 < cost("right") ? "left" : "right"].push(star);
  }
  return (["left", "right"] as const).flatMap((side) => {
    const lanes = lanesOf(sides[side]);
    return sides[side].map((star) => ({
      key: star.key,
      arrows: star.arrows,
      side,
      lane: lanes.get(star.key) ?? 0,
    }));
  });
}

/** Groups arcs by the row that they lead to, or the one that they leave; the largest group first. */
function starsOf(arcs: readonly Arrow[], at: ReadonlyMap<string, number>): Star[] {
  const stars: Star[] = [];
  const keep = (key: string, arrows: readonly Arrow[]) => {
    const ends = arrows.flatMap(({ from, to }) => [at.get(from) ?? -1, at.get(to) ?? -1]);
    stars.push({ key, arrows, rows: new Set(ends), lo: Math.min(...ends), hi: Math.max(...ends) });
  };
  for (const arrow of arcs) if (arrow.from === arrow.to) keep(`loop ${arrow.id}`, [arrow]);
  let rest = arcs.filter(({ from, to }) => from !== to);
  while (rest.length > 0) {
    const groups = new Map<string, Arrow[]>();
    for (const arrow of rest)
      for (const key of [`into ${arrow.to}`, `from ${arrow.from}`])
        groups.set(key, [...(groups.get(key) ?? []), arrow]);
    const [key, arrows] = [...groups].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    keep(key, arrows);
    rest = rest.filter((arrow) => !arrows.includes(arrow));
  }
  return stars;
}

const isShorter = (a: Star, b: Star): boolean =>
  a.hi - a.lo < b.hi - b.lo || (a.hi - a.lo === b.hi - b.lo && a.lo <= b.lo);

/** Estimates how often two arcs cross on the same side of the rows, where the shorter one lies inside. */
function crossings(a: Star, b: Star): number {
  const [inner, outer] = isShorter(a, b) ? [a, b] : [b, a];
  return [...outer.rows].reduce(
    (sum, row) =>
      sum + (row > inner.lo && row < inner.hi ? 1 : row === inner.lo || row === inner.hi ? 0.4 : 0),
    0,
  );
}

/** Short arcs lie near the rows; arcs that overlap get lanes of their own. */
function lanesOf(stars: readonly Star[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  const done: Star[] = [];
  for (const star of [...stars].sort((a, b) => (isShorter(a, b) ? -1 : 1))) {
    const taken = new Set(
      done.filter((other) => other.lo <= star.hi && star.lo <= other.hi).map((other) => lanes.get(other.key)),
    );
    let lane = 0;
    while (taken.has(lane)) lane++;
    lanes.set(star.key, lane);
    done.push(star);
  }
  return lanes;
}
