import fc from "fast-check";
import { expect, test } from "vitest";
import { gameIdOf } from "#app/studio/gameIdOf.ts";
import { isDeviceName, isGameId } from "#core/project/gameFiles.ts";

const taken =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id);

test.for([
  ["Den", "den"],
  ["Den of Thieves!", "den-of-thieves"],
  ["Lucky's Été", "luckys-ete"],
  ["ＶＦ　カード", "vf"],
  ["花札", "game"],
  ["24", "game-24"],
  ["", "game"],
  ["CON", "con-2"],
] as const)("the id of %o is %o", ([title, id]) => {
  expect(gameIdOf(title, taken())).toBe(id);
});

test("a title whose id is taken gets the next number", () => {
  expect(gameIdOf("花札", taken("game"))).toBe("game-2");
  expect(gameIdOf("Den", taken("den", "den-2"))).toBe("den-3");
});

test("whatever the title, its id is one that a game may have, and free", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc.array(fc.constantFrom("game", "a", "game-2")),
      (title, known) => {
        const id = gameIdOf(title, taken(...known));
        expect(isGameId(id) && !isDeviceName(id) && !known.some((other) => other === id)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
