import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** Who has still to take a card. */
  mayPick: string[];
  /** How often the packs are still taken from. */
  picksLeft: number;
  /** What each player has taken. */
  picks: Record<string, string[]>;
}

type Event =
  | { type: "BEGIN"; by: string }
  | { type: "PICK"; by: string; card: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

const PICKS = 3;

/** All players take a card of their packs at the same time, then the packs go on, as often as the number says. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    mayPick: ({ context, event }) => context.mayPick.includes(event.by),
    isLastPick: ({ context, event }) => context.mayPick.length === 1 && context.mayPick.includes(event.by),
    isDraftOver: ({ context }) => context.picksLeft <= 0,
  },
  actions: {
    beginDraft: assign({ mayPick: ({ context }) => context.seats, picksLeft: PICKS, picks: {} }),
    notePick: assign({
      mayPick: ({ context, event }) => context.mayPick.filter((seat) => seat !== event.by),
      picks: ({ context, event }) =>
        event.type === "PICK"
          ? { ...context.picks, [event.by]: [...(context.picks[event.by] ?? []), event.card] }
          : context.picks,
    }),
    passPacks: assign({
      mayPick: ({ context }) => context.seats,
      picksLeft: ({ context }) => context.picksLeft - 1,
    }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "draft",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    mayPick: [],
    picksLeft: 0,
    picks: {},
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN: { guard: "isTurnPlayer", target: "draft" } },
    },
    draft: {
      meta: { asks: { context: "mayPick" } },
      entry: "beginDraft",
      always: { guard: "isDraftOver", target: "following" },
      on: {
        PICK: [
          { guard: "isLastPick", actions: ["notePick", "passPacks"] },
          { guard: "mayPick", actions: "notePick" },
        ],
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
