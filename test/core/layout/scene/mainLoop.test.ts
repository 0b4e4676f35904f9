import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import type { View } from "#core/layout/level.ts";
import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
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

const sceneWith = ({ chart, consts, names }: Subject, view: Pick<View, "folded" | "page">) =>
  sceneOf(chart, names("en"), { level: "map", consts, ...view });
const partsOf = (subject: Subject, view: Pick<View, "folded" | "page">): string[] => {
  return [...mainLoopOf(sceneWith(subject, view))].flatMap(({ parts }) => parts.map(({ id }) => id));
};

test.each(gameSubjects())(
  "what is closed or the page shows of the turn of $name what the whole does",
  (subject) => {
    const whole = new Set([...mainLoopOf(sceneWith(subject, {}))].map(({ id }) => id));
    const phases = [...places(subject.chart)].flatMap(([id, { node }]) =>
      id !== "" && node.children.length > 0 ? [id] : [],
    );
    const lit = (view: Pick<View, "folded" | "page">) => {
      const { scene } = pictureOf(subject, "en", { level: "map", ...view });
      return [...mainLoopOf(scene)].filter(({ parts }) => !parts.some(({ id }) => whole.has(id)));
    };

    for (const phase of phases) {
      expect(lit({ folded: new Set([phase]) }).map(({ id }) => `${phase}: ${id}`)).toEqual([]);
      expect(lit({ page: phase }).map(({ id }) => `${phase}: ${id}`)).toEqual([]);
    }
  },
);

test("with its action phase closed the turn of flesh-and-blood comes round through its phases, not through the match", () => {
  const game = gameSubjects().find(({ name }) => name === "flesh-and-blood") as Subject;

  const closed = partsOf(game, { folded: new Set(["game.turn.actionPhase"]) });

  expect(closed.length).toBeGreaterThan(1);
  expect(closed.filter((id) => !id.startsWith("game.turn."))).toEqual([]);
});
