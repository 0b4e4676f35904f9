import { assign, setup } from "xstate";

const base = setup({
  types: {} as {
    context: { seats: readonly string[]; turn: number };
    events: { type: "DRAW"; by: string } | { type: "ATTACK"; card: number } | { type: "PASS" };
  },
  guards: {
    isFirst: ({ context }) => context.turn === 0,
  },
  delays: { hurry: 500 },
});

export const duel = base.extend({
  guards: { isLong: ({ context }) => context.turn > 9 },
  actions: {
    nextTurn: assign({ turn: ({ context }) => context.turn + 1 }),
    say: () => {},
  },
});
