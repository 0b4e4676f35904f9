import { expect, test } from "vitest";
import { readDefinition } from "#core/inspect/definition.ts";
import type { SeenStep } from "#core/inspect/session.ts";
import type { Json } from "#core/text/json.ts";
import { clausesByChart, reasonsByChart, takenByChart } from "#app/inspect/byChart.ts";

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
const step = (type: string, value: Json, more: Partial<SeenStep> = {}): SeenStep => ({
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
  const took = (type: string, from: Json, to: Json, more: Partial<SeenStep> = {}) =>
    takenByChart(step(type, from, { after: { status: "active", value: to }, ...more }), chart);

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
  expect(took("SERVE", "serve", "serve", { refused: { by: "inferred" } })).toBeUndefined();
});

test("clauses are those of the states that were entered, and of the transitions that the app tells", () => {
  const entered = { after: { status: "active", value: { turn: "receive" } } } as const;
  const taken = [{ source: "serve", event: "SERVE", index: 0, targets: ["turn"] }];

  expect(clausesByChart(step("SERVE", "serve", { ...entered, microsteps: [] }), chart)).toEqual([
    "R.2",
    "R.3",
  ]);
  expect(
    clausesByChart(step("SERVE", "serve", { ...entered, microsteps: [{ event: "SERVE", taken }] }), chart),
  ).toEqual(["R.1", "R.2", "R.3"]);
  expect(clausesByChart(step("SERVE", "serve", entered), chart)).toEqual(["R.1", "R.2", "R.3"]);
});
