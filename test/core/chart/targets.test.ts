import { expect, test } from "vitest";
import { resolveHistoryTarget, resolveTarget, splitStatePath } from "#core/chart/targets.ts";
import { history, targets } from "#test/charts/charts.ts";
import { only } from "#test/charts/walk.ts";

const { root } = only(targets);

test.each([
  ["", ".b", "b"],
  ["", "b", null],
  ["", "#root", ""],
  ["a", "b", "b"],
  ["a", ".deep", "a.deep"],
  ["a", ".", "a"],
  ["a", "a", "a"],
  ["a", "b.inner", "b.inner"],
  ["a", "#second.inner", "b.inner"],
  ["a", "#root.d.x.x2", "d.x.x2"],
  ["a", "#b", null],
  ["a", "deep", null],
  ["a", "nowhere", null],
  ["a.deep", "other", "a.other"],
  ["a.deep", "#first", "a"],
  ["gone", "a", null],
])("from %j, %j leads to %j", (from, text, expected) => {
  const path = resolveTarget(root, from === "" ? [] : from.split("."), text);

  expect(path === null ? null : path.join(".")).toBe(expected);
});

test("a history default is counted from the parent", () => {
  const chart = only(history);

  expect(resolveHistoryTarget(chart.root, ["on", "hist"], "two.y")).toEqual(["on", "two", "y"]);
  expect(resolveHistoryTarget(chart.root, ["on", "hist"], "#h.off")).toEqual(["off"]);
  expect(resolveHistoryTarget(chart.root, ["on", "hist"], "three")).toBeNull();
});

test("a backslash keeps a dot in a key", () => {
  expect(splitStatePath("a\\.b.c")).toEqual(["a.b", "c"]);
});
