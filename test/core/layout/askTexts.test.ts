import { expect, test } from "vitest";
import { placeOf } from "#core/chart/places.ts";
import { askedBy } from "#core/layout/content/askTexts.ts";
import { readModule } from "#core/read/readModule.ts";
import { ids } from "#test/core/layout/charts.ts";

const { charts } = readModule(`
import { assign, setup } from "xstate";
export const machine = setup({
  actions: {
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
    idle: { meta: { asks: "turnPlayer" }, entry: "askEveryone" },
  },
});
`);
const asked = (key: string) => {
  const chart = charts[0];
  const place = chart && placeOf(chart, [key]);
  if (!chart || !place) throw new Error("no such state");
  return askedBy(chart, place.node, place.path, ids);
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
