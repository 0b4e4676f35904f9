import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#core/text/json.ts";
import { applyPatch, patchBetween } from "#table/jsonPatch.ts";

/** Values that differ little: few names and scalars, so that a field of an item comes, goes and changes. */
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, 0, 1, "", "a", true),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "~1", "a/b", ""), tie("value"), { maxKeys: 3 }),
  ),
})).value;

test("a patch leads from any value to any other, and leaves the first as it is", () => {
  fc.assert(
    fc.property(value, value, (before, after) => {
      const copy = structuredClone(before);
      const steps = JSON.parse(JSON.stringify(patchBetween(before, after))) as ReturnType<
        typeof patchBetween
      >;

      expect(applyPatch(before, steps)).toEqual(after);
      expect(before).toEqual(copy);
    }),
    { numRuns: 5_000 },
  );
});
