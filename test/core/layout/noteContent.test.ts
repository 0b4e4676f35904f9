import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTE, noteContent } from "#core/layout/content/noteContent.ts";
import { wrapText } from "#core/layout/content/wrapText.ts";
import { textWidth } from "#core/layout/sizes.ts";

test("a note is at most 24 em wide, and its lines keep words whole", () => {
  const { lines } = noteContent(
    "May a serve be blocked? Played as allowed; the guard asks whether a block is open at this moment.",
  );

  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(textWidth(line, NOTE.letters)).toBeLessThanOrEqual(24 * NOTE.letters);
  expect(lines.join(" ")).toBe(
    "May a serve be blocked? Played as allowed; the guard asks whether a block is open at this moment.",
  );
});

test("Chinese and Japanese break between characters, but no line begins with a closing mark or ends with an opening one", () => {
  expect(wrapText("これは、「長い」文です。", 49, 12, 9)).toEqual(["これは、", "「長い」", "文です。"]);
  expect(wrapText("手札を（全部）引く。", 49, 12, 9)).toEqual(["手札を", "（全部）", "引く。"]);
});

test("lines that a person made stay, and what is too long is told by an ellipsis", () => {
  expect(wrapText("one\n\ntwo", 200, 12, 9)).toEqual(["one", "", "two"]);
  expect(wrapText("a\nb\nc", 200, 12, 2)).toEqual(["a", "b…"]);
});

test("no character of a text gets lost, and no line is too wide", () => {
  const letters = fc.constantFrom(..."ab é、。「」漢字かなー  W123-".split(""));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), fc.integer({ min: 40, max: 200 }), (some, most) => {
      const text = some.join("").trim();
      const lines = wrapText(text, most, 12, 999);

      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(most);
    }),
  );
});
