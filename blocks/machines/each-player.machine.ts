import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** Whose turn it is to act; empty when all have acted. */
  acting: string[];
  /** Who acts after that, in order. */
  actingAfter: string[];
}

type Event =
  | { type: "BEGIN"; by: string }
  | { type: "FINISH"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** Each player acts once, in order of turn from the turn player on. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    isActing: ({ context, event }) => context.acting.includes(event.by),
    allActed: ({ context }) => context.acting.length === 0,
  },
  actions: {
    beginRound: assign({
      acting: ({ context }) => [context.turnPlayer],
      actingAfter: ({ context }) => [
        ...context.seats.slice(context.seats.indexOf(context.turnPlayer) + 1),
        ...context.seats.slice(0, context.seats.indexOf(context.turnPlayer)),
      ],
    }),
    nextToAct: assign({
      acting: ({ context }) => context.actingAfter.slice(0, 1),
      actingAfter: ({ context }) => context.actingAfter.slice(1),
    }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "each-player",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    acting: [],
    actingAfter: [],
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN: { guard: "isTurnPlayer", target: "eachPlayer" } },
    },
    eachPlayer: {
      meta: { asks: { context: "acting" } },
      entry: "beginRound",
      always: { guard: "allActed", target: "following" },
      on: { FINISH: { guard: "isActing", actions: "nextToAct" } },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
