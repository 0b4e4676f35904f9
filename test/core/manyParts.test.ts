import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { toXStateJson } from "#core/export/toXStateJson.ts";
import { readModule } from "#core/read/readModule.ts";

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
