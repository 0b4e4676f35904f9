import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "#core/run/debugging/applyChanges.ts";
import { changes } from "#core/run/play/contextChange.ts";
import type { JsonObject } from "#core/text/json.ts";

const key = fc.constantFrom("a", "b", "hand", "0", "1", "x_y");
const odd = fc.constantFrom("a.b", "b[0]", "a.b.c", "é", "[1]", "a b");
const contextOf = (keys: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> => {
  const { object } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom(null, true, 0, 1, 2, "", "x", "a.b"),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("object"),
    ),
    object: fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));
  return object as fc.Arbitrary<JsonObject>;
};
const edited = (keys: fc.Arbitrary<string>) => fc.tuple(contextOf(keys), contextOf(keys));

test("what changed, applied to the context before, gives the one after", () => {
  fc.assert(
    fc.property(edited(key), ([before, after]) => {
      expect(applyChanges(before, changes(before, after))).toEqual(after);
    }),
    { numRuns: 2_000 },
  );
});

test("a value under a key with dots or brackets is found again", () => {
  fc.assert(
    fc.property(contextOf(odd), odd, fc.integer(), (context, name, n) => {
      const before = { ...context, [name]: n };
      const after = { ...context, [name]: n + 1 };

      expect(applyChanges(before, changes(before, after))).toEqual(after);
    }),
    { numRuns: 1_000 },
  );
});

test("a part that a cut context does not show is left out", () => {
  const shown = { deck: ["a", "… (90, #1)"], round: 1 };

  expect(
    applyChanges(shown, [
      { at: "deck[40]", before: "x", after: "y" },
      { at: "round", before: 1, after: 2 },
    ]),
  ).toEqual({ ...shown, round: 2 });
});

test("what was before is untouched", () => {
  const before = { players: [{ hand: ["a"] }, { hand: [] }], n: 1 };
  const copy = structuredClone(before);
  const after = { players: [{ hand: ["a"] }, { hand: ["b"] }], n: 1 };

  const made = applyChanges(before, changes(before, after));

  expect(before).toEqual(copy);
  expect(made["players"]).toEqual(after.players);
  expect((made["players"] as unknown[])[0]).toBe(before.players[0]);
});
