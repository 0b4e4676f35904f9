import { expect, test } from "vitest";
import type { Graph } from "#core/project/gameMoment.ts";
import type { Divergence, Scenario } from "#core/run/scenario/scenario.ts";
import { ReplayDiagnostics } from "#app/play/ReplayDiagnostics.ts";
import type { ScenarioResult } from "#app/play/ScenarioRuns.ts";
import { wordsOf } from "#test/support/words.ts";

const graph = { reading: { charts: [] }, stale: false } as unknown as Graph;
const t = wordsOf("en");
const words = { t, label: () => undefined, off: false, language: "en", events: [], readings: [] };
const scenarioOf = (title: string) =>
  ({ title: { en: title }, steps: [{ send: { type: "GO" } }] }) as unknown as Scenario;
const difference = (expected: string): Divergence => ({
  step: 0,
  what: "in",
  expected: [expected],
  got: ["end"],
});

/** Results that come in one by one, as they are reported. */
function* reports(count: number) {
  const results = new Map<string, ScenarioResult>();
  for (let i = 0; i < count; i++) {
    results.set(`scenarios/${i}`, i % 5 === 0 ? null : difference(`state${i}`));
    yield { of: count, fault: null, results, places: new Map() };
  }
}
const scenarios = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [`scenarios/${i}`, scenarioOf(`${i}`)]),
);

/** With how often the name of a state was looked up. */
function counted() {
  const calls = { count: 0 };
  const stateName = (path: string) => {
    calls.count++;
    return path;
  };
  return { calls, diagnostics: new ReplayDiagnostics({ graph, language: "en", words, stateName }) };
}

test("results that come one by one are each put in words once, and come to the same as all at once", () => {
  const [oneByOne, atOnce] = [counted(), counted()];
  let last;
  let reported;
  for (const report of reports(300)) {
    reported = report;
    last = oneByOne.diagnostics.of(report, scenarios);
  }

  expect(last).toEqual(atOnce.diagnostics.of(reported!, scenarios));
  expect(last).toHaveLength(240);
  expect(oneByOne.calls).toEqual(atOnce.calls);
});

test("a result is put in words again when its scenario or its place is another", () => {
  const { diagnostics } = counted();
  const results = new Map([["scenarios/1", difference("state1")]]);
  const titles = ["first", "second"].map((title) => {
    const [one] = diagnostics.of(
      { of: 1, fault: null, results, places: new Map() },
      { "scenarios/1": scenarioOf(title) },
    );
    return JSON.stringify(one);
  });

  expect(titles[0]).toContain("first");
  expect(titles[1]).toContain("second");
});
