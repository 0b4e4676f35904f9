import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  apart,
  borderCrossings,
  clipped,
  crossings,
  lengthIn,
  overlapping,
  type Point,
} from "#test/support/readability/geometry.ts";

const line = (...corners: readonly (readonly [number, number])[]): Point[] =>
  corners.map(([x, y]) => ({ x, y }));
const box = { left: 10, top: 10, right: 30, bottom: 20 };

describe("two lines", () => {
  test("cross where each goes on beyond the other", () => {
    expect(crossings(line([0, 0], [20, 20]), line([0, 20], [20, 0]))).toEqual(line([10, 10]));
    expect(crossings(line([0, 10], [40, 10]), line([10, 0], [10, 20], [30, 20], [30, 0]))).toHaveLength(2);
  });

  test("cross at a corner when they leave at the other side, and only once", () => {
    expect(crossings(line([0, 10], [20, 10], [20, 40]), line([10, 0], [20, 10], [40, 10]))).toHaveLength(0);
    expect(crossings(line([0, 10], [20, 10], [40, 10]), line([20, -20], [20, 40]))).toHaveLength(1);
    expect(crossings(line([0, 10], [20, 10], [40, 10]), line([20, -20], [20, 10], [30, 40]))).toHaveLength(1);
  });

  test("do not cross where they touch, part, run together, or meet at their ends", () => {
    const street = line([0, 10], [40, 10]);
    expect(crossings(street, line([20, 0], [20, 10]))).toEqual([]);
    expect(crossings(street, line([20, 0], [20, 10], [40, 10]))).toEqual([]);
    expect(crossings(street, line([0, 10], [20, 10], [20, 30]))).toEqual([]);
    expect(crossings(street, line([5, 30], [20, 10], [35, 30]))).toEqual([]);
    expect(crossings(line([0, 0], [40, 0]), line([1, -1], [1, 40]))).toEqual([]);
  });

  const corner = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) });
  const walk = fc.array(corner, { minLength: 2, maxLength: 6 });

  test("cross as often read from either end and from either line", () => {
    fc.assert(
      fc.property(walk, walk, (one, other) => {
        const [a, b] = [one.map(off), other.map(({ x, y }) => ({ x: x + 0.31, y: y + 0.17 }))];
        const count = crossings(a, b).length;
        expect(crossings(b, a)).toHaveLength(count);
        expect(crossings(a.toReversed(), b)).toHaveLength(count);
      }),
    );
  });
  /** Off the grid of the others, so that no corner lies just on a line. */
  const off = ({ x, y }: Point, i: number): Point => ({ x: x + 0.013 * i, y: y - 0.029 * i });
});

describe("a line and a box", () => {
  test("its length in the box is what lies between the borders", () => {
    expect(lengthIn(line([0, 15], [100, 15]), box)).toBeCloseTo(20);
    expect(lengthIn(line([20, 15], [20, 100]), box)).toBeCloseTo(5);
    expect(lengthIn(line([0, 10], [100, 10]), box)).toBe(0);
    expect(lengthIn(line([0, 0], [5, 5]), box)).toBe(0);
  });

  test("its pieces in the box are clipped at the borders and stay together", () => {
    expect(clipped(line([0, 15], [20, 15], [20, 18], [50, 18]), box)).toEqual([
      line([10, 15], [20, 15], [20, 18], [30, 18]),
    ]);
    expect(clipped(line([0, 15], [40, 15], [40, 12], [0, 12]), box)).toHaveLength(2);
  });

  test("the length inside is the sum of the pieces", () => {
    const corner = fc.record({ x: fc.integer({ min: 0, max: 50 }), y: fc.integer({ min: 0, max: 50 }) });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 2, maxLength: 8 }), (walk) => {
        const length = (points: readonly Point[]) =>
          points
            .slice(1)
            .reduce((sum, to, i) => sum + Math.hypot(to.x - points[i]!.x, to.y - points[i]!.y), 0);
        const pieces = clipped(walk, box).reduce((sum, piece) => sum + length(piece), 0);
        expect(pieces).toBeCloseTo(lengthIn(walk, box), 6);
      }),
    );
  });

  test("it passes the border on its way in and out, also at a corner of its own", () => {
    expect(borderCrossings(line([0, 15], [100, 15]), box)).toHaveLength(2);
    expect(borderCrossings(line([0, 15], [20, 15]), box)).toHaveLength(1);
    expect(borderCrossings(line([0, 5], [100, 5]), box)).toHaveLength(0);
    expect(borderCrossings(line([20, 0], [20, 10], [20, 15]), box)).toHaveLength(1);
  });
});

test("boxes that touch, or lie over each other by less than asked, do not overlap", () => {
  expect(overlapping(box, { left: 30, top: 10, right: 50, bottom: 20 })).toBe(false);
  expect(overlapping(box, { left: 29.5, top: 10, right: 50, bottom: 20 }, 1)).toBe(false);
  expect(overlapping(box, { left: 28, top: 10, right: 50, bottom: 20 }, 1)).toBe(true);
});

test("points near an earlier one are left out", () => {
  expect(apart(line([0, 0], [3, 0], [10, 0], [0, 2]), 6)).toEqual(line([0, 0], [10, 0]));
});
