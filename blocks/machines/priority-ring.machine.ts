import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** Who has priority. */
  priority: string[];
  /** How many players have passed in a row. */
  passesInRow: number;
}

type Event =
  | { type: "BEGIN"; by: string }
  | { type: "USE_PRIORITY"; by: string }
  | { type: "PASS"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** Priority goes around: who has it acts or passes it on, and play goes on when all have passed in a row. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    hasPriority: ({ context, event }) => context.priority.includes(event.by),
    allPassedInRow: ({ context }) => context.passesInRow >= context.seats.length,
  },
  actions: {
    givePriority: assign({ priority: ({ context }) => [context.turnPlayer], passesInRow: 0 }),
    keepPriority: assign({ passesInRow: 0 }),
    passPriority: assign({
      priority: ({ context, event }) => [
        context.seats[(context.seats.indexOf(event.by) + 1) % context.seats.length] ?? event.by,
      ],
      passesInRow: ({ context }) => context.passesInRow + 1,
    }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "priority-ring",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    priority: [],
    passesInRow: 0,
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN: { guard: "isTurnPlayer", target: "priority" } },
    },
    priority: {
      meta: { asks: { context: "priority" } },
      entry: "givePriority",
      always: { guard: "allPassedInRow", target: "following" },
      on: {
        USE_PRIORITY: { guard: "hasPriority", actions: "keepPriority" },
        PASS: { guard: "hasPriority", actions: "passPriority" },
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
