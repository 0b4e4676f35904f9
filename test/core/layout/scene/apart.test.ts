import { expect, test } from "vitest";
import { toSvg } from "#core/layout/toSvg.ts";
import { pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

const subject = subjectOf(
  "apart",
  `import { setup } from "xstate";
export const machine = setup({}).createMachine({
  id: "game",
  initial: "turn",
  states: {
    turn: {
      initial: "roll",
      states: { roll: { on: { SIX: "again", ELSE: "move" } }, again: { on: { GO: "roll" } }, move: { on: { GO: "end" } }, end: {} },
      on: { STOP: "over" },
    },
    over: {},
  },
});`,
  () => ({}),
);

test("a step that the one above it does not lead to stands apart, on the canvas and in SVG", () => {
  const picture = pictureOf(subject, "en", { level: "map" });

  const apart = [...picture.scene.items.values()].filter((item) => item.apart).map(({ id }) => id);
  expect(apart).toEqual(["turn.move"]);
  expect(toSvg(picture, subject.names("en"), { title: "apart" }).match(/edge region thin/g)).toHaveLength(1);
});
