import { assign, raise } from "xstate";
import { expect, test } from "vitest";
import {
  breakpointKey,
  readDebugSettings,
  NO_DEBUG_SETTINGS,
  type Breakpoint,
} from "#core/run/debugging/breakpoint.ts";
import { hitsIn } from "#core/run/debugging/hits.ts";
import { FormulaReader } from "#core/run/debugging/contextFormula.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import { playerOf } from "#test/core/simulate/tools.ts";

const player = playerOf(
  {
    context: { sum: 0, name: "x" },
    initial: "a",
    states: {
      a: { on: { GO: { target: "b", guard: "large", actions: [{ type: "add" }, { type: "more" }] } } },
      b: { always: [{ target: "c", guard: "never" }, { target: "d" }] },
      c: {},
      d: { on: { MORE: { target: "e", actions: "add" } } },
      e: {},
    },
  },
  {
    guards: {
      large: ({ event }: { event: { n: number } }) => event.n > 2,
      never: () => false,
    },
    actions: {
      add: assign({ sum: ({ context }: { context: { sum: number } }) => context.sum + 5 } as never),
      more: raise({ type: "MORE" } as never),
    },
  },
);
const start = player.start({});
const send = (event: PlayEvent) => ({
  do: { kind: "send" as const, event },
  outcome: player.send(start.state, event),
  before: start,
});
const gone = send({ type: "GO", n: 3 });
const places = (breakpoint: Breakpoint, played: Parameters<typeof hitsIn>[1] = gone) =>
  hitsIn([breakpoint], played).hits.map(({ micro }) => micro);

test("the step that is looked through has three microsteps: the event, what follows by itself, what was raised", () => {
  expect(gone.outcome.microsteps.map(({ event, cause }) => [event, cause])).toEqual([
    ["GO", "event"],
    ["", "always"],
    ["MORE", "raised"],
  ]);
});

test("a state stops where it is entered, or left", () => {
  expect(places({ on: "state", state: "d", when: "entered" })).toEqual([1]);
  expect(places({ on: "state", state: "d", when: "left" })).toEqual([2]);
  expect(places({ on: "state", state: "c", when: "entered" })).toEqual([]);
});

test("a transition stops where it is taken, an event where it drives a microstep", () => {
  expect(places({ on: "transition", transition: "b|always||1" })).toEqual([1]);
  expect(places({ on: "transition", transition: "b|always||0" })).toEqual([]);
  expect(places({ on: "event", event: "MORE" })).toEqual([2]);
});

test("a guard stops at its verdict, by its name or that of its transition", () => {
  expect(places({ on: "guard", guard: "never", verdict: false })).toEqual([1]);
  expect(places({ on: "guard", guard: "never", verdict: true })).toEqual([]);
  expect(places({ on: "guard", guard: "never", verdict: null })).toEqual([1]);
  expect(places({ on: "guard", guard: "a|on|GO|0", verdict: true })).toEqual([0]);
});

test("a guard that refuses an event stops there, and says which candidate asked", () => {
  const refused = send({ type: "GO", n: 1 });
  const { hits } = hitsIn([{ on: "guard", guard: "large", verdict: false }], refused);

  expect(refused.outcome.refused).toBe(true);
  expect(hits).toMatchObject([
    { micro: null, candidate: { source: "a", event: "GO" }, trial: { verdict: false } },
  ]);
  expect(places({ on: "event", event: "GO" }, refused)).toEqual([null]);
});

test("a formula stops where it turns true, not while it stays true", () => {
  expect(places({ on: "context", formula: "sum >= 5" })).toEqual([0]);
  expect(places({ on: "context", formula: "sum = 10" })).toEqual([2]);
  expect(places({ on: "context", formula: "sum >= 0" })).toEqual([]);
  expect(places({ on: "context", formula: "event.type = 'MORE'" })).toEqual([2]);
});

test("at the start of a play a formula that holds has turned true", () => {
  const began = { do: { kind: "start", input: {} } as const, outcome: start, before: undefined };

  expect(places({ on: "context", formula: "sum = 0" }, began)).toEqual([0]);
});

test("a formula that fails stops nothing and is told once", () => {
  const broken: Breakpoint = { on: "context", formula: "cards > 1" };
  const unread: Breakpoint = { on: "context", formula: "sum >" };
  const { hits, failures } = hitsIn([broken, unread], gone);

  expect(hits).toEqual([]);
  expect(failures.map(({ breakpoint, fault }) => [breakpoint, fault.code])).toEqual([
    [broken, "unknown-name"],
    [unread, "unread"],
  ]);
});

test("constants and helpers of the module can be used", () => {
  const formulas = new FormulaReader([
    { name: "LIMIT", text: "5" },
    { name: "isOver", text: "(context) => context.sum > LIMIT" },
  ]);
  const breakpoint: Breakpoint = { on: "context", formula: "isOver(context)" };

  expect(hitsIn([breakpoint], gone, formulas).hits.map(({ micro }) => micro)).toEqual([2]);
});

test("what is switched off stops nothing", () => {
  expect(places({ on: "event", event: "MORE", off: true })).toEqual([]);
});

test("several are met in the order of the play", () => {
  const all: Breakpoint[] = [
    { on: "event", event: "MORE" },
    { on: "state", state: "d", when: "entered" },
    { on: "transition", transition: "a|on|GO|0" },
  ];

  expect(hitsIn(all, gone).hits.map(({ breakpoint }) => breakpoint.on)).toEqual([
    "transition",
    "state",
    "event",
  ]);
});

test("what is kept is read again; what is none is left out", () => {
  const breakpoints: Breakpoint[] = [
    { on: "state", state: "a", when: "left" },
    { on: "transition", transition: "a|on|GO|0", off: true },
    { on: "event", event: "GO" },
    { on: "guard", guard: "large", verdict: null },
    { on: "context", formula: "sum > 1" },
  ];
  const kept = { breakpoints, watches: ["sum"] };

  expect(readDebugSettings(JSON.stringify(kept))).toEqual(kept);
  expect(
    readDebugSettings(
      JSON.stringify({ breakpoints: [{ on: "state" }, 3, null, breakpoints[2]], watches: [1, "a"] }),
    ),
  ).toEqual({
    breakpoints: [breakpoints[2]],
    watches: ["a"],
  });
  for (const text of [null, "", "{", "[]", "null", "3"])
    expect(readDebugSettings(text)).toEqual(NO_DEBUG_SETTINGS);
  expect(new Set(breakpoints.map(breakpointKey)).size).toBe(5);
});
