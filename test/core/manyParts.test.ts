import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { checkFields, MAX_PAYLOAD_FAULTS, type Field } from "#core/chart/payload.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { toXStateJson } from "#core/export/toXStateJson.ts";
import { readModule } from "#core/read/readModule.ts";
import { composeEdits } from "#core/text/composeEdits.ts";

/** More than a call takes as arguments. */
const MANY = 140_000;
const list = (part: (i: number) => string, between = ",\n") =>
  Array.from({ length: MANY }, (_, i) => part(i)).join(between);
const machine = (states: string, setup = "{}") =>
  `import { setup } from "xstate";
export const machine = setup(${setup}).createMachine({ id: "m", initial: "a", states: { ${states}, b: { type: "final" } } });`;

const wide = {
  states: machine(`a: {}, ${list((i) => `s${i}: {}`)}`),
  events: machine(`a: { on: { ${list((i) => `E${i}: "b"`)} } }`),
  "automatic transitions": machine(`a: { always: [${list(() => `"b"`)}] }`),
  delays: machine(`a: { after: { ${list((i) => `${i + 1}: "b"`)} } }`),
  "targets of one transition": machine(`a: { on: { E: { target: [${list(() => `"b"`, ", ")}] } } }`),
  "transitions of one event": machine(`a: { on: { E: [${list(() => `"b"`)}] } }`),
  "clauses of one state": machine(`a: { meta: { clauses: [${list((i) => `"X-${i}"`, ", ")}] } }`),
  "guards that nobody uses": machine(
    `a: { on: { E: "b" } }`,
    `{ guards: { ${list((i) => `g${i}: () => true`)} } }`,
  ),
};

test.each(Object.entries(wide))(
  "a module with 140,000 %s is read and checked like a small one",
  (_, text) => {
    const reading = readModule(text);

    expect(reading.diagnostics).toEqual([]);
    const found = diagnose(reading);
    expect(found.filter(({ code }) => code === "syntax-error")).toEqual([]);
    expect(reading.charts.map((chart) => toMermaid(chart).length > 0)).toEqual([true]);
    expect(reading.charts.map((chart) => toXStateJson(chart, text).omitted)).toEqual([[]]);
  },
  240_000,
);

const ruleset = JSON.stringify({
  format: 1,
  id: "m",
  title: { en: "M" },
  machine: "machines/m.machine.ts",
  players: { min: 2, max: 2 },
  locales: ["en"],
  sourceLocale: "en",
});
const clauses = JSON.stringify({ format: 1, clauses: [{ id: "X-1.1", kind: "effect" }] });
const wanting: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly code: string }>
> = {
  "states that a scenario expects and that are not there": {
    files: {
      "scenarios/s": `{ "format": 1, "title": { "en": "S" }, "steps": [{ "expect": { "in": [${list((i) => `"n${i}"`)}] } }] }`,
    },
    code: "state-unknown",
  },
  "fields of a move that its event has not": {
    files: {
      moves: `{ "format": 1, "moves": { "E": [{ "weight": 1, "fields": { ${list((i) => `"f${i}": { "values": [1] }`)} } }] } }`,
    },
    code: "field-unknown",
  },
  "clauses that are not there": {
    files: { machine: wide["clauses of one state"] },
    code: "clause-unknown",
  },
};

test.each(Object.entries(wanting))(
  "140,000 %s are each told",
  (_, { files, code }) => {
    const small = machine(`a: { on: { E: "b" } }`, `{ types: { events: {} as { type: "E"; by: string } } }`);
    const { machine: text = small, ...others } = files;
    const game = new Map(Object.entries({ ruleset, clauses, ...others }));

    const found = diagnose(readModule(text), game);

    expect(found.filter((diagnostic) => diagnostic.code === code).length).toBeGreaterThanOrEqual(MANY - 1);
  },
  240_000,
);

test("140,000 edits are composed with as many before them", () => {
  const between = "ab".repeat(MANY);
  const edits = Array.from({ length: MANY }, (_, i) => ({ from: 2 * i, to: 2 * i + 1, insert: "b" }));

  expect(composeEdits(between, edits, edits)).toHaveLength(MANY);
});

test("of a payload with 140,000 wrong items the first are told", () => {
  const fields: Field[] = [
    { name: "cards", optional: false, type: { kind: "array", of: { kind: "number" } } },
  ];

  const faults = checkFields(fields, { cards: Array.from({ length: MANY }, () => "none") });

  expect(faults).toHaveLength(MAX_PAYLOAD_FAULTS);
});
