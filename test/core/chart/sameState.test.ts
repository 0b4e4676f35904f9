import { expect, test } from "vitest";
import { sameState } from "#core/chart/sameState.ts";
import { readModule } from "#core/read/readModule.ts";
import { chart } from "#test/charts/charts.ts";

const text = chart("a: { on: { X: 'b' } }, b: { on: { Y: 'a' } }, c: { on: { Z: 'a' } }");

test("a state that only moved says the same, one that was edited does not", () => {
  const before = readModule(text);
  const after = readModule(text.replace("Y: 'a'", "LONGER: 'a'"), { previous: { text, reading: before } });

  const same = after.charts[0]!.root.children.map((state, i) =>
    sameState(state, before.charts[0]!.root.children[i]!),
  );

  expect(same).toEqual([true, false, true]);
  expect(after.charts[0]!.root.children[2]).not.toBe(before.charts[0]!.root.children[2]);
});

test("two unrelated states differ", () => {
  const [a, b] = readModule(text).charts[0]!.root.children;

  expect(sameState(a!, b!)).toBe(false);
});
