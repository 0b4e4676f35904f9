import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** How often the phase takes place once more. */
  extraPhases: number;
  /** How often it is left out. */
  skippedPhases: number;
}

type Event =
  | { type: "BEGIN"; by: string }
  | { type: "END_PHASE"; by: string }
  | { type: "ADD_PHASE"; by: string }
  | { type: "SKIP_PHASE"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** A phase that effects may have take place once more, or be left out the next time. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    isSkipped: ({ context }) => context.skippedPhases > 0,
    isLastPhase: ({ context, event }) => event.by === context.turnPlayer && context.extraPhases === 0,
    isTable: ({ event }) => event.by === "table",
  },
  actions: {
    useSkip: assign({ skippedPhases: ({ context }) => context.skippedPhases - 1 }),
    useExtra: assign({ extraPhases: ({ context }) => context.extraPhases - 1 }),
    addPhase: assign({ extraPhases: ({ context }) => context.extraPhases + 1 }),
    addSkip: assign({ skippedPhases: ({ context }) => context.skippedPhases + 1 }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "extra-phase",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    extraPhases: 0,
    skippedPhases: 0,
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN: { guard: "isTurnPlayer", target: "phase" } },
    },
    phase: {
      initial: "beginning",
      onDone: { target: "following" },
      states: {
        beginning: {
          always: [{ guard: "isSkipped", target: "ended", actions: "useSkip" }, { target: "open" }],
        },
        open: {
          meta: { asks: "turnPlayer" },
          on: {
            END_PHASE: [
              { guard: "isLastPhase", target: "ended" },
              { guard: "isTurnPlayer", target: "beginning", actions: "useExtra" },
            ],
            ADD_PHASE: { guard: "isTable", actions: "addPhase" },
            SKIP_PHASE: { guard: "isTable", actions: "addSkip" },
          },
        },
        ended: { type: "final" },
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
