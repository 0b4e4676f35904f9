import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  turn: number;
  /** In which turn the ability was used last; 0 is never. */
  abilityTurn: number;
}

type Event = { type: "USE_ABILITY"; by: string } | { type: "END_TURN"; by: string };

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
}

/** The turn player may do something once in each turn. The turn in which it was done is noted, so nothing has to be reset. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    mayUseAbility: ({ context, event }) =>
      event.by === context.turnPlayer && context.abilityTurn !== context.turn,
  },
  actions: {
    noteAbility: assign({ abilityTurn: ({ context }) => context.turn }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ??
        context.turnPlayer,
      turn: ({ context }) => context.turn + 1,
    }),
  },
}).createMachine({
  id: "once-a-turn",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    turn: 1,
    abilityTurn: 0,
  }),
  initial: "turn",
  states: {
    turn: {
      on: { END_TURN: { guard: "isTurnPlayer", target: "turn", actions: "passTurn", reenter: true } },
      initial: "main",
      states: {
        main: {
          meta: { asks: "turnPlayer" },
          on: { USE_ABILITY: { guard: "mayUseAbility", actions: "noteAbility" } },
        },
      },
    },
  },
});
