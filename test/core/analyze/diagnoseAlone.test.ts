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
