import { newGameWords } from "#app/studio/newGameWords.ts";

/**
 * The files of a new game: a small turn of three phases that plays at once, by FORMATS: seats, `by` on every event, `asks`
 * on every state that waits, one clause that the machine carries out, words for all of it in three languages.
 */
export function newGameFiles(id: string): { name: string; text: string }[] {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const head = (schema: string, up = "") => ({
    $schema: `${up}../../schemas/${schema}.schema.json`,
    format: 1,
  });
  const wordFiles = Object.entries(newGameWords).flatMap(([locale, { labels, text }]) => [
    { name: `labels/${locale}`, text: json({ ...head("labels", "../"), locale, labels }) },
    { name: `text/${locale}`, text: json({ ...head("text", "../"), locale, text }) },
  ]);
  const title = id.replaceAll("-", " ").replace(/^./, (c) => c.toUpperCase());
  return [
    { name: "machine", text: machineText(id) },
    {
      name: "ruleset",
      text: json({
        ...head("ruleset"),
        id,
        title: { en: title },
        machine: `machines/${id}.machine.ts`,
        players: { min: 2, max: 2 },
        locales: Object.keys(newGameWords),
        sourceLocale: "en",
        sources: [],
      }),
    },
    {
      name: "clauses",
      text: json({
        ...head("clauses"),
        clauses: [{ id: "C-1", place: { section: "1" }, kind: "structure" }],
      }),
    },
    {
      name: "moves",
      text: json({
        ...head("moves"),
        moves: { DRAW: [{ weight: 1 }], END_PHASE: [{ weight: 1 }], END_TURN: [{ weight: 1 }] },
      }),
    },
    ...wordFiles,
  ];
}

const machineText = (id: string) => `import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  turn: number;
}

type Event =
  | { type: "DRAW"; by: string }
  | { type: "END_PHASE"; by: string }
  | { type: "END_TURN"; by: string };

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
  initial: "turn",
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
});
`;
