import { expect, test } from "vitest";
import { playScenario } from "#cli/play/scenario.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";
import { patience } from "#test/support/patience.ts";

// With the types of events and moves.json, as the studio and the command line play: a bare machine lets more through.
test.each(GAMES)("every scenario of %s goes as expected", { timeout: patience(180_000) }, async (id) => {
  let out = "";
  const code = await playScenario({
    ...shippedGame(id),
    json: false,
    budgetMs: 5_000,
    out: (text) => void (out += text),
    err: (text) => void (out += text),
  });

  expect(
    out
      .split("\n")
      .filter((line) => line !== "" && !/^ok {4}/.test(line))
      .slice(0, -1),
  ).toEqual([]);
  expect(code).toBe(0);
});
