import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { calledPhases } from "#core/chart/calledPhases.ts";
import { readFresh } from "#core/read/readFresh.ts";

const phasesOf = (game: string) => {
  const { charts, consts } = readFresh(readFileSync(`machines/${game}.machine.ts`, "utf8"));
  return calledPhases(charts[0]!, consts);
};
/** `state > continuation` for each call. */
const pairs = (phase: ReturnType<typeof phasesOf>[number] | undefined) =>
  phase?.calls.map(({ from, returns }) => `${from} > ${returns.map(({ target }) => target).join(", ")}`);

test("the check process of the volleyball game is called from nine steps, and each goes on in one", () => {
  const phases = phasesOf("haikyu-break");

  expect(phases.map(({ id, kind }) => [id, kind])).toEqual([["set.checkProcess", "called"]]);
  expect(phases[0]?.calls.every(({ by }) => by === "params")).toBe(true);
  expect(phases[0]?.open).toEqual([]);
  expect(pairs(phases[0])).toEqual([
    "set.serveTurn.serve.start > set.serveTurn.serve.deploy",
    "set.rallyTurn.startPhase.start > set.rallyTurn.startPhase.choose",
    "set.rallyTurn.block.start > set.rallyTurn.block.deploy",
    "set.rallyTurn.receivePath.draw.start > set.rallyTurn.receivePath.draw.draw",
    "set.rallyTurn.receivePath.receive.start > set.rallyTurn.receivePath.receive.deploy",
    "set.rallyTurn.receivePath.toss.start > set.rallyTurn.receivePath.toss.deploy",
    "set.rallyTurn.receivePath.attack.start > set.rallyTurn.receivePath.attack.deploy",
    "set.endPhase.start > set.endPhase.cleanup",
    "set.lostSet.checkSkills > set.lostSet.clearEffects",
  ]);
});
