import { expect, test } from "vitest";
import { say } from "#core/diagnostic/say.ts";
import {
  differenceDiagnostic,
  notPlayedDiagnostic,
  stopDiagnostic,
} from "#core/run/scenario/scenarioDiagnostics.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/diagnostics/en.json";

const text = `import { createMachine } from "xstate";
export const machine = createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });
`;
const chart = readModule(text).charts[0];
const name = { file: "first", title: "The first", step: 3 };
const sentence = (diagnostic: Parameters<typeof say>[0]) => say(diagnostic, en.diagnostic, ", ");

test("a difference stands at the transition where the run left its expectation, with both in words", () => {
  const facts = { what: "context ep", expected: "5", got: "6" };
  const diagnostic = differenceDiagnostic(name, facts, { state: "a", transition: "a|on|GO|0" }, chart);

  expect(text.slice(diagnostic.at?.from, diagnostic.at?.to)).toBe("GO");
  expect(diagnostic).toMatchObject({ severity: "error", file: "machine", path: ["a"] });
  expect(sentence(diagnostic)).toBe(
    "The scenario “The first” does not go as expected at step 3 (context ep): expected 5, got 6.",
  );
});

test("while the text cannot be read a difference has a state, and no place in the text", () => {
  const facts = { what: "refused", expected: "no", got: "yes" };
  const diagnostic = differenceDiagnostic(name, facts, { state: "a" }, undefined);

  expect(diagnostic.at).toBeUndefined();
  expect(diagnostic.path).toEqual(["a"]);
});

test("a stop is a note of the scenario, and no difference", () => {
  const diagnostic = stopDiagnostic(name, "too much work");

  expect(diagnostic).toMatchObject({ severity: "info", file: "scenarios/first" });
  expect(sentence(diagnostic)).toContain(
    "was not finished: the machine was stopped at step 3 (too much work)",
  );
});

test("a machine that does not load is one error for all scenarios", () => {
  expect(sentence(notPlayedDiagnostic(76, "boom"))).toBe("No scenario can be played (76): boom");
});
