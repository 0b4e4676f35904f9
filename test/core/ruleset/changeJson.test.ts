import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changeJson } from "#core/ruleset/changeJson.ts";
import type { Json } from "#core/text/json.ts";

const text = `{
  "format": 1,
  "title": { "en": "A" },
  "steps": [
    { "send": { "type": "GO" } },
    {
      "send": { "type": "ON" },
      "expect": { "in": ["a", "b"] }
    },
    { "save": "x" }
  ]
}
`;
// The value is changed freely.
// oxlint-disable-next-line no-explicit-any
const change = (make: (value: any) => unknown) => {
  const value = JSON.parse(text);
  return changeJson(text, (make(value) ?? value) as Json);
};
/** Lines of either that the other has not. */
const differing = (after: string) => ({
  gone: text.split("\n").filter((line) => !after.split("\n").includes(line)),
  come: after.split("\n").filter((line) => !text.split("\n").includes(line)),
});

test("the same value leaves the text as it is, to the letter", () => {
  expect(change(() => undefined)).toBe(text);
});

test("a changed value changes its line and no other", () => {
  const after = change((value) => void (value.steps[1].expect.in = ["a", "c"]));

  expect(differing(after)).toEqual({
    gone: [`      "expect": { "in": ["a", "b"] }`],
    come: [`      "expect": { "in": ["a", "c"] }`],
  });
});

test("an item is put in and taken out without a word of its neighbours", () => {
  expect(
    differing(change((value) => void value.steps.splice(1, 0, { send: { type: "NEW", by: "P1" } }))),
  ).toEqual({
    gone: [],
    come: [`    { "send": { "type": "NEW", "by": "P1" } },`],
  });
  expect(differing(change((value) => void value.steps.splice(0, 1)))).toEqual({
    gone: [`    { "send": { "type": "GO" } },`],
    come: [],
  });
});

test("a new entry stands in the layout of the others, and a long one on lines of its own", () => {
  const after = change(
    (value) => void (value.steps[1].expect = { in: ["c"], context: { list: Array(40).fill(10) } }),
  );

  expect(JSON.parse(after).steps[1].expect.context.list).toHaveLength(40);
  expect(change((value) => void (value.steps[1].note = "why"))).toContain(
    `      "expect": { "in": ["a", "b"] },\n      "note": "why"\n    },`,
  );
});

test("whatever value is wanted, the new text says it", () => {
  const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const shape = fc.record(
    { steps: fc.array(json, { maxLength: 6 }), title: json, more: json },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(shape, shape, fc.constantFrom(0, 2, 3), (before, after, indent) => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
      const made = changeJson(JSON.stringify(before, null, indent), plain(after));
      expect(JSON.parse(made)).toEqual(plain(after));
    }),
    { numRuns: 500 },
  );
});

test("every shipped scenario stays as it is but for what is changed", () => {
  for (const game of readdirSync("rulesets"))
    for (const name of readdirSync(`rulesets/${game}/scenarios`)) {
      const own = readFileSync(`rulesets/${game}/scenarios/${name}`, "utf8");
      const value = JSON.parse(own);
      expect(changeJson(own, value)).toBe(own);
      value.steps.splice(1, 0, { send: { type: "BETWEEN" } });
      const after = changeJson(own, value);
      expect(JSON.parse(after)).toEqual(value);
      expect(after.length - own.length).toBeLessThan(120);
    }
});
