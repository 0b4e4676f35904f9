import { expect, test } from "vitest";
import { LEVELS } from "#core/layout/level.ts";
import type { Picture } from "#core/layout/picture.ts";
import { generatedPlans } from "#test/charts/generated.ts";
import { mostTracks } from "#test/core/layout/place/sideBySide.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  pictureOf,
  SMALL,
} from "#test/core/layout/place/subjects.ts";

/** What an eye can follow side by side. */
const MOST = 8;

test.each([...gameSubjects(), gallerySubject()])(
  "at most eight lines of $name run side by side",
  (subject) => {
    for (const level of LEVELS)
      for (const canvas of [SMALL, LARGE]) {
        const { count, lines } = mostTracks(pictureOf(subject, "en", { level }, canvas));

        expect(count, lines.join("\n")).toBeLessThanOrEqual(MOST);
      }
  },
);

/** Of more states, or with one that twenty ways lead out of, some have up to sixteen: `docs/figures.md`. */
const plain = new Set(
  generatedPlans.filter(({ states, wide }) => states <= 80 && !wide).map(({ name }) => name),
);

test.each(generatedSubjects().filter(({ name }) => plain.has(name)))(
  "at most eight lines of $name run side by side, as opened",
  (subject) => {
    for (const level of LEVELS) {
      const { count, lines } = mostTracks(pictureOf(subject, "en", { level }));

      expect(count, lines.join("\n")).toBeLessThanOrEqual(MOST);
    }
  },
);

test("lines side by side are counted where they run along each other, those that share a way once", () => {
  const piece = (id: string, y: number, lo: number, hi: number) => ({
    id,
    points: [
      { x: lo, y },
      { x: hi, y },
    ],
  });
  const drawn = [
    piece("a", 0, 0, 100),
    piece("b", 8, 50, 200),
    piece("c", 8, 50, 120),
    piece("d", 16, 90, 300),
    piece("far", 60, 0, 300),
    piece("after", 24, 210, 300),
  ];
  const arrows = drawn.map(({ id }) => ({ id, role: "line", from: id, to: `to ${id}`, parts: [] }));
  const picture = {
    scene: { arrows, near: true, items: new Map() },
    routes: new Map(drawn.map(({ id, points }) => [id, { points, label: undefined }])),
  } as unknown as Picture;

  expect(mostTracks(picture)).toEqual({ count: 3, lines: ["a", "b", "c", "d"] });
});
