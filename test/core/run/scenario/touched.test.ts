import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { replayScenario, outcomesOf } from "#core/run/scenario/replay.ts";
import { coverageOf, type Coverage } from "#core/run/debugging/coverage.ts";
import { differencePlace } from "#core/run/scenario/differencePlace.ts";
import { differenceDiagnostic, stopDiagnostic } from "#core/run/scenario/scenarioDiagnostics.ts";
import {
  touchedFirst,
  touchedParts,
  type MachineReading,
  type TouchedParts,
} from "#core/run/scenario/touched.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { say } from "#core/diagnostic/say.ts";
import { machineFrom } from "#test/core/run/play/machineFrom.ts";
import en from "#locales/diagnostics/en.json";
import ja from "#locales/diagnostics/ja.json";
import zhHant from "#locales/diagnostics/zh-Hant.json";

const code = `import { assign, setup } from "xstate";
const LIMIT = 3;
const twice = (n: number) => n * 2;
const cost = (n: number) => twice(n) + 1;
export const machine = setup({
  types: {} as { context: { points: number }; events: { type: "PAY"; n: number } | { type: "END" } | { type: "BACK" } },
  guards: { isPaid: ({ event }) => event.type === "PAY" && event.n <= LIMIT },
  actions: { pay: assign({ points: ({ context }) => context.points - cost(1) }) },
  delays: { pause: LIMIT },
}).createMachine({
  id: "turn", context: { points: 9 }, initial: "main",
  states: {
    main: { on: { PAY: { guard: "isPaid", actions: "pay" }, END: "over" } },
    over: { on: { BACK: "main" }, after: { pause: "late" } },
    late: {},
  },
});
`;
const readingOf = (text: string): MachineReading => {
  const { charts, consts = [] } = readModule(text);
  return { chart: charts[0]!, consts };
};
const touched = (from: string, to: string) => {
  expect(code).toContain(from);
  const parts = touchedParts(readingOf(code), readingOf(code.replace(from, to)));
  return [...parts.states, ...parts.transitions];
};

test.each([
  ["a guard", "event.n <= LIMIT", "event.n < LIMIT", ["main|on|PAY|0"]],
  ["a const, through a guard and a delay", "LIMIT = 3", "LIMIT = 4", ["main|on|PAY|0", "over|after|pause|0"]],
  ["a helper of a helper of an action", "n * 2", "n * 3", ["main|on|PAY|0"]],
  ["a target", `END: "over"`, `END: "late"`, ["main|on|END|0"]],
  ["an entry", "late: {}", `late: { entry: "pay" }`, ["late"]],
  [
    "a transition more, and its state",
    "late: {}",
    `late: { on: { BACK: "main" } }`,
    ["late", "late|on|BACK|0"],
  ],
  ["the context at the start", "points: 9", "points: 8", [""]],
  ["nothing, by line breaks and spaces", "late: {}", "late:\n\n      {   }", []],
  ["nothing, by a comment", "late: {}", "/* the end */ late: {}", []],
])("an edit touches %s", (_, from, to, ids) => {
  expect(touched(from, to).toSorted()).toEqual(ids.toSorted());
});

const scenario = (...types: readonly string[]): Scenario => ({
  format: 1,
  title: { en: types.join(" ") },
  steps: types.map((type) => ({ send: type === "PAY" ? { type, n: 1 } : { type } })),
});
const scenarios = {
  ends: scenario("END"),
  returns: scenario("END", "BACK"),
  pays: scenario("PAY"),
  paysLate: scenario("END", "BACK", "PAY"),
};

async function coverages(): Promise<ReadonlyMap<string, Coverage>> {
  const { ask } = machineFrom(code);
  const all = new Map<string, Coverage>();
  for (const [name, one] of Object.entries(scenarios)) {
    const { run, refusals } = await replayScenario(ask, one, "");
    all.set(name, coverageOf(outcomesOf(run, refusals)));
  }
  return all;
}

