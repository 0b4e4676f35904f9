import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceText } from "#core/run/scenario/differenceText.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";

const cards = (...names: string[]) => names.map((name) => ({ name, kind: "monster", owner: "P1" }));

test("of objects the fields that differ, by their paths", () => {
  const player = { id: "P1", deck: 40, discard: 3, field: cards("a", "b", "c"), hand: 5 };

  expect(differenceText([player], [{ ...player, hand: 4 }])).toEqual({
    expected: "[0].hand 5",
    got: "[0].hand 4",
  });
});

test("of lists what is missing and what is too many", () => {
  expect(differenceText(cards("a", "b", "c"), cards("a", "c"))).toEqual({
    expected: '[{"name":"b","kind":"monster","owner":"P1"}]',
    got: "[]",
  });
  expect(differenceText(["turn.main"], ["turn", "turn.end", "turn.end.check"])).toEqual({
    expected: '["turn.main"]',
    got: '["turn.end.check"]',
  });
});

test("long texts are cut behind the place where they differ", () => {
  const long = "x".repeat(200);

  const { expected, got } = differenceText(`${long} five`, `${long} six`);

  expect(expected).toBe('…xxxxxxxxxxx five"');
  expect(got).toBe('…xxxxxxxxxxx six"');
});

test("a lot of differences are counted", () => {
  expect(differenceText({ a: 1, b: 2, c: 3, d: 4, e: 5 }, { a: 0, b: 0, c: 0, d: 0, e: 0 }).got).toBe(
    "a 0, b 0, c 0, +2",
  );
});

test("values that differ never read the same", () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(json, json, (left, right) => {
      const { expected, got } = differenceText(left, right, 400);
      return jsonEqual(left, right) || expected !== got;
    }),
    { numRuns: 500 },
  );
});
