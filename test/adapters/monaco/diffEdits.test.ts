import fc from "fast-check";
import { expect, test } from "vitest";
import { diffEdits, rebaseEdits } from "#adapters/monaco/diffEdits.ts";
import { applyEdits } from "#core/text/textEdit.ts";

const texts = fc
  .array(fc.constantFrom("a\n", "b\n", "cc\n", "\n", "d", "😀", "😁\n", "\r\n"), { maxLength: 30 })
  .map((parts) => parts.join(""));

test("the edits lead from one text to the other", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(applyEdits(before, diffEdits(before, after))).toBe(after);
    }),
    { numRuns: 1000 },
  );
});

test("two changes far apart leave what is between them alone", () => {
  const between = Array.from({ length: 50 }, (_, i) => `line ${i}\n`).join("");

  const edits = diffEdits(`draw: 1\n${between}to: draw\n`, `start: 1\n${between}to: start\n`);

  expect(edits).toEqual([
    { from: 0, to: 4, insert: "start" },
    { from: 8 + between.length + 4, to: 8 + between.length + 8, insert: "start" },
  ]);
});

test("texts with nothing in common are replaced at once, in little time", () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}\n`).join("");

  const edits = diffEdits(lines("x"), lines("y"));

  expect(edits).toHaveLength(1);
});

test("an edit follows what another hand wrote above it", () => {
  const edits = rebaseEdits([{ from: 4, to: 6, insert: "Z" }], "one\ntwo\n", "zero\none\ntwo\n");

  expect(applyEdits("zero\none\ntwo\n", edits)).toBe("zero\none\nZo\n");
});

test("rebased edits stay sorted, apart and inside the text", () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, mine, theirs) => {
      const edits = rebaseEdits(diffEdits(base, mine), base, theirs);
      expect(() => applyEdits(theirs, edits)).not.toThrow();
    }),
  );
});
