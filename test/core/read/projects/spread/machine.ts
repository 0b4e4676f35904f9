import { assign, setup } from "xstate";
import { ending, opening } from "./states";
import { passing } from "./events";
import * as battle from "./battleStates";

export const machine = setup({
  types: {} as {
    context: { seats: readonly string[]; turn: number };
    events: { type: "DRAW"; by: string } | { type: "ATTACK"; card: number } | { type: "PASS" };
  },
  guards: {
    isFirst: ({ context }) => context.turn === 0,
    isLong: ({ context }) => context.turn > 9,
  },
  actions: {
    nextTurn: assign({ turn: ({ context }) => context.turn + 1 }),
    say: () => {},
  },
  delays: { hurry: 500 },
}).createMachine({
  id: "duel",
  context: { seats: ["a", "b"], turn: 0 },
  initial: "draw",
  on: { ...passing },
  states: {
    ...opening,
    battle: { initial: "attack", onDone: "end", states: battle },
    ...ending.late,
  },
});
