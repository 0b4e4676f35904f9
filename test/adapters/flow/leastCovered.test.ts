import { expect, test } from "vitest";
import { leastCovering, placeBeside } from "#adapters/flow/leastCovered.ts";
import { sharedArea } from "#core/layout/geometry.ts";

const free = { x: 0, y: 0, w: 400, h: 300 };
const around = { x: 150, y: 100, w: 80, h: 20 };
const card = { w: 100, h: 60 };

test("a card stands right of what it is about, while nothing is covered there", () => {
  expect(placeBeside(card, around, free, [])).toMatchObject({ x: 236, y: 100 });
});

test("it goes where it covers least", () => {
  const taken = [
    { x: 230, y: 0, w: 170, h: 300 },
    { x: 0, y: 126, w: 400, h: 60 },
  ];

  const place = { ...placeBeside(card, around, free, taken), ...card };

  expect(taken.map((one) => sharedArea(place, one))).toEqual([0, 0]);
  expect(sharedArea(place, around)).toBe(0);
});

test("near the border it stays in the free area, and off the state", () => {
  const corner = { x: 340, y: 280, w: 60, h: 20 };

  const place = { ...placeBeside(card, corner, free, []), ...card };

  expect(sharedArea(place, corner)).toBe(0);
  expect(sharedArea(place, free)).toBe(card.w * card.h);
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
