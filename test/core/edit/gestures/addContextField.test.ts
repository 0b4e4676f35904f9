import { describe, expect, test } from "vitest";
import { addContextField } from "#core/edit/gestures/addContextField.ts";
import { newMachine } from "#core/edit/gestures/newMachine.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { applyCommand, chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

const game = newMachine("turn", "game");
const module = (types: string, context: string, before = "") => `import { setup } from "xstate";
${before}
export const machine = setup({${types}}).createMachine({${context}
  initial: "a",
  states: { a: {} },
});
`;

describe("a field goes into the types and into the context, wherever they stand", () => {
  test.each<[string, string, string, string]>([
    ["an interface and a function", game, "  turn: number;\n  charm: number;\n}", "turn: 1,\n    charm: 0,"],
    [
      "braces in place",
      module(" types: {} as { context: { n: number } } ", "\n  context: { n: 1 },"),
      "{ n: number; charm: number }",
      "{ n: 1, charm: 0 }",
    ],
    [
      "a name of a type, one behind remarks",
      module(
        " types: {} as { context: Own } ",
        "\n  context: { n: 1 },",
        "type Own = {\n  n: number; // of turns\n};",
      ),
      "  n: number; // of turns\n  charm: number;\n};",
      "{ n: 1, charm: 0 }",
    ],
    [
      "an intersection",
      module(
        " types: { context: {} as Base & { n: number } } ",
        "\n  context: () => { return { n: 1, m: 1 }; },",
        "interface Base { m: number }",
      ),
      "Base & { n: number; charm: number }",
      "{ n: 1, m: 1, charm: 0 }",
    ],
    [
      "empty braces",
      module(" types: {} as { context: {} } ", "\n  context: {},"),
      "context: { charm: number; }",
      "context: { charm: 0 }",
    ],
    ["no types and no context", module("", ""), "setup({})", "context: { charm: 0 }"],
    [
      "a helper function that gives back the context",
      module(
        " types: {} as { context: Own } ",
        "\n  context: ({ input }) => start(input ?? {}),",
        "interface Own {\n  n: number;\n}\nconst start = (input: object): Own => ({\n  n: 1,\n});",
      ),
      "  n: number;\n  charm: number;\n}",
      "  n: 1,\n  charm: 0,\n});",
    ],
    [
      "a declared helper function behind another one",
      module(
        " types: {} as { context: { n: number } } ",
        "\n  context: () => first(),",
        "const first = () => start();\nfunction start() {\n  return { n: 1 };\n}",
      ),
      "{ n: number; charm: number }",
      "return { n: 1, charm: 0 };",
    ],
    [
      "Windows' ends of lines",
      game.replaceAll("\n", "\r\n"),
      "  turn: number;\r\n  charm: number;\r\n}",
      "turn: 1,\r\n    charm: 0,",
    ],
  ])("%s", (_, text, type, value) => {
    const change = outcome(addContextField, text, { name: "charm", value: "0" });

    if ("refused" in change) expect.fail(JSON.stringify(change.refused));
    const after = applyEdits(text, change.edits);
    expect(after).toContain(type);
    expect(after).toContain(value);
    expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
    const had = chartOf(text).context;
    const has = chartOf(after).context;
    if (had) expect(has).toEqual([...had, { name: "charm", type: { kind: "number" }, optional: false }]);
    expect(refusalOf(addContextField, after, { name: "charm", value: "0" }).code).toBe("name-taken");
  });
});

test.each([
  ["1", undefined, "number"],
  ["-1", undefined, "number"],
  ['"a"', undefined, "string"],
  ["false", undefined, "boolean"],
  ["[1, 2]", undefined, "number[]"],
  ["[]", "string[]", "string[]"],
  ["null", "string | null", "string | null"],
  ["null", '"//" | ")" | null', '"//" | ")" | null'],
  ["null", "((a: string) => (null)) | null", "((a: string) => (null)) | null"],
  ["{ own: 1, theirs: [true] }", undefined, "{ own: number; theirs: boolean[] }"],
])("the start value %s has the type %s or %s", (value, given, type) => {
  const named = { name: "charm", value, ...(given === undefined ? {} : { type: given }) };
  expect(applyCommand(addContextField, game, named)).toContain(`  charm: ${type};`);
});

test.each([
  [{ name: "turn", value: "0" }, "name-taken"],
  [{ name: "two words", value: "0" }, "name-invalid"],
  [{ name: "charm", value: "P1" }, "name-unknown"],
  [{ name: "charm", value: "1, 2" }, "not-an-expression"],
  [{ name: "charm", value: "[]" }, "type-needed"],
  [{ name: "charm", value: "null", type: "string }" }, "type-needed"],
  [{ name: "charm", value: "null", type: "string) | (null" }, "type-needed"],
  [{ name: "charm", value: "null", type: "string) as (null" }, "type-needed"],
  [{ name: "charm", value: "null", type: "string); type Own = (null" }, "type-needed"],
  [{ name: "charm", value: "null", type: "string; own: null" }, "type-needed"],
  [{ name: "charm", value: "null", type: "null /* none */" }, "type-needed"],
])("%j is refused", (args, code) => {
  expect(refusalOf(addContextField, game, args).code).toBe(code);
});

test("types of another file stay as they are", () => {
  const far = module(
    " types: {} as { context: Far } ",
    "\n  context: { n: 1 },",
    'import type { Far } from "./far.ts";',
  );
  expect(refusalOf(addContextField, far, { name: "charm", value: "0" }).code).toBe("not-written-here");
});

describe("a context that is not one's own to write, or not read whole", () => {
  const machine = (context: string, before = "") =>
    `import { createMachine } from "xstate";\n${before}export const a = createMachine({ context: ${context}, states: {} });\n`;

  test.each([
    [
      "a spread may bring the field",
      machine("{ ...base, turn: 1 }", "const base = { score: 5 };\n"),
      "spread-may-bring",
    ],
    [
      "a computed key may be the field",
      machine("{ [SCORE]: 7 }", "const SCORE = 'score';\n"),
      "spread-may-bring",
    ],
    [
      "another machine has the same object",
      `${machine("start", "const start = { turn: 1 };\n")}export const b = createMachine({ context: start });\n`,
      "not-written-here",
    ],
    [
      "a helper function is called elsewhere too",
      machine("() => start()", "const start = () => ({ turn: 1 });\nexport const again = start();\n"),
      "not-written-here",
    ],
    [
      "a helper function calls itself",
      machine("() => start()", "const start = () => start();\n"),
      "not-written-here",
    ],
    [
      "a helper function gives a promise",
      machine("() => start()", "const start = async () => ({ turn: 1 });\n"),
      "not-written-here",
    ],
    [
      "a function gives one of two",
      machine("({ input }) => { if (input.small) { return { turn: 0 }; } return { turn: 1 }; }"),
      "not-written-here",
    ],
  ])("%s", (_, text, code) =>
    expect(refusalOf(addContextField, text, { name: "score", value: "0" }).code).toBe(code),
  );
});
