import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText, textWidth } from "#core/layout/sizes.ts";

test("an East Asian character is one em wide, a mark on it nothing", () => {
  expect(textWidth("日本", 10)).toBe(21);
  expect(textWidth("か\u3099", 10)).toBeLessThan(textWidth("かか", 10) + 1);
  expect(textWidth("e\u0301", 10)).toBe(textWidth("e", 10));
});

test("a text that fits is left alone, a longer one is cut with an ellipsis", () => {
  expect(fitText("draw", 100, 13)).toBe("draw");
  const cut = fitText("a very long name of a state", 80, 13);
  expect(cut.endsWith("…")).toBe(true);
  expect(textWidth(cut, 13)).toBeLessThanOrEqual(80);
});

test("cutting never splits a surrogate pair", () => {
  expect(fitText("🏐🏐🏐🏐", 40, 13)).toMatch(/^(🏐)+…$/u);
});

test("it is cut at the last character after which the ellipsis has room", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 300 }), (text, max) => {
      const chars = [...text];
      while (chars.length > 1 && textWidth(`${chars.join("")}…`, 13) > max) chars.pop();
      const cut = textWidth(text, 13) <= max ? text : `${chars.join("").trimEnd()}…`;

      expect(fitText(text, max, 13)).toBe(cut);
    }),
  );
});

test("a text as long as a file is cut without being measured to its end again and again", () => {
  const cut = fitText("assign(({ context }) => context.cards); ".repeat(20_000), 200, 10.5, "mono");

  expect(cut).toMatch(/^assign\(\(\{ context \}\) => .*…$/);
});
