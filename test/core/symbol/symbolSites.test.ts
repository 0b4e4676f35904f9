import { readdirSync, readFileSync } from "node:fs";
import { parse } from "@babel/parser";
import { describe, expect, test } from "vitest";
import { definitionsOf, sitesOf, symbolAt, symbolTable } from "#core/symbol/symbolSites.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { spellingsOf } from "#core/symbol/spellingsOf.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

/** A module whose `¦` marks are taken out, with the offsets where they stood. */
function marked(text: string) {
  const [first = "", ...rest] = text.split("¦");
  let plain = first;
  const marks: number[] = [];
  for (const part of rest) {
    marks.push(plain.length);
    plain += part;
  }
  return { text: plain, marks, table: symbolTable(plain, chartOf(plain)) };
}

const game = `import { and, assertEvent, assign, enqueueActions, not, raise, setup, stateIn } from "xstate";
interface Context { seats: string[]; turnPlayer: string }
type Event = { type: "PASS"; by: string } | { type: "DRAW" | "TAKE"; card: string };
const isPass = (event: Event) => event.type === "PASS";
const take = (event: Extract<Event, { type: "TAKE" }>) => event.card;
const CLAUSE = "R-1";
export const machine = setup({
  types: {} as { context: Context; events: Event },
  guards: {
    isTurn: ({ context, event }) => event.type !== "DRAW" || context.turnPlayer === "",
    both: and(["isTurn", not("isLast")]),
    isLast() { return true; },
  },
  actions: {
    score: assign({ turnPlayer: ({ context: { seats } }) => seats[0]! }),
    end: enqueueActions(({ check, enqueue }) => {
      if (check("isLast")) enqueue("score");
      enqueue({ type: "score" });
      enqueue.raise({ type: "PASS", by: "" }, { delay: "soon" });
    }),
    log: ({ event }) => { assertEvent(event, ["DRAW", "TAKE"]); },
  },
  actors: { dealer: {} as never },
  delays: { soon: 10 },
}).createMachine({
  id: "game",
  context: { seats: [], turnPlayer: "" },
  initial: "turn",
  states: {
    turn: {
      id: "t",
      initial: "draw",
      tags: ["playing"],
      meta: { clauses: [CLAUSE, "R-2"], asks: { context: "turnPlayer.id" } },
      invoke: { src: "dealer", onDone: ".main" },
      states: {
        draw: {
          on: {
            DRAW: { target: "main", guard: "isTurn", actions: ["score", { type: "log" }] },
            "PASS": [{ guard: { type: "both" }, target: "#t.main" }],
            "*": {},
          },
        },
        main: { after: { soon: "#game.over", 100: "draw" }, exit: raise({ type: "TAKE", card: "" }) },
      },
    },
    over: { always: { guard: stateIn({ turn: "main" }), target: "turn.draw" } },
  },
});
`;
const table = symbolTable(game, chartOf(game));
const linesOf = (kind: SymbolKind, name: string) =>
  sitesOf(table, { kind, name }).map(({ at }) => game.slice(0, at.from).split("\n").length);
const wordsOf = (kind: SymbolKind, name: string) =>
  sitesOf(table, { kind, name }).map(({ at }) => game.slice(at.from, at.to));

describe("every place of a name is found", () => {
  test.each<[SymbolKind, string, number[]]>([
    ["event", "PASS", [3, 4, 19, 40]],
    ["event", "DRAW", [3, 10, 21, 39]],
    ["event", "TAKE", [3, 5, 21, 44]],
    ["guard", "isTurn", [10, 11, 39]],
    ["guard", "both", [11, 40]],
    ["guard", "isLast", [11, 12, 17]],
    ["action", "score", [15, 17, 18, 39]],
    ["action", "log", [21, 39]],
    ["actor", "dealer", [23, 35]],
    ["delay", "soon", [19, 24, 44]],
    ["tag", "playing", [33]],
    ["clause", "R-1", [6]],
    ["clause", "R-2", [34]],
    ["context", "turnPlayer", [2, 10, 15, 27, 34]],
    ["context", "seats", [2, 15, 27]],
    ["state", "turn", [28, 30, 31, 40, 47, 47]],
    ["state", "turn.main", [35, 39, 40, 44, 47]],
    ["state", "turn.draw", [32, 37, 44, 47]],
    ["state", "over", [44, 47]],
    ["state", "", [26, 44]],
  ])("%s %s", (kind, name, lines) => {
    expect(linesOf(kind, name)).toEqual(lines);
  });
});

test("the word alone is marked, without quotes, dots and the rest of a target", () => {
  expect(new Set(wordsOf("event", "PASS"))).toEqual(new Set(["PASS"]));
  expect(new Set(wordsOf("state", "turn.main"))).toEqual(new Set(["main"]));
  expect(wordsOf("state", "turn")).toEqual(["turn", "turn", "t", "t", "turn", "turn"]);
});

