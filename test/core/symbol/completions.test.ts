import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkGame } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { completionsAt, type Completion } from "#core/symbol/completions.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { SymbolSite } from "#core/symbol/symbol.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { patience } from "#test/support/patience.ts";

const slow = { timeout: patience(120_000) };

const whole = `import { and, assertEvent, enqueueActions, raise, setup, stateIn } from "xstate";
export const machine = setup({
  types: {} as { context: { seats: string[]; turnPlayer: string }; events: { type: "PASS" } | { type: "DRAW" } | { type: "END" } },
  guards: { isTurn: ({ context }) => context.seats.length > 0, isLast: () => true },
  actions: { score: () => {}, log: enqueueActions(({ enqueue }) => { enqueue("score"); }) },
  actors: { dealer: {} as never },
  delays: { soon: 10 },
}).createMachine({
  id: "game",
  context: { seats: [], turnPlayer: "" },
  initial: "turn",
  states: {
    turn: {
      initial: "draw",
      tags: ["playing"],
      states: {
        draw: { on: { PASS: "main" } },
        main: { on: { DRAW: { target: "draw", guard: "isTurn", actions: ["score"] } } },
        back: { type: "history", target: "draw" },
      },
    },
    over: { type: "final" },
  },
});
`;
const known = { text: whole, charts: readModule(whole).charts, clauses: ["R-1", "R-2"] };

/** What is offered when a piece of the text is typed anew up to the mark. */
function offered(piece: string, typed: string) {
  expect(whole).toContain(piece);
  const text = whole.replace(piece, typed);
  const offset = text.indexOf("¦");
  return completionsAt(text.replace("¦", ""), offset, known);
}
const names = (piece: string, typed: string) => offered(piece, typed)?.items.map((item) => item.name);

test.each([
  [`PASS: "main"`, `PASS: "¦"`, ["main", "back", "draw", "#game.turn", "#game.over"]],
  [`PASS: "main"`, `PASS: "m¦`, ["main", "back", "draw", "#game.turn", "#game.over"]],
  [
    `PASS: "main"`,
    `PASS: "#¦`,
    ["#game.turn", "#game.turn.main", "#game.turn.back", "#game.turn.draw", "#game.over"],
  ],
  [`PASS: "main"`, `PASS: [{ target: '¦'`, ["main", "back", "draw", "#game.turn", "#game.over"]],
  [`PASS: "main"`, `PASS: ¦`, ["main", "back", "draw", "#game.turn", "#game.over"]],
  [`initial: "turn"`, `always: "¦"`, [".turn", ".over", ".turn.draw", ".turn.main", ".turn.back"]],
  [`initial: "turn"`, `initial: "¦"`, ["turn", "over"]],
  [`initial: "draw"`, `initial: { target: "¦" }`, ["draw", "main", "back"]],
  [
    `type: "history", target: "draw"`,
    `type: "history", target: "¦"`,
    ["draw", "main", "back", "#game.over", "#game.turn"],
  ],
  [`PASS: "main"`, `¦`, ["DRAW", "END", "PASS"]],
  [`on: { PASS: "main" }`, `on: { PASS: "main", D¦`, ["DRAW", "END", "PASS"]],
  [`guard: "isTurn"`, `guard: "¦"`, ["isTurn", "isLast"]],
  [`guard: "isTurn"`, `guard: { type: "¦" }`, ["isTurn", "isLast"]],
  [`guard: "isTurn"`, `guard: and(["isTurn", "¦`, ["isTurn", "isLast"]],
  [`isLast: () => true`, `isLast: not("¦")`, ["isTurn", "isLast"]],
  [`actions: ["score"]`, `actions: ["score", { type: "¦" }]`, ["score", "log"]],
  [`initial: "draw"`, `entry: "¦"`, ["score", "log"]],
  [`enqueue("score")`, `enqueue("¦")`, ["score", "log"]],
  [`initial: "draw"`, `invoke: { src: "¦" }`, ["dealer"]],
  [`initial: "draw"`, `after: { ¦ }`, ["soon"]],
  [`initial: "draw"`, `entry: raise({ type: "¦" })`, ["PASS", "DRAW", "END"]],
  [`initial: "draw"`, `entry: raise({ type: "PASS" }, { delay: "¦" })`, ["soon"]],
  [`score: () => {}`, `score: ({ event }) => { assertEvent(event, "¦") }`, ["PASS", "DRAW", "END"]],
  [`isLast: () => true`, `isLast: ({ event }) => event.type === "¦"`, ["PASS", "DRAW", "END"]],
  [`isLast: () => true`, `isLast: ({ context }) => context.¦`, ["seats", "turnPlayer"]],
  [
    `guard: "isTurn"`,
    `guard: stateIn("¦")`,
    ["#game.turn", "#game.turn.draw", "#game.turn.main", "#game.turn.back", "#game.over"],
  ],
  [`tags: ["playing"]`, `tags: ["¦"]`, ["playing"]],
  [`tags: ["playing"]`, `meta: { clauses: ["¦"] }`, ["R-1", "R-2"]],
  [
    `tags: ["playing"]`,
    `meta: { asks: "¦" }`,
    ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"],
  ],
  [`tags: ["playing"]`, `meta: { asks: { context: "¦" } }`, ["seats", "turnPlayer"]],
  [`tags: ["playing"]`, `meta: { ¦ }`, ["clauses", "asks", "structural"]],
  [`type: "final"`, `type: "¦"`, ["atomic", "compound", "parallel", "final", "history"]],
])("instead of %s with %s", (piece, typed, expected) => {
  expect(names(piece, typed)).toEqual(expected);
});

