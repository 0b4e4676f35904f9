import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  /** What was declared, the newest last. */
  chain: string[];
  /** Who has still to declare or pass. */
  mayRespond: string[];
}

type Event =
  | { type: "BEGIN"; by: string }
  | { type: "RESPOND"; by: string; name: string }
  | { type: "PASS"; by: string }
  | { type: "RESOLVE"; by: string }
  | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** Players answer each other's declarations; when all have passed, the chain is resolved, the newest link first. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    mayRespond: ({ context, event }) => context.mayRespond.includes(event.by),
    allResponded: ({ context }) => context.mayRespond.length === 0,
    isChainEmpty: ({ context }) => context.chain.length === 0,
    isTable: ({ event }) => event.by === "table",
  },
  actions: {
    openChain: assign({ chain: [], mayRespond: ({ context }) => context.seats }),
    addLink: assign({
      chain: ({ context, event }) =>
        event.type === "RESPOND" ? [...context.chain, event.name] : context.chain,
      mayRespond: ({ context, event }) => context.seats.filter((seat) => seat !== event.by),
    }),
    noteAnswer: assign({
      mayRespond: ({ context, event }) => context.mayRespond.filter((seat) => seat !== event.by),
    }),
    resolveNewest: assign({ chain: ({ context }) => context.chain.slice(0, -1) }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
    }),
  },
}).createMachine({
  id: "chain",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    chain: [],
    mayRespond: [],
  }),
  initial: "main",
  states: {
    main: {
      meta: { asks: "turnPlayer" },
      on: { BEGIN: { guard: "isTurnPlayer", target: "chain" } },
    },
    chain: {
      entry: "openChain",
      initial: "declaring",
      onDone: { target: "following" },
      states: {
        declaring: {
          meta: { asks: { context: "mayRespond" } },
          always: { guard: "allResponded", target: "resolving" },
          on: {
            RESPOND: { guard: "mayRespond", actions: "addLink" },
            PASS: { guard: "mayRespond", actions: "noteAnswer" },
          },
        },
        resolving: {
          meta: { asks: "table" },
          always: { guard: "isChainEmpty", target: "resolved" },
          on: { RESOLVE: { guard: "isTable", actions: "resolveNewest" } },
        },
        resolved: { type: "final" },
      },
    },
    following: {
      meta: { asks: "turnPlayer" },
      on: { END_TURN: { guard: "isTurnPlayer", target: "main", actions: "passTurn" } },
    },
  },
});
