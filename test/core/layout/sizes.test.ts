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
