// showcase: the code that its JSON names. Made from the machine's module by `turnwright export`; changes here are lost.
import { and, assign, not, stateIn } from "xstate";

/** What the machine itself has and JSON cannot hold: `createMachine({ ...json, ...parts })`. */
const parts = {
  context: ({ input }) => ({ seats: input.seats ?? ["P1", "P2"], turnPlayer: "P1", cards: 0 }),
};

/** The code of all that the JSON names: `.provide(implementations)`. */
const implementations = {
  guards: {
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    atMost: ({ event }, { most }) => event.type === "DRAW" && event.count <= most,
    "!stateIn(\"#wholeTurn\")": not(stateIn("#wholeTurn")),
    "byTurnPlayer&atMost({\"most\":2})": and(["byTurnPlayer", { type: "atMost", params: { most: 2 } }]),
    "guard-247lsorx": ({ context }) => context.cards > 5,
  },
  actions: {
    draw: assign({ cards: ({ context, event }) => context.cards + (event.type === "DRAW" ? event.count : 0) }),
    note: (_, _params) => {},
    "assign-2zwj2gt5": assign({ cards: 0 }),
  },
  actors: {},
  delays: {
    thinking: 2000,
  },
};

export { parts, implementations };
