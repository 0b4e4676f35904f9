import { and, assign, setup } from "xstate";

/** The machine that every project beside this file says in several files. */
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
  on: { PASS: { target: "#over", guard: "isLong" } },
  states: {
    draw: {
      description: "Both players draw",
      meta: { clauses: ["D-1"], asks: "turnPlayer" },
      entry: "say",
      on: { DRAW: [{ target: "battle", guard: and(["isFirst", "isLong"]) }, { target: "battle.damage" }] },
    },
    battle: {
      initial: "attack",
      onDone: "end",
      states: {
        attack: { on: { ATTACK: "damage" }, after: { hurry: { target: "damage", actions: "say" } } },
        damage: { always: "settled" },
        settled: { type: "final" },
      },
    },
    end: { tags: ["late"], entry: ["nextTurn"], always: [{ guard: "isLong", target: "over" }, "draw"] },
    over: { id: "over", type: "final" },
  },
});
