import { expect, test } from "vitest";
import { moveState } from "#core/edit/gestures/moveState.ts";
import { applyCommand, chart, refusalOf } from "#test/core/edit/applyCommand.ts";

test("targets to, from and inside a moved state keep naming the same states", () => {
  const code = chart(`a: { on: { NEXT: 'b' } },
    b: { on: { BACK: 'a', SELF: 'b', IN: '.x' }, initial: 'x', states: { x: { on: { UP: '#m.b' } } } },
    p: { initial: 'q', states: { q: {} } },`);

  const after = applyCommand(moveState, code, { state: ["b"], parent: ["p"] });

  expect(after).toContain(`a: { on: { NEXT: '#m.p.b' } },
    p: { initial: 'q', states: { q: {}, b: { on: { BACK: '#m.a', SELF: 'b', IN: '.x' }, initial: 'x', states: { x: { on: { UP: '#m.p.b' } } } } } },`);
});

test("a move re-indents, but not inside a template", () => {
  const code = chart(
    `p: {
      initial: 'a',
      states: {
        // about a
        a: {
          description: \`one
  two\`,
        },
        b: {},
      },
    },`,
    "initial: 'p',",
  );

  const after = applyCommand(moveState, code, { state: ["p", "a"], parent: [] });

  expect(after).toContain("    // about a\n    a: {\n      description: `one\n  two`,\n    },\n  },");
  expect(after).toContain("initial: 'b'");
});

test("an atomic parent becomes compound", () => {
  const after = applyCommand(moveState, chart(`a: {}, b: {}, c: {}`), { state: ["c"], parent: ["b"] });

  expect(after).toContain("b: { initial: 'c', states: { c: {} } }");
});

test("a comment to the end of line does not swallow what follows", () => {
  const code = chart(`a: { initial: 'x', states: { x: {} } },\n    b: {}, // why\n    c: {},`);

  const after = applyCommand(moveState, code, { state: ["b"], parent: ["a"] });

  expect(after).toMatch(/b: \{\} \/\/ why\n/);
});

test("without an id of the machine a far target is named as XState names it, or by the name its id has; where the id is code, the move says so", () => {
  const code = chart(`a: {}, p: { initial: 'b', states: { b: { on: { OUT: 'q' } }, q: {} } }`);
  const move = { state: ["p", "b"], parent: ["a"] };

  expect(applyCommand(moveState, code.replace("id: 'm',", ""), move)).toContain(`OUT: '#(machine).p.q'`);
  expect(applyCommand(moveState, code.replace("'m'", "made"), move)).toContain("OUT: `#${made}.p.q`");
  expect(refusalOf(moveState, code.replace("'m'", "made()"), move).code).toBe("target-needs-id");
});

test.each([
  [{ state: ["a"], parent: ["a", "x"] }, "into-itself"],
  [{ state: ["a"], parent: ["a"] }, "into-itself"],
  [{ state: [], parent: ["a"] }, "into-itself"],
  [{ state: ["x"], parent: ["a"] }, "name-taken"],
  [{ state: ["x"], parent: ["f"] }, "parent-cannot-have-children"],
])("%j is refused: %s", (args, code) => {
  const text = chart(`a: { initial: 'x', states: { x: {} } }, x: {}, f: { type: 'final' }`);

  expect(refusalOf(moveState, text, args).code).toBe(code);
});

test("moving to where it is changes nothing", () => {
  const code = chart(`a: {}, b: {}`);

  expect(applyCommand(moveState, code, { state: ["b"], parent: [] })).toBe(code);
});
