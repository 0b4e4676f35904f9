import { assign, setup } from "xstate";

/**
 * The rally of `../src/rally.ts` in XState 5. Served from this folder (`npx turnwright start`) the studio has it in its library: the inspector
 * knows the app's machine by its structure, plays it along and says why; a trace of the app is replayed on it.
 */
interface Context {
  turn: "P1" | "P2";
  op: number;
  points: { P1: number; P2: number };
}
type Move =
  | { type: "SERVE"; by: string; op: number }
  | { type: "RECEIVE"; by: string; dp: number }
  | { type: "TOSS"; by: string }
  | { type: "ATTACK"; by: string; op: number }
  | { type: "LOSE"; by: string };

const other = (seat: Context["turn"]): Context["turn"] => (seat === "P1" ? "P2" : "P1");

export const rally = setup({
  types: {} as { context: Context; events: Move },
  guards: {
    isTurn: ({ context, event }) => event.by === context.turn,
    receives: ({ context, event }) =>
      event.type === "RECEIVE" && event.by === context.turn && event.dp >= context.op,
    isOver: ({ context }) => context.points.P1 === 3 || context.points.P2 === 3,
  },
  actions: {
    hit: assign({ op: ({ context, event }) => ("op" in event ? event.op : context.op) }),
    passTurn: assign({ turn: ({ context }) => other(context.turn) }),
    lose: assign({
      points: ({ context }) => ({
        ...context.points,
        [other(context.turn)]: context.points[other(context.turn)] + 1,
      }),
      op: 0,
    }),
  },
}).createMachine({
  id: "rally",
  context: { turn: "P1", op: 0, points: { P1: 0, P2: 0 } },
  initial: "serve",
  states: {
    serve: { on: { SERVE: { guard: "isTurn", actions: ["hit", "passTurn"], target: "turn" } } },
    turn: {
      initial: "receive",
      states: {
        receive: {
          meta: { clauses: ["HV-IV.3"] },
          on: { RECEIVE: { guard: "receives", target: "toss" } },
        },
        toss: { on: { TOSS: { guard: "isTurn", target: "attack" } } },
        attack: { on: { ATTACK: { guard: "isTurn", actions: ["hit", "passTurn"], target: "receive" } } },
      },
      on: { LOSE: { guard: "isTurn", actions: ["lose", "passTurn"], target: "point" } },
    },
    point: { always: [{ guard: "isOver", target: "over" }, { target: "serve" }] },
    over: { type: "final" },
  },
});
