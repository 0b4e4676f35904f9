import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonCode, keyLike, keyText, printCode, quoteLike, quoteText } from "#core/edit/pen/codeText.ts";
import type { FileStyle } from "#core/edit/pen/fileStyle.ts";

const style: FileStyle = { eol: "\n", unit: "  ", quote: "'", trailingComma: true, pad: " " };
const run = (code: string): unknown => new Function(`return (${code})`)();

test.each(['"', "'", "`"] as const)("a text between %s says exactly that text", (quote) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(run(quoteText(text, quote))).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test("the quotes of the old literal are kept", () => {
  expect(quoteLike('"old"', "it's", style)).toBe(`"it's"`);
  expect(quoteLike("`old`", "a ${b}", style)).toBe("`a \\${b}`");
  expect(quoteLike("someConst", "new", style)).toBe("'new'");
});

test("in a file of CRLF a template gets no bare line feed", () => {
  expect(quoteLike("`old`", "a\nb", { ...style, eol: "\r\n" })).toBe("'a\\nb'");
});

test.each([
  ["draw", "draw"],
  ["手番", "手番"],
  ["class", "class"],
  ["a b", "'a b'"],
  ["1a", "'1a'"],
  ["it's", "'it\\'s'"],
  ["__proto__", "['__proto__']"],
])("the key %s is written %s", (key, text) => {
  expect(keyText(key, "'")).toBe(text);
  expect(Object.keys(run(`{ ${text}: 1 }`) as object)).toEqual([key]);
});

test("a quoted key stays quoted", () => {
  expect(keyLike('"a"', "b", "'")).toBe('"b"');
});

test("JSON is read back as it was given", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const code = printCode(jsonCode(value as never, style), style, { indent: "", oneLine: true });
      expect(JSON.stringify(run(code))).toBe(JSON.stringify(value));
    }),
  );
});

test("a wide object goes over several lines, unless it must not", () => {
  const code = {
    object: [
      ["a", "1"],
      ["b", "{}"],
    ],
    wide: true,
  } as const;

  expect(printCode(code, style, { indent: "\t", oneLine: false })).toBe("{\n\t  a: 1,\n\t  b: {},\n\t}");
  expect(printCode(code, style, { indent: "\t", oneLine: true })).toBe("{ a: 1, b: {} }");
});
