import fc from "fast-check";
import { expect, test } from "vitest";
import { lineColumn } from "#core/text/lines.ts";

test("lines and columns are counted from 1, whatever ends a line", () => {
  const text = "a\nbc\r\nd\re";

  expect([0, 1, 2, 3, 6, 8].map((at) => lineColumn(text, at))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
  ]);
});

test("columns are UTF-16 units, as the editor counts", () => {
  expect(lineColumn("手札🏐x", 4)).toEqual({ line: 1, column: 5 });
});

test("an offset outside the text is the nearest end", () => {
  expect(lineColumn("ab\nc", 99)).toEqual({ line: 2, column: 2 });
  expect(lineColumn("ab", -1)).toEqual({ line: 1, column: 1 });
});

test("any place in any text is the line and column that a count from its start gives", () => {
  const text = fc
    .array(fc.constantFrom("a", "\n", "\r", "\r\n", "手", "🏐"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat(50), (text, offset) => {
      const before = text.slice(0, offset);
      // A line does not end between the two halves of its end.
      const isSplit = text.slice(offset - 1, offset + 1) === "\r\n" && offset > 0;
      const lines = (isSplit ? before.slice(0, -1) : before).split(/\r\n?|\n/);
      const column = (lines.at(-1) ?? "").length + 1 + (isSplit ? 1 : 0);
      expect(lineColumn(text, offset)).toEqual({ line: lines.length, column });
    }),
  );
});
