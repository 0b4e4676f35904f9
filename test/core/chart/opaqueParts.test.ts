import { expect, test } from "vitest";
import { hiddenStates } from "#core/chart/hiddenStates.ts";
import { unreadTargets } from "#core/chart/opaqueParts.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";

const head = `import { createMachine } from "xstate"; import { base } from "pkg";\n`;
const hiddenIn = (config: string) => {
  const text = `${head}export const m = createMachine(${config});`;
  const [chart] = readModule(text).charts;
  const hidden = chart && hiddenStates(chart);
  return hidden && [hidden.code, text.slice(hidden.at.from, hidden.at.to)];
};

test.each([
  ["decorate({ states: { a: {} } })", "decorate({ states: { a: {} } })", "decorate({ states: { a: {} } })"],
  [`{ initial: "a", states: stepsOf("a") }`, `stepsOf("a")`, `states: stepsOf("a")`],
  [`{ initial: "a", "states": { ...stepsOf("a") } }`, `...stepsOf("a")`, `...stepsOf("a")`],
  ["{ ...base, on: {} }", "...base", "...base"],
])("the states of %s come from code that is not read", (config, code, written) => {
  expect(hiddenIn(config)).toEqual([code, written]);
});

test.each(["{}", "{ on: { ...base }, entry: base }", "{ ...base, states: { a: {} } }"])(
  "no states of %s are hidden altogether",
  (config) => {
    expect(hiddenIn(config)).toBeUndefined();
  },
);

test.each([
  [`{ states: build(), on: { GO: ".a", BACK: "#b" } }`, [".a", "#b"]],
  [`{ states: { ...more, a: { on: { GO: "b", DOWN: ".c" } } } }`, ["b"]],
  [`{ states: { a: { on: { GO: "b.x", OFF: "c" } }, b: { states: { ...more } } } }`, ["b.x"]],
  [`{ states: { a: { on: { GO: "#b", OFF: "c" } } } }`, []],
])("of the targets in %s these may lie in what is not read: %j", (config, unread) => {
  const [chart] = readModule(`${head}export const m = createMachine(${config});`).charts;
  const found = [...(chart ? places(chart).values() : [])].flatMap(({ node, path }) =>
    chart ? [...unreadTargets(chart.root, node, path)] : [],
  );

  expect(found.map(({ text }) => text)).toEqual(unread);
});
