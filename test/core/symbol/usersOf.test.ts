import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { usersOf } from "#core/symbol/usersOf.ts";

const text = `import { and, assign, not, setup } from "xstate";
interface Context { left: number; turn: string }
const enough = (context: Context) => context.left > 1;
const plenty = (context: Context) => enough(context) && true;
export const machine = setup({
  types: {} as { context: Context; events: { type: "GO"; by: string } | { type: "STOP"; by: string } },
  guards: {
    byPlayer: ({ context, event }) => event.by === context.turn,
    many: ({ context }) => plenty(context),
    both: and(["byPlayer", "many"]),
  },
  actions: { take: assign({ left: ({ context }) => context.left - 1 }), shout: () => {} },
}).createMachine({
  context: { left: 5, turn: "P1" },
  initial: "a",
  states: {
    a: {
      entry: "shout",
      tags: ["calm"],
      on: {
        GO: [
          { guard: and(["byPlayer", not("many")]), actions: "take", target: "b" },
          { guard: "both", target: "c" },
        ],
        STOP: { guard: ({ context }) => context.turn === "P2", target: "c" },
      },
    },
    b: { always: { guard: "many", actions: "shout", target: "c" } },
    c: {},
  },
});
`;
const { charts, consts } = readModule(text);
const users = (kind: SymbolKind, name: string) =>
  usersOf(charts[0]!, { kind, name }, symbolTable(text, charts[0]!).sites, consts);

test("a guard is used by the transitions that say it, also within and/or/not, and in a guard of setup", () => {
  expect(users("guard", "byPlayer")).toEqual({ states: [], transitions: ["a|on|GO|0", "a|on|GO|1"] });
  expect(users("guard", "many").transitions).toEqual(["a|on|GO|0", "a|on|GO|1", "b|always||0"]);
});

test("an action is used by transitions, and by states on the way in and out", () => {
  expect(users("action", "shout")).toEqual({ states: ["a"], transitions: ["b|always||0"] });
});

test("an event is used by the transitions that take it, a tag by the states that carry it", () => {
  expect(users("event", "GO").transitions).toEqual(["a|on|GO|0", "a|on|GO|1"]);
  expect(users("tag", "calm").states).toEqual(["a"]);
});

test("a field of the context is used where guards and actions read or write it, by helpers and in place too", () => {
  expect(users("context", "left").transitions).toEqual(["a|on|GO|0", "a|on|GO|1", "b|always||0"]);
  expect(users("context", "turn").transitions).toEqual(["a|on|GO|0", "a|on|GO|1", "a|on|STOP|0"]);
});

test("what nothing uses has no users", () => {
  expect(users("guard", "nothing")).toEqual({ states: [], transitions: [] });
});

test("consts that call each other in a long chain, or in a circle, are each read once", () => {
  const long = 300;
  const chain = Array.from(
    { length: long },
    (_, i) =>
      `const f${i} = (c: Context) => f${i === 0 ? long - 1 : i - 1}(c)${i === 0 ? " || c.left > 1" : ""};`,
  );
  const source = `import { setup } from "xstate";
interface Context { left: number }
${chain.join("\n")}
export const machine = setup({
  types: {} as { context: Context },
  guards: { last: ({ context }) => f${long - 1}(context), none: () => true },
}).createMachine({
  context: { left: 5 },
  initial: "a",
  states: { a: { on: { GO: { guard: "last", target: "b" }, NO: { guard: "none", target: "b" } } }, b: {} },
});
`;
  const read = readModule(source);
  let texts = 0;
  const counted = read.consts!.map((one) => ({
    ...one,
    get text() {
      texts++;
      return one.text;
    },
  }));
  const chart = read.charts[0]!;
  const { sites } = symbolTable(source, chart);

  expect(usersOf(chart, { kind: "context", name: "left" }, sites, counted).transitions).toEqual([
    "a|on|GO|0",
  ]);
  expect(counted.length).toBeGreaterThanOrEqual(long);
  expect(texts).toBeLessThanOrEqual(counted.length);
});
