import fc from "fast-check";
import { expect, test } from "vitest";
import { overlaps, type Rect } from "#core/layout/geometry.ts";
import { Areas } from "#core/layout/place/areas.ts";

const number = fc.integer({ min: -400, max: 900 });
const area = fc.record({ x: number, y: number, w: fc.nat(700), h: fc.nat(700) });

test("whatever touches a place, or is near to it, is asked about", () => {
  fc.assert(
    fc.property(fc.array(area, { maxLength: 30 }), area, fc.nat(20), (all, place, gap) => {
      const areas = new Areas<Rect>();
      for (const one of all) areas.add(one, one);
      const found = new Set<Rect>();
      areas.some(place, gap, (one) => {
        if (overlaps(one, place, gap)) found.add(one);
        return false;
      });
      expect(found).toEqual(new Set(all.filter((one) => overlaps(one, place, gap))));
    }),
  );
});

test("the first that is as asked for ends the search", () => {
  const areas = new Areas<string>();
  for (const name of ["a", "b"]) areas.add({ x: 0, y: 0, w: 10, h: 10 }, name);
  const asked: string[] = [];
  expect(areas.some({ x: 5, y: 5, w: 1, h: 1 }, 0, (name) => asked.push(name) > 0)).toBe(true);
  expect(asked).toEqual(["a"]);
});
