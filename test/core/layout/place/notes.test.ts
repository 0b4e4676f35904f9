import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { type Arrangement, type Note, NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { LEVELS } from "#core/layout/level.ts";
import { noteFaults } from "#test/core/layout/place/noteFaults.ts";
import { pictureFaults } from "#test/core/layout/place/pictureFaults.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  locales,
  pictureOf,
  SMALL,
  type Subject,
} from "#test/core/layout/place/subjects.ts";

const drawn = [...gameSubjects(), gallerySubject()];
const TEXTS = [
  "ask",
  "Reading 7: may a serve be blocked? Played as allowed; the guard asks whether a block is open here.",
  "試遊：換牌太久。\n先攻方可以在這裡宣告，但要等對手回應之後，才能移到下一個階段。",
];
const noted = (notes: readonly Note[]): Arrangement => ({ ...NO_ARRANGEMENT, notes });
/** A canvas on which every map is seen whole. */
const HUGE = { w: 20_000, h: 20_000 };

describe.each(LEVELS)("at %s", (level) => {
  test.each(drawn)("a note on every state of $name covers nothing and no line meets it", (subject) => {
    const notes = [...places(subject.chart).keys()].map((at, i) => ({
      id: `n${i}`,
      at,
      text: TEXTS[i % 3] as string,
    }));
    const picture = pictureOf(subject, "en", { level }, HUGE, noted(notes));

    expect([...picture.notes.keys()].toSorted()).toEqual(notes.map(({ id }) => id).toSorted());
    expect(noteFaults(picture)).toEqual([]);
  });
});

test("however notes are strewn, nothing covers anything", { timeout: 120_000 }, () => {
  const some = [...drawn, ...generatedSubjects().slice(0, 12)];
  fc.assert(
    fc.property(
      fc.constantFrom(...some).chain(strewn),
      fc.constantFrom(...LEVELS),
      fc.constantFrom(...locales),
      fc.constantFrom(SMALL, LARGE, HUGE),
      ({ subject, notes, folded }, level, locale, canvas) => {
        const picture = pictureOf(subject, locale, { level, folded }, canvas, noted(notes));
        const bare = new Set(pictureFaults(pictureOf(subject, locale, { level, folded }, canvas)));

        expect([...noteFaults(picture), ...pictureFaults(picture)].filter((one) => !bare.has(one))).toEqual(
          [],
        );
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

function strewn(subject: Subject) {
  const all = [...places(subject.chart)];
  const ids = all.map(([id]) => id);
  const compounds = all.filter(([id, { node }]) => id !== "" && node.children.length > 0);
  return fc.record({
    subject: fc.constant(subject),
    notes: fc
      .array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...TEXTS)), { maxLength: 9 })
      .map((some) => some.map(([at, text], i) => ({ id: `n${i}`, at, text }))),
    folded: fc
      .subarray(
        compounds.map(([id]) => id),
        { maxLength: Math.min(2, compounds.length) },
      )
      .map((some) => new Set(some)),
  });
}

test("where the map has no room for notes they are signs on their states", () => {
  const notes = [
    { id: "a", at: "turn.draw", text: "why" },
    { id: "b", at: "turn.draw", text: "because" },
    { id: "c", at: "turn.main.act", text: "ask the publisher", colour: "blue" as const },
  ];
  const small = pictureOf(gallerySubject(), "en", { level: "map" }, { w: 300, h: 200 }, noted(notes));
  const large = pictureOf(gallerySubject(), "en", { level: "map" }, HUGE, noted(notes));

  const sign = (id: string) => small.scene.items.get(id)?.content.marks.find(({ kind }) => kind === "note");
  expect(small.notes.size).toBe(0);
  expect(sign("turn.draw")).toMatchObject({ text: "2", title: "why\n\nbecause" });
  expect(sign("turn.main.act")).toMatchObject({ text: "", notes: [notes[2]] });
  expect([...large.notes.keys()]).toEqual(["a", "b", "c"]);
});

test.each(LEVELS)("at %s a closed state has a sign for the notes inside of it", (level) => {
  const notes = [
    { id: "in", at: "turn.main.act", text: "deep" },
    { id: "gone", at: "turn.main.nowhere", text: "nothing is called so" },
  ];
  const view = { level, folded: new Set(["turn"]) };
  const { scene, notes: placed } = pictureOf(gallerySubject(), "en", view, HUGE, noted(notes));

  expect(placed.size).toBe(0);
  expect(scene.items.get("turn")?.content.marks.at(-1)).toMatchObject({ kind: "note", title: "deep" });
});
