import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** Who has still to react or pass. */
  mayReact: string[];
}

type Event =
  | { type: "DECLARE"; by: string }
  | { type: "REACT"; by: string }
  | { type: "PASS"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** A declaration opens a window: the others react or pass, and each reaction asks again, until all have passed. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    mayReact: ({ context, event }) => context.mayReact.includes(event.by),
    allPassed: ({ context }) => context.mayReact.length === 0,
  },
  actions: {
    askOthers: assign({
      mayReact: ({ context }) => context.seats.filter((seat) => seat !== context.turnPlayer),
    }),
    askAgain: assign({
      mayReact: ({ context, event }) => context.seats.filter((seat) => seat !== event.by),
    }),
    notePass: assign({
      mayReact: ({ context, event }) => context.mayReact.filter((seat) => seat !== event.by),
    }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "reaction-window",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    mayReact: [],
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { DECLARE: { guard: "isTurnPlayer", target: "reactionWindow" } },
    },
    reactionWindow: {
      meta: { asks: { context: "mayReact" } },
      entry: "askOthers",
      always: { guard: "allPassed", target: "following" },
      on: {
        REACT: { guard: "mayReact", actions: "askAgain" },
        PASS: { guard: "mayReact", actions: "notePass" },
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
