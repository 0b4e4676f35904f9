import { expect, test } from "vitest";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { subjectOf } from "#test/core/layout/place/subjects.ts";

test("a closed phase counts the steps that are seen in it, not the phases around them", () => {
  const nested = subjectOf(
    "nested",
    `import { createMachine } from "xstate";
export const machine = createMachine({ id: "game", initial: "turn", states: { turn: { initial: "start", states: {
  start: {}, battle: { initial: "hit", states: { hit: {}, damage: {}, back: { type: "history" } } }, end: {} } } } });`,
    () => ({}),
  );
  const { items } = sceneOf(nested.chart, nested.names("en"), { level: "map", folded: new Set(["turn"]) });

  expect(items.get("turn")?.content.marks.map(({ text }) => text)).toEqual(["4 steps"]);
});
