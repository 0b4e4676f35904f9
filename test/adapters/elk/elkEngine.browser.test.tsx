import { expect, test } from "vitest";
import { elkEngine } from "#adapters/elk/elkEngine.ts";
import { completeLayout } from "#core/layout/completeLayout.ts";
import { chartOf, ids } from "#test/core/layout/charts.ts";

const loaded = () =>
  performance.getEntriesByType("resource").some(({ name }) => /elk-worker|elk-api/.test(name));

test("ELK is loaded when a layout is asked for, not before, and lays out in a worker", async () => {
  const engine = elkEngine();
  expect(loaded()).toBe(false);

  const positions = await completeLayout(
    chartOf(`initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} }`),
    {},
    [ids],
    engine,
  );

  expect(Object.keys(positions).sort()).toEqual(["a", "b"]);
  expect(loaded()).toBe(true);
  engine.stop();
});

test("a layout that takes too long is given up, and the next one starts afresh", async () => {
  const engine = elkEngine(0);
  const chart = chartOf(`initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} }`);

  await expect(completeLayout(chart, {}, [ids], engine)).rejects.toThrow("longer than 0 ms");
});
