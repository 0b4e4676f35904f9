import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** How many cards each player holds. */
  hands: Record<string, number>;
}

type Event =
  | { type: "DRAW"; by: string; count: number }
  | { type: "DISCARD"; by: string; count: number }
  | { type: "END_PHASE"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

const HAND_LIMIT = 7;

/** Who holds more cards than the limit discards down to it, at once or by and by; who does not goes on. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    isWithinLimit: ({ context }) => (context.hands[context.turnPlayer] ?? 0) <= HAND_LIMIT,
    mayDiscard: ({ context, event }) =>
      event.type === "DISCARD" &&
      event.by === context.turnPlayer &&
      event.count >= 1 &&
      event.count % 1 === 0 &&
      event.count <= (context.hands[context.turnPlayer] ?? 0) - HAND_LIMIT,
  },
  actions: {
    draw: assign({
      hands: ({ context, event }) =>
        event.type === "DRAW"
          ? { ...context.hands, [event.by]: (context.hands[event.by] ?? 0) + event.count }
          : context.hands,
    }),
    discard: assign({
      hands: ({ context, event }) =>
        event.type === "DISCARD"
          ? { ...context.hands, [event.by]: (context.hands[event.by] ?? 0) - event.count }
          : context.hands,
    }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "hand-limit",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    hands: {},
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: {
        DRAW: { guard: "isTurnPlayer", actions: "draw" },
        END_PHASE: { guard: "isTurnPlayer", target: "handLimit" },
      },
    },
    handLimit: {
      meta: { asks: "turnPlayer" },
      always: { guard: "isWithinLimit", target: "following" },
      on: { DISCARD: { guard: "mayDiscard", actions: "discard" } },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
