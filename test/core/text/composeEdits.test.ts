import fc from "fast-check";
import { expect, test } from "vitest";
import { composeEdits, spanBefore } from "#core/text/composeEdits.ts";
import { applyEdits, invertEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** Edits of a text of that length: places that are in order and apart. */
const editsOf = (length: number): fc.Arbitrary<TextEdit[]> =>
  fc
    .array(
      fc.record({
        from: fc.nat(length),
        size: fc.nat(3),
        insert: fc.string({ unit: fc.constantFrom("x", "y"), maxLength: 3 }),
      }),
      { maxLength: 4 },
    )
    .map((all) => {
      const kept: TextEdit[] = [];
      const sorted = sortEdits(
        all.map(({ from, size, insert }) => ({ from, to: Math.min(length, from + size), insert })),
      );
      for (const edit of sorted) if (edit.from >= (kept.at(-1)?.to ?? 0)) kept.push(edit);
      return kept;
    });

const two = fc.string({ unit: fc.constantFrom(..."abcdefgh"), maxLength: 12 }).chain((text) =>
  editsOf(text.length).chain((first) => {
    const between = applyEdits(text, first);
    return editsOf(between.length).map((second) => ({ text, first, between, second }));
  }),
);

test("two changes at once are the one after the other, there and back", () =>
  fc.assert(
    fc.property(two, ({ text, first, between, second }) => {
      const edits = composeEdits(between, first, second);
      const after = applyEdits(text, edits);

      expect(after).toBe(applyEdits(between, second));
      expect(applyEdits(after, invertEdits(text, edits))).toBe(text);
    }),
    { numRuns: 2_000 },
  ));

test("a change that leaves a place alone leaves it alone", () => {
  const first = [{ from: 2, to: 3, insert: "XYZ" }];

  expect(composeEdits("abXYZdefg", first, [{ from: 7, to: 8, insert: "" }])).toEqual([
    ...first,
    { from: 5, to: 6, insert: "" },
  ]);
});

test("a stretch is told in the text before: what was put in, where it was put", () => {
  const edits = [{ from: 2, to: 3, insert: "XYZ" }];
  // abXYZdefg, of abcdefg
  const before = (from: number, to: number) => spanBefore({ from, to }, edits);

  expect(before(0, 2)).toEqual({ from: 0, to: 2 });
  expect(before(3, 4)).toEqual({ from: 2, to: 3 });
  expect(before(5, 7)).toEqual({ from: 3, to: 5 });
  expect(before(1, 6)).toEqual({ from: 1, to: 4 });
});
