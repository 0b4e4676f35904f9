import fc from "fast-check";
import { expect, test } from "vitest";
import { metaText, metaValue } from "#app/gestures/metaText.ts";

test("JSON is read as it is, a literal of JavaScript too, other words as a text", () => {
  expect(metaValue("12")).toBe(12);
  expect(metaValue(`{ "a": [1] }`)).toEqual({ a: [1] });
  expect(metaValue("{ context: 'a.b' }")).toEqual({ context: "a.b" });
  expect(metaValue("between two steps")).toBe("between two steps");
});

test("nothing takes the entry away", () => {
  expect(metaValue("  ")).toBeNull();
});

test("what begins like a literal and is none is no value", () => {
  expect(metaValue("{ a: ")).toBeUndefined();
  expect(metaValue("[context.x]")).toBeUndefined();
});

test("a text stands without quotes, unless it would be read as something else", () => {
  expect(metaText(`'why it is there'`)).toBe("why it is there");
  expect(metaText(`"12"`)).toBe(`"12"`);
  expect(metaText(`"{"`)).toBe(`"{"`);
  expect(metaText("helper()")).toBe("helper()");
});

test("what is shown of a value is read as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
      fc.pre(value !== null && !JSON.stringify(value).includes("__proto__"));

      expect(metaValue(metaText(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
