import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyEdits,
  diffEdit,
  invertEdits,
  mapOffset,
  sortEdits,
  type TextEdit,
} from "#core/text/textEdit.ts";

/** Pieces that hurt: CJK, a character of two units, line ends of both kinds. */
const text = fc
  .array(fc.constantFrom("a", "b", "{", "}", "\n", "\r\n", "手", "札", "𠮷", "🏐"), { maxLength: 40 })
  .map((parts) => parts.join(""));

/** A text with sorted edits that lie apart in it, empty ones among them. */
const change = text.chain((before) =>
  fc.array(fc.tuple(fc.nat(before.length), text), { maxLength: 8 }).map((cuts) => {
    const places = cuts.map(([at]) => at).sort((a, b) => a - b);
    const edits: TextEdit[] = [];
    for (let i = 0; i + 1 < places.length; i += 2)
      edits.push({ from: places[i] ?? 0, to: places[i + 1] ?? 0, insert: cuts[i]?.[1] ?? "" });
    return { before, edits };
  }),
);

const loneSurrogate = /\p{Surrogate}/u;

test("edits and their inverse are nothing, and the inverse of that is the change again", () => {
  fc.assert(
    fc.property(change, ({ before, edits }) => {
      const after = applyEdits(before, edits);
      const back = invertEdits(before, edits);

      expect(applyEdits(after, back)).toBe(before);
      expect(applyEdits(before, invertEdits(after, back))).toBe(after);
    }),
  );
});

test("the smallest edit between two texts leads from one to the other and touches nothing more", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edit = diffEdit(before, after);

      if (!edit) {
        expect(before).toBe(after);
        return;
      }
      expect(applyEdits(before, [edit])).toBe(after);
      // whole characters: half of a pair is no text
      expect(edit.insert).not.toMatch(loneSurrogate);
      expect(before.slice(edit.from, edit.to)).not.toMatch(loneSurrogate);
    }),
  );
});

test("one changed word in a long text is an edit of that word", () => {
  expect(diffEdit("draw: { on: 1 }", "draw: { off: 1 }")).toEqual({ from: 9, to: 10, insert: "ff" });
  expect(diffEdit("同じ", "同じ")).toBeUndefined();
  expect(diffEdit("🏐", "🏀")).toEqual({ from: 0, to: 2, insert: "🏀" });
});

test("in a long text the edit is as small as in a short one, wherever it is", () => {
  const long = "0123456789abcde🏐".repeat(200);
  fc.assert(
    fc.property(
      fc.nat(long.length),
      fc.nat(600),
      fc.constantFrom("", "!", "手札", "!".repeat(700)),
      (at, cut, insert) => {
        const [from, to] = [at, Math.min(long.length, at + cut)];
        const before = `<${long}>`;
        const after = `<${long.slice(0, from)}(${insert})${long.slice(to)}>`;

        const edit = diffEdit(before, after)!;

        expect(applyEdits(before, [edit])).toBe(after);
        expect(edit.insert.length).toBeLessThanOrEqual(insert.length + 4);
        expect(edit.to - edit.from).toBeLessThanOrEqual(to - from + 2);
      },
    ),
  );
});

test("what stands outside all edits is found where its offset is mapped to", () => {
  fc.assert(
    fc.property(change, ({ before, edits }) => {
      const after = applyEdits(before, edits);
      for (let at = 0; at < before.length; at++) {
        if (edits.some(({ from, to }) => from <= at && at < to)) continue;
        expect(after[mapOffset(at, edits)]).toBe(before[at]);
      }
      expect(mapOffset(before.length, edits)).toBe(after.length);
    }),
  );
});

test("mapped offsets keep their order", () => {
  fc.assert(
    fc.property(change, ({ before, edits }) => {
      for (let at = 1; at <= before.length; at++)
        expect(mapOffset(at, edits)).toBeGreaterThanOrEqual(mapOffset(at - 1, edits));
    }),
  );
});

test("inserts at one place keep their order", () => {
  const edits = sortEdits([
    { from: 2, to: 2, insert: "c" },
    { from: 1, to: 1, insert: "a" },
    { from: 1, to: 1, insert: "b" },
  ]);

  expect(applyEdits("xyz", edits)).toBe("xabycz");
});

test("an edit outside the text or over another one is our fault and says where", () => {
  expect(() => applyEdits("abc", [{ from: 2, to: 4, insert: "" }])).toThrow(/2\.\.4 .*3/);
  expect(() =>
    applyEdits("abc", [
      { from: 0, to: 2, insert: "" },
      { from: 1, to: 3, insert: "" },
    ]),
  ).toThrow(RangeError);
});
