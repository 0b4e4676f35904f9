import { expect, test } from "vitest";
import { stepCount, stepNumber, type ScenarioStep } from "#core/run/scenario/scenario.ts";

test("steps are counted by what is done, from 1 on: neither the start nor a look nor a kept place is one", () => {
  const steps: ScenarioStep[] = [
    { expect: { in: ["a"] } },
    { send: { type: "GO" } },
    { save: "here" },
    { send: { type: "NO" }, expect: { refused: true } },
    { advance: 0 },
    { expect: { in: ["b"] } },
    { restore: "here" },
  ];

  expect(stepCount(steps)).toBe(4);
  expect([-1, ...steps.keys()].map((place) => stepNumber(steps, place))).toEqual([0, 0, 1, 1, 2, 3, 3, 4]);
});
