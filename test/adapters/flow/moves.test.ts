import fc from "fast-check";
import { expect, test } from "vitest";
import { boxFrames, lineFrames, measure, withCorners } from "#adapters/flow/motion/moves.ts";

const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) });
const line = fc.array(point, { minLength: 2, maxLength: 7 });
const view = fc.record({
  x: fc.integer({ min: -400, max: 400 }),
  y: fc.integer({ min: -400, max: 400 }),
  zoom: fc.double({ min: 0.1, max: 2, noNaN: true }),
});
const same = (p: { x: number; y: number }) => p;

test("a place of the earlier picture is where it was on the screen, wherever one looks from now", () => {
  fc.assert(
    fc.property(view, view, point, (before, now, at) => {
      const moved = measure(before, now)(at);

      expect(moved.x * now.zoom + now.x).toBeCloseTo(at.x * before.zoom + before.x, 6);
      expect(moved.y * now.zoom + now.y).toBeCloseTo(at.y * before.zoom + before.y, 6);
    }),
  );
});

test("both lines of a way have as many pieces, so that one can become the other", () => {
  fc.assert(
    fc.property(line, line, (old, next) => {
      const pieces = (text: unknown) => String(text).replace(/[^MLQ]/g, "");
      const frames = lineFrames(old, next, same);
      if (!frames) return;
      const [from, to] = frames.line;

      expect(pieces(from["d"])).toBe(pieces(to["d"]));
    }),
  );
});

test("a line with more corners is the same line", () => {
  fc.assert(
    fc.property(line, fc.integer({ min: 0, max: 6 }), (points, more) => {
      const length = (some: typeof points) =>
        some
          .slice(1)
          .reduce((sum, p, i) => sum + Math.hypot(p.x - (some[i]?.x ?? 0), p.y - (some[i]?.y ?? 0)), 0);
      const out = withCorners(points, points.length + more);

      expect(out).toHaveLength(points.length + more);
      expect(length(out)).toBeCloseTo(length(points), 6);
      expect([out[0], out.at(-1)]).toEqual([points[0], points.at(-1)]);
    }),
  );
});

test("what stands where it stood does not move", () => {
  const box = { x: 10, y: 20, w: 30, h: 40 };

  expect(boxFrames(box, { ...box, x: 10.2 }, same, 1)).toBeUndefined();
  expect(boxFrames(box, { ...box, h: 60 }, same, 1)).toBeDefined();
  expect(lineFrames([box, { x: 0, y: 0 }], [box, { x: 0, y: 0 }], same)).toBeUndefined();
});
