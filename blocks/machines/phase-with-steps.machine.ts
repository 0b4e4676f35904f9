import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
}

type Event =
  | { type: "BEGIN_PHASE"; by: string }
  | { type: "END_STEP"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** A phase of three steps in a fixed order; the turn player ends each of them, and the phase ends after the last. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
  },
  actions: {
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "phase-with-steps",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
  }),
  initial: "ready",
  states: {
    ready: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN_PHASE: { guard: "isTurnPlayer", target: "phase" } },
    },
    phase: {
      initial: "firstStep",
      onDone: { target: "following" },
      states: {
        firstStep: {
          meta: { asks: "turnPlayer" },
          on: { END_STEP: { guard: "isTurnPlayer", target: "secondStep" } },
        },
        secondStep: {
          meta: { asks: "turnPlayer" },
          on: { END_STEP: { guard: "isTurnPlayer", target: "lastStep" } },
        },
        lastStep: {
          meta: { asks: "turnPlayer" },
          on: { END_STEP: { guard: "isTurnPlayer", target: "ended" } },
        },
        ended: { type: "final" },
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "ready", actions: "passTurn" } },
    },
  },
});
