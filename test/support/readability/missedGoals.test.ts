import { expect, test } from "vitest";
import type { Readability } from "#test/support/readability/measureReadability.ts";
import { missedGoals } from "#test/support/readability/missedGoals.ts";

const clean: Readability = {
  states: 10,
  named: 6,
  first: { all: 2, named: 2 },
  outer: { all: 4, named: 4 },
  foldsUntold: 0,
  unnamed: [{ id: "a.b.c", why: "absent" }],
  texts: 12,
  textsUnderFloor: 0,
  smallest: 9,
  textsCovered: 0,
  textsClipped: 0,
  textsPale: 0,
  textOnText: 0,
  lines: 8,
  chips: 2,
  linesThroughState: 0,
  linesThroughText: 0,
  lineCrossings: 3,
  frameCrossings: 1,
  examples: { textOnText: ["draw / pass"] },
};

test("a canvas that reaches the goals misses none", () => {
  expect(missedGoals(clean, 60)).toEqual([]);
  expect(
    missedGoals({ ...clean, states: 0, named: 0, lines: 0, lineCrossings: 0, frameCrossings: 0 }, 95),
  ).toEqual([]);
});

test("each goal that is missed is named with places to look at", () => {
  expect(missedGoals(clean, 61)).toEqual(["named: 6 of 10, goal 61 %, not a.b.c (absent)"]);
  expect(missedGoals({ ...clean, textOnText: 1 }, 60)).toEqual(["textOnText: 1, as draw / pass"]);
  for (const name of ["textsUnderFloor", "linesThroughState", "linesThroughText"] as const)
    expect(missedGoals({ ...clean, [name]: 2 }, 60)).toEqual([`${name}: 2, as `]);
  expect(missedGoals({ ...clean, foldsUntold: 2 }, 60)).toEqual([
    "closed states that do not say how many they hold: 2",
  ]);
  expect(missedGoals({ ...clean, frameCrossings: 2 }, 60)).toEqual([
    "crossings a line: 0.63 on 8 lines, goal 0.5",
  ]);
});

test("the outer levels have to be named wholly, or the outermost alone", () => {
  const found: Readability = {
    ...clean,
    outer: { all: 4, named: 3 },
    unnamed: [{ id: "a.b", why: "small" }, ...clean.unnamed],
  };

  expect(missedGoals(found, 60)).toEqual(["outer levels named: 3 of 4, not a.b (small)"]);
  expect(missedGoals(found, 60, 1)).toEqual([]);
});
