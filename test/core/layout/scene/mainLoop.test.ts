import { expect, test } from "vitest";
import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import { blockOf } from "#core/layout/scene/scene.ts";
import { gameSubjects, pictureOf, subjectOf, type Subject } from "#test/core/layout/place/subjects.ts";

/** The lines of the round, between boxes, each pair once. */
const roundOf = (subject: Subject, level: "map" | "flow" = "map"): string[] => {
  const { scene } = pictureOf(subject, "en", { level });
  const ways = [...mainLoopOf(scene)].map(
    ({ from, to }) => `${blockOf(scene, from)} > ${blockOf(scene, to)}`,
  );
  return [...new Set(ways)];
};

test.each([
  [
    "haikyu-break",
    [
      "set.rallyTurn.startPhase > set.rallyTurn.receivePath",
      "set.rallyTurn.receivePath.draw > set.rallyTurn.receivePath.receive",
      "set.rallyTurn.receivePath.receive > set.rallyTurn.receivePath.toss",
      "set.rallyTurn.receivePath.toss > set.rallyTurn.receivePath.attack",
      "set.rallyTurn.receivePath.attack > set.endPhase",
      "set.endPhase > set.rallyTurn",
    ],
  ],
  [
    "chrono-card",
    [
      "turn.startPhase > turn.drawPhase",
      "turn.drawPhase > turn.mainPhase",
      "turn.chain > turn.endPhase",
      "turn.endPhase > turn.passTurn",
      "turn.passTurn > turn.startPhase",
    ],
  ],
  [
    "fate-ace-royal",
    [
      "play.turn.reset > play.turn.draw",
      "play.turn.draw > play.turn.ritual",
      "play.turn.ritual > play.turn.encounter",
      "play.turn.encounter > play.turn.battle",
      "play.turn.battle > play.turn.endPhase",
      "play.turn.endPhase > play.turnOver",
      "play.turnOver > play.turn",
    ],
  ],
])("the turn of %s comes round through all of its phases", (name, round) => {
  const game = gameSubjects().find((one) => one.name === name) as Subject;

  expect(roundOf(game)).toEqual(round);
  expect(roundOf(game, "flow")).toEqual([]);
});

test("two phases that lead to each other are no round, nor is what never comes back", () => {
  const phase = (target: string) => `{ initial: "a", states: { a: { on: { GO: "#game.${target}" } } } }`;
  const subject = subjectOf(
    "there and back",
    `import { setup } from "xstate";
export const machine = setup({}).createMachine({ id: "game", initial: "first", states: {
  first: ${phase("one")}, one: ${phase("other")}, other: { on: { BACK: "one", END: "last" } }, last: {} } });`,
    () => ({}),
  );

  expect(roundOf(subject)).toEqual([]);
});
