import { expect, test } from "vitest";
import { placeOf } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { mutantsOf } from "#test/machines/mutation/mutants.ts";
import { runMutants } from "#test/machines/mutation/runMutants.ts";
import { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";

const source = `import { and, assign, setup } from "xstate";
const HAND = 5;
const CARDS = { jack: 11 };
export const machine = setup({
  guards: { mine: ({ event }) => event.by === "A", full: ({ context }) => context.hand >= HAND },
  actions: { draw: assign({ hand: ({ context }) => context.hand + 1 }) },
}).createMachine({
  id: "m", initial: "draw", context: { hand: 0 },
  states: {
    draw: { entry: "draw", on: { GO: { guard: and(["mine", "full"]), target: "main", actions: "draw" } } },
    main: { always: [{ guard: "full", target: "end" }, { target: "draw" }] },
    end: {},
  },
});`;

test("guards, actions, targets, candidates, numbers and comparisons are spoilt one at a time", () => {
  const mutants = mutantsOf(source, ["CARDS"]);

  expect(mutants.map(({ line, id }) => `${line} ${id}`)).toEqual([
    '10 draw entry: without "draw"',
    '10 draw GO[0]: without "mine"',
    '10 draw GO[0]: not "mine"',
    '10 draw GO[0]: without "full"',
    '10 draw GO[0]: not "full"',
    '10 draw GO[0]: without "draw"',
    "10 draw GO[0]: to end instead of main",
    '11 main always[0]: without "full"',
    '11 main always[0]: not "full"',
    "11 main always[0]: to draw instead of end",
    "11 main always[1]: to main instead of draw",
    "11 main always[0]: swapped with the next",
    "2 const HAND: 6 instead of 5",
    "2 const HAND: 4 instead of 5",
    '5 guard mine: event.by !== "A", not ===',
    "5 guard full: context.hand > HAND, not >=",
    "6 action draw: 2 instead of 1",
    "6 action draw: 0 instead of 1",
  ]);
});

test("a state that waits hears what only a state beside it hears, and answers as that one does", () => {
  const waiting = `import { createMachine } from "xstate";
export const machine = createMachine({
  id: "m", initial: "turn", on: { STOP: ".over" },
  states: {
    turn: { initial: "main", states: {
      main: { on: { PLAY: { target: "main", guard: "mine" }, PASS: [{ guard: "last", target: "end" }, { target: "main" }] } },
      end: { meta: { asks: "turnPlayer" } },
      pass: { always: "main" },
    } },
    over: { type: "final", on: {} },
  },
});`;
  const mutants = mutantsOf(waiting).filter(({ id }) => id.includes(" accepts "));

  expect(mutants.map(({ id }) => id)).toEqual([
    "turn.end: accepts PLAY as turn.main does",
    "turn.end: accepts PASS as turn.main does",
  ]);
  const [chart] = readModule(mutants[1]!.code).charts;
  expect(
    placeOf(chart!, ["turn", "end"])?.node.transitions.map(({ event, guard, targets }) => [
      event,
      guard?.name,
      targets[0]?.resolved,
    ]),
  ).toEqual([
    ["PASS", "last", ["turn", "end"]],
    ["PASS", undefined, ["turn", "main"]],
  ]);
});

test("every mutant is a machine that can be read, and differs from the sound one", () => {
  for (const { code, id } of mutantsOf(source)) {
    expect(readModule(code).diagnostics, id).toEqual([]);
    expect(code).not.toContain(source);
  }
});

test("a machine that never comes back is stopped, and the next one is judged", async () => {
  const files = rulesetFiles("vf-card");
  const endless = files.source.replace("byTable: ({ event }) =>", "byTable: ({ event }) => { for (;;); } ||");
  const hung = files.source.replace(
    /byTable: \(\{ event \}\) => event\.by === "table"/,
    "byTable: () => { for (;;); }",
  );

  const verdicts = await runMutants(
    "vf-card",
    [
      { id: "hangs", line: 0, code: hung },
      { id: "is no module", line: 0, code: endless },
    ],
    files,
    { threads: 1, limit: 10_000 },
  );

  expect(verdicts.map(({ killer }) => killer?.by)).toEqual(["the clock", "loading"]);
}, 60_000);
