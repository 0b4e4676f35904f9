import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromPixels, type FromPixels } from "#core/layout/arrangement/fromPixels.ts";
import { namesOf } from "#core/layout/arrangement/arrangement.ts";
import { overlaps, type Rect } from "#core/layout/geometry.ts";
import { parseLayout, positionsIn } from "#core/layout/layoutFile.ts";

const box = (x: number, y: number, w = 100, h = 40): Rect => ({ x, y, w, h });
const root = (positions: Record<string, Rect>): FromPixels => fromPixels(positions).get("")!;
const pairs = ({ lines }: FromPixels) => (namesOf(lines).length * (namesOf(lines).length - 1)) / 2;

test("rows are read from top to bottom, each from left to right, although none is quite straight", () => {
  const found = root({ d: box(10, 205), b: box(205, 18), a: box(0, 0), c: box(150, 90) });

  expect(found).toEqual({ flow: "down", lines: [["a", "b"], ["c"], ["d"]], lost: [] });
});

test("columns are read from left to right where rows would lose more", () => {
  const found = root({ tall: box(0, 0, 100, 300), a: box(200, 0), b: box(205, 100), c: box(190, 200) });

  expect(found).toEqual({ flow: "right", lines: [["tall"], ["a", "b", "c"]], lost: [] });
});

test("one column is as many rows, and one row as many columns", () => {
  expect(root({ a: box(0, 0), b: box(3, 100) })).toMatchObject({ flow: "down", lines: [["a"], ["b"]] });
  expect(root({ a: box(0, 0), b: box(200, 5) })).toMatchObject({ flow: "right", lines: [["a"], ["b"]] });
});

test("each compound is read by itself", () => {
  const found = fromPixels({ a: box(0, 0), "a.x": box(0, 0), "a.y": box(0, 90) });

  expect([...found]).toEqual([
    ["", { lines: [["a"]], lost: [] }],
    ["a", { flow: "down", lines: [["x"], ["y"]], lost: [] }],
  ]);
});

test("a pair that lines cannot say is told, the one that was left or above first", () => {
  // A wheel: each lies beside the next and no cut goes through.
  const wheel = {
    a: box(0, 0, 200, 100),
    b: box(200, 0, 100, 200),
    c: box(100, 200, 200, 100),
    d: box(0, 100, 100, 200),
    e: box(100, 100, 100, 100),
  };

  const found = root(wheel);

  expect(found.lost.length).toBeGreaterThan(0);
  expect(found.lost.length).toBeLessThanOrEqual(2);
  for (const [a, b] of found.lost) {
    const [one, other] = [wheel[a as "a"], wheel[b as "a"]];
    expect(one.x + one.w <= other.x || one.y + one.h <= other.y).toBe(true);
  }
});

const size = fc.record({ w: fc.integer({ min: 60, max: 400 }), h: fc.integer({ min: 30, max: 300 }) });

test("law: rows and columns of boxes of any size come back as they are", () => {
  const lines = fc.array(
    fc.array(fc.record({ size, off: fc.nat(20), space: fc.integer({ min: 1, max: 90 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    { minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, fc.boolean(), (rows, turn) => {
      const positions: Record<string, Rect> = {};
      let top = 0;
      const names = rows.map((row, i) => {
        let left = 0;
        const keys = row.map(({ size: { w, h }, off, space }, k) => {
          positions[`s${i}_${k}`] = turn ? { x: top + off, y: left, w, h } : { x: left, y: top + off, w, h };
          left += (turn ? h : w) + space;
          return `s${i}_${k}`;
        });
        top += Math.max(...row.map(({ size: { w, h }, off }) => (turn ? w : h) + off)) + 1;
        return keys;
      });

      const found = root(positions);

      expect(found.lost).toEqual([]);
      if (names.every((row) => row.length > 1))
        expect(namesOf(found.lines).toSorted()).toEqual(names.flat().toSorted());
    }),
  );
});

test("law: of boxes strewn at random at least 95 % of the pairs keep their order", () => {
  const spot = fc.record({
    x: fc.nat(2400),
    y: fc.nat(1600),
    w: fc.integer({ min: 100, max: 260 }),
    h: fc.integer({ min: 40, max: 110 }),
  });
  let [all, lost] = [0, 0];
  fc.assert(
    fc.property(fc.array(spot, { minLength: 8, maxLength: 45 }), (spots) => {
      const apart = spots.filter((one, i) => !spots.slice(0, i).some((other) => overlaps(one, other)));
      const found = root(Object.fromEntries(apart.map((one, i) => [`s${i}`, one])));
      all += pairs(found);
      lost += found.lost.length;
      // A single pair of a handful is more than a twentieth of them.
      expect(found.lost.length).toBeLessThanOrEqual(Math.max(3, 0.05 * pairs(found)));
    }),
    { numRuns: 300 },
  );
  expect(lost / all).toBeLessThan(0.05);
});

test("law: the order in which places are written does not matter", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.nat(400), y: fc.nat(400), w: fc.nat(200), h: fc.nat(200) }), {
        minLength: 1,
      }),
      (spots) => {
        const entries = spots.map((one, i) => [`s${i}`, one] as const);

        expect(root(Object.fromEntries(entries.toReversed()))).toEqual(root(Object.fromEntries(entries)));
      },
    ),
  );
});

test("the games that were drawn in pixels keep the order of their states", () => {
  const games = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];
  for (const game of games) {
    const text = readFileSync(`test/core/layout/arrangement/pixels/${game}.layout.json`, "utf8");
    const found = [...fromPixels(positionsIn(parseLayout(text).layout, "machine")).values()];
    const all = found.reduce((sum, one) => sum + pairs(one), 0);
    const lost = found.reduce((sum, one) => sum + one.lost.length, 0);
    console.log(`${game}: ${all - lost} of ${all} pairs of siblings keep their order`);
    expect(lost / all).toBeLessThanOrEqual(0.05);
  }
});
