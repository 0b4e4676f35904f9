import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Behaviors } from "#core/semantics/behavior.ts";
import { firstValuesOf } from "#core/semantics/elementBehaviors.ts";
import type { FormulaWords } from "#core/expr/print.ts";
import { Reading } from "#core/expr/readable.ts";
import { readModule } from "#core/read/readModule.ts";
import { clauseLinks } from "#core/ruleset/links.ts";

/** `each of players: handLimit := 5` for every first value of what a clause's carriers look at. */
function atClause(text: string, clause: string): readonly string[] {
  const { charts, consts = [] } = readModule(text);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  const behaviors = new Behaviors(chart, consts);
  const carriers = clauseLinks(chart).carriers.get(clause) ?? [];
  return firstValuesOf(chart, carriers, behaviors)
    .filter(({ blank }) => !blank)
    .map(({ each, text: said }) => (each ? `${each}: ${said}` : said));
}

/** The words that the studio gives the formulas of a language. */
function wordsOf(language: string): FormulaWords {
  const { behavior } = JSON.parse(readFileSync(`src/locales/later/${language}.json`, "utf8"));
  return {
    none: behavior.none,
    else: behavior.fallback,
    mod: behavior.mod,
    reading: new Reading(behavior.reading),
  };
}

const MODULE = `
import { setup } from "xstate";
const LIMIT = 5;
const NOTHING = { rounds: 3, winner: null };
const newPlayer = (id) => ({ id, limit: LIMIT, hand: 0, field: [{ name: "hero", dp: 2 }] });
const made = (seats, rounds, game) => ({ seats, score: rounds, game, players: seats.map(newPlayer), ...NOTHING, rounds });
const start = (input, seats) => made(seats, 4, { cards: input.cards ?? 40, out: false, names: [] });
const tooMany = (context) => context.players.some((p) => p.hand > p.limit);
export const m = setup({ guards: {
  tooMany: ({ context }) => tooMany(context),
  late: ({ context }) => context.rounds > context.score && context.winner === null,
  full: ({ context: { game } }) => game.cards > 1,
  deep: ({ context }) => context.players[0].field[0].dp === 1,
} }).createMachine({ id: "m", context: ({ input }) => start(input, ["a", "b"]), initial: "a", states: {
  a: { on: {
    A: { guard: "tooMany", meta: { clauses: ["1"] } },
    B: { guard: "late", meta: { clauses: ["2"] } },
    C: { guard: "full", meta: { clauses: ["3"] } },
    D: { guard: "deep", meta: { clauses: ["4"] } } } } } });`;

test("a clause shows the first values of what it looks at, through helpers too; empty ones say nothing", () => {
  expect(atClause(MODULE, "1")).toEqual(["players: limit := 5"]);
  expect(atClause(MODULE, "2")).toEqual(["score := 4", "rounds := 4"]);
  expect(atClause(MODULE, "3")).toEqual(["game.cards := input.cards else 40"]);
  expect(atClause(MODULE, "4")).toEqual(["players.field: dp := 2"]);
});

test("what begins with 0, nothing or no is there too, and told to be so", () => {
  const { charts, consts = [] } = readModule(MODULE);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  const blank = new Behaviors(chart, consts).start.values().filter((one) => one.blank);

  expect(blank.map(({ text }) => text)).toEqual([
    "game.out := false",
    "game.names := []",
    "hand := 0",
    "winner := none",
  ]);
});

test("a machine without a context, or with one that cannot be read, has none", () => {
  expect(atClause(MODULE.replace('context: ({ input }) => start(input, ["a", "b"]),', ""), "1")).toEqual([]);
  expect(atClause(MODULE.replace('start(input, ["a", "b"])', "{ return {} }"), "1")).toEqual([]);
});

/** Every first value of a context that is made with the help of some consts. */
function allOf(context: string, consts: string): readonly string[] {
  const { charts, consts: known = [] } = readModule(`import { createMachine } from "xstate";
    ${consts}
    export const m = createMachine({ id: "m", context: (${context}), initial: "a", states: { a: {} } });`);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  return new Behaviors(chart, known).start
    .values()
    .filter(({ blank }) => !blank)
    .map(({ each, text }) => (each ? `${each}: ${text}` : text));
}

test("what is written last counts, an empty value and a list of other fields too", () => {
  const base = "const base = () => ({ hp: 20, pos: { x: 3, y: 5 }, log: ['begun'] });";

  expect(allOf("{ ...base(), hp: 0 }", base)).toEqual(["pos.x := 3", "pos.y := 5", "log := [“begun”]"]);
  expect(allOf("{ ...base(), pos: { x: 7 } }", base)).toEqual(["hp := 20", "log := [“begun”]", "pos.x := 7"]);
  expect(allOf("{ ...base(), pos: null, log: [] }", base)).toEqual(["hp := 20"]);
  expect(allOf("{ hp: 1, ...base() }", base)).toContain("hp := 20");
});

