import { expect, test } from "vitest";
import { thrownText } from "#core/run/play/thrownText.ts";

test.each([
  ["an Error", new Error("no card"), "no card"],
  ["an Error without words", new TypeError(), "TypeError"],
  ["a number", 1, "1 was thrown, which is no Error"],
  ["null", null, "null was thrown, which is no Error"],
  ["undefined", undefined, "undefined was thrown, which is no Error"],
  ["a text", "no card", '"no card" was thrown, which is no Error'],
  ["an object", { code: 3 }, '{"code":3} was thrown, which is no Error'],
  ["a symbol", Symbol("s"), "Symbol(s) was thrown, which is no Error"],
  [
    "an object that throws itself",
    {
      toJSON() {
        throw new Error("again");
      },
    },
    "A value was thrown that has no text",
  ],
])("what was thrown is told in words: %s", (_, thrown, words) => {
  expect(thrownText(thrown)).toBe(words);
});

test("a long message is cut", () => {
  expect(thrownText(new Error("x".repeat(5e7))).length).toBeLessThan(2_100);
});
