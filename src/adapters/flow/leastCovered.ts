import { type Point, type Rect, sharedArea, type Size } from "#core/layout/geometry.ts";

/** Between a card and what it is about. */
const GAP = 6;

/** The first of some places that covers least of what is taken. */
export function leastCovering(places: readonly Rect[], taken: readonly Rect[]): Rect | undefined {
  let best: { readonly place: Rect; readonly covered: number } | undefined;
  for (const place of places) {
    const covered = taken.reduce((sum, one) => sum + sharedArea(place, one), 0);
    if (!best || covered < best.covered - 0.5) best = { place, covered };
  }
  return best?.place;
}

/** What there is around a card that tells of something, the gravest to cover first. */
export interface Surroundings {
  /** What it tells of. */
  readonly around: Rect;
  /** Where that leads. */
  readonly ends: readonly Rect[];
  /** The stretches and words of its lines. */
  readonly lines: readonly Rect[];
  /** Names and signs of anything else. */
  readonly words: readonly Rect[];
}

/** What a covered square pixel costs, and a pixel of distance. Where there is a free place, none of the first three is covered. */
const COST = { around: 1e7, ends: 1e5, lines: 1e4, words: 2, distance: 3 } as const;
/** Pixels between the places that are tried. */
const STEP = 12;

/**
 * Where a card stands that tells of something: off what it tells of, off where that leads and off its lines, wherever in the free area
 * there is such a place; of these near by, and where it covers few words.
 */
export function placeBeside(card: Size, about: Surroundings, free: Rect): Point {
  const weighed = weigh(about, free);
  const right = Math.max(free.x, free.x + free.w - card.w);
  const low = Math.max(free.y, free.y + free.h - card.h);
  const { around } = about;
  const wanted = nearPlaces(card, around).map(({ x, y }) => ({
    x: Math.max(free.x, Math.min(x, right)),
    y: Math.max(free.y, Math.min(y, low)),
  }));
  const best = leastOf(wanted, pairs(steps(free.x, right), steps(free.y, low)), (at) =>
    cost({ ...at, ...card }, around, weighed),
  );
  if (best.cost < COST.lines) return best.at;
  // A free place that the steps have missed can be pushed up and to the left until it meets something.
  const kept = [around, ...about.ends, ...about.lines];
  const xs = [free.x, right, ...kept.flatMap(({ x, w }) => [x + w, x - card.w])];
  const ys = [free.y, low, ...kept.flatMap(({ y, h }) => [y + h, y - card.h])];
  const within = (all: readonly number[], from: number, to: number) =>
    [...new Set(all)].filter((one) => one >= from && one <= to);
  const places = pairs(within(xs, free.x, right), within(ys, free.y, low));
  return leastOf([best.at], places, (at) => cost({ ...at, ...card }, around, weighed)).at;
}

/** Beside, below, above and on the other side. */
function nearPlaces({ w, h }: Size, around: Rect): Point[] {
  const rows = [around.y, around.y + around.h - h, around.y + around.h / 2 - h / 2];
  const columns = [around.x, around.x + around.w - w, around.x + around.w / 2 - w / 2];
  return [
    ...rows.map((y) => ({ x: around.x + around.w + GAP, y })),
    ...columns.flatMap((x) => [
      { x, y: around.y + around.h + GAP },
      { x, y: around.y - GAP - h },
    ]),
    ...rows.map((y) => ({ x: around.x - GAP - w, y })),
  ];
}

interface Weighed {
  readonly at: Rect;
  readonly weight: number;
}

/** What lies in the free area, the gravest first. */
function weigh({ around, ends, lines, words }: Surroundings, free: Rect): Weighed[] {
  const some = (all: readonly Rect[], weight: number) =>
    all.filter((at) => sharedArea(at, free) > 0).map((at) => ({ at, weight }));
  return [
    ...some([around], COST.around),
    ...some(ends, COST.ends),
    ...some(lines, COST.lines),
    ...some(words, COST.words),
  ];
}

function cost(place: Rect, around: Rect, all: readonly Weighed[]): number {
  const dx = Math.max(0, around.x - place.x - place.w, place.x - around.x - around.w);
  const dy = Math.max(0, around.y - place.y - place.h, place.y - around.y - around.h);
  const far = Math.max(0, Math.hypot(dx, dy) - GAP) * COST.distance;
  return all.reduce((sum, { at, weight }) => sum + sharedArea(place, at) * weight, far);
}

function leastOf(first: readonly Point[], more: Iterable<Point>, costOf: (at: Point) => number) {
  let best = { at: first[0] ?? { x: 0, y: 0 }, cost: Infinity };
  const consider = (at: Point) => {
    const found = costOf(at);
    if (found < best.cost - 0.5) best = { at, cost: found };
  };
  for (const at of first) consider(at);
  for (const at of more) consider(at);
  return best;
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: Math.floor((to - from) / STEP) + 1 }, (_, i) => from + i * STEP);
}

function* pairs(xs: readonly number[], ys: readonly number[]): Iterable<Point> {
  for (const x of xs) for (const y of ys) yield { x, y };
}
