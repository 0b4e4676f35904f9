import { describe, expect, test } from "vitest";
import { addEventFields } from "#core/edit/gestures/addEventFields.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

const module = (types: string, before = "") => `import { createMachine, setup } from "xstate";
${before}
export const machine = setup({ types: ${types} }).createMachine({
  initial: "a",
  states: { a: { on: { GO: "b" } }, b: {} },
});
`;
const fields = [{ name: "card", type: "string" }];

describe("an event gets fields where its type is written", () => {
  test.each<[string, string, string, string[]]>([
    [
      "in a union in place",
      module('{} as { events: { type: "GO"; by: string } | { type: "OFF" } }'),
      '{ type: "GO"; by: string; card: string } | { type: "OFF" }',
      ["by", "card"],
    ],
    [
      "in a union under a name",
      module("{} as { events: Ev }", `type Ev =\n  | { type: "OFF" }\n  | { type: "GO" }; // go\n`),
      `  | { type: "GO"; card: string }; // go\n`,
      ["card"],
    ],
    [
      "in an interface, a line for each",
      module("{} as { events: Go | Off }", `interface Go {\n  type: "GO";\n}\ntype Off = { type: "OFF" };\n`),
      `interface Go {\n  type: "GO";\n  card: string;\n}`,
      ["card"],
    ],
    [
      "in a combination",
      module("{} as { events: Ev }", `type Who = { by: string };\ntype Ev = Who & { type: "GO" };\n`),
      'Who & { type: "GO"; card: string }',
      ["by", "card"],
    ],
    [
      "with a type of its own, where others share it",
      module('{} as { events: { type: "OFF" | "GO" | "ON"; by: string } }'),
      '{ type: "OFF" | "ON"; by: string } | { type: "GO"; by: string; card: string } }',
      ["by", "card"],
    ],
    [
      "with a type of its own, first of those that share it",
      module('{} as { events: { by: string; type: "GO" | "ON" } | { type: "OFF" } }'),
      '{ by: string; type: "ON" } | { type: "GO"; by: string; card: string } | { type: "OFF" } }',
      ["by", "card"],
    ],
  ])("%s", (_, text, wanted, has) => {
    const change = outcome(addEventFields, text, { name: "GO", fields });

    if ("refused" in change) expect.fail(JSON.stringify(change.refused));
    const after = applyEdits(text, change.edits);
    expect(after).toContain(wanted);
    expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
    const [before, now] = [text, after].map((code) => chartOf(code).events ?? []);
    expect(now!.find(({ type }) => type === "GO")?.fields.map(({ name }) => name)).toEqual(has);
    const others = (all: typeof now) => all!.filter(({ type }) => type !== "GO").toSorted(byType);
    expect(others(now)).toEqual(others(before));
  });
});

const byType = (a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1);

test("several fields come at once, one that may be left out with a question mark", () => {
  const text = module('{} as { events: { type: "GO" } }');
  const change = outcome(addEventFields, text, {
    name: "GO",
    fields: [...fields, { name: "n?", type: "1 | 2" }],
  });

  if ("refused" in change) expect.fail(JSON.stringify(change.refused));
  expect(applyEdits(text, change.edits)).toContain('{ type: "GO"; card: string; n?: 1 | 2 }');
});

test.each<[string, string, string, { name: string; type: string }, string]>([
  [
    "an event that nobody declared",
    module('{} as { events: { type: "OFF" } }'),
    "GO",
    fields[0]!,
    "symbol-not-found",
  ],
  [
    "a field that is there",
    module('{} as { events: { type: "GO"; card?: 1 } }'),
    "GO",
    fields[0]!,
    "name-taken",
  ],
  [
    "a field that is there, made optional after a space",
    module('{} as { events: { type: "GO"; card: string } }'),
    "GO",
    { name: " card ? ", type: "number" },
    "name-taken",
  ],
  [
    "what is no type",
    module('{} as { events: { type: "GO" } }'),
    "GO",
    { name: "n", type: "1 +" },
    "type-needed",
  ],
  [
    "another type",
    module('{} as { events: { type: "GO" } }'),
    "GO",
    { name: "type", type: "1" },
    "name-invalid",
  ],
  [
    "an event that is declared twice",
    module('{} as { events: { type: "GO"; a: 1 } | { type: "GO"; b: 1 } }'),
    "GO",
    fields[0]!,
    "not-written-here",
  ],
])("%s is refused", (_, text, name, field, code) => {
  expect(refusalOf(addEventFields, text, { name, fields: [field] }).code).toBe(code);
});
