import { expect, test } from "vitest";
import { placeOf } from "#core/chart/places.ts";
import { questionsOf, asksTableToo } from "#core/layout/content/askTexts.ts";
import { readModule } from "#core/read/readModule.ts";
import { ids } from "#test/core/layout/charts.ts";

const { charts } = readModule(`
import { and, assign, not, setup } from "xstate";
export const machine = setup({
  guards: {
    byTable: ({ event }) => event.by === "table",
    fits: ({ context }) => context.number > 0,
  },
  actions: {
    openTurn: assign({ users: ({ context }) => (context.open ? [context.one, context.two] : [context.one]) }),
    askEveryone: assign({ toAct: ({ context }) => context.seats }),
    count: assign({ number: ({ context }) => context.toAct.length }),
    nameChooser: assign({ chooser: ({ context }) => context.toAct[0] }),
    strike: assign({ battle: ({ context }) => ({ ...context.battle, defender: context.toAct[0] }) }),
  },
}).createMachine({
  initial: "heroes",
  states: {
    heroes: {
      meta: { asks: { context: "toAct" } },
      entry: ["count", "askEveryone"],
      on: { GO: { target: "pick", actions: ["count", "nameChooser"] } },
    },
    pick: { meta: { asks: { context: "chooser" } }, on: { HIT: { target: "answer", actions: "strike" } } },
    answer: { meta: { asks: { context: "battle.defender" } } },
    turn: {
      entry: "openTurn",
      initial: "act",
      states: {
        act: {
          meta: { asks: { context: "users" } },
          on: { END: { guard: and(["fits", "byTable"]), actions: "count" } },
        },
        told: { meta: { asks: "table" }, on: { END: { guard: "byTable", actions: "count" } } },
        free: { meta: { asks: "turnPlayer" }, on: { END: { guard: not("byTable"), actions: "count" } } },
      },
    },
    idle: { meta: { asks: "turnPlayer" }, entry: "askEveryone" },
  },
});
`);
const stateAt = (id: string) => {
  const chart = charts[0];
  const place = chart && placeOf(chart, id.split("."));
  if (!chart || !place) throw new Error("no such state");
  return { chart, ...place };
};
const asked = (id: string) => {
  const { chart, node, path } = stateAt(id);
  return questionsOf(chart, node, path, ids);
};

test("whom a state asks is told with the actions that name him on entering it", () => {
  expect(asked("heroes")).toEqual(["askEveryone"]);
});

test("or on the way into it", () => {
  expect(asked("pick")).toEqual(["nameChooser"]);
});

test("nothing is told of what only seems to be written, nor of those who need no name", () => {
  expect(asked("answer")).toEqual([]);
  expect(asked("idle")).toEqual([]);
});

test("or as a formula where a phase around it names them once for all its steps", () => {
  expect(asked("turn.act")).toEqual(["openTurn: open ? [one, two] : [one]"]);
});

test("a state that asks a player and can be told something at the table waits for both", () => {
  const waits = (id: string) => asksTableToo(stateAt(id).chart, stateAt(id).node);

  expect(waits("turn.act")).toBe(true);
  expect(waits("turn.told")).toBe(false);
  expect(waits("turn.free")).toBe(false);
  expect(waits("idle")).toBe(false);
});
