import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { isUndrawable, drawingBudget, UndrawableError } from "#core/layout/drawable.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { pictureNames } from "#cli/pictureNames.ts";
import { readModule } from "#core/read/readModule.ts";

/** A machine with so many states, each with so many transitions to all of them in turn. */
const machine = (states: number, transitions: number) => {
  const on = Array.from({ length: transitions }, (_, j) => `E${j}: "s${j % states}"`).join();
  const each = Array.from({ length: states }, (_, i) => `s${i}: { on: { ${on} } }`).join();
  return readModule(
    `import { createMachine } from "xstate"; export const m = createMachine({ initial: "s0", states: { ${each} } });`,
  ).charts[0]!;
};

test.each([
  [1, 50_000],
  [2, 1_500],
  [300, 300],
  [10_000, 5],
])("a machine of %i states with %i transitions each is too large to be drawn", (states, transitions) => {
  expect(isUndrawable(machine(states, transitions))).toBe(true);
});

test.each([
  [1, 1_000],
  [100, 100],
  [2_000, 16],
])("a machine of %i states with %i transitions each is drawn", (states, transitions) => {
  expect(isUndrawable(machine(states, transitions))).toBe(false);
});

test("candidates for one event count as well", () => {
  const candidates = Array.from({ length: 2_000 }, (_, i) => `{ guard: "g${i}", target: "b" }`);
  const text = `import { createMachine } from "xstate"; createMachine({ initial: "a", states: { a: { on: { E: [${candidates.join()}] } }, b: {} } });`;

  expect(isUndrawable(readModule(text).charts[0]!)).toBe(true);
});

test("no game has a tenth of what is too large", () => {
  const ten = readdirSync("machines").flatMap((file) =>
    file.endsWith(".machine.ts") ? readModule(readFileSync(`machines/${file}`, "utf8")).charts : [],
  );
  const tenfold = ten.map((chart) => ({
    ...chart,
    root: { ...chart.root, children: Array.from({ length: 10 }, () => chart.root) },
  }));

  expect(ten.length).toBeGreaterThanOrEqual(5);
  expect(tenfold.map(isUndrawable)).toEqual(tenfold.map(() => false));
});

/** A machine whose lines cross one another everywhere. */
const tangle = (states: number) => {
  const each = Array.from(
    { length: states },
    (_, i) =>
      `s${i}: { on: { A: "s${(i + 1) % states}", B: "s${(i * 7) % states}", C: "s${(i * 13) % states}" } }`,
  );
  return readModule(
    `import { createMachine } from "xstate"; createMachine({ id: "t", initial: "s0", states: { ${each.join()} } });`,
  ).charts[0]!;
};

test("drawing that takes too long is given up", { timeout: 120_000 }, () => {
  const chart = tangle(1_200);
  let now = 0;
  // A clock on which each look is a second: only the work counts.
  const budget = drawingBudget(() => (now += 1_000), 5_000);
  const draw = () => drawChart(chart, pictureNames(chart, { labels: {} }, "en"), NO_ARRANGEMENT, { budget });

  expect(draw).toThrow(new UndrawableError(chart));
});

test("the games are drawn on the slowest computer", () => {
  let now = 0;
  const budget = drawingBudget(() => (now += 60_000), 5_000);
  const text = readFileSync("machines/flesh-and-blood.machine.ts", "utf8");
  const chart = readModule(text).charts[0]!;

  expect(drawChart(chart, pictureNames(chart, { labels: {} }, "en"), NO_ARRANGEMENT, { budget })).toContain(
    "<svg",
  );
});
