import { expect, test } from "vitest";
import { CachedPlace } from "#adapters/flow/cachedPlace.ts";
import { leastCovering, placeBeside, type Surroundings } from "#adapters/flow/leastCovered.ts";
import { type Rect, sharedArea } from "#core/layout/geometry.ts";

const free = { x: 0, y: 0, w: 400, h: 300 };
const around = { x: 150, y: 100, w: 80, h: 20 };
const card = { w: 100, h: 60 };
const about = (more: Partial<Surroundings> = {}): Surroundings => ({
  around,
  ends: [],
  lines: [],
  words: [],
  ...more,
});
const covered = (place: Rect, all: readonly Rect[]) => all.map((one) => sharedArea(place, one));

test("a card stands right of what it is about, while nothing is covered there", () => {
  expect(placeBeside(card, about(), free)).toMatchObject({ x: 236, y: 100 });
});

test("it goes where it covers least", () => {
  const words = [
    { x: 230, y: 0, w: 170, h: 300 },
    { x: 0, y: 126, w: 400, h: 60 },
  ];

  const place = { ...placeBeside(card, about({ words }), free), ...card };

  expect(covered(place, words)).toEqual([0, 0]);
  expect(sharedArea(place, around)).toBe(0);
});

test("near the border it stays in the free area, and off the state", () => {
  const corner = { x: 340, y: 280, w: 60, h: 20 };

  const place = { ...placeBeside(card, about({ around: corner }), free), ...card };

  expect(sharedArea(place, corner)).toBe(0);
  expect(sharedArea(place, free)).toBe(card.w * card.h);
});

test("it rather covers words than where its state leads, and goes far to cover no line of it", () => {
  const words = [{ x: 0, y: 0, w: 110, h: 300 }];
  const ends = [{ x: 240, y: 0, w: 160, h: 300 }];
  const lines = [{ x: 120, y: 0, w: 120, h: 300 }];

  const place = { ...placeBeside(card, about({ words, ends, lines }), free), ...card };

  expect(covered(place, [...ends, ...lines])).toEqual([0, 0]);
});

test("the only free place is found, however narrow", () => {
  const lines = [
    { x: 0, y: 0, w: 400, h: 237 },
    { x: 0, y: 237, w: 153, h: 63 },
    { x: 254, y: 237, w: 146, h: 63 },
  ];

  const place = { ...placeBeside(card, about({ lines }), free), ...card };

  expect(covered(place, lines)).toEqual([0, 0, 0]);
});

/** Words close by one another all over a picture, as of thousands of states seen from afar. */
const crowd: readonly Rect[] = Array.from({ length: 5_000 }, (_, i) => ({
  x: (i % 50) * 17,
  y: Math.floor(i / 50) * 8.5,
  w: 12,
  h: 5,
}));
const canvas = { x: 6, y: 6, w: 830, h: 790 };

test.each([
  ["words everywhere", []],
  ["a line all across, too", [{ x: 0, y: 300, w: 842, h: 8 }]],
])("in a large picture few rectangles are looked at: %s", (_, lines) => {
  const tally = { looked: 0 };
  const size = { w: 260, h: 180 };
  const state = { x: 400, y: 400, w: 60, h: 16 };

  const place = {
    ...placeBeside(size, about({ around: state, lines, words: crowd }), canvas, tally),
    ...size,
  };

  expect(sharedArea(place, state)).toBe(0);
  expect(covered(place, lines)).toEqual(lines.map(() => 0));
  // each of some 2,500 places against each of 5,000 words were 12 million
  expect(tally.looked).toBeGreaterThan(100);
  expect(tally.looked).toBeLessThan(100_000);
});

test("a card that is drawn again is placed anew only where something has moved", () => {
  const kept = new CachedPlace();
  const tally = { looked: 0 };
  const view = { x: 10, y: 20, zoom: 0.5 };
  const place = (more: Partial<Surroundings> = {}, at = view) =>
    kept.of([{ w: 260, h: 180 }], about({ words: crowd, ...more }), canvas, at, tally);
  const looksFor = (work: () => unknown) => {
    const before = tally.looked;
    work();
    return tally.looked - before;
  };
  const first = place();

  expect(looksFor(() => expect(place()).toEqual(first))).toBe(0);
  expect(looksFor(() => place({}, { ...view, x: 11 }))).toBeGreaterThan(0);
  expect(looksFor(() => place({ around: { ...around, y: 101 } }))).toBeGreaterThan(0);
  expect(looksFor(() => place({ words: [...crowd] }))).toBeGreaterThan(0);
});

test("a card takes the form that covers less, and the first one where nothing is covered", () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const forms = [
    { w: 120, h: 150 },
    { w: 260, h: 70 },
  ];
  const above = [{ x: 0, y: 0, w: 400, h: 210 }];

  expect(new CachedPlace().of(forms, about(), free, view).form).toBe(0);
  expect(new CachedPlace().of(forms, about({ words: above }), free, view)).toMatchObject({ form: 1, y: 216 });
});

test("a gap among many words is found", () => {
  const gap = { x: 500, y: 100, w: 300, h: 220 };
  const words = crowd.filter((one) => sharedArea(one, gap) === 0);
  const size = { w: 260, h: 180 };

  const place = { ...placeBeside(size, about({ words }), canvas), ...size };

  expect(covered(place, words).reduce((sum, one) => sum + one, 0)).toBe(0);
});

test("of places that cover the same the first is taken", () => {
  const [a, b] = [
    { x: 0, y: 0, w: 10, h: 10 },
    { x: 20, y: 0, w: 10, h: 10 },
  ];

  expect(leastCovering([a, b], [])).toBe(a);
  expect(leastCovering([a, b], [{ x: 5, y: 5, w: 10, h: 10 }])).toBe(b);
  expect(leastCovering([], [])).toBeUndefined();
});
