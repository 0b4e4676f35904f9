import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { calledPhases } from "#core/semantics/calledPhases.ts";
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

test("settling goes on in one state after each call that says where to; priority returns to the steps that have it", () => {
  const [settle, ...others] = phasesOf("flesh-and-blood");
  const calls = settle!.calls;

  expect(others).toEqual([]);
  expect(settle).toMatchObject({ id: "game.settle", kind: "called", open: [] });
  // Each step calls with its own name; three ways lead out of the arsenal step, two to the main step.
  const saying = calls.filter(({ by }) => by === "params");
  expect(saying).toHaveLength(20);
  expect(saying.every(({ returns }) => returns.length === 1)).toBe(true);
  expect(new Set(saying.map(({ from }) => from)).size).toBe(18);
  expect(new Set(saying.map(({ returns }) => returns[0]?.transition)).size).toBe(17);
  expect(pairs({ ...settle!, calls: saying.slice(0, 4) })).toEqual([
    "game.startOfGame.equip.event > game.startOfGame.draw",
    "game.turn.startPhase.event > game.turn.startPhase.end",
    "game.turn.actionPhase > game.turn.actionPhase.combat.layer",
    "game.turn.actionPhase.gainPoint > game.turn.actionPhase.main",
  ]);
  const priority = calls.filter(({ by }) => by === "context");
  expect(priority.map(({ transition }) => transition.replace("game.turn.actionPhase|", ""))).toEqual([
    "on|PASS|0",
    "on|PASS|1",
    "on|PLAY_CARD|0",
    "on|ACTIVATE|0",
    "always||0",
  ]);
  for (const { returns } of priority)
    expect(returns.map(({ target }) => target.split(".").slice(3).join("."))).toEqual([
      "main",
      "combat.layer",
      "combat.attack.priority",
      "combat.defend.priority",
      "combat.reaction",
      "combat.damage.priority",
      "combat.resolution.priority",
    ]);
  expect(settle!.exits).toHaveLength(5);
});

test("the chain returns to where a card was declared, and the phase change goes on in the phase that was headed for", () => {
  const [chain, change, ...others] = phasesOf("chrono-card");

  expect(others).toEqual([]);
  expect(chain).toMatchObject({ id: "turn.chain", kind: "called", open: [] });
  expect([...new Set(pairs(chain))]).toEqual([
    "turn.drawPhase.draw > turn.drawPhase.order",
    "turn.drawPhase.round > turn.drawPhase.round",
    "turn.mainPhase.open > turn.mainPhase.resume",
    "turn.charmPhase.effect > turn.charmPhase.effect",
  ]);
  expect(chain!.exits.map(({ target }) => target)).toEqual([
    "turn.phaseChange",
    "turn.charmPhase",
    "turn.phaseChange",
  ]);
  expect(change).toMatchObject({ id: "turn.phaseChange", kind: "hub", open: [] });
  expect(pairs(change)).toEqual([
    "turn.startPhase.order > turn.drawPhase",
    "turn.drawPhase.close > turn.mainPhase",
    "turn.charmPhase.close > turn.mainPhase.resume",
    "turn.endPhase.order > turn.passTurn",
    "turn.chain.next > turn.charmPhase",
    "turn.chain.next > turn.endPhase",
  ]);
  expect(change!.exits.map(({ target }) => target)).toEqual([
    "gameOver",
    "turn.passTurn",
    "turn.mainPhase.resume",
  ]);
});

test.each(["vf-card", "fate-ace-royal"])("%s calls nothing: its ways on depend on no caller", (game) => {
  expect(phasesOf(game)).toEqual([]);
});
