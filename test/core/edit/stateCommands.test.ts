import { describe, expect, test } from "vitest";
import { describeState } from "#core/edit/gestures/describe.ts";
import { addStateAction, removeStateAction } from "#core/edit/gestures/editActions.ts";
import { reorderState } from "#core/edit/gestures/reorderState.ts";
import { setStateClauses } from "#core/edit/gestures/setClauses.ts";
import { setId } from "#core/edit/gestures/setId.ts";
import { setInitial } from "#core/edit/gestures/setInitial.ts";
import { setType } from "#core/edit/gestures/setType.ts";
import { applyCommand, chart, chartOf, refusalOf } from "#test/core/edit/applyCommand.ts";

describe("reorder", () => {
  const code = chart(`a: {},\n    // about b\n    b: {},\n    c: {}`);
  test("a state goes before a sibling with its comments", () => {
    const after = applyCommand(reorderState, code, { state: ["b"], before: "a" });
    expect(after).toContain("states: {\n    // about b\n    b: {},\n    a: {},\n    c: {}\n");
  });
  test("without a sibling it goes last and the commas are right", () => {
    const after = applyCommand(reorderState, code, { state: ["b"] });
    expect(after).toContain("a: {},\n    c: {},\n    // about b\n    b: {}\n");
  });
  test("the last of a one-line list can go first", () => {
    const line = chart(`p: { initial: 'a', states: { a: {}, b: {} } }`, "initial: 'p',");
    expect(applyCommand(reorderState, line, { state: ["p", "b"], before: ["p", "a"] })).toContain(
      "{ b: {}, a: {} }",
    );
  });
});

describe("initial", () => {
  test("the literal keeps its quotes", () => {
    const code = chart(`a: {}, b: {}`, 'initial: "a",');
    expect(applyCommand(setInitial, code, { state: ["b"] })).toContain('initial: "b"');
  });
  test("regions have none", () => {
    const code = chart(`a: {}`, "type: 'parallel',");
    expect(refusalOf(setInitial, code, { state: ["a"] }).code).toBe("parent-is-parallel");
  });
  test("one that is spelled in a const is written in its place", () => {
    const code = chart(`a: {}, b: {}`, "initial: START,").replace("export", "const START = 'a';\nexport");
    expect(applyCommand(setInitial, code, { state: ["b"] })).toBe(code.replace("START,", "'b',"));
  });
});

describe("type", () => {
  test("parallel takes the place of initial", () => {
    const code = chart(`a: { initial: 'x', states: { x: {} } }`);
    expect(applyCommand(setType, code, { state: ["a"], type: "parallel" })).toContain(
      "a: { type: 'parallel', states",
    );
  });
  test("compound again starts in the first child", () => {
    const code = chart(`a: { type: 'parallel', states: { x: {} } }`);
    expect(applyCommand(setType, code, { state: ["a"], type: "compound" })).toContain(
      "a: { initial: 'x', states",
    );
  });
  test("deep history is written, shallow is what nothing means", () => {
    expect(
      applyCommand(setType, chart(`a: {}, h: {}`), { state: ["h"], type: "history", history: "deep" }),
    ).toContain("h: { type: 'history', history: 'deep' }");
    expect(applyCommand(setType, chart(`a: {}, h: {}`), { state: ["h"], type: "history" })).toContain(
      "h: { type: 'history' }",
    );
  });
  test("atomic takes history and its default away", () => {
    const code = chart(`a: {}, h: { type: 'history', history: 'deep', target: 'a' }`);
    expect(applyCommand(setType, code, { state: ["h"], type: "atomic" })).toContain("h: {}");
  });
  test.each([
    [{ state: ["a"], type: "final" as const }, "has-transitions"],
    [{ state: ["p"], type: "final" as const }, "has-children"],
    [{ state: ["b"], type: "compound" as const }, "no-children"],
    [{ state: [], type: "final" as const }, "is-root"],
  ])("%j is refused: %s", (args, code) => {
    const text = chart(`a: { on: { X: 'b' } }, b: {}, p: { initial: 'q', states: { q: {} } }`);
    expect(refusalOf(setType, text, args).code).toBe(code);
  });
});

describe("description", () => {
  test.each([
    "plain",
    'it\'s `x` ${y} "z"',
    "two\nlines\r\n\ttab",
    "手番 🎴",
    "\u2028\u0000\ud800",
    "*/ // \\",
  ])("%j is read back as it was given", (text) => {
    const after = applyCommand(describeState, chart(`a: {}`), { state: ["a"], text });
    expect(chartOf(after).root.children[0]?.description?.value).toBe(text);
  });
  test("a template stays a template", () => {
    const code = chart("a: { description: `old` }");
    expect(applyCommand(describeState, code, { state: ["a"], text: "a `b` ${c}" })).toContain(
      "`a \\`b\\` \\${c}`",
    );
  });
  test("nothing removes it", () => {
    expect(
      applyCommand(describeState, chart(`a: { description: 'x', id: 'i' }`), { state: ["a"], text: "" }),
    ).toContain("a: { id: 'i' }");
  });
  test("code is not overwritten", () => {
    const code = chart("a: { description: `${x}` }");
    expect(refusalOf(describeState, code, { state: ["a"], text: "y" }).code).toBe("value-not-literal");
  });
});

describe("id", () => {
  test("targets by the machine's id follow", () => {
    const code = chart(`a: { on: { GO: '#m.a' } }`);
    expect(applyCommand(setId, code, { state: [], id: "game" })).toContain("a: { on: { GO: '#game.a' } }");
  });
  test("taking an id away rewrites its targets another way", () => {
    const code = chart(`a: { on: { GO: '#home' } }, b: { id: 'home' }`);
    expect(applyCommand(setId, code, { state: ["b"], id: "" })).toContain("a: { on: { GO: 'b' } }, b: {}");
  });
  test("an id that is used is refused", () => {
    expect(refusalOf(setId, chart(`a: {}, b: { id: 'x' }`), { state: ["a"], id: "x" }).code).toBe("id-taken");
  });
});

describe("clauses", () => {
  test("new ones are added and the comments of the old stay", () => {
    const code = chart(`a: { meta: { clauses: ['A' /* first */], asks: 'anyone' } }`);
    expect(applyCommand(setStateClauses, code, { state: ["a"], clauses: ["A", "B"] })).toContain(
      "meta: { clauses: ['A' /* first */, 'B'], asks: 'anyone' }",
    );
  });
  test("none takes the list, and an empty meta, away", () => {
    const code = chart(`a: { entry: 'x', meta: { clauses: ['A'] } }`);
    expect(applyCommand(setStateClauses, code, { state: ["a"], clauses: [] })).toContain("a: { entry: 'x' }");
  });
});

describe("entry and exit", () => {
  test("a second action makes a list", () => {
    const code = chart(`a: { entry: 'x' }`);
    expect(
      applyCommand(addStateAction, code, { state: ["a"], on: "entry", action: { name: "y" } }),
    ).toContain("entry: ['x', 'y']");
  });
  test("a name that may stand for a list is not wrapped", () => {
    const code = chart(`a: { entry: shared }`);
    const args = { state: ["a"], on: "entry" as const, action: { name: "y" } };
    expect(refusalOf(addStateAction, code, args).code).toBe("value-not-literal");
  });
  test("the last one takes the property along", () => {
    const code = chart(`a: { exit: ['x'], id: 'i' }`);
    expect(applyCommand(removeStateAction, code, { state: ["a"], on: "exit", index: 0 })).toContain(
      "a: { id: 'i' }",
    );
  });
});
