import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Anchor,
  anchorAt,
  anchorIn,
  CLOSE,
  levelsAfter,
  type Levels,
  OPEN,
  phaseAt,
} from "#adapters/flow/gestures/zoomLevels.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { LEVELS } from "#core/layout/level.ts";
import { namesFrom } from "#core/layout/names.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { canvasWords } from "#test/adapters/flow/words.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const NONE: Levels = new Map();
const zoom = fc.double({ min: 0.05, max: 2, noNaN: true });
const phase = fc.constantFrom("a", "b", "c", undefined);
const rank = (levels: Levels, id: string) => LEVELS.indexOf(levels.get(id) ?? "map");

test("what opens a phase and what closes it again lie 20 % apart", () => {
  for (const level of ["flow", "full"] as const)
    expect(OPEN[level] / CLOSE[level]).toBeGreaterThanOrEqual(1.2);
});

test("a step opens one phase by one level at most, the one under the pointer, and closes none by two", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(zoom, phase), { maxLength: 12 }), (steps) => {
      let levels = NONE;
      for (const [at, under] of steps) {
        const next = levelsAfter(levels, at, under);
        const opened = ["a", "b", "c"].filter((id) => rank(next, id) > rank(levels, id));
        for (const id of ["a", "b", "c"])
          expect(Math.abs(rank(next, id) - rank(levels, id))).toBeLessThanOrEqual(1);

        expect(opened.every((id) => id === under)).toBe(true);
        levels = next;
      }
    }),
  );
});

describe("on a chart", () => {
  const chart = chartOf(`import { createMachine } from "xstate";
export const machine = createMachine({ initial: "a", states: {
  a: { initial: "a1", states: { a1: { on: { GO: "a2" } }, a2: { on: { GO: "a3" } }, a3: {} }, on: { NEXT: "b" } },
  b: { initial: "b1", states: { b1: { on: { GO: "b2" } }, b2: {} }, on: { NEXT: "c" } },
  c: { initial: "c1", states: { c1: {}, c2: {} } } } });`);
  const names = namesFrom(undefined, canvasWords);
  const pictures = new Map<string, Picture>();
  const pictureOf = (levels: Levels): Picture => {
    const key = JSON.stringify([...levels].sort());
    const known = pictures.get(key) ?? drawPicture(sceneOf(chart, names, { level: "map", levels }));
    pictures.set(key, known);
    return known;
  };
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const place = fc.tuple(share, share);
  const pointIn = ({ boxes }: Picture, [x, y]: [number, number]) => {
    const all = boxes.get("") as { x: number; y: number; w: number; h: number };
    return { x: all.x + all.w * x, y: all.y + all.h * y };
  };

  test("out and back gives the same picture, wherever one looked meanwhile", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(zoom, place), { maxLength: 10 }), (steps) => {
        const before = pictureOf(NONE);
        let levels = NONE;
        for (const [at, where] of steps) {
          const picture = pictureOf(levels);
          levels = levelsAfter(levels, at, phaseAt(picture, pointIn(picture, where)));
        }
        // two levels, one a step
        for (const at of [1, 0.9]) levels = levelsAfter(levels, at, undefined);
        const after = drawPicture(sceneOf(chart, names, { level: "map", levels }));

        expect(after.boxes).toEqual(before.boxes);
        expect(after.routes).toEqual(before.routes);
      }),
    );
  });

  test("what is under the pointer is found again at the same share of the state it is in", () => {
    fc.assert(
      fc.property(place, fc.constantFrom("a", "b", "c"), (where, opened) => {
        const [before, after] = [pictureOf(NONE), pictureOf(new Map([[opened, "flow"]]))];
        const anchor = anchorAt(before, pointIn(before, where), "") as Anchor;
        const at = anchorIn(after, anchor);
        const box = after.boxes.get(anchor.id);

        expect(at && box && at.x >= box.x && at.x <= box.x + box.w).toBe(true);
        expect(at && box && at.y >= box.y && at.y <= box.y + box.h).toBe(true);
        expect(anchorIn(before, anchor)?.x).toBeCloseTo(pointIn(before, where).x, 6);
      }),
    );
  });
});
