import { expect, test } from "vitest";
import { renameState } from "#core/edit/gestures/renameState.ts";
import { applyCommand, chart, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

test("renaming a state follows every target that names it", () => {
  const code = chart(
    `a: { on: { NEXT: 'b', DEEP: '#m.b.x', DOT: 'b.x' } }, b: { on: { IN: '.x' }, initial: 'x', states: { x: {} } }`,
  );

  const after = applyCommand(renameState, code, { state: ["b"], to: "main" });

  expect(after).toContain(
    `a: { on: { NEXT: 'main', DEEP: '#m.main.x', DOT: 'main.x' } }, main: { on: { IN: '.x' }, initial: 'x', states: { x: {} } }`,
  );
});

test("the parent's initial follows, also in its object form", () => {
  const code = chart(`a: {}`, `initial: { target: 'a', actions: [] },`);

  expect(applyCommand(renameState, code, { state: ["a"], to: "start" })).toContain(
    "target: 'start', actions",
  );
});

test("the default of a history state follows", () => {
  const code = chart(`a: {}, h: { type: 'history', target: 'a' }`);

  expect(applyCommand(renameState, code, { state: ["a"], to: "c" })).toContain(
    "h: { type: 'history', target: 'c' }",
  );
});

test.each([
  ["stateIn('#m.a.b')", "stateIn('#m.z.b')"],
  ["stateIn('a.b')", "stateIn('z.b')"],
  ["stateIn({ a: 'b' })", "stateIn({ z: 'b' })"],
  ["not(stateIn('a'))", "not(stateIn('z'))"],
  ["stateIn('b')", "stateIn('b')"],
])("%s becomes %s", (before, after) => {
  const code = chart(`a: { initial: 'b', states: { b: { always: { guard: ${before}, target: 'b' } } } }`);

  expect(applyCommand(renameState, code, { state: ["a"], to: "z" })).toContain(`guard: ${after},`);
});

test("stateIn in setup guards follows", () => {
  const code = chart(`a: {}`).replace("setup({})", "setup({ guards: { inA: stateIn('#m.a') } })");

  expect(applyCommand(renameState, code, { state: ["a"], to: "z" })).toContain("inA: stateIn('#m.z')");
});

test("an id of its own is another name and stays", () => {
  const code = chart(`a: { id: 'home', on: { GO: '#home' } }`);

  expect(applyCommand(renameState, code, { state: ["a"], to: "z" })).toContain(
    "z: { id: 'home', on: { GO: '#home' } }",
  );
});

test.each([
  ["a: {}", "b c", "'b c': {}"],
  ["'a': {}", "b", "'b': {}"],
  ['"a": {}', "it's", '"it\'s": {}'],
  ["a: {}", "手番", "手番: {}"],
])("%s renamed to %s is written %s", (before, to, after) => {
  expect(applyCommand(renameState, chart(before), { state: ["a"], to })).toContain(`\n    ${after}\n`);
});

test("a shorthand keeps the const and gets a key", () => {
  const code = chart(`idle,`, `initial: 'idle',`).replace("export", "const idle = {};\nexport");

  const after = applyCommand(renameState, code, { state: ["idle"], to: "rest" });

  expect(after).toContain("rest: idle,");
  expect(after).toContain("initial: 'rest'");
});

test.each(["matches('a')", "matches({ a: 'x' })"])("%s is only shown", (call) => {
  const code = `${chart(`a: {}`)}const isA = (s) => s.${call};\n`;

  const change = outcome(renameState, code, { state: ["a"], to: "z" });

  expect("warnings" in change && change.warnings.map(({ code: warning }) => warning)).toEqual([
    "state-spelled",
  ]);
});

test("a text in a function that spells the state is only shown", () => {
  const code = chart(`a: { entry: ({ context }) => log(context.at === 'a') }`);

  const change = outcome(renameState, code, { state: ["a"], to: "z" });

  expect("warnings" in change && change.warnings.length).toBe(1);
});

test.each([
  ["b", "name-taken"],
  ["", "key-invalid"],
  ["12", "key-invalid"],
  ["x.y", "key-invalid"],
  ["#x", "key-invalid"],
  ["__proto__", "key-invalid"],
])("the key %j is refused: %s", (to, code) => {
  expect(refusalOf(renameState, chart(`a: {}, b: {}`), { state: ["a"], to }).code).toBe(code);
});

test("a machine that a function makes is no code that only spells the state", () => {
  const code = `export const make = () => createMachine({ initial: 'a b', states: { 'a b': { on: { GO: 'a b' } } } });\n`;

  const change = outcome(renameState, code, { state: ["a b"], to: "c" });

  expect(change).toMatchObject({ warnings: [] });
});

test("but what a function in it spells is pointed at", () => {
  const code = `export const make = () => createMachine({ initial: 'a', states: { a: { entry: () => log('a') } } });\n`;

  const change = outcome(renameState, code, { state: ["a"], to: "c" });

  expect(change).toMatchObject({ warnings: [{ code: "state-spelled" }] });
});

test("a target that is worked out and may name the state is pointed at", () => {
  const text = chart(`a: { on: { GO: { target: lucky ? 'b' : '.x' }, STAY: pick('a') } }, b: {}`);

  const change = outcome(renameState, text, { state: ["b"], to: "z" });

  expect("warnings" in change && change.warnings).toEqual([
    {
      code: "state-spelled",
      at: { from: text.indexOf("'b'"), to: text.indexOf("'b'") + 3 },
      facts: { state: "b", code: "on: { GO: { target: lucky ? 'b' : '.x' }, STAY: pick('a') }" },
    },
  ]);
});

test("the root has no key", () => {
  expect(refusalOf(renameState, chart(`a: {}`), { state: [], to: "z" }).code).toBe("is-root");
});

test("paths of the state and all below it are mapped", () => {
  const code = chart(`a: { initial: 'b', states: { b: {} } }`);

  const change = outcome(renameState, code, { state: ["a"], to: "z" });

  expect("pathMap" in change && change.pathMap).toEqual({ a: "z", "a.b": "z.b" });
});
