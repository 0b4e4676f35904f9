import { treeOf } from "#core/syntax/tree.ts";
import { describe, expect, test } from "vitest";
import { applyEdits, sortEdits } from "#core/text/textEdit.ts";
import { commaList, insertItems, removeItems } from "#core/edit/pen/commaList.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import type { Node } from "#core/syntax/node.ts";

const style = { eol: "\n", unit: "  ", pad: " ", trailingComma: true };

function listIn(text: string) {
  const node = treeOf(text)?.objects.get(text.indexOf("{")) as Node;
  const list = commaList(text, node);
  if (!list) throw new Error("no list");
  return list;
}

function without(text: string, ...keys: string[]): string {
  const list = listIn(text);
  const gone = list.items.filter(({ from, to }) =>
    keys.some((key) => text.slice(from, to).startsWith(`${key}:`)),
  );
  return applyEdits(text, joinEdits(removeItems(text, list, new Set(gone.map(({ node }) => node)))) ?? []);
}

function withItem(text: string, index = Infinity, item = { code: () => "z: 9" }): string {
  const list = listIn(text);
  return applyEdits(
    text,
    sortEdits(insertItems(text, list, Math.min(index, list.items.length), [item], style)),
  );
}

describe("taking out", () => {
  test.each([
    ["x = { a: 1, b: 2 }", ["a"], "x = { b: 2 }"],
    ["x = { a: 1, b: 2 }", ["b"], "x = { a: 1 }"],
    ["x = { a: 1, b: 2, }", ["b"], "x = { a: 1, }"],
    ["x = { a: 1, b: 2, c: 3 }", ["b", "c"], "x = { a: 1 }"],
    ["x = { a: 1, b: 2 }", ["a", "b"], "x = {}"],
    ["x = { a: 1 /* a */, /* b */ b: 2 }", ["b"], "x = { a: 1 /* a */ }"],
    ["x = { a: 1 /* a */, /* b */ b: 2 }", ["a"], "x = { /* b */ b: 2 }"],
    ["x = {\n  a: 1,\n  b: 2\n}", ["b"], "x = {\n  a: 1\n}"],
    ["x = {\n  a: 1, // a\n  b: 2 // b\n}", ["b"], "x = {\n  a: 1 // a\n}"],
    ["x = {\n  // a\n  a: 1,\n\n  // b\n  b: 2,\n}", ["b"], "x = {\n  // a\n  a: 1,\n}"],
    ["x = {\n  // a\n  a: 1,\n\n  b: 2,\n}", ["a"], "x = {\n  b: 2,\n}"],
    ["x = { // head\n  a: 1,\n\n  b: 2,\n}", ["a"], "x = { // head\n\n  b: 2,\n}"],
    ["x = {\n  // loose\n\n  a: 1,\n}", ["a"], "x = {\n  // loose\n}"],
    ["x = { // head\n  a: 1,\n  b: 2,\n}", ["a"], "x = { // head\n  b: 2,\n}"],
    ["x = {\r\n\ta: 1,\r\n\tb: 2,\r\n}", ["a"], "x = {\r\n\tb: 2,\r\n}"],
    ["x = { a: 1,\n  b: 2 }", ["b"], "x = { a: 1 }"],
    ["x = { a: 1, // a\n  b: 2 }", ["b"], "x = { a: 1 // a\n   }"],
    ["x = { ...s, a: 1 }", ["a"], "x = { ...s }"],
    ["x = {\n  a: 1\n  , b: 2\n}", ["b"], "x = {\n  a: 1\n  \n}"],
  ])("%j without %j", (text, keys, after) => {
    expect(without(text, ...keys)).toBe(after);
  });
});

describe("putting in", () => {
  test.each([
    ["x = {}", "x = { z: 9 }"],
    ["x = { a: 1 }", "x = { a: 1, z: 9 }"],
    ["x = { a: 1, }", "x = { a: 1, z: 9, }"],
    ["x = { a: 1 /* a */ }", "x = { a: 1 /* a */, z: 9 }"],
    ["x = {\n  a: 1,\n}", "x = {\n  a: 1,\n  z: 9,\n}"],
    ["x = {\n  a: 1\n}", "x = {\n  a: 1,\n  z: 9\n}"],
    ["x = {\n  a: 1 // a\n}", "x = {\n  a: 1, // a\n  z: 9\n}"],
    ["x = {\n  a: 1, // a\n\n  // loose\n}", "x = {\n  a: 1, // a\n  z: 9,\n\n  // loose\n}"],
    ["x = {\n\ta: 1,\n\n\tb: 2,\n}", "x = {\n\ta: 1,\n\n\tb: 2,\n\n\tz: 9,\n}"],
    ["x = {\n}", "x = {\n  z: 9,\n}"],
    ["x = {\n  // only this\n}", "x = {\n  // only this\n  z: 9,\n}"],
  ])("at the end of %j", (text, after) => {
    expect(withItem(text)).toBe(after);
  });

  test("before an item it goes above that item's comments", () => {
    expect(withItem("x = {\n  a: 1,\n  // b\n  b: 2,\n}", 1)).toBe(
      "x = {\n  a: 1,\n  z: 9,\n  // b\n  b: 2,\n}",
    );
  });

  test("before an item of one line", () => {
    expect(withItem("x = { a: 1, b: 2 }", 1)).toBe("x = { a: 1, z: 9, b: 2 }");
  });
});

test("an array with holes is no list to edit", () => {
  const text = "x = [1, , 2]";
  const hole = { type: "ArrayExpression", start: 4, end: 12, elements: [null] } as unknown as Node;

  expect(commaList(text, hole)).toBeUndefined();
});

describe("joining edits", () => {
  const cut = (from: number, to: number) => ({ from, to, insert: "" });
  const put = (from: number, insert: string, to = from) => ({ from, to, insert });

  test("what lies inside a deletion is dropped, what stands at its ends is kept", () => {
    expect(joinEdits([put(3, "x"), cut(0, 5), put(5, "y"), put(0, "z")])).toEqual([
      put(0, "z"),
      cut(0, 5),
      put(5, "y"),
    ]);
  });
  test("deletions that overlap are one", () => {
    expect(joinEdits([cut(4, 8), cut(0, 5)])).toEqual([cut(0, 8)]);
  });
  test("two replacements of the same text clash", () => {
    expect(joinEdits([put(0, "x", 3), put(2, "y", 5)])).toBeUndefined();
  });
});
