import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { readModule } from "#core/read/readModule.ts";
import { machine } from "#test/core/analyze/faults.ts";

/** Codes and what they lie under, as `code under`. */
function told(text: string): string[] {
  return all(text).map(({ code, at }) => `${code} ${at ? text.slice(at.from, at.to) : ""}`.trim());
}
const all = (text: string) => diagnose(readModule(text), new Map([["machine", text]]));
const fixes = (text: string, code: string) => {
  const found = all(text).find((one) => one.code === code);
  return found ? fixesOf(found, readModule(text), new Map([["machine", text]])) : [];
};
const states = (text: string, setup = "") => machine(`initial: "a", states: { ${text} }`, setup);

test.each([
  ["an always that only does something", `a: { always: { actions: () => console.log(1) }, on: { GO: "a" } }`],
  [
    "onDone of a state whose final child has the name of a state beside it",
    `a: { initial: "x", onDone: "End", states: { x: { on: { GO: "End" } }, End: { type: "final" } } }, End: { type: "final" }`,
  ],
])("%s is left alone", (_, config) => {
  expect(told(states(config))).toEqual([]);
});

test("events that XState sends of itself may be declared", () => {
  const types = `types: { events: {} as { type: "GO" } | { type: "xstate.done.actor.x"; output: number } }`;

  expect(told(states(`a: { on: { GO: "a" } }`, types))).toEqual([]);
});

test("a key that is right elsewhere is not taken for a misspelt one", () => {
  const root = machine(`initial: "a", actions: {}, states: { a: { on: { GO: "a" } } }`);
  const state = states(`a: { actions: () => {}, on: { GO: "a" } }`);

  expect(all(root).map((one) => one.facts["near"])).toEqual([[]]);
  expect(fixes(root, "unknown-state-key")).toEqual([]);
  expect(all(state).map((one) => one.facts["near"])).toEqual([["entry", "exit"]]);
  expect(fixes(state, "unknown-state-key").map((fix) => fix.obvious)).toEqual([false, false]);
});
