import { describe } from "vitest";
import { describeClauses } from "#test/machines/support/describeClauses.ts";
import { describeInput } from "#test/machines/support/describeInput.ts";
import { describeRandomPlay } from "#test/machines/support/describeRandomPlay.ts";
import { describeRefusals } from "#test/machines/support/describeRefusals.ts";
import { describeScenarios } from "#test/machines/support/describeScenarios.ts";
import { describeWords } from "#test/machines/support/describeWords.ts";
import { filesOf, type GameTest } from "#test/machines/support/gameTest.ts";

/** Everything that must be true of every game of this repository. What is true of one alone stands in its own test. */
export function describeGame<Context, Input extends object>(test: GameTest<Context, Input>): void {
  const game = filesOf(test);
  describe("scenarios", () => describeScenarios(game));
  describe("the machine and the clauses", () => describeClauses(game));
  describe("what the machine tells its users", () => describeWords(game));
  describe("input", () => describeInput(game));
  describeRandomPlay(game);
  describe("refusals", () => describeRefusals(game));
}
