import { expect, test } from "vitest";
import { addState } from "#core/edit/gestures/addState.ts";
import { applyCommand, chart, refusalOf } from "#test/core/edit/applyCommand.ts";

test("a new state stands last, indented like its neighbours", () => {
  const after = applyCommand(addState, chart(`a: {},\n    b: {}, // last`), { parent: [], key: "c" });

  expect(after).toContain("    b: {}, // last\n    c: {},\n  },");
});

test("without a trailing comma none is left behind", () => {
  const after = applyCommand(addState, chart(`a: {},\n    b: {} // last`), { parent: [], key: "c" });

  expect(after).toContain("    b: {}, // last\n    c: {}\n  },");
});

test("one line stays one line", () => {
  const code = chart(`a: { initial: 'x', states: { x: {} } }`);

  expect(applyCommand(addState, code, { parent: ["a"], key: "y" })).toContain("states: { x: {}, y: {} } }");
});

test("tabs and CRLF are kept", () => {
  const code = chart(`a: {},`).replaceAll("  ", "\t").replaceAll("\n", "\r\n");

  expect(applyCommand(addState, code, { parent: [], key: "b" })).toContain("\t\ta: {},\r\n\t\tb: {},\r\n");
});

test("the first child makes its parent compound, after any spread", () => {
  const code = chart(`a: {\n      ...common,\n    },`).replace("export", "const common = {};\nexport");

  const after = applyCommand(addState, code, { parent: ["a"], key: "x" });

  expect(after).toContain(
    "...common,\n      initial: 'x',\n      states: {\n        x: {},\n      },\n    },",
  );
});

test("the first region of a parallel state is not initial", () => {
  const after = applyCommand(addState, chart(`a: { type: 'parallel' }`), { parent: ["a"], key: "x" });

  expect(after).toContain("a: { type: 'parallel', states: { x: {} } }");
});

test("type: 'atomic' would hide the child, so it goes", () => {
  const after = applyCommand(addState, chart(`a: { type: 'atomic' }`), { parent: ["a"], key: "x" });

  expect(after).toContain("a: { type: 'compound', initial: 'x', states: { x: {} } }");
});

test("without a key a free one is made", () => {
  expect(applyCommand(addState, chart(`newState: {}`), { parent: [] })).toContain("newState2: {}");
});

test("a comment that ends the line of a one-line list does not swallow the new state", () => {
  const after = applyCommand(addState, chart(`a: { initial: 'x', states: { x: {}, // why\n    } }`), {
    parent: ["a"],
    key: "y",
  });

  expect(after).toContain("states: { x: {}, // why\n");
  expect(after).toMatch(/\n\s+y: \{\}/);
});

test.each([
  [{ parent: ["f"], key: "x" }, "parent-cannot-have-children"],
  [{ parent: ["a"], key: "x", type: "history" as const }, "first-child-history"],
  [{ parent: [], key: "a" }, "name-taken"],
  [{ parent: ["no"], key: "a" }, "state-not-found"],
])("%j is refused: %s", (args, code) => {
  expect(refusalOf(addState, chart(`a: {}, f: { type: 'final' }`), args).code).toBe(code);
});

test("an empty state that has its line to itself is opened, one among others on a line is not", () => {
  const own = applyCommand(addState, chart(`a: {},\n    b: {},`), { parent: ["a"], key: "x" });
  const shared = applyCommand(addState, chart(`a: {}, b: {},`), { parent: ["a"], key: "x" });

  expect(own).toContain(
    "    a: {\n      initial: 'x',\n      states: {\n        x: {},\n      },\n    },\n    b: {},",
  );
  expect(shared).toContain("    a: { initial: 'x', states: { x: {} } }, b: {},");
});

test("where code brings all states, none is added beside them", () => {
  const code = chart(`a: { initial: 'x', states: build() }`);

  expect(refusalOf(addState, code, { parent: ["a"], key: "y" }).code).toBe("states-not-read");
});
