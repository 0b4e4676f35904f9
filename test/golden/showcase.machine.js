import { and, assign, not, setup, stateIn } from "xstate";












/** One of everything that an export has to carry. */
export const machine = setup({
  types: {} ,
  guards: {
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    atMost: ({ event }, { most }) => event.type === "DRAW" && event.count <= most,
  },
  actions: {
    draw: assign({ cards: ({ context, event }) => context.cards + (event.type === "DRAW" ? event.count : 0) }),
    note: (_, _params) => {},
  },
  delays: { thinking: 2000 },
}).createMachine({
  id: "showcase",
  context: ({ input }) => ({ seats: input.seats ?? ["P1", "P2"], turnPlayer: "P1", cards: 0 }),
  initial: "turn",
  // A word about "quotes", `backticks` and ${holes}.
  on: { PAUSE: ".paused" },
  states: {
    turn: {
      id: "wholeTurn",
      description: 'Draw, then play; "end" is a word of Mermaid',
      tags: ["active"],
      meta: { clauses: ["S-1"], asks: "turnPlayer" },
      initial: "draw",
      entry: { type: "note", params: { text: "a: b; c #1 */ ${d}" } },
      states: {
        draw: {
          on: {
            DRAW: {
              guard: and(["byTurnPlayer", { type: "atMost", params: { most: 2 } }]),
              actions: "draw",
              target: "play",
              meta: { clauses: ["S-2"] },
            },
            PASS: undefined,
          },
          after: { thinking: "#wholeTurn.play", 500: { actions: { type: "note", params: { text: "hurry" } } } },
        },
        play: {
          type: "parallel",
          onDone: "end",
          states: {
            left: { initial: "open", states: { open: { on: { PASS: "shut" } }, shut: { type: "final" } } },
            right: {
              initial: "open",
              states: {
                open: { on: { PASS: { target: "shut", guard: not(stateIn("#wholeTurn")) } } },
                shut: { type: "final" },
              },
            },
          },
        },
        end: { always: [{ guard: ({ context }) => context.cards > 5, target: "#over" }, { target: "draw", reenter: true }] },
        last: { type: "history", history: "deep", target: "draw" },
      },
    },
    paused: { on: { PASS: "turn.last" }, exit: assign({ cards: 0 }) },
    終わり: { id: "over", type: "final", output: { done: true } },
  },
});
