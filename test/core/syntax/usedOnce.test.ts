import { expect, test } from "vitest";
import { usedOnce } from "#core/syntax/usedOnce.ts";

test.each([
  ["const a = {}; f({ ...a });", "a", true],
  ["const a = {}; f({ ...a }, a);", "a", false],
  ["const a = {};", "a", false],
  ["let a = {}; f({ ...a });", "a", false],
  ["export const a = {}; f({ ...a });", "a", true],
  ["export const b = 1, a = {}; f({ ...a });", "a", false],
  ["const a = {}; f({ ...a }); export { a };", "a", false],
  ["const a = {}; f({ ...a }); // a", "a", false],
  ["const a = {}; f({ ...\\u0061 }, a);", "a", false],
  ["const a = {}; f({ x: \\u{61} });", "a", true],
  ["const $a = {}; f({ ...$a, b, ab, $ab });", "$a", true],
  ["const 状態 = {}; f({ 次: 状態 });", "状態", true],
  ["const a = {}; f({ a: a, 'a': 1, t: 'a', u: x.a });", "a", true],
  ["const a = {}; f({ a });", "a", true],
  ["const a = {}; f(x ? a : { b }, a);", "a", false],
  ["const a = {}; f([...a, `${a}`]);", "a", false],
  ["const\n  a = {}; f(a);", "a", true],
])("in %j %s is used once: %s", (text, name, once) => {
  expect(usedOnce(text, name)).toBe(once);
});
