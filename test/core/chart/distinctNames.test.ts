import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Chart } from "#core/chart/chart.ts";
import { distinctNames } from "#core/chart/distinctNames.ts";
import { pathId, places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";

function read(text: string): Chart {
  const [chart] = readModule(text).charts;
  if (!chart) throw new Error("no machine");
  return chart;
}

test("states of one name are told apart by the states around them, others keep theirs", () => {
  const step = `{ initial: "free", states: { free: {}, end: {} } }`;
  const chart = read(`import { createMachine } from "xstate";
export const m = createMachine({ initial: "a", states: {
  a: { initial: "x", states: { x: ${step}, y: { initial: "free", states: { free: {} } } } },
  b: { initial: "x", states: { x: ${step} } }, over: {} } });`);

  const name = distinctNames(chart, (_, { key }) => key);

  expect(["over", "a.y", "a.y.free", "a.x.free", "b.x.end"].map(name)).toEqual([
    "over",
    "y",
    "y › free",
    "a › x › free",
    "b › x › end",
  ]);
  expect(name("gone")).toBe("gone");
});

test.each(["en", "ja", "zh-Hant"])(
  "no two states of the volleyball game are called the same: %s",
  (locale) => {
    const chart = read(readFileSync("machines/haikyu-break.machine.ts", "utf8"));
    const { labels } = JSON.parse(readFileSync(`rulesets/haikyu-break/labels/${locale}.json`, "utf8")) as {
      labels: Record<string, string>;
    };
    const name = distinctNames(chart, (path, { key }) => labels[`state:${pathId(path)}`] ?? key);

    const names = [...places(chart).keys()].map(name);

    expect(new Set(names).size).toBe(names.length);
  },
);
