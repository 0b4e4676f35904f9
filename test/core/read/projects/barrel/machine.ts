import { assign, setup } from "xstate";
import * as phases from "./phases";
import { when } from "./phases";

export const machine = setup({
  types: {} as { context: phases.Context; events: phases.Event },
  guards: when,
  actions: {
    nextTurn: assign({ turn: ({ context }) => context.turn + 1 }),
    say: () => {},
  },
  delays: { hurry: 500 },
}).createMachine({
  id: "duel",
  context: { seats: ["a", "b"], turn: 0 },
  initial: phases.Phase.draw,
  on: { PASS: { target: "#over", guard: "isLong" } },
  states: {
    [phases.Phase.draw]: phases.drawing,
    [phases.Phase.battle]: phases.fight.battle,
    end: {
      tags: ["late"],
      entry: ["nextTurn"],
      always: [{ guard: "isLong", target: "over" }, phases.Phase.draw],
    },
    over: phases.over,
  },
});