test("what a spread brings that nobody knows is told too, and in words", () => {
  const known = "const base = { hp: 20 };";

  expect(allOf("({ input }) => ({ hp: 20, ...input.more })", "")).toEqual(["hp := 20", "…input.more"]);
  expect(allOf("({ input }) => ({ ...input, hp: 20 })", "")).toEqual(["…input", "hp := 20"]);
  expect(allOf("({ input }) => ({ pos: { x: 3, ...input.at } })", "")).toEqual([
    "pos.x := 3",
    "pos: …input.at",
  ]);
  expect(allOf("({ input }) => ({ ...one(input), ...two(input) })", "")).toEqual([
    "…one(input)",
    "…two(input)",
  ]);
  expect(allOf("({ input }) => ({ pos: { ...input.at }, pos: null, ...base })", known)).toEqual(["hp := 20"]);

  const { charts, consts } = readModule(`import { assign, createMachine } from "xstate";
    export const m = createMachine({ id: "m", context: ({ input }) => ({ hp: 20, ...input }), initial: "a", states: {
      a: { entry: assign(({ context, event }) => ({ ...context, hp: 1, ...event.more })) } } });`);
  for (const [language, words] of [
    ["en", "and what {} brings"],
    ["ja", "そのほか {} にあるもの"],
    ["zh-Hant", "以及 {} 帶來的內容"],
  ] as const) {
    const behaviors = new Behaviors(charts[0]!, consts ?? [], wordsOf(language));
    expect(
      behaviors.start
        .values()
        .filter(({ blank }) => !blank)
        .map(({ text }) => text),
    ).toEqual(["hp := 20", words.replace("{}", "input")]);
    expect(behaviors.action(charts[0]!.root.children[0]!.entry[0]!).lines).toEqual([
      "hp := 1",
      words.replace("{}", "more"),
    ]);
  }
});

test("a parameter hides the const of its name, whether it is known what it stands for or not", () => {
  const limit = "const limit = 5; const OTHER = 6; const newPlayer = (limit) => ({ handLimit: limit });";

  expect(allOf("({ input }) => newPlayer(input.limit)", limit)).toEqual([]);
  expect(allOf("newPlayer(4)", limit)).toEqual(["handLimit := 4"]);
  expect(allOf("newPlayer(OTHER)", limit)).toEqual(["handLimit := 6"]);
  expect(allOf("newPlayer(...[1])", limit)).toEqual([]);
  expect(allOf("({ input }) => ({ list: input.all.map((limit) => ({ handLimit: limit })) })", limit)).toEqual(
    [],
  );
  expect(allOf("({ limit }) => ({ handLimit: limit + 1 })", limit)).toEqual(["handLimit := limit + 1"]);
  expect(
    allOf("({ input }) => outer(input.limit)", `${limit} const outer = (limit) => newPlayer(limit);`),
  ).toEqual([]);
  expect(
    allOf(
      "({ input }) => outer(input.limit)",
      `${limit} const made = (of) => ({ ...of }); const outer = (limit) => made({ handLimit: limit });`,
    ),
  ).toEqual([]);
  // nor does a parameter reach into the const that is named beside it
  expect(
    allOf("both(9)", `${limit} const rest = { low: limit }; const both = (limit) => ({ limit, ...rest });`),
  ).toEqual(["limit := 9", "low := 5"]);
});

/** First values that stand in no guard and no action. */
test.each([
  ["vf-card", "VF-E.5", "const HAND_LIMIT = 5;", "const HAND_LIMIT = 6;"],
  ["chrono-card", "CC-5.6", "const HAND_LIMIT = 5;", "const HAND_LIMIT = 6;"],
  ["vf-card", "VF-E.5", "handLimit: HAND_LIMIT,", "handLimit: 6,"],
])("%s: another first value shows at %s", (game, clause, from, to) => {
  const text = readFileSync(`machines/${game}.machine.ts`, "utf8");
  expect(text).toContain(from);

  expect(atClause(text, clause)).toContain("players: handLimit := 5");
  expect(atClause(text.replace(from, to), clause)).toContain("players: handLimit := 6");
});

test("the phase that the game begins with stands for all of them: what each player has at first", () => {
  const text = readFileSync("machines/fate-ace-royal.machine.ts", "utf8");

  expect(atClause(text, "FA-PREP-4")).toEqual(
    expect.arrayContaining(["players: seals := 3", "players: mana := 5"]),
  );
  expect(atClause(text.replace("const SEALS = 3;", "const SEALS = 4;"), "FA-PREP-4")).toContain(
    "players: seals := 4",
  );
});
