import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import type { Chart } from "#core/chart/chart.ts";
import { renamedOutside } from "#app/panels/inspector/renamedOutside.ts";

const text = (states: string) => `import { createMachine } from "xstate";
export default createMachine({ initial: "a", states: { ${states} } });`;
const chartOf = (states: string): Chart => readModule(text(states)).charts[0]!;
const BEFORE = "a: { initial: 'b', states: { b: { on: { GO: 'c' } }, c: {} } }, d: {}";

test.each([
  ["a state", "a", "x: { initial: 'b', states: { b: {}, c: {} } }, d: {}", "x"],
  ["a state in it", "a.b", "x: { initial: 'b', states: { b: {}, c: {} } }, d: {}", "x.b"],
  ["both", "a.b", "x: { initial: 'y', states: { y: {}, c: {} } }, d: {}", "x.y"],
  ["another one", "d", "x: { initial: 'b', states: { b: {}, c: {} } }, d: {}", "d"],
  ["one that is gone", "d", "a: { initial: 'b', states: { b: {}, c: {} } }", undefined],
  ["one of two", "a.b", "a: { initial: 'x', states: { x: {}, y: {} } }, d: {}", undefined],
  ["one in whose place another came", "a", "x: { initial: 'e', states: { e: {}, f: {} } }, d: {}", undefined],
  ["one that became of another type", "a", "x: { type: 'final' }, d: {}", undefined],
  ["its parent that is gone", "a.b", "d: {}", undefined],
])("what was selected has its new name: %s", (_, id, after, expected) => {
  const found = renamedOutside(chartOf(BEFORE), chartOf(after), { kind: "state", id });
  expect(found).toEqual(expected === undefined ? undefined : { kind: "state", id: expected, renamed: true });
});

test("a transition goes with its state, while the state has it", () => {
  const selection = { kind: "transition", id: "a.b|on|GO|0" } as const;
  const renamed = chartOf(BEFORE.replace("b: {", "x: {").replace("'b'", "'x'"));
  expect(renamedOutside(chartOf(BEFORE), renamed, selection)).toEqual({
    ...selection,
    id: "a.x|on|GO|0",
    renamed: true,
  });
  expect(renamedOutside(chartOf(BEFORE), chartOf("a: { states: { x: {}, c: {} } }, d: {}"), selection)).toBe(
    undefined,
  );
});
