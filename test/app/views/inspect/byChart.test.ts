import { expect, test } from "vitest";
import { readDefinition } from "#core/inspect/definition.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import type { Json } from "#core/text/json.ts";
import { clausesByChart, reasonsByChart, transitionByChart } from "#app/views/inspect/byChart.ts";

/** A machine as `@statelyai/inspect` tells it: guards by name, no code. */
const chart = readDefinition(
  {
    id: "rally",
    initial: "serve",
    on: { LEAVE: "over" },
    states: {
      serve: { on: { SERVE: { guard: "isTurn", target: "turn", meta: { clauses: ["R.1"] } } } },
      turn: {
        initial: "receive",
        meta: { clauses: ["R.2"] },
        states: {
          receive: {
            meta: { clauses: ["R.3"] },
            on: { "RECEIVE.*": { guard: { type: "receives" }, target: "toss" } },
          },
          toss: {},
        },
        on: { "RECEIVE.HIGH": [{ guard: "mayPass", target: "serve" }] },
      },
      over: { type: "final" },
    },
  },
  "stately",
)!.chart;
const step = (type: string, value: Json, more: Partial<InspectedStep> = {}): InspectedStep => ({
  id: 1,
  at: 0,
  event: { type },
  before: { status: "active", value },
  ...more,
});
const reasons = (type: string, value: Json) =>
  reasonsByChart(step(type, value), chart).map(({ code, state, guard }) => [code, state, guard]);

test("of a machine that cannot be played its chart tells why an event was refused", () => {
  expect(reasons("RECEIVE.HIGH", "serve")).toEqual([["not-here", undefined, undefined]]);
  expect(reasons("SMASH", "serve")).toEqual([["unknown-event", undefined, undefined]]);
  expect(reasons("SERVE", "serve")).toEqual([["guard", "serve", "isTurn"]]);
  expect(reasons("RECEIVE.HIGH", { turn: "receive" })).toEqual([
    ["guard", "turn.receive", "receives"],
    ["guard", "turn", "mayPass"],
  ]);
});

test("nothing is said of an event that a transition without a guard takes, nor where it is not known where the app stood", () => {
  expect(reasons("LEAVE", "serve")).toEqual([]);
  expect(reasonsByChart({ id: 1, at: 0, event: { type: "SERVE" } }, chart)).toEqual([]);
});

test("the transition that was taken is the one that leads to where the app stands, or the only one", () => {
  const took = (type: string, from: Json, to: Json, more: Partial<InspectedStep> = {}) =>
    transitionByChart(step(type, from, { after: { status: "active", value: to }, ...more }), chart);

  expect(took("SERVE", "serve", { turn: "receive" })).toEqual({
    source: ["serve"],
    slot: "on",
    event: "SERVE",
    index: 0,
  });
  expect(took("RECEIVE.HIGH", { turn: "receive" }, { turn: "toss" })).toMatchObject({
    source: ["turn", "receive"],
  });
  expect(took("RECEIVE.HIGH", { turn: "receive" }, "serve")).toMatchObject({ source: ["turn"] });
  expect(took("RECEIVE.HIGH", { turn: "receive" }, { turn: "receive" })).toBeUndefined();
  expect(took("SERVE", "serve", "serve", { unchanged: {} })).toBeUndefined();
});

test("clauses are those of the states that were entered, and of the transitions that the app tells", () => {
  const entered = { after: { status: "active", value: { turn: "receive" } } } as const;
  const taken = [{ source: "serve", event: "SERVE", index: 0, targets: ["turn"] }];

  expect(clausesByChart(step("SERVE", "serve", { ...entered, microsteps: [] }), chart)).toEqual({
    reported: ["R.2", "R.3"],
    inferred: [],
  });
  expect(
    clausesByChart(step("SERVE", "serve", { ...entered, microsteps: [{ event: "SERVE", taken }] }), chart),
  ).toEqual({ reported: ["R.1", "R.2", "R.3"], inferred: [] });
  expect(clausesByChart(step("SERVE", "serve", entered), chart)).toEqual({
    reported: ["R.2", "R.3"],
    inferred: ["R.1"],
  });
});

/** The transition that is inferred of a step in a machine of these states: its source, event and index. */
const taken = (states: Json, event: string, from: Json, to: Json) => {
  const { chart: told } = readDefinition({ id: "m", initial: "s", states }, "stately")!;
  const after = { status: "active", value: to } as const;
  const ref = transitionByChart(step(event, from, { after }), told);
  return ref && `${ref.source.join(".")} ${ref.event} ${ref.index}`;
};

test("a candidate that `always` or a raised event may have led on from is not ruled out", () => {
  const forked = (x: Json, actions: Json = []): Json => ({
    s: {
      on: {
        E: [
          { guard: "g1", target: "x", actions },
          { guard: "g2", target: "y" },
        ],
      },
    },
    x,
    y: {},
  });
  expect(taken(forked({}), "E", "s", "y")).toBe("s E 1");
  expect(taken(forked({ always: "y" }), "E", "s", "y")).toBeUndefined();
  expect(taken(forked({}, [{ type: "xstate.raise" }]), "E", "s", "y")).toBeUndefined();
});

test("no outer state is asked past a candidate without a guard", () => {
  const nested = (inner: Json) => ({
    s: {
      initial: "q",
      states: { p: {}, q: { on: { F: inner } } },
      on: { F: { guard: "g", target: ".q" } },
    },
  });
  expect(taken(nested({ actions: "count" }), "F", { s: "q" }, { s: "q" })).toBe("s.q F 0");
  expect(taken(nested({ guard: "h", actions: "count" }), "F", { s: "q" }, { s: "q" })).toBeUndefined();
  expect(taken(nested({ guard: "h", target: "p" }), "F", { s: "q" }, { s: "q" })).toBe("s F 0");
});

test("of regions each may take one, and an exact event is asked before a wildcard", () => {
  const region = (guard: string, target: string) => ({
    initial: "a",
    states: { a: { on: { E: { guard, target } } }, b: {} },
  });
  const both = { s: { type: "parallel", states: { l: region("g", "b"), r: region("h", "b") } } };
  const at = (l: string, r: string) => ({ s: { l, r } });
  expect(taken(both, "E", at("a", "a"), at("b", "a"))).toBe("s.l.a E 0");
  expect(taken(both, "E", at("a", "a"), at("b", "b"))).toBeUndefined();
  const wild = { s: { on: { "*": { target: "x" }, "E.F": { target: "y" } } }, x: {}, y: {} };
  expect(taken(wild, "E.F", "s", "y")).toBe("s E.F 0");
  expect(taken(wild, "E.F", "s", "x")).toBeUndefined();
});
