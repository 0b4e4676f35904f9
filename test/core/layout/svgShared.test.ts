import { expect, test } from "vitest";
import { toSvg } from "#core/layout/toSvg.ts";
import { pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

const subject = subjectOf(
  "shared",
  `import { setup } from "xstate";
const common = { rest: { on: { GO: "own" } } };
export const machine = setup({}).createMachine({
  id: "game",
  initial: "turn",
  states: {
    turn: { initial: "own", states: { own: { on: { GO: "rest" } }, ...common } },
    later: { initial: "own", states: { own: { on: { GO: "rest" } }, ...common } },
  },
});`,
  () => ({}),
);

test("a step that two phases share is underlined on the map, their own are not", () => {
  const picture = pictureOf(subject, "en", { level: "map" });
  const svg = toSvg(picture, subject.names("en"), { title: "shared" });

  expect(svg.match(/class="edge shared"/g)).toHaveLength(2);
});
