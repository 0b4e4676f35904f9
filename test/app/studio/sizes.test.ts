import { describe, expect, test } from "vitest";
import { drawnTo, keyedTo } from "#app/studio/sizes.ts";

const range = { min: 180, max: 600 };
const keys = ["ArrowRight", "ArrowLeft"] as const;

describe("a panel that is drawn", () => {
  test("takes the size it is drawn to, between the least and the most", () => {
    expect([250.4, 100, 700].map((size) => drawnTo(size, range))).toEqual([250, 180, 600]);
  });
  test("folds below half of its least size", () => {
    expect([91, 89, -40].map((size) => drawnTo(size, range))).toEqual([180, "folded", "folded"]);
  });
  test("keeps its least size where the middle can spare nothing", () => {
    expect(drawnTo(300, { min: 180, max: 20 })).toBe(180);
  });
});

describe("a panel that is moved by keys", () => {
  const by = (key: string, size: number, folded = false) => keyedTo(key, size, folded, range, keys);
  test("grows and shrinks, and folds when it is as small as may be", () => {
    expect(by("ArrowRight", 200)).toBeGreaterThan(200);
    expect(by("ArrowLeft", 200)).toBe(180);
    expect(by("ArrowLeft", 180)).toBe("folded");
  });
  test("comes back at its size", () => {
    expect([by("Enter", 240, true), by("ArrowRight", 240, true), by("Enter", 240)]).toEqual([
      240,
      240,
      "folded",
    ]);
  });
  test("leaves other keys alone", () =>
    expect([by("ArrowUp", 240), by("a", 240)]).toEqual([undefined, undefined]));
});
