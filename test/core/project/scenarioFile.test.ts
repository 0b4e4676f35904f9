import { expect, test } from "vitest";
import { isFileName } from "#core/project/gameFiles.ts";
import { scenarioFileName } from "#core/project/scenarioFile.ts";

test.each([
  ["A failed receive", [], "a-failed-receive"],
  ["A failed receive", ["a-failed-receive", "a-failed-receive-2"], "a-failed-receive-3"],
  ["  Ça va — don’t! ", [], "ca-va-dont"],
  ["レシーブ失敗", ["scenario"], "scenario-2"],
  ["第3回のLost", [], "3-lost"],
  ["a".repeat(90), [], "a".repeat(48)],
  ["---", [], "scenario"],
])("%s", (title, taken, name) => {
  expect(scenarioFileName(title, taken)).toBe(name);
  expect(isFileName(`scenarios/${name}`)).toBe(true);
});
