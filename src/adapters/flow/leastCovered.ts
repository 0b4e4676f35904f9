import { type Point, type Rect, sharedArea, type Size } from "#core/layout/geometry.ts";

/** The distance between a card and what it is about, in pixels. */
const CARD_GAP_PX = 6;

/** The first of some places that covers least of what is taken. */
export function leastCovering(places: readonly Rect[], occupied: readonly Rect[]): Rect | undefined {
  let best: { readonly place: Rect; readonly covered: number } | undefined;
  for (const place of places) {
    const covered = occupied.reduce((sum, rect) => sum + sharedArea(place, rect), 0);
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
/** Pixels between the places that are tried at first, and around the best of them. */
const COARSE_GRID_PX = 48;
const FINE_GRID_PX = 12;

/** How often it was looked at whether a place covers a rectangle. */
export interface Tally {
  looked: number;
}

/** A place of a card, and what it costs: see `COST`. */
export interface Place extends Point {
  readonly cost: number;
}

/**
 * Where a card stands that tells of something: off what it tells of, off where that leads and off its lines, wherever in the free area
 * there is such a place; of these near by, and where it covers few words.
 * @param tally counts the work
 */
export function placeBeside(
  card: Size,
  about: Surroundings,
  free: Rect,
  tally: Tally = { looked: 0 },
): Place {
  const costs = new Costs(card, about, free, tally);
  const right = Math.max(free.x, free.x + free.w - card.w);
  const low = Math.max(free.y, free.y + free.h - card.h);
  const { around } = about;
  const weighed = nearPlaces(card, around).map(({ x, y }) => ({
    x: Math.max(free.x, Math.min(x, right)),
    y: Math.max(free.y, Math.min(y, low)),
  }));
  const rough = leastOf(
    weighed,
    pairs(steps(free.x, right, COARSE_GRID_PX), steps(free.y, low, COARSE_GRID_PX)),
    costs,
  );
  const near = (at: number, from: number, to: number) =>
    steps(at - COARSE_GRID_PX + FINE_GRID_PX, at + COARSE_GRID_PX - FINE_GRID_PX, FINE_GRID_PX).filter(
      (step) => step >= from && step <= to,
    );
  const close = leastOf(
    [rough.at],
    pairs(near(rough.at.x, free.x, right), near(rough.at.y, free.y, low)),
    costs,
  );
  if (costs.isClear(close.at)) return placed(close);
  const best = leastOf(
    [close.at],
    pairs(steps(free.x, right, FINE_GRID_PX), steps(free.y, low, FINE_GRID_PX)),
    costs,
  );
  if (costs.isClear(best.at)) return placed(best);
  // A free place that the steps have missed can be pushed up and to the left until it meets something.
  const obstacles = [around, ...about.ends, ...about.lines];
  const xs = [free.x, right, ...obstacles.flatMap(({ x, w }) => [x + w, x - card.w])];
  const ys = [free.y, low, ...obstacles.flatMap(({ y, h }) => [y + h, y - card.h])];
  const within = (all: readonly number[], from: number, to: number) =>
    [...new Set(all)].filter((value) => value >= from && value <= to);
  const places = pairs(within(xs, free.x, right), within(ys, free.y, low));
  return placed(leastOf([best.at], places, costs));
}

const placed = ({ at: { x, y }, cost }: { readonly at: Point; readonly cost: number }): Place => ({
  x,
  y,
  cost,
});

/** Beside, below, above and on the other side. */
function nearPlaces({ w, h }: Size, around: Rect): Point[] {
  const rows = [around.y, around.y + around.h - h, around.y + around.h / 2 - h / 2];
  const columns = [around.x, around.x + around.w - w, around.x + around.w / 2 - w / 2];
  return [
    ...rows.map((y) => ({ x: around.x + around.w + CARD_GAP_PX, y })),
    ...columns.flatMap((x) => [
      { x, y: around.y + around.h + CARD_GAP_PX },
      { x, y: around.y - CARD_GAP_PX - h },
    ]),
    ...rows.map((y) => ({ x: around.x - CARD_GAP_PX - w, y })),
  ];
}

interface Weighed {
  readonly at: Rect;
  readonly weight: number;
}

/** What places of a card cost. */
class Costs {
  readonly #card: Size;
  readonly #around: Rect;
  /** The grave ones that lie in the free area, the gravest first: few, and some of them long. */
  readonly #grave: readonly Weighed[];
  /** Words are many and small. */
  readonly #words: Cells;
  readonly #tally: Tally;

  constructor(card: Size, { around, ends, lines, words }: Surroundings, free: Rect, tally: Tally) {
    const within = (all: readonly Rect[]) => all.filter((at) => sharedArea(at, free) > 0);
    const weighted = (all: readonly Rect[], weight: number) => within(all).map((at) => ({ at, weight }));
    this.#card = card;
    this.#around = around;
    this.#grave = [
      ...weighted([around], COST.around),
      ...weighted(ends, COST.ends),
      ...weighted(lines, COST.lines),
    ];
    this.#words = new Cells(within(words));
    this.#tally = tally;
  }

  /** The cost of a place; once that reaches `limit`, what has come together so far. */
  of(at: Point, limit: number): number {
    const place = { ...at, ...this.#card };
    let sum = this.#graveCost(place, distanceCost(place, this.#around), limit);
    for (const word of this.#words.near(place)) {
      if (sum >= limit) return sum;
      this.#tally.looked++;
      sum += sharedArea(place, word) * COST.words;
    }
    return sum;
  }

  /** Whether nothing grave is covered, but for the sliver of a pixel. */
  isClear(at: Point): boolean {
    return this.#graveCost({ ...at, ...this.#card }, 0, COST.lines) < COST.lines;
  }

  #graveCost(place: Rect, from: number, limit: number): number {
    let sum = from;
    for (const one of this.#grave) {
      if (sum >= limit) return sum;
      this.#tally.looked++;
      sum += sharedArea(place, one.at) * one.weight;
    }
    return sum;
  }
}

function distanceCost(place: Rect, around: Rect): number {
  const dx = Math.max(0, around.x - place.x - place.w, place.x - around.x - around.w);
  const dy = Math.max(0, around.y - place.y - place.h, place.y - around.y - around.h);
  return Math.max(0, Math.hypot(dx, dy) - CARD_GAP_PX) * COST.distance;
}

/** Small rectangles by the square that their corner lies in. */
class Cells {
  static readonly SIZE = 32;
  readonly #cells = new Map<number, Map<number, Rect[]>>();
  readonly #largest: Size;

  constructor(rects: readonly Rect[]) {
    let [w, h] = [0, 0];
    for (const rect of rects) {
      w = Math.max(w, rect.w);
      h = Math.max(h, rect.h);
      const row = this.#cells.get(Cells.#at(rect.y)) ?? new Map<number, Rect[]>();
      this.#cells.set(Cells.#at(rect.y), row);
      const cell = row.get(Cells.#at(rect.x));
      if (cell) cell.push(rect);
      else row.set(Cells.#at(rect.x), [rect]);
    }
    this.#largest = { w, h };
  }

  static #at = (pixel: number): number => Math.floor(pixel / Cells.SIZE);

  /** Those that may share something with a place, and some around. */
  *near({ x, y, w, h }: Rect): Iterable<Rect> {
    for (let row = Cells.#at(y - this.#largest.h); row <= Cells.#at(y + h); row++) {
      const cells = this.#cells.get(row);
      if (!cells) continue;
      for (let column = Cells.#at(x - this.#largest.w); column <= Cells.#at(x + w); column++)
        yield* cells.get(column) ?? [];
    }
  }
}

/** The first of the places that cost least. */
function leastOf(first: readonly Point[], more: Iterable<Point>, costs: Costs) {
  let best = { at: first[0] ?? { x: 0, y: 0 }, cost: Infinity };
  const consider = (at: Point) => {
    const found = costs.of(at, best.cost - 0.5);
    if (found < best.cost - 0.5) best = { at, cost: found };
  };
  for (const at of first) consider(at);
  for (const at of more) consider(at);
  return best;
}

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, i) => from + i * step);
}

function* pairs(xs: readonly number[], ys: readonly number[]): Iterable<Point> {
  for (const x of xs) for (const y of ys) yield { x, y };
}
