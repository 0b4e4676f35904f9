import { expect, test } from "vitest";
import { duplicateState } from "#core/edit/gestures/duplicateState.ts";
import { freshName } from "#core/edit/gestures/freshName.ts";
import { applyCommand, chart, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

test("a copy stands after its state, with comments and all below it", () => {
  const code = chart(`// first
    a: { on: { GO: 'b' } }, // start
    b: {},`);

  expect(applyCommand(duplicateState, code, { state: ["a"] })).toBe(
    chart(`// first
    a: { on: { GO: 'b' } }, // start
    // first
    a2: { on: { GO: 'b' } }, // start
    b: {},`),
  );
});

test("what leads into the copied part leads into the copy, what leads out stays", () => {
  const code = chart(
    `a: { initial: 'x', on: { SELF: 'a', IN: '.x', ID: '#m.a.y', OUT: '#m.b' }, states: { x: { on: { Y: 'y', UP: '#m.a', B: '#m.b' } }, y: {} } }, b: { on: { A: 'a' } }`,
  );

  expect(applyCommand(duplicateState, code, { state: ["a"], key: "c" })).toBe(
    chart(
      `a: { initial: 'x', on: { SELF: 'a', IN: '.x', ID: '#m.a.y', OUT: '#m.b' }, states: { x: { on: { Y: 'y', UP: '#m.a', B: '#m.b' } }, y: {} } }, c: { initial: 'x', on: { SELF: 'c', IN: '.x', ID: '#m.c.y', OUT: '#m.b' }, states: { x: { on: { Y: 'y', UP: '#m.c', B: '#m.b' } }, y: {} } }, b: { on: { A: 'a' } }`,
    ),
  );
});

test("ids of the copy are new, and its targets use them", () => {
  const code = chart(`a: { id: "top", on: { X: '#top', Y: '#top2' } }, b: { id: 'top2' }`);

  const change = outcome(duplicateState, code, { state: ["a"] });

  expect(applyCommand(duplicateState, code, { state: ["a"] })).toContain(
    `a2: { id: "top3", on: { X: '#top3', Y: '#top2' } }`,
  );
  expect(change).toMatchObject({
    pathMap: {},
    warnings: [{ code: "id-changed", facts: { from: "top", to: "top3" } }],
  });
});

test("an id that is spelled in a const is left out of the copy, with a warning", () => {
  const code = chart(`a: { id: ID, on: { X: '#m.b' } }, b: {}`).replace(
    "export",
    "const ID = 'top';\nexport",
  );

  const change = outcome(duplicateState, code, { state: ["a"] });

  expect(applyCommand(duplicateState, code, { state: ["a"] })).toContain(`a2: { on: { X: '#m.b' } }`);
  expect(change).toMatchObject({ warnings: [{ code: "id-left-out", facts: { id: "top", state: "a" } }] });
});

test("stateIn inside the copy asks for the copy", () => {
  const code = chart(
    `a: { initial: 'x', states: { x: { on: { Y: { guard: stateIn('#m.a.y'), target: 'y' } } }, y: {} } }, b: { always: { guard: stateIn('a') } }`,
  );

  const after = applyCommand(duplicateState, code, { state: ["a"] });

  expect(after).toContain("stateIn('#m.a.y')");
  expect(after).toContain("stateIn('#m.a2.y')");
  expect(after).toContain("stateIn('a')");
});

test.each([
  [{ state: [] }, "is-root"],
  [{ state: ["x"] }, "state-not-found"],
  [{ state: ["a"], key: "b" }, "name-taken"],
  [{ state: ["a"], key: "1" }, "key-invalid"],
])("%j is refused with %s", (args, code) => {
  expect(refusalOf(duplicateState, chart(`a: {}, b: {}`), args).code).toBe(code);
});

test.each([
  ["main", [], "main2"],
  ["main", ["main2"], "main3"],
  ["main2", [], "main3"],
  ["phase9", ["phase10"], "phase11"],
  ["1", [], "1_2"],
])("after %j, with %j taken, comes %j", (name, taken, next) => {
  expect(freshName(name, (one) => taken.includes(one))).toBe(next);
});

test("a copy is refused when a guard in a const asks about the copied state: it would go on asking about the original", () => {
  const code = `import { createMachine, stateIn } from "xstate";
const again = { target: "c", guard: stateIn("a") };
const LOOP = again;
export const machine = createMachine({ initial: "a", states: { a: { on: { GO: LOOP } }, b: { on: { GO: LOOP } }, c: {} } });
`;

  expect(refusalOf(duplicateState, code, { state: ["a"] })).toMatchObject({ code: "not-written-here" });
  expect(applyCommand(duplicateState, code, { state: ["b"] })).toContain("b2: { on: { GO: LOOP } }");
});
