import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { chart } from "#test/core/edit/applyCommand.ts";

test("nor is its text needed for what only the text shows", () => {
  const reading = readModule(chart(`a: { on: null, entri: 'x' }`));

  const found = diagnose(reading).map(({ code, facts }) => ({ code, key: facts["key"] }));

  expect(found).toContainEqual({ code: "wrong-type", key: "on" });
  expect(found).toContainEqual({ code: "unknown-state-key", key: "entri" });
});

test("a module alone is diagnosed without any files of a game", () => {
  const reading = readModule(chart(`a: { on: { GO: 'nowhere' } }`));

  expect(diagnose(reading).map(({ code }) => code)).toContain("target-not-found");
  expect(diagnose(reading)).toEqual(diagnose(reading, new Map()));
});

test("a machine without rules can have scenarios: that is no fault, and what they name is looked for in it", () => {
  const reading = readModule(chart(`a: { on: { GO: 'b' } }, b: {}`));
  const scenario = (state: string) =>
    JSON.stringify({
      format: 1,
      title: { en: "Goes" },
      steps: [{ send: { type: "GO" }, expect: { in: [state] } }],
    });

  expect(diagnose(reading, new Map([["scenarios/goes", scenario("b")]]))).toEqual(diagnose(reading));
  expect(diagnose(reading, new Map([["scenarios/goes", scenario("c")]]))).toContainEqual(
    expect.objectContaining({ code: "state-unknown", file: "scenarios/goes" }),
  );
});
