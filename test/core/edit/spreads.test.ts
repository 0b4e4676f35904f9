import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const common = `const common = { initial: 'x', states: { x: {} }, on: { GO: 'b' }, entry: 'log', meta: { level: 1 }, invoke: { src: 'load', onDone: 'b' } };\n`;
const code = common + chart(`a: { ...common }, b: {}, c: { ...given }, d: { on: { ...common.on } }, e: {}`);
const ref = { source: ["b"], slot: "on", event: "STAY", index: 0 };
const transitions = chart(`b: { on: { STAY: { ...given } } }`);

/** The code of the refusal, or the text after the command. */
function outcome(id: string, text: string, args: object): string {
  const change = runCommand(id, text, chartOf(text), args);
  return "refused" in change ? change.refused.code : applyEdits(text, change.edits);
}

describe("what a spread brings is not hidden by something of the same name", () => {
  test.each([
    ["state.move", { state: ["e"], parent: ["a"] }],
    ["state.add", { parent: ["a"] }],
    ["transition.add", { source: ["a"], event: "NEW", target: ["b"] }],
    ["transition.add", { source: ["d"], event: "GO", target: ["b"] }],
    ["transition.add", { source: ["a"], slot: "invoke.onDone", event: "0", target: ["b"] }],
    ["state.addAction", { state: ["a"], on: "entry", action: { name: "beep" } }],
    ["state.setClauses", { state: ["a"], clauses: ["1.1"] }],
  ])("%s %j is refused", (id, args) => {
    expect(outcome(id, code, args)).toMatch(/^(not-written-here|origin-shared|invoke-not-found)$/);
  });
});

describe("what a spread may bring that nobody can read is not hidden either", () => {
  test.each([
    ["state.move", { state: ["e"], parent: ["c"] }],
    ["state.add", { parent: ["c"] }],
    ["transition.add", { source: ["c"], event: "NEW", target: ["b"] }],
    ["transition.add", { source: ["c"], slot: "always", target: ["b"] }],
    ["state.addAction", { state: ["c"], on: "exit", action: { name: "beep" } }],
    ["state.setClauses", { state: ["c"], clauses: ["1.1"] }],
  ])("%s %j is refused", (id, args) => {
    expect(outcome(id, code, args)).toBe("spread-may-bring");
  });

  test("actions and clauses of a transition", () => {
    expect(outcome("transition.addAction", transitions, { transition: ref, action: { name: "x" } })).toBe(
      "spread-may-bring",
    );
    expect(outcome("transition.setClauses", transitions, { transition: ref, clauses: ["1"] })).toBe(
      "spread-may-bring",
    );
  });

  test("guards of a setup", () => {
    const text = chart(`a: {}`).replace("setup({})", "setup({ ...given })");

    expect(outcome("guard.stub", text, { name: "ok" })).toBe("spread-may-bring");
  });
});

test("a spread that brings something else is no hindrance", () => {
  const text = `const common = { tags: ['x'] };\n${chart(`a: { ...common }`)}`;

  expect(outcome("transition.add", text, { source: ["a"], event: "NEW", target: ["a"] })).toContain(
    "a: { ...common, on: { NEW: 'a' } }",
  );
});

test("a description is written behind the spread, as it is meant to win", () => {
  expect(outcome("state.describe", code, { state: ["c"], text: "why" })).toContain(
    "c: { ...given, description: 'why' }",
  );
});

describe("an action that a spread brings is there, and written elsewhere", () => {
  const text = `const back = { actions: ['log', 'count'] };\n${chart("a: { on: { GO: { target: 'b', ...back }, X: back } }, b: {}")}`;
  const transition = { source: ["a"], slot: "on", event: "GO", index: 0 };

  test.each([
    ["transition.removeAction", { transition, index: 1 }],
    ["transition.setAction", { transition, index: 0, action: { name: "k" } }],
    ["transition.reorderAction", { transition, index: 0, to: 1 }],
  ])("%s", (id, args) => {
    expect(outcome(id, text, args)).toBe("not-written-here");
    expect(outcome(id, text, { ...args, index: 2 })).toBe("action-not-found");
  });

  test("of a state it becomes its own first", () => {
    const change = runCommand(
      "state.removeAction",
      code,
      chartOf(code),
      { state: ["a"], on: "entry", index: 0 },
      (later) => [chartOf(later)],
    );

    expect("refused" in change ? change.refused : applyEdits(code, change.edits)).toMatch(
      /a: \{ \.\.\.common, entry: \[\] \}/,
    );
  });
});

