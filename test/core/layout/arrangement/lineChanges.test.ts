import fc from "fast-check";
import { expect, test } from "vitest";
import { lineChanges } from "#core/layout/arrangement/lineChanges.ts";
import { moveInto } from "#core/layout/arrangement/arrange.ts";

test("a state that leaves its line for one of its own changes one line and adds one", () => {
  const before = { lines: [["draft"], ["inReview", "changes"], ["approved"]] };

  const after = moveInto(before, ["changes"], { newLine: 2 });

  expect(lineChanges(before, after)).toEqual({
    gone: ['["inReview", "changes"]'],
    come: ['["inReview"]', '["changes"]'],
  });
});

test("another flow is a changed line too", () => {
  const lines = [["a"], ["b"]];

  expect(lineChanges({ flow: "down", lines }, { flow: "right", lines })).toEqual({
    gone: ['"flow": "down"'],
    come: ['"flow": "right"'],
  });
});

test("what is told makes the new lines of the old ones, and the same lines are no change", () => {
  const line = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 2 });
  const some = fc.array(line, { maxLength: 8 });
  fc.assert(
    fc.property(some, some, (old, next) => {
      const { gone, come } = lineChanges({ lines: old }, { lines: next });
      const count = (lines: readonly string[]) =>
        lines.reduce((found, one) => found.set(one, (found.get(one) ?? 0) + 1), new Map<string, number>());
      const text = (lines: readonly (readonly string[])[]) =>
        lines.map((one) => `[${one.map((key) => JSON.stringify(key)).join(", ")}]`);
      const left = count(text(old));
      for (const one of gone) left.set(one, (left.get(one) ?? 0) - 1);
      for (const one of come) left.set(one, (left.get(one) ?? 0) + 1);

      expect(new Map([...left].filter(([, n]) => n !== 0))).toEqual(count(text(next)));
      expect(lineChanges({ lines: old }, { lines: old })).toEqual({ gone: [], come: [] });
    }),
  );
});
