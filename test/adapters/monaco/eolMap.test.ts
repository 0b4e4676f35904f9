import fc from "fast-check";
import { expect, test } from "vitest";
import { eolMap, toProjectEdits } from "#adapters/monaco/eolMap.ts";
import { applyEdits } from "#core/text/textEdit.ts";

const pieces = fc.constantFrom("a", "b ", "\n", "\r\n", "\r", "\u2028", "\ufeff", "日本", "😀", "");
const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(""));

test("the model's text has one kind of line end and no mark", () => {
  const map = eolMap("\ufeffa\r\nb\rc\nd\u2028e");

  expect(map.model).toBe("a\nb\nc\nd\u2028e");
});

test("an offset of the model never lands between a carriage return and its line feed", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const map = eolMap(text);
      for (let at = 0; at <= map.model.length; at++) {
        const there = map.toProject(at);
        expect(text.slice(there - 1, there + 1)).not.toBe("\r\n");
        expect(map.toModel(there)).toBe(at);
      }
    }),
  );
});

test("offsets outside the text are its ends", () => {
  const map = eolMap("\ufeffa\r\nb");

  expect([map.toModel(-5), map.toModel(99), map.toProject(-5), map.toProject(99)]).toEqual([0, 3, 1, 5]);
});

test("a new line ends as most lines of the file do", () => {
  expect(eolMap("a\r\nb\r\nc\n").eol).toBe("\r\n");
  expect(eolMap("a\r\nb\nc\n").eol).toBe("\n");
  expect(eolMap("no line end").eol).toBe("\n");
});

test("a line broken right after a lone carriage return stays a line of its own", () => {
  const map = eolMap("a\rb\n");

  const [edit] = toProjectEdits(map, [{ rangeOffset: 2, rangeLength: 0, text: "\n" }]);

  expect(eolMap(applyEdits(map.text, [edit!])).model).toBe("a\n\nb\n");
});

test("an edit of the model changes the same stretch of the text and no byte beside it", () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      fc.nat(),
      fc.constantFrom("", "x", "\n", "x\ny", "😀"),
      (text, p, q, insert) => {
        const map = eolMap(text);
        const [from, to] = [p, q].map((n) => n % (map.model.length + 1)).sort((a, b) => a - b) as [
          number,
          number,
        ];

        const [edit] = toProjectEdits(map, [{ rangeOffset: from, rangeLength: to - from, text: insert }]);

        expect(eolMap(`.${text.slice(edit!.from, edit!.to)}`).model).toBe(`.${map.model.slice(from, to)}`);
        const after = applyEdits(text, [edit!]);
        expect(after.startsWith(text.slice(0, edit!.from))).toBe(true);
        expect(after.endsWith(text.slice(edit!.to))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("several changes of one moment come out sorted and in old offsets", () => {
  const map = eolMap("ab\r\ncd\r\nef");

  const edits = toProjectEdits(map, [
    { rangeOffset: 6, rangeLength: 1, text: "E" },
    { rangeOffset: 3, rangeLength: 1, text: "C" },
  ]);

  expect(applyEdits(map.text, edits)).toBe("ab\r\nCd\r\nEf");
});
