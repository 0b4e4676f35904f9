import { describe, expect, test } from "vitest";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { textWidth } from "#core/layout/sizes.ts";
import { readModule } from "#core/read/readModule.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import { generatedChart, generatedCharts, generatedPlans } from "#test/charts/generated.ts";
import { labelLocales, type LabelTables, WIDEST } from "#test/charts/generated/labelTables.ts";
import { only } from "#test/charts/walk.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { readSays, xstateSays } from "#test/core/read/asXState.ts";

const charts = generatedCharts();
const nodes = (chart: Chart): StateNode[] => [...places(chart).values()].map(({ node }) => node);
const levels = (node: StateNode): number =>
  node.children.reduce((most, child) => Math.max(most, 1 + levels(child)), 0);
const everything = charts.flatMap(({ text }) => nodes(only(text)));
const ways = everything.flatMap(({ transitions }) => transitions);

/** Every state and event of a chart without a label of its own in some language, and labels that are said twice or too wide. */
function wrongLabels(chart: Chart, labels: LabelTables): string[] {
  const events = nodes(chart).flatMap(({ transitions }) =>
    transitions.flatMap(({ slot, event = "*" }) =>
      slot === "on" && event !== "*" ? [`event:${event}`] : [],
    ),
  );
  const states = [...places(chart).keys()].filter((id) => id !== "").map((id) => `state:${id}`);
  return labelLocales.flatMap((locale) => {
    const table = labels[locale];
    const missing = [...states, ...events].filter((key) => !table[key]);
    const wide = Object.values(table).filter((text) => textWidth(text, 100, "strong") > 100 * WIDEST);
    const twice = Object.values(table).filter((text, i, all) => all.indexOf(text) !== i);
    return [...missing, ...wide, ...twice].map((what) => `${locale} ${what}`);
  });
}

describe("generated charts", () => {
  test.each(charts)(
    "$name: $states states on $depth levels, read as XState reads them",
    ({ text, labels, ...plan }) => {
      const { diagnostics } = readModule(text);
      const chart = only(text);

      expect(diagnostics).toEqual([]);
      expect(readSays(chart)).toEqual(xstateSays(buildMachine(text)));
      expect(nodes(chart)).toHaveLength(plan.states + 1);
      expect(levels(chart.root)).toBe(plan.depth);
      expect(nodes(chart).some(({ type }) => type === "parallel")).toBe(plan.parallel === true);
      expect(wrongLabels(chart, labels)).toEqual([]);
    },
  );

  test("are the same in every run", () => {
    for (const plan of generatedPlans) expect(generatedChart(plan)).toEqual(generatedChart(plan));
  });

  test("are forty of all sizes and depths, a third of them parallel", () => {
    expect(charts).toHaveLength(40);
    expect(Math.min(...charts.map(({ states }) => states))).toBe(5);
    expect(Math.max(...charts.map(({ states }) => states))).toBe(300);
    expect(new Set(charts.map(({ depth }) => depth))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(charts.filter(({ parallel }) => parallel)).toHaveLength(13);
  });

  test("have every kind of state and of way out between them", () => {
    const count = (list: readonly unknown[]) => list.length;
    const of = (slot: string) => ways.filter((way) => way.slot === slot);
    const self = everything.flatMap(({ key, transitions }) =>
      transitions.filter(({ targets }) => targets.some(({ text }) => text === key)),
    );
    const kinds = {
      final: everything.filter(({ type }) => type === "final"),
      shallow: everything.filter(({ history }) => history === "shallow"),
      deep: everything.filter(({ history }) => history === "deep"),
      always: of("always").filter(({ guard }) => guard),
      else: of("always").filter(({ guard, index }) => !guard && index > 0),
      after: of("after"),
      done: of("onDone"),
      answered: of("invoke.onDone"),
      failed: of("invoke.onError"),
      wildcard: ways.filter(({ event }) => event === "*"),
      forbidden: ways.filter(({ form }) => form === "null"),
      stays: ways.filter(({ targets, actions }) => targets.length === 0 && actions.length > 0),
      self: self.filter(({ reenter }) => !reenter),
      anew: self.filter(({ reenter }) => reenter),
      forks: ways.filter(({ targets }) => targets.length > 1),
    };
    for (const [kind, found] of Object.entries(kinds))
      expect.soft(count(found), kind).toBeGreaterThanOrEqual(3);
  });

  test("have a chain of forty, states with twenty ways out, and states that are called and go on where the caller was", () => {
    const chain = charts.find((one) => one.chain);
    const steps = chain ? nodes(only(chain.text)).slice(1) : [];
    expect(steps).toHaveLength(40);
    steps
      .slice(0, -1)
      .forEach((step, i) => expect(step.transitions[0]?.targets[0]?.resolved).toEqual([steps[i + 1]?.key]));

    for (const { text } of charts.filter(({ wide }) => wide))
      expect(Math.max(...nodes(only(text)).map(({ transitions }) => transitions.length))).toBeGreaterThan(19);

    for (const { text } of charts.filter(({ called }) => called)) {
      const all = nodes(only(text));
      const callers = all.flatMap(({ transitions }) =>
        transitions.filter(({ targets }) => targets[0]?.resolved?.join(".") === "settle"),
      );
      const back = all.find(({ key }) => key === "goOn")?.transitions ?? [];
      expect(callers.length).toBeGreaterThan(2);
      expect(back).toHaveLength(callers.length);
    }
  });

  test("have labels of every length up to 24 em in three languages", () => {
    for (const locale of labelLocales) {
      const widths = charts.flatMap(({ labels }) =>
        Object.values(labels[locale]).map((text) => textWidth(text, 100, "strong") / 100),
      );
      expect(Math.max(...widths), locale).toBeGreaterThan(21);
      expect(Math.min(...widths), locale).toBeLessThan(4);
    }
  });
});

test.each([500, 5_000])("the big chart of %i states has just so many and is read as XState reads it", (n) => {
  const { text, labels } = bigChart(n);
  const chart = only(text);

  expect(nodes(chart)).toHaveLength(n + 1);
  expect(levels(chart.root)).toBe(3);
  expect(readSays(chart)).toEqual(xstateSays(buildMachine(text)));
  expect(Object.keys(labels.ja).filter((key) => key.startsWith("state:"))).toHaveLength(n);
});
