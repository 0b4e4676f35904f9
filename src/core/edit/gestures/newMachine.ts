/**
 * Machines to begin with: one state after another, the phases of a turn, a chart without states whose module knows of seats and turns, or
 * regions that are active at once.
 */
export const TEMPLATES = ["minimal", "turn", "empty", "parallel"] as const;
export type Template = (typeof TEMPLATES)[number];

/** The text of a new module with one machine, exported as `machine`. @param id of the machine: letters, digits, `-` and `_` */
export function newMachine(template: Template, id: string): string {
  if (template === "minimal") return minimal(id);
  if (template === "parallel") return parallel(id);
  return template === "turn" ? withSeats(id, TURN_EVENTS, TURN_STATES) : withSeats(id, FIRST_EVENT, "");
}

const minimal = (id: string) => `import { setup } from "xstate";

export const machine = setup({
  types: {} as { events: { type: "START" } | { type: "FINISH" } },
}).createMachine({
  id: "${id}",
  initial: "ready",
  states: {
    ready: {
      on: { START: "running" },
    },
    running: {
      on: { FINISH: "over" },
    },
    over: { type: "final" },
  },
});
`;

const parallel = (id: string) => `import { setup } from "xstate";

export const machine = setup({
  types: {} as { events: { type: "NEXT" } | { type: "PAUSE" } | { type: "RESUME" } },
}).createMachine({
  id: "${id}",
  type: "parallel",
  states: {
    turn: {
      initial: "first",
      states: {
        first: {
          on: { NEXT: "second" },
        },
        second: {
          on: { NEXT: "first" },
        },
      },
    },
    clock: {
      initial: "running",
      states: {
        running: {
          on: { PAUSE: "paused" },
        },
        paused: {
          on: { RESUME: "running" },
        },
      },
    },
  },
});
`;

const TURN_EVENTS = `
  | { type: "DRAW"; by: string }
  | { type: "END_PHASE"; by: string }
  | { type: "END_TURN"; by: string }`;

/** A transition that is drawn is called so until it gets a name of its own. */
const FIRST_EVENT = ` { type: "NEXT"; by: string }`;

const TURN_STATES = `  initial: "turn",
  states: {
    turn: {
      meta: { clauses: ["C-1"] },
      initial: "draw",
      states: {
        draw: {
          meta: { asks: "turnPlayer", clauses: ["C-1"] },
          on: { DRAW: { guard: "isTurnPlayer", target: "main" } },
        },
        main: {
          meta: { asks: "turnPlayer", clauses: ["C-1"] },
          on: { END_PHASE: { guard: "isTurnPlayer", target: "end" } },
        },
        end: {
          meta: { asks: "turnPlayer", clauses: ["C-1"] },
          on: { END_TURN: { guard: "isTurnPlayer", target: "draw", actions: "passTurn" } },
        },
      },
    },
  },
`;

/** A machine that knows of seats and whose turn it is. */
const withSeats = (id: string, events: string, states: string) => `import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  turn: number;
}

type Event =${events};

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
  structural?: string;
}

export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
  guards: {
    isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
  },
  actions: {
    passTurn: assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ?? context.turnPlayer,
      turn: ({ context }) => context.turn + 1,
    }),
  },
}).createMachine({
  id: "${id}",
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    turn: 1,
  }),
${states}});
`;
