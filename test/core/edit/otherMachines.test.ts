import { describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";

const head = `import { createMachine } from "xstate";\n`;

/** What comes of a command on a machine: the lines that are new, with warnings, or the refusal. */
function outcome(text: string, id: string, args: object, machine = 0, own = true) {
  const chart = readModule(text).charts[machine];
  if (!chart) throw new Error(text);
  const change = runCommand(id, text, chart, args, own ? (later) => readModule(later).charts : undefined);
  if ("refused" in change)
    return { refused: change.refused.code, facts: change.refused.facts, offer: change.refused.offer };
  const old = new Set(text.split("\n"));
  const after = applyEdits(text, change.edits);
  return {
    lines: after.split("\n").filter((line) => !old.has(line)),
    warnings: change.warnings.map(({ code }) => code),
  };
}

describe("a config that one machine takes and another spreads", () => {
  const text = `${head}const config = { id: "a", initial: "one", states: { one: { on: { GO: "two" } }, two: {} } } as const;
export const m = createMachine(config);
export const m2 = createMachine({ ...config, id: "b" });
`;

  test("is copied first, for the machine that is edited", () => {
    expect(outcome(text, "state.rename", { state: ["one"], to: "zz" })).toEqual({
      lines: [
        `export const m = createMachine({ id: "a", initial: "zz", states: { zz: { on: { GO: "two" } }, two: {} } });`,
      ],
      warnings: ["own-now"],
    });
  });

  test("is refused with the other machine's name and an offer where nothing is copied unasked", () => {
    expect(outcome(text, "state.setTags", { state: ["one"], tags: ["x"] }, 0, false)).toEqual({
      refused: "used-by-other",
      facts: { name: "config", machine: "m2" },
      offer: { id: "state.own", args: { state: [] } },
    });
  });

  test("the id that the other says itself is changed in place", () => {
    expect(
      outcome(text.replace(" as const", ""), "state.setId", { state: [], id: "fresh" }).warnings,
    ).toEqual([]);
  });
});

test("a machine that takes the config of another gets a copy of it", () => {
  const text = `${head}export const a = createMachine({ id: "a", initial: "p", states: { p: {} } });
export const b = createMachine({ ...a.config, id: "b" });
`;

  expect(outcome(text, "state.rename", { state: ["p"], to: "zz" }).lines).toEqual([
    `export const a = createMachine({ id: "a", initial: "zz", states: { zz: {} } });`,
    `export const b = createMachine({ ...{ id: "a", initial: "p", states: { p: {} } }, id: "b" });`,
  ]);
});

describe("an initial state that a parameter gives", () => {
  const text = `${head}function make(id: string, first: "p" | "q" = "p") {
  return createMachine({ id, initial: first, states: { p: {}, q: {}, r: {} } });
}
export const a = make("a", "q");
export const b = make("b");
`;

  test("follows into the default and its type", () => {
    expect(outcome(text, "state.rename", { state: ["p"], to: "zz" }).lines).toEqual([
      `function make(id: string, first: "zz" | "q" = "zz") {`,
      `  return createMachine({ id, initial: first, states: { zz: {}, q: {}, r: {} } });`,
    ]);
  });

  test("follows into a call", () => {
    expect(outcome(text, "state.rename", { state: ["q"], to: "zz" }).lines).toContain(
      `export const a = make("a", "zz");`,
    );
  });

  test.each([
    ["state.delete", { state: ["p"] }],
    ["state.wrap", { state: ["q"] }],
    ["state.move", { state: ["p"], parent: ["r"] }],
  ])("%s of one that is given is refused", (id, args) =>
    expect(outcome(text, id, args)).toMatchObject({ refused: "initial-not-written-here" }),
  );

  test("another one is deleted", () => {
    expect(outcome(text, "state.delete", { state: ["r"] })).toHaveProperty("lines");
  });

  test("a function that other files call is not known to give none of them", () => {
    const open = text.replace("function make", "export function make");

    expect(outcome(open, "state.rename", { state: ["p"], to: "zz" })).toMatchObject({
      refused: "initial-not-written-here",
    });
  });
});

describe("a config that is filled later", () => {
  const text = `${head}const config: any = { initial: "a", states: {} };
config.states.a = { on: { GO: "b" } };
config.states.b = {};
export const m = createMachine(config);
`;

  test("is no machine without states, whatever is written first", () => {
    const reading = readModule(text);

    expect(diagnose(reading).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(reading.charts[0]?.root.opaque.map(({ what }) => what)).toEqual(["config"]);
  });

  test("is not edited on half of the picture", () => {
    expect(outcome(text, "state.add", { parent: [], key: "c" })).toMatchObject({
      refused: "config-not-here",
    });
  });
});

describe("an array of actions that a call makes", () => {
  const text = `${head}const enter = (last: string) => ["act", last];
export const m = createMachine({ initial: "p", states: { p: { entry: enter("log") } } });
`;

  test.each([
    ["state.removeAction", { state: ["p"], on: "entry", index: 0 }, `entry: ["log"]`],
    [
      "state.setAction",
      { state: ["p"], on: "entry", index: 1, action: { name: "x" } },
      `entry: ["act", "x"]`,
    ],
    ["state.addAction", { state: ["p"], on: "entry", action: { name: "x" } }, `entry: ["act", "log", "x"]`],
  ])("%s: stands in its place first", (id, args, code) => {
    expect(outcome(text, id, args).lines?.join()).toContain(code);
  });
});

test("stateIn behind a cast follows", () => {
  const text = `${head}import * as X from "xstate";
export const m = createMachine({ initial: "l", states: { l: { initial: "p", states: { p: {}, q: { on: { GO: { target: "p", guard: (X.stateIn as any)({ l: "p" }) } } } } } } });
`;

  expect(outcome(text, "state.rename", { state: ["l", "p"], to: "zz" }).lines?.join()).toContain(
    `({ l: "zz" })`,
  );
});

test("an event that a function's states wait for is told when it is renamed", () => {
  const text = `${head}const more = (keys: string[]) => Object.fromEntries(keys.map((k) => [k, { on: { NEXT: "p" } }]));
export const m = createMachine({ initial: "p", states: { p: { on: { NEXT: "q" } }, q: {}, ...more(JSON.parse("[]")) } });
`;

  expect(outcome(text, "event.rename", { name: "NEXT", to: "ZZ" }).warnings).toEqual(["name-spelled"]);
});

test("so is one in a spread that is written in the config", () => {
  const text = `${head}export const m = createMachine({ initial: "p", states: { p: { on: { NEXT: "q" } }, q: {}, ...Object.fromEntries(JSON.parse("[]").map((k: string) => [k, { on: { NEXT: "p" } }])) } });
`;

  expect(outcome(text, "event.rename", { name: "NEXT", to: "ZZ" }).warnings).toEqual(["name-spelled"]);
});

test("a state that a helper gives is refused with the helper's name where it is not certain", () => {
  const text = `${head}const phase = (to: string): any => { while (to === ""); return { on: { GO: to } }; };
const made = { p: phase("q") };
export const m = createMachine({ initial: "p", states: { p: made.p, q: phase("p") } });
`;

  expect(outcome(text, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({
    refused: "not-an-object",
  });
});
