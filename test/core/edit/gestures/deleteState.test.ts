import { expect, test } from "vitest";
import { deleteState } from "#core/edit/gestures/deleteState.ts";
import { applyCommand, chart, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

test("a deleted state takes its comments and the transitions that lead to it along", () => {
  const code = chart(`a: { on: { NEXT: 'b', STAY: 'a' } },
    // what b is
    b: {}, // tail
    c: { on: { BACK: ['b', 'a'], ONLY: 'b' } },`);

  const after = applyCommand(deleteState, code, { state: ["b"] });

  expect(after).toContain(`a: { on: { STAY: 'a' } },\n    c: { on: { BACK: ['a'] } },\n  },`);
});

test("an `on` that is left empty goes", () => {
  const code = chart(`a: { entry: 'x', on: { NEXT: 'b' } }, b: {}`);

  expect(applyCommand(deleteState, code, { state: ["b"] })).toContain("a: { entry: 'x' }\n");
});

test("a comment that belongs to no item keeps its list", () => {
  const code = chart(`a: { on: {\n      // about events\n\n      NEXT: 'b',\n    } },\n    b: {},`);

  expect(applyCommand(deleteState, code, { state: ["b"] })).toContain("// about events");
});

test("a deleted initial state is replaced by the first that remains, with a warning", () => {
  const change = outcome(deleteState, chart(`a: {}, b: {}, c: {}`), { state: ["a"] });

  expect(applyCommand(deleteState, chart(`a: {}, b: {}, c: {}`), { state: ["a"] })).toContain("initial: 'b'");
  expect("warnings" in change && change.warnings.map(({ code }) => code)).toEqual(["initial-changed"]);
});

test("with the last state goes the initial that a spread brings, and its type", () => {
  const code = `const base = { type: 'parallel', initial: 'x' };\n${chart(
    `a: { ...base, states: { x: {} } }, b: { ...base, states: { y: {}, z: {} } }`,
  )}`;

  const after = applyCommand(deleteState, code, { state: ["a", "x"] });

  expect(after).toContain("a: { ...base, initial: undefined, type: undefined }");
});

test("the new initial state can be named", () => {
  expect(applyCommand(deleteState, chart(`a: {}, b: {}, c: {}`), { state: ["a"], initial: "c" })).toContain(
    "initial: 'c'",
  );
});

test("the last child leaves an atomic state", () => {
  const code = chart(`a: { id: 'x', initial: 'b', states: { b: {} }, exit: 'e' }`);

  expect(applyCommand(deleteState, code, { state: ["a", "b"] })).toContain("a: { id: 'x', exit: 'e' }");
});

test("the default of a history state that led there goes", () => {
  const code = chart(`a: {}, b: {}, h: { type: 'history', target: 'b' }`);

  expect(applyCommand(deleteState, code, { state: ["b"] })).toContain("h: { type: 'history' }");
});

test("refuseIfReferenced refuses and counts", () => {
  const code = chart(`a: { on: { X: 'b', Y: 'b' } }, b: {}`);

  const refusal = refusalOf(deleteState, code, { state: ["b"], policy: "refuseIfReferenced" });

  expect(refusal).toMatchObject({ code: "state-referenced", facts: { count: "2" } });
});

test("when only a history state would remain there is nothing to start in", () => {
  const code = chart(`a: {}, h: { type: 'history' }`);

  expect(refusalOf(deleteState, code, { state: ["a"] }).code).toBe("no-initial-left");
});

test("gone paths are mapped to null", () => {
  const change = outcome(deleteState, chart(`a: {}, b: { initial: 'c', states: { c: {} } }`), {
    state: ["b"],
  });

  expect("pathMap" in change && change.pathMap).toEqual({ b: null, "b.c": null });
});
