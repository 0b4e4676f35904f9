import fc from "fast-check";
import { expect, test } from "vitest";
import { textWidth } from "#core/layout/sizes.ts";
import { textRoom } from "#adapters/flow/textRoom.ts";

test("a text on one line is as large as its box is wide or high", () => {
  const wide = textRoom("go", { w: 1000, h: 20 }, 1);
  const high = textRoom("go", { w: 40, h: 1000 }, 1);

  expect(wide).toBe(20);
  expect(textWidth("go", high)).toBeLessThanOrEqual(41);
});

test("a line on its own leaves room for letters that are a little wider than was reckoned", () => {
  for (const text of ["go", "次のフェイズへ進む", "end the free step"])
    expect(textWidth(text, textRoom(text, { w: 80, h: 14 }, 1))).toBeLessThanOrEqual(77);
});

test("a long text is larger when it is broken into lines", () => {
  const text = "end the free step of this turn";

  expect(textRoom(text, { w: 100, h: 40 }, 1)).toBeGreaterThan(textRoom(text, { w: 100, h: 13 }, 1));
});

test("what has no spaces is broken between its characters, a long word is not", () => {
  expect(textRoom("先にサーブする側の引き直し", { w: 100, h: 40 }, 1)).toBeGreaterThan(13);
  expect(textRoom("Donaudampfschifffahrt", { w: 100, h: 40 }, 1)).toBeLessThan(12);
});

test("a larger box never makes a text smaller", () => {
  const side = fc.integer({ min: 10, max: 400 });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), side, side, side, (text, w, h, more) => {
      fc.pre(text.trim() !== "");

      expect(textRoom(text, { w: w + more, h: h + more }, 1.1)).toBeGreaterThanOrEqual(
        textRoom(text, { w, h }, 1.1),
      );
    }),
  );
});