describe("what a spread says otherwise behind it is written behind that, or not at all", () => {
  const GO = { source: ["a"], slot: "on", event: "GO", index: 0 };
  const moduleOf = (transition: string, back: string) =>
    `const back = ${back};\n${chart(`a: { on: { GO: ${transition}, X: back } }, b: {}, c: {}`)}`;

  test.each([
    ["transition.retarget", { target: ["c"] }, "{ target: 'a', ...back }", "{ ...back, target: 'c' }"],
    ["transition.retarget", { target: null }, "{ ...back }", "{ ...back, target: undefined }"],
    ["transition.retarget", { target: null }, "{ ...given }", "{ ...given, target: undefined }"],
    ["transition.retarget", { target: ["c"] }, "{ target: 'a', ...given }", "{ ...given, target: 'c' }"],
    ["transition.guard", { guard: { name: "k" } }, "{ guard: 'g', ...back }", "{ ...back, guard: 'k' }"],
    ["transition.guard", { guard: null }, "{ guard: 'g', ...back }", "{ ...back, guard: undefined }"],
    [
      "transition.setReenter",
      { reenter: false },
      "{ reenter: true, ...back }",
      "{ ...back, reenter: false }",
    ],
    [
      "transition.describe",
      { text: "why" },
      "{ description: 'x', ...back }",
      "{ ...back, description: 'why' }",
    ],
  ])("%s %j of %s", (id, args, transition, after) => {
    const text = moduleOf(transition, "{ target: 'b', guard: 'h', reenter: true, description: 'why' }");

    expect(outcome(id, text, { transition: GO, ...args })).toContain(`GO: ${after}`);
  });

  test.each([
    ["transition.addAction", { action: { name: "k" } }],
    ["transition.setAction", { index: 0, action: { name: "k" } }],
    ["transition.removeAction", { index: 0 }],
    ["transition.setMeta", { key: "k", value: 1 }],
  ])("%s %j is refused", (id, args) => {
    const text = moduleOf("{ actions: 'x', meta: { k: 2 }, ...back }", "{ actions: ['y'], meta: { k: 3 } }");

    expect(outcome(id, text, { transition: GO, ...args })).toBe("not-written-here");
  });

  test("actions and tags of a state", () => {
    const text = `const back = { entry: ['y'], tags: ['t'] };\n${chart("a: { entry: 'x', tags: ['s'], ...back }, b: back")}`;

    expect(outcome("state.addAction", text, { state: ["a"], on: "entry", action: { name: "k" } })).toBe(
      "not-written-here",
    );
    expect(outcome("state.setTags", text, { state: ["a"], tags: ["k"] })).toContain("...back, tags: ['k'] }");
  });

  test("a type that a spread brings is taken away behind it", () => {
    const text = `const fin = { type: 'final' };\n${chart("a: {}, b: { ...fin }, c: fin")}`;

    expect(outcome("state.setType", text, { state: ["b"], type: "atomic" })).toContain(
      "b: { ...fin, type: undefined }",
    );
  });
});

describe("a state of another machine that a spread may bring is not put out of sight", () => {
  const text = `const sub = { initial: 'p', states: { p: { on: { GO: 'q' } }, q: {} } };
${chart("p: {}, q: { on: { GO: 'p' } }", "initial: 'p',").replace("export const machine", "export const outer")}
${chart("...outer.config.states, extra: { initial: 'p', states: { p: { on: { GO: 'q' } }, q: {} } }", "initial: 'extra',").replace(/^import.*\n/, "")}`;
  const run = (id: string, args: object) => runCommand(id, text, readModule(text).charts[1]!, args);

  test("a state that moves there", () => {
    expect(run("state.move", { state: ["extra", "q"], parent: [] })).toMatchObject({
      refused: { code: "spread-may-bring" },
    });
  });

  test("an event that those states may wait for is told of", () => {
    const change = run("event.rename", { name: "GO", to: "NEXT" });

    const warnings = "refused" in change ? [] : change.warnings;
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(["name-spelled"]));
    expect(warnings.map(({ at }) => at && text.slice(at.from, at.to))).toEqual([
      "GO",
      "GO",
      "...outer.config.states",
    ]);
  });
});

describe("a call that counts is neither repeated nor left out unsaid", () => {
  const states = "a: { on: { GO: { target: tick() } } }, b: {}, c: {}";
  const text = `let n = 0;\nconst tick = () => (n++ ? 'b' : 'c');\n${chart(states)}`;

  test("a state with one is not duplicated", () => {
    expect(outcome("state.duplicate", text, { state: ["a"] })).toBe("not-written-here");
    expect(outcome("state.duplicate", text.replace("n++", "n"), { state: ["a"] })).toContain("a2: {");
  });

  test("a transition with one is deleted with a warning", () => {
    const transition = { source: ["a"], slot: "on", event: "GO", index: 0 };

    expect(runCommand("transition.delete", text, chartOf(text), { transition })).toMatchObject({
      warnings: [{ code: "targets-unread" }],
    });
  });
});

describe("a state that may be there already, by what cannot be read, is told", () => {
  const half = "const half = { h: {}, ...unread() };\n";
  const states = (among: string) => half + chart(`${among}, a: { initial: 'x', states: { x: {} } }, b: {}`);

  test.each([
    ["state.add", { parent: [], key: "zz" }],
    ["state.rename", { state: ["b"], to: "zz" }],
    ["state.duplicate", { state: ["b"], key: "zz" }],
    ["state.wrap", { state: ["b"], key: "zz" }],
    ["state.paste", { parent: [], clip: "zz: {}" }],
  ])("%s %j", (id, args) => {
    for (const among of ["...unread()", "[unread()]: {}", "...half"]) {
      const text = states(among);
      const change = runCommand(id, text, chartOf(text), args);

      // Beside it is said of what may come to light under the old key.
      expect(change).toMatchObject({
        warnings: [
          { code: "state-may-be-there", facts: { state: "zz" } },
          ...(/rename|wrap/.test(id) ? [{ code: "state-may-be-there", facts: { state: "b" } }] : []),
        ],
      });
    }
  });

  test.each([
    ["what is read", "...{ c: {} }"],
    ["what is in an event", "c: { on: { ...unread() } }"],
    ["what is in another state", "c: { initial: 'd', states: { ...unread(), d: {} } }"],
  ])("but not by %s", (_, among) => {
    const text = states(among);

    expect(runCommand("state.add", text, chartOf(text), { parent: [], key: "zz" })).toMatchObject({
      warnings: [],
    });
  });
});