test.each([
  [`isLast: () => true`, `isLast: () => "¦"`],
  [`context: { seats: []`, `context: { seats: ["¦"]`],
  [`id: "game"`, `id: "¦"`],
  [`initial: "turn"`, `description: "¦"`],
  [`seats: string[]`, `seats: ¦`],
])("%s with %s is left to TypeScript", (piece, typed) => {
  expect(offered(piece, typed)).toBeUndefined();
});

test("keys are offered with the beginning of their value, and bare when a colon follows", () => {
  const key = (typed: string, name: string) =>
    offered(`PASS: "main"`, typed)?.items.find((item) => item.name === name);

  expect(key(`D¦`, "DRAW")).toMatchObject({ insert: `DRAW: { target: "" }`, caret: 17, goesOn: true });
  expect(key(`D¦: "main"`, "DRAW")).toMatchObject({ insert: "DRAW" });
  expect(key(`PASS: { ¦ }`, "guard")).toMatchObject({ insert: `guard: ""`, caret: 8 });
});

test("an unclosed string is closed, an open place gets quotes in the manner of the file", () => {
  const of = (typed: string) => offered(`guard: "isTurn"`, typed)?.items[0]?.insert;

  expect(of(`guard: "¦`)).toBe(`isTurn"`);
  expect(of(`guard: '¦`)).toBe(`isTurn'`);
  expect(of(`guard: "¦"`)).toBe(`isTurn`);
  expect(of(`guard: ¦`)).toBe(`"isTurn"`);
});

test("the machine around the caret gives the names, the one before it when there is none", () => {
  const one = (name: string, guard: string) =>
    `export const ${name} = setup({ guards: { ${guard}: () => true } }).createMachine({ on: { GO: { guard: "" } } });\n`;
  const text = `import { setup } from "xstate";\n${one("a", "first")}${one("b", "second")}`;
  const two = { text, charts: readModule(text).charts, clauses: [] };

  const at = (nth: number) =>
    completionsAt(text, text.split(`guard: "`, nth).join(`guard: "`).length + 8, two)?.items[0]?.name;

  expect([at(1), at(2)]).toEqual(["first", "second"]);
});

const LOST: Partial<Record<SymbolSite["kind"], RegExp>> = {
  state: /^target-not-found|^initial-/,
  event: /^event-not-declared/,
  guard: /^guard-not-found/,
  action: /^action-not-found/,
};

describe.each(readdirSync("machines").filter((name) => name.endsWith(".machine.ts")))("%s", (file) => {
  const text = readFileSync(`machines/${file}`, "utf8");
  const reading = readModule(text);
  const { sites } = symbolTable(text, chartOf(text));
  const config = reading.charts[0]!.configAt!;
  const inConfig = sites.filter(
    ({ kind, role, form, written }) =>
      LOST[kind] &&
      role === "reference" &&
      (form === "text" || form === "segment" || form === "key") &&
      written.from > config.from,
  );
  const complete = (site: SymbolSite, typed: number) => {
    const key = site.form === "key";
    const open = key ? site.written.from : site.written.from + 1;
    const close = key ? site.written.to : site.written.to - 1;
    const kept = text.slice(open, Math.min(close, open + typed));
    const half = text.slice(0, open) + kept + text.slice(close);
    return {
      half,
      items:
        completionsAt(half, open + kept.length, { text, charts: reading.charts, clauses: [] })?.items ?? [],
    };
  };
  const goalOf = (site: SymbolSite) => sites.findLast((one) => one.written.from === site.written.from)?.name;
  const insert = (half: string, { replace, insert: piece }: Completion) =>
    half.slice(0, replace.from) + piece + half.slice(replace.to);

  test("whatever is typed of a name, the name itself is offered, and accepting it gives the text back", () => {
    fc.assert(
      fc.property(fc.constantFrom(...inConfig), fc.nat(12), (site, typed) => {
        const { half, items } = complete(site, typed);

        const texts = items.map((item) => insert(half, item));
        const same = items.some((item) => item.symbol?.kind === "state" && item.symbol.name === goalOf(site));
        // A target may be written in another way than the best one.
        expect(texts.includes(text) || same).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("whatever is offered reads without a fault of its kind", slow, () => {
    fc.assert(
      fc.property(fc.constantFrom(...inConfig), fc.nat(4), fc.nat(), (site, typed, nth) => {
        const { half, items } = complete(site, typed);
        const after = insert(half, items[nth % items.length]!);
        const read = readModule(after, { previous: { text, reading } });

        expect(read.parsed).toBe(true);
        const found = checkGame({ reading: read, files: new Map([["machine", after]]) });
        expect(found.filter(({ code }) => LOST[site.kind]?.test(code))).toEqual([]);
      }),
      { numRuns: process.env["LONG"] ? 100 : 3 },
    );
  });
});
