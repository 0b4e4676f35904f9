import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { type Arrangement, type CompoundLines } from "#core/layout/arrangement/arrangement.ts";
import { LEVELS } from "#core/layout/level.ts";
import { crossedIn } from "#test/core/layout/place/crossedIn.ts";
import { pictureFaults } from "#test/core/layout/place/pictureFaults.ts";
import {
  crowdSubject,
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  locales,
  pictureOf,
  SMALL,
  type Subject,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

const games = gameSubjects();
const drawn = [...games, gallerySubject()];
const generated = generatedSubjects();

describe.each(LEVELS)("at %s", (level) => {
  test.each([...drawn, crowdSubject()])(
    "nothing of $name covers anything, in any language and on both canvases",
    (subject) => {
      const faults = locales.flatMap((locale) =>
        [SMALL, LARGE].flatMap((canvas) =>
          pictureFaults(pictureOf(subject, locale, { level }, canvas)).map(
            (fault) => `${locale} ${canvas.w}: ${fault}`,
          ),
        ),
      );

      expect(faults).toEqual([]);
    },
  );

  test("nothing of generated charts covers anything", { timeout: 120_000 }, () => {
    const faults = generated.flatMap((subject) =>
      [SMALL, LARGE].flatMap((canvas) =>
        pictureFaults(pictureOf(subject, "en", { level }, canvas)).map(
          (fault) => `${subject.name} ${canvas.w}: ${fault}`,
        ),
      ),
    );

    expect(faults).toEqual([]);
  });
});

/** What is free in canvases of 850 x 740 and 1350 x 800. */
const ROOMS = [
  { w: 826, h: 680 },
  { w: 1326, h: 740 },
] as const;

describe.each(locales)("in %s", (lang) => {
  test.each(
    drawn.flatMap((subject) => ROOMS.map((room) => ({ name: subject.name, w: room.w, subject, room }))),
  )(
    "lines of $name cross each other at most every second time in $w pixels, as opened and at flow",
    ({ subject, room }) => {
      for (const only of [undefined, "flow"] as const) {
        const { picture, zoom } = openedOf(subject, lang, room, { only });
        const { lines, crossed } = crossedIn(picture, zoom);
        // as the page counts: every line that is drawn
        expect(crossed.length / lines).toBeLessThanOrEqual(0.5);
      }
    },
  );
});

test("however things are folded and arranged, nothing covers anything", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...drawn, ...generated.slice(0, 22)).chain(arranged),
      fc.constantFrom(...LEVELS),
      fc.constantFrom(...locales),
      fc.constantFrom(SMALL, LARGE),
      ({ subject, folded, arrangement }, level, locale, canvas) => {
        expect(pictureFaults(pictureOf(subject, locale, { level, folded }, canvas, arrangement))).toEqual([]);
      },
    ),
    { numRuns: 60, seed: 9 },
  );
});

interface Arranged {
  readonly subject: Subject;
  readonly folded: ReadonlySet<string>;
  readonly arrangement: Arrangement;
}

/** Some compounds closed, some with their children in any lines. */
function arranged(subject: Subject): fc.Arbitrary<Arranged> {
  const compounds = [...places(subject.chart)].filter(([, { node }]) => node.children.length > 0);
  const lines = fc.tuple(
    ...compounds.map(([, { node }]) =>
      fc.option(
        fc.record({
          flow: fc.constantFrom("down" as const, "right" as const, undefined),
          keys: fc.shuffledSubarray(
            node.children.map(({ key }) => key),
            { minLength: node.children.length },
          ),
          ends: fc.array(fc.boolean(), { minLength: node.children.length, maxLength: node.children.length }),
        }),
        { freq: 1 },
      ),
    ),
  );
  return fc
    .record({
      folded: fc.subarray(compounds.map(([id]) => id).filter((id) => id !== "")),
      lines,
      fold: fc.nat(3),
    })
    .map(({ folded, lines: all, fold }) => {
      const found: Record<string, CompoundLines> = {};
      all.forEach((own, i) => {
        if (own)
          found[compounds[i]?.[0] ?? ""] = {
            ...(own.flow ? { flow: own.flow } : {}),
            lines: linesOf(own.keys, own.ends),
          };
      });
      return {
        subject,
        folded: new Set(fold === 0 ? folded : folded.slice(0, 2)),
        arrangement: { compounds: found, notes: [] },
      };
    });
}

/** A line ends behind each key where `ends` says so. */
function linesOf(keys: readonly string[], ends: readonly boolean[]): string[][] {
  const found: string[][] = [[]];
  keys.forEach((key, i) => {
    found.at(-1)?.push(key);
    if (ends[i] && i < keys.length - 1) found.push([]);
  });
  return found;
}
