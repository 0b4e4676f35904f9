import { expect, test } from "vitest";
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

test("of places that cover the same the first is taken", () => {
  const [a, b] = [
    { x: 0, y: 0, w: 10, h: 10 },
    { x: 20, y: 0, w: 10, h: 10 },
  ];

  expect(leastCovering([a, b], [])).toBe(a);
  expect(leastCovering([a, b], [{ x: 5, y: 5, w: 10, h: 10 }])).toBe(b);
  expect(leastCovering([], [])).toBeUndefined();
});
