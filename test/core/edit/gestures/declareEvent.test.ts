import { describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { runCommand } from "#core/edit/commands.ts";
import { declareEvent } from "#core/edit/gestures/declareEvent.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { applyCommand, chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

const module = (types: string, before = "") => `import { createMachine, setup } from "xstate";
${before}
export const machine = setup({ types: ${types} }).createMachine({
  initial: "a",
  states: { a: { on: { NEW: "b" } }, b: {} },
});
`;

describe("an event is added to the types, wherever they stand", () => {
  test.each<[string, string, string]>([
    [
      "a union in place",
      module('{} as { events: { type: "GO" } | { type: "OFF" } }'),
      '{} as { events: { type: "GO" } | { type: "OFF" } | { type: "NEW" } }',
    ],
    [
      "one event alone",
      module('{ events: {} as { type: "GO" } }'),
      '{} as { type: "GO" } | { type: "NEW" } }',
    ],
    [
      "a union under a name, a line for each",
      module("{} as { events: Ev }", `type Ev =\n  | { type: "GO" }\n  | { type: "OFF"; n: number };\n`),
      `  | { type: "OFF"; n: number }\n  | { type: "NEW" };`,
    ],
    [
      "an interface",
      module("{} as { events: Go }", `interface Go { type: "GO" }\n`),
      '{} as { events: Go | { type: "NEW" } }',
    ],
    [
      "names of types",
      module("{} as { events: Go | Off }", `type Go = { type: "GO" };\ntype Off = { type: "OFF" };\n`),
      '{} as { events: Go | Off | { type: "NEW" } }',
    ],
    [
      "a config with types of its own",
      `import { createMachine } from "xstate";
export const machine = createMachine({ types: {} as { events: { type: "GO" } }, on: { NEW: {} } });`,
      'events: { type: "GO" } | { type: "NEW" } }',
    ],
  ])("%s", (_, text, wanted) => {
    const change = outcome(declareEvent, text, { name: "NEW" });

    if ("refused" in change) expect.fail(JSON.stringify(change.refused));
    const after = applyEdits(text, change.edits);
    expect(after).toContain(wanted);
    expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
    expect(chartOf(after).events?.at(-1)).toEqual({ type: "NEW", fields: [] });
  });
});

test("an event that a command brings comes with the offer to declare it", () => {
  const text = module('{} as { events: { type: "NEW" } }');
  const change = runCommand("transition.add", text, chartOf(text), {
    source: ["b"],
    event: "GO",
    target: ["a"],
  });

  expect(change).toMatchObject({
    warnings: [{ code: "event-missing", offer: { id: "event.declare", args: { name: "GO" } } }],
  });
});

test("what the check says of it is mended by it", () => {
  const text = module('{} as { events: { type: "GO" } }');
  const told = (code: string) =>
    diagnose(readModule(code), new Map([["machine", code]])).filter(
      (one) => one.code === "event-not-declared",
    );
  const [problem] = told(text);

  const fix = problem && fixesOf(problem, readModule(text), new Map([["machine", text]])).at(-1);

  expect(fix).toMatchObject({
    id: "add-event",
    change: { command: { id: "event.declare", args: { name: "NEW" } } },
  });
  expect(told(applyCommand(declareEvent, text, { name: "NEW" }))).toEqual([]);
});

test.each<[string, string, string, string]>([
  ["one that is there", module('{} as { events: { type: "NEW" } }'), "NEW", "name-taken"],
  ["a pattern", module('{} as { events: { type: "GO" } }'), "a.*", "event-invalid"],
  ["types that nobody wrote", module("{}"), "NEW", "not-written-here"],
  [
    "one for a machine without types",
    'import { createMachine } from "xstate";\nexport const m = createMachine({});',
    "NEW",
    "no-event-types",
  ],
  [
    "one for a machine whose types may be in another file",
    'import { setup } from "xstate";\nimport { shared } from "./shared.ts";\nexport const m = setup({ ...shared }).createMachine({});',
    "NEW",
    "not-written-here",
  ],
  [
    "types that are worked out",
    module("{} as { events: Ev }", "type Ev = string extends infer S ? { type: 'GO' } : never;\n"),
    "NEW",
    "not-written-here",
  ],
])("%s is refused", (_, text, name, code) => {
  expect(refusalOf(declareEvent, text, { name }).code).toBe(code);
});

const by = `type Ev =\n  | { type: "GO"; by: string }\n  | { type: "OFF"; by: string; n: number };\n`;

describe("an event carries what the others do and what it is given", () => {
  test.each<[string, string, { name: string; fields?: { name: string; type: string }[] }, string]>([
    ["by, as all others", by, { name: "NEW" }, '| { type: "NEW"; by: string };'],
    [
      "fields",
      by,
      {
        name: "NEW",
        fields: [
          { name: "card", type: "string" },
          { name: "n?", type: "number" },
        ],
      },
      '| { type: "NEW"; by: string; card: string; n?: number };',
    ],
    [
      "by of its own",
      by,
      { name: "NEW", fields: [{ name: "by", type: '"P1"' }] },
      '| { type: "NEW"; by: "P1" };',
    ],
    ["no by where one has none", by.replace("; by", "; of"), { name: "NEW" }, '| { type: "NEW" };'],
  ])("%s", (_, types, args, wanted) => {
    const after = applyCommand(declareEvent, module("{} as { events: Ev }", types), args);
    expect(after).toContain(wanted);
    expect(chartOf(after).events?.length).toBe(3);
  });
  test.each([
    [[{ name: "type", type: "string" }], "name-invalid"],
    [[{ name: "n", type: "string }" }], "type-needed"],
    [
      [
        { name: "n", type: "string" },
        { name: "n", type: "number" },
      ],
      "name-taken",
    ],
  ])("%j is refused", (fields, code) => {
    const text = module("{} as { events: Ev }", by);
    expect(refusalOf(declareEvent, text, { name: "NEW", fields }).code).toBe(code);
  });
});
