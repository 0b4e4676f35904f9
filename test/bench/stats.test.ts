import { expect, test } from "vitest";
import { inChunk } from "../../bench/support/inChunk.ts";
import { growthExponent, median, percentile } from "../../bench/support/stats.ts";
import { table } from "../../bench/support/table.ts";

test("a percentile is the value that so many do not exceed, in whatever order they came", () => {
  const values = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];

  expect(percentile(values, 0.95)).toBe(10);
  expect(percentile(values, 0.9)).toBe(9);
  expect(median(values)).toBe(5);
  expect(values[0]).toBe(5);
});

test("a percentile of no values is a fault", () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});

test("what doubles with the size grows with exponent 1, what quadruples with 2", () => {
  const sizes = [200, 2_000, 20_000];
  const exponent = (cost: (size: number) => number) =>
    growthExponent(sizes.map((size) => ({ size, cost: cost(size) })));

  expect(exponent((size) => 3 * size)).toBeCloseTo(1);
  expect(exponent((size) => size ** 2 / 7)).toBeCloseTo(2);
  expect(exponent(() => 5)).toBeCloseTo(0);
});

test("modules of a chunk are summed by package or folder, the largest first", () => {
  const kib = (n: number) => n * 1024;

  expect(
    inChunk([
      { id: "/x/node_modules/@xyflow/react/a.js", bytes: kib(3) },
      { id: "/x/src/core/read/a.ts", bytes: kib(4) },
      { id: "/x/node_modules/@xyflow/react/b.js", bytes: kib(2) },
      { id: "/x/src/app/i18n.ts", bytes: 0 },
    ]),
  ).toBe("@xyflow/react 5, core/read 4");
});

test("numbers of a table stand to the right", () => {
  expect(
    table([
      ["a", "12.5"],
      ["bc", "3"],
    ]),
  ).toBe("a   12.5\nbc     3\n");
});