test("scenarios that pass what was touched come first, each kind in its order", async () => {
  const known = await coverages();
  const order = (from: string, to: string, coverage = known) =>
    touchedFirst(scenarios, coverage, touchedParts(readingOf(code), readingOf(code.replace(from, to))));

  expect(order("n <= LIMIT", "n < LIMIT")).toEqual(["pays", "paysLate", "ends", "returns"]);
  expect(order(`BACK: "main"`, `BACK: "late"`)).toEqual(["returns", "paysLate", "ends", "pays"]);
  expect(order("late: {}", "late: { }")).toEqual(["ends", "returns", "pays", "paysLate"]);
  // without coverage, by the events that they send
  expect(order("n <= LIMIT", "n < LIMIT", new Map())).toEqual(["pays", "paysLate", "ends", "returns"]);
});

test("a difference is placed at what was touched in its step, and said with scenario, step, expected and got", async () => {
  const text = code.replace("n <= LIMIT", "n > LIMIT");
  const [before, after] = [readingOf(code), readingOf(text)];
  const replayed = await replayScenario(machineFrom(text).ask, scenarios.paysLate, "");
  const { divergence } = replayed;
  expect(divergence).toMatchObject({ step: 2, what: "accepted" });

  const place = differencePlace(
    after.chart,
    replayed,
    divergence!,
    scenarios.paysLate.steps,
    touchedParts(before, after),
  );
  expect(place).toEqual({ state: "main", transition: "main|on|PAY|0" });
  // a refused event shows what refused it, whatever was touched
  expect(differencePlace(after.chart, replayed, divergence!, scenarios.paysLate.steps)).toEqual(place);

  const diagnostic = differenceDiagnostic(
    { file: "pays-late", title: "Pays late", step: 3 },
    { what: "acceptance", expected: "accepted", got: "refused" },
    place,
    after.chart,
  );
  expect(text.slice(diagnostic.at!.from, diagnostic.at!.to)).toBe("PAY");
  expect(diagnostic.path).toEqual(["main"]);
  expect(say(diagnostic, en.diagnostic)).toBe(
    "The scenario “Pays late” does not go as expected at step 3 (acceptance): expected accepted, got refused.",
  );
});

test("where the step that differs passed nothing that was touched, the nearest step before it did", async () => {
  const text = code.replace(`END: "over"`, `END: "late"`);
  const replayed = await replayScenario(machineFrom(text).ask, scenarios.returns, "");
  expect(replayed.divergence).toMatchObject({ step: 1, what: "accepted" });
  const [before, after] = [readingOf(code), readingOf(text)];
  const place = (touched?: TouchedParts) =>
    differencePlace(after.chart, replayed, replayed.divergence!, scenarios.returns.steps, touched);

  expect(place(touchedParts(before, after))).toEqual({ state: "main", transition: "main|on|END|0" });
  expect(place()).toEqual({ state: "late" });
});

test("a stop is a note of the scenario's file that says that nothing is known, in every language", () => {
  const stop = stopDiagnostic({ file: "pays", title: "Pays", step: 2 }, "2,000 ms of a processor");
  expect(stop).toMatchObject({ code: "scenario-stopped", severity: "info", file: "scenarios/pays" });
  expect(stop).not.toHaveProperty("path");
  for (const { diagnostic } of [en, ja, zhHant])
    expect(say(stop, diagnostic)).toMatch(/Pays.+2.*2,000 ms of a processor/);
});

test("a field that differs is placed at the transition that changed it, and a fault at its state", async () => {
  const expecting: Scenario = {
    ...scenario("PAY"),
    steps: [{ send: { type: "PAY", n: 1 }, expect: { context: { points: 1 } } }],
  };
  const replayed = await replayScenario(machineFrom(code).ask, expecting, "");
  expect(differencePlace(readingOf(code).chart, replayed, replayed.divergence!, expecting.steps)).toEqual({
    state: "main",
    transition: "main|on|PAY|0",
  });

  const text = code
    .replace("context.points - cost(1)", `{ throw new Error("broken"); }`)
    .replace("({ context }) => {", "() => {");
  const failed = await replayScenario(machineFrom(text).ask, expecting, "");
  expect(failed).toMatchObject({ divergence: { what: "fault" }, fault: { code: "machine-error" } });
  expect(differencePlace(readingOf(text).chart, failed, failed.divergence!, expecting.steps).state).toBe(
    "main",
  );
});
