import { expect, test } from "vitest";
import { markStep } from "#core/run/timeline/marks.ts";
import { moveTo, prune } from "#core/run/timeline/timeline.ts";
import { choicesOf, firstPair, tipsOf } from "#app/play/time/pair.ts";
import { forkedRun } from "#test/core/run/timeline/madeRun.ts";

test("a step of another branch is compared with where the run stands", () => {
  expect(firstPair(forkedRun(), 5)).toEqual({ a: 6, b: 5 });
});

test("a step of the way in view stands for the newest end of another branch", () => {
  expect(firstPair(forkedRun(), 6)).toEqual({ a: 6, b: 5 });
  expect(firstPair(moveTo(forkedRun(), 1), 2)).toEqual({ a: 1, b: 5 });
});

test("without another branch the steps of one way are compared", () => {
  const run = prune(prune(forkedRun(), 4), 6);

  expect(firstPair(run, 1)).toEqual({ a: 2, b: 1 });
  expect(firstPair(run, 2)).toEqual({ a: 2, b: 3 });
});

test("ends of branches and marked steps may be chosen, and what is chosen already", () => {
  const run = markStep(forkedRun(), 1, { bookmark: true });

  expect(tipsOf(run)).toEqual([3, 5, 6]);
  expect(choicesOf(run, { a: 2, b: 5 })).toEqual([1, 2, 3, 5, 6]);
  expect(choicesOf(prune(run, 4), { a: 2, b: 6 })).toEqual([1, 2, 3, 6]);
});
