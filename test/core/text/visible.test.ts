import fc from "fast-check";
import { expect, test } from "vitest";
import { visible } from "#core/text/visible.ts";

test.each([
  ["\u001b[31mRED\u001b]0;pwned\u0007", "\\u001b[31mRED\\u001b]0;pwned\\u0007"],
  ["a\u202eb\u2066c\u200f", "a\\u202eb\\u2066c\\u200f"],
  ["\u009b31m", "\\u009b31m"],
  ["over\rwritten", "over\\u000dwritten"],
  ["one\r\ntwo\tthree\n", "one\r\ntwo\tthree\n"],
  ["手番 🏐 é", "手番 🏐 é"],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("JSON is the same JSON afterwards", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), (json) => {
      expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
    }),
  );
});