test("a definition is where the name gets its meaning", () => {
  const lines = (kind: SymbolKind, name: string) =>
    definitionsOf(table, { kind, name }).map(({ at }) => game.slice(0, at.from).split("\n").length);

  expect(lines("guard", "isLast")).toEqual([12]);
  expect(lines("event", "TAKE")).toEqual([3]);
  expect(lines("state", "turn.draw")).toEqual([37]);
  expect(lines("context", "turnPlayer")).toEqual([2]);
});

test("the symbol at the caret is found from its first letter to behind its last", () => {
  const { marks, table: own } = marked(
    `import { setup } from "xstate";\nexport const m = setup({}).createMachine({ initial: "a", states: { a: { on: { ¦GO¦: "¦b¦" } }, b: {} } });`,
  );

  expect(marks.map((at) => symbolAt(own, at)?.name)).toEqual(["GO", "GO", "b", "b"]);
});

test("a name behind a const is that of the const's text", () => {
  const { text, table: own } = marked(
    `import { setup } from "xstate";\nconst GO = "go";\nconst G = { ok: "isOk" } as const;\nexport const m = setup({ guards: { isOk: () => true } }).createMachine({ on: { [GO]: { guard: G.ok } } });`,
  );

  expect(sitesOf(own, { kind: "event", name: "go" }).map(({ at }) => at.from)).toEqual([text.indexOf("go")]);
  expect(sitesOf(own, { kind: "guard", name: "isOk" }).map(({ at }) => at.from)).toEqual([
    text.indexOf("isOk"),
    text.lastIndexOf("isOk"),
  ]);
});

test("what is put together by code has no place, and says so", () => {
  const { table: own } = marked(
    `import { setup } from "xstate";\nexport const m = setup({}).createMachine({ on: { ["a" + "b"]: {} }, entry: \`x\${"y"}\` });`,
  );

  expect(own.unwritten.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["action xy", "event ab"]);
});

test("the names of one machine are not those of its neighbour", () => {
  const one = (name: string) =>
    `export const ${name} = setup({ guards: { ok: ({ event }) => event.type === "GO" } }).createMachine({ on: { GO: { guard: "ok" } } });\n`;
  const text = `import { setup } from "xstate";\n${one("first")}${one("second")}`;

  const own = symbolTable(text, chartOf(text));

  expect(sitesOf(own, { kind: "event", name: "GO" })).toHaveLength(2);
  expect(sitesOf(own, { kind: "guard", name: "ok" })).toHaveLength(2);
});

const files = readdirSync("machines").filter((name) => name.endsWith(".machine.ts"));

describe.each(files)("%s", (file) => {
  const text = readFileSync(`machines/${file}`, "utf8");
  const chart = chartOf(text);
  const own = symbolTable(text, chart);

  test("every string that says the name of an event, guard or action is a place of it, or is told as spelled alike", () => {
    const names = new Map<string, SymbolKind>();
    for (const { type } of chart.events ?? []) names.set(type, "event");
    for (const { name } of chart.setup?.guards ?? []) names.set(name, "guard");
    for (const { name } of chart.setup?.actions ?? []) names.set(name, "action");
    const places = new Set(own.sites.map(({ written }) => written.from));
    const symbols = [...names].map(([name, kind]) => ({ kind, name }));
    const alike = new Set(spellingsOf(text, chart, symbols).map(({ at }) => at.from));

    const said = literalsAndEventKeys(text).filter(({ name, key }) => !key || names.get(name) === "event");

    const known = said.filter(({ name }) => names.has(name));
    expect(known.filter(({ from }) => !places.has(from) && !alike.has(from))).toEqual([]);
    expect(known.length - alike.size).toBeGreaterThan(200);
    expect(alike.size / known.length).toBeLessThan(0.1);
  });

  test("every name that is used is written out somewhere", () => {
    const loose = own.sites.filter(
      (site) => site.kind !== "clause" && site.kind !== "tag" && definitionsOf(own, site).length === 0,
    );

    expect(loose).toEqual([]);
    expect(own.unwritten).toEqual([]);
  });
});

/** A plain walk over Babel's tree that knows nothing of charts. */
function literalsAndEventKeys(text: string): { name: string; from: number; key: boolean }[] {
  const found: { name: string; from: number; key: boolean }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null || !("type" in node)) return undefined;
    const { type, start, value, key } = node as {
      type: string;
      start: number;
      value?: unknown;
      key?: { type: string; name?: string; start: number };
    };
    if (type === "StringLiteral" && typeof value === "string")
      found.push({ name: value, from: start, key: false });
    if ((type === "ObjectProperty" || type === "ObjectMethod") && key?.type === "Identifier" && key.name)
      found.push({ name: key.name, from: key.start, key: true });
    for (const [field, part] of Object.entries(node)) if (field !== "loc") visit(part);
    return undefined;
  };
  visit(parse(text, { sourceType: "module", plugins: ["typescript"] }).program);
  return found;
}
