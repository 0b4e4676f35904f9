import fc from "fast-check";
import { expect, test } from "vitest";
import { distance, near } from "#core/diagnostic/near.ts";

test("what was misspelt is found, best first", () => {
  expect(near("gaurd", ["guard", "card", "actions"])).toEqual(["guard"]);
  expect(near("onn", ["on", "one", "always"])).toEqual(["on", "one"]);
  expect(near("turn_player", ["turnPlayer", "player"])).toEqual(["turnPlayer"]);
});

test("the last part of a path is enough", () => {
  expect(near("main", ["turn.main", "turn.draw"])).toEqual(["turn.main"]);
});

test("nothing is suggested for a word that is like none", () => {
  expect(near("zebra", ["guard", "target"])).toEqual([]);
  expect(near("a", ["b", "c"])).toEqual([]);
});

test("a distance is no bigger than the number of slips made", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 3, maxLength: 12 }),
      fc.nat(),
      fc.constantFrom("delete", "insert", "swap"),
      (word, n, slip) => {
        const i = n % (word.length - 1);
        const wrong =
          slip === "delete"
            ? word.slice(0, i) + word.slice(i + 1)
            : slip === "insert"
              ? `${word.slice(0, i)}~${word.slice(i)}`
              : word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
        expect(distance(word, wrong, 5)).toBeLessThanOrEqual(1);
        expect(distance(word, wrong, 5)).toBe(distance(wrong, word, 5));
      },
    ),
  );
});
