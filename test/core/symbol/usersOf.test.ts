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
