import { assign, setup } from "xstate";
import { attack, draw } from "./lib/phases.mjs";
import { guards } from "./lib";

export const machine = setup({
  guards,
  actions: {
    nextTurn: assign({ turn: ({ context }) => context.turn + 1 }),
    say: () => {},
  },
  delays: { hurry: 500 },
}).createMachine({
  id: "duel",
  context: { seats: ["a", "b"], turn: 0 },
  initial: "draw",
  on: { PASS: { target: "#over", guard: "isLong" } },
  states: {
    draw,
    battle: {
      initial: "attack",
      onDone: "end",
      states: { attack, damage: { always: "settled" }, settled: { type: "final" } },
    },
    end: { tags: ["late"], entry: ["nextTurn"], always: [{ guard: "isLong", target: "over" }, "draw"] },
    over: { id: "over", type: "final" },
  },
});
