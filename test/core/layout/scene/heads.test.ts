import { expect, test } from "vitest";
import { signsOf } from "#core/layout/scene/signs.ts";
import { pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

/** A phase that three steps call, and from anywhere in another one: with a place to go on at, and with none. */
const subject = subjectOf(
  "calling",
  `import { assign, setup } from "xstate";
export const machine = setup({
  types: { context: {} as { to: "deal" | "hit" | "rest" | null } },
  actions: { call: assign((_, params: { to: "deal" | "hit" | "rest" }) => ({ to: params.to })) },
  guards: { after: ({ context }, params: { to: string }) => context.to === params.to },
}).createMachine({
  id: "game", context: { to: null }, initial: "main",
  states: {
    main: {
      initial: "deal",
      on: { ATTACK: { actions: { type: "call", params: { to: "hit" } }, target: "settle" }, PLAY: "settle" },
      states: {
        deal: { on: { GO: { actions: { type: "call", params: { to: "rest" } }, target: "#game.settle" } } },
        rest: { on: { GO: { actions: { type: "call", params: { to: "deal" } }, target: "#game.settle" } } },
      },
    },
    fight: {
      initial: "hit",
      states: {
        hit: { on: { GO: { actions: { type: "call", params: { to: "rest" } }, target: "#game.settle" } } },
        end: {},
      },
    },
    settle: {
      initial: "wait",
      states: {
        wait: { on: { SETTLED: "out" } },
        out: { always: [
          { guard: { type: "after", params: { to: "deal" } }, target: "#game.main.deal" },
          { guard: { type: "after", params: { to: "hit" } }, target: "#game.fight.hit" },
          { guard: { type: "after", params: { to: "rest" } }, target: "#game.main.rest" },
        ] },
      },
    },
  },
});`,
  () => ({}),
);

test("what calls a phase from anywhere says so, and where the game goes on where that is known", () => {
  const picture = pictureOf(subject, "en", { level: "map" });
  const { rows } = picture.scene.items.get("main")?.content ?? { rows: [] };
  const texts = rows.flatMap(({ chips }) => chips.map(({ text }) => text));

  expect(texts).toContain("ATTACK → ⟳ settle → fight / hit");
  expect(texts).toContain("PLAY → ⟳ settle");
  expect(signsOf(picture)).toContain("calls");
});
