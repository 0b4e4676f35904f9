import { describe, expect, test } from "vitest";
import type { Change } from "#core/edit/command.ts";
import { transitionRef } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";

const module = (consts: string, states: string) => `import { assign, createMachine } from "xstate";
${consts}
export const machine = createMachine({
  initial: "l1",
  states: {
    ${states}
  },
});
`;

function run(text: string, id: string, args: unknown, machine = 0) {
  const chart = readModule(text).charts[machine];
  if (!chart) throw new Error(`No machine in:\n${text}`);
  return runCommand(id, text, chart, args, (later) => readModule(later).charts);
}

/** What a command makes of a text: the lines that are new, what is warned of, and where transitions lead then. */
function done(text: string, id: string, args: unknown, machine = 0) {
  const change = run(text, id, args, machine);
  if ("refused" in change) throw new Error(JSON.stringify(change.refused));
  const after = applyEdits(text, change.edits);
  expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
  const old = new Set(text.split("\n"));
  return {
    lines: after.split("\n").filter((line) => !old.has(line)),
    gone: [...old].filter((line) => !after.split("\n").includes(line)),
    warnings: change.warnings.map(({ code, facts }) => `${code} ${Object.values(facts ?? {}).join(" ")}`),
    change,
    after,
    targets: () => builtTargets(buildMachine(after)),
  };
}

const placesOf = (text: string, { warnings }: Change) =>
  warnings.map(({ at }) => at && text.slice(at.from, at.to));

describe("what two states share is changed for the one that was meant", () => {
  const leaf = `const leaf = { on: { GO: "end" } };`;
  const two = module(leaf, "l1: leaf,\n    l2: leaf,\n    end: {},");

  test("a transition is added to it", () => {
    const { lines, gone, warnings, change, targets } = done(two, "transition.add", {
      source: ["l1"],
      event: "X",
      target: ["l2"],
    });

    expect(lines).toEqual([`    l1: { on: { GO: "end", X: "l2" } },`]);
    expect(gone).toEqual(["    l1: leaf,"]);
    expect(warnings).toEqual(["own-now l1 leaf"]);
    expect(placesOf(two, change)).toEqual(["leaf"]);
    expect(targets()).toMatchObject({ l1: ["end", "l2"], l2: ["end"] });
  });

  test("a guard is given", () => {
    const args = { transition: transitionRef("l2|on|GO|0"), guard: { text: "() => true" } };

    expect(done(two, "transition.guard", args).lines).toEqual([
      `    l2: { on: { GO: { target: "end", guard: () => true } } },`,
    ]);
  });

  test("a description is given, twice", () => {
    const first = done(two, "state.describe", { state: ["l1"], text: "one" }).after;
    const both = done(first, "state.describe", { state: ["l2"], text: "two" });

    // The const is used once by then.
    expect(both.after).toContain(`const leaf = { description: "two", on: { GO: "end" } };`);
  });

  const inner = module(
    `const inner = {\n  play: { on: { PAUSE: "pause" } },\n  pause: { on: { PLAY: "play" } },\n};`,
    `l1: { initial: "play", states: inner },\n    l2: { initial: "play", states: inner },`,
  );

  test.each([
    ["state.rename", { state: ["l1", "pause"], to: "zz" }, { "l1.play": ["l1.zz"], "l1.zz": ["l1.play"] }],
    ["state.delete", { state: ["l1", "pause"] }, { "l1.play": [] }],
    ["state.move", { state: ["l1", "pause"], parent: [] }, { pause: ["l1.play"] }],
    ["transition.delete", { transition: transitionRef("l1.pause|on|PLAY|0") }, { "l1.pause": [] }],
    [
      "transition.add",
      { source: ["l1", "pause"], event: "X", target: ["l1", "play"] },
      { "l1.pause": ["l1.play", "l1.play"] },
    ],
  ] as const)("%s of a state in it", (id, args, wanted) => {
    const given =
      id === "state.move" ? inner.replace("createMachine({", 'createMachine({\n  id: "m",') : inner;
    const { warnings, targets, after } = done(given, id, args);

    expect(warnings[0]).toMatch(/^own-now l1(?:\.\w+)? inner$/);
    expect(targets()).toMatchObject({ ...wanted, "l2.play": ["l2.pause"], "l2.pause": ["l2.play"] });
    expect(after).toContain(given.slice(0, given.indexOf("export")));
  });

  test("what a transition is copied for and deleted with is not told", () => {
    const text = module(
      `const go = { target: "l2" };`,
      `l1: { on: { A: go, GO: go } },\n    l2: {},\n    l3: { on: { B: "l1" } },`,
    );
    const { warnings, lines } = done(text, "state.delete", { state: ["l2"] });

    expect(warnings).toEqual(["transition-removed l1", "transition-removed l1"]);
    expect(lines).toEqual(["    l1: {},"]);
  });
});

describe("what two events, or two machines, share", () => {
  test.each([
    ["GO", `l1: { on: { GO: [{ target: "l2", guard: () => false }, { target: "l1" }, "l2"], OFF: list } },`],
    ["OFF", `l1: { on: { GO: list, OFF: [{ target: "l2", guard: () => false }, { target: "l1" }, "l2"] } },`],
  ])("a transition is added to a list, at %s", (event, line) => {
    const text = module(
      `const list = [{ target: "l2", guard: () => false }, { target: "l1" }];`,
      "l1: { on: { GO: list, OFF: list } },\n    l2: {},",
    );

    expect(done(text, "transition.add", { source: ["l1"], event, target: ["l2"] }).lines).toEqual([
      `    ${line}`,
    ]);
  });

  test("a guard is given to one that a spread of a list brings", () => {
    const text = module(
      `const list = [\n  // first\n  { target: "l2", guard: "a" },\n  { target: "l1" },\n];`,
      "l1: { on: { GO: [{ target: 'l2', guard: 'b' }, ...list] } },\n    l2: { on: { GO: list } },",
    );
    const args = { transition: transitionRef("l1|on|GO|2"), guard: { name: "c" } };

    expect(done(text, "transition.guard", args).after)
      .toContain(`l1: { on: { GO: [{ target: 'l2', guard: 'b' }, // first
    { target: "l2", guard: "a" },
    { target: "l1", guard: "c" }] } },`);
  });

  test("an event is added to a map that two states have", () => {
    const text = module(
      `const map = { GO: "l2" };`,
      "l1: { on: map },\n    l2: { on: map },\n    l3: { on: { ...map } },",
    );

    expect(done(text, "transition.add", { source: ["l1"], event: "X", target: ["l2"] }).lines).toEqual([
      `    l1: { on: { GO: "l2", X: "l2" } },`,
    ]);
    expect(done(text, "transition.add", { source: ["l3"], event: "GO", target: ["l1"] }).lines).toEqual([
      `    l3: { on: { ...map, GO: ["l2", "l1"] } },`,
    ]);
  });

  test("an event is added beside those that a spread brings", () => {
    const text = module(
      `const base = { entry: "x", on: { GO: "l2" } };`,
      "l1: { ...base },\n    l2: { ...base },",
    );

    expect(done(text, "transition.add", { source: ["l1"], event: "X", target: ["l2"] }).lines).toEqual([
      `    l1: { ...base, on: { GO: "l2", X: "l2" } },`,
    ]);
  });

  test("a state of one of two machines", () => {
    const text = `${module(`const both = { l1: { on: { GO: "l2" } }, l2: {} };`, "").replace(
      "states: {\n    \n  }",
      "states: both",
    )}export const other = createMachine({ initial: "l1", states: both });\n`;

    expect(done(text, "state.rename", { state: ["l2"], to: "zz" }, 1).lines).toEqual([
      `export const other = createMachine({ initial: "l1", states: { l1: { on: { GO: "zz" } }, zz: {} } });`,
    ]);
  });
});

describe("what is not certain is refused, and offered where a person may say it", () => {
  const calls = module(`const leaf = { entry: make(), on: { GO: "l2" } };`, "l1: leaf,\n    l2: leaf,");

  test("code that would run twice", () => {
    const args = { state: ["l1"], text: "x" };

    expect(run(calls, "state.describe", args)).toEqual({
      refused: {
        code: "origin-shared",
        at: expect.anything(),
        facts: { state: "l1" },
        offer: { id: "state.own", args: { state: ["l1"] } },
      },
    });
    expect(done(calls, "state.own", { state: ["l1"] }).warnings).toEqual([
      "own-now l1 leaf",
      "runs-again make()",
    ]);
  });

  test.each(["assign({})", "[assign({ n: () => make() })]", "() => make()"])("but not %s", (entry) => {
    const text = calls.replace("make()", entry);

    expect(done(text, "state.describe", { state: ["l1"], text: "x" }).warnings).toEqual(["own-now l1 leaf"]);
  });

  test("a machine more", () => {
    const text = calls.replace("make()", "() => createMachine({})");

    // The one in the const is the first of the file.
    expect(run(text, "state.describe", { state: ["l1"], text: "x" }, 1)).toHaveProperty("refused.offer");
  });

  test("a name that means something else there", () => {
    const text = `import { createMachine } from "xstate";
const to = "l2";
const go = { target: "l2", actions: () => to };
export const make = (to: string) => createMachine({ initial: "l1", states: { l1: { on: { GO: go, OFF: go } }, l2: {} } });
`;
    const args = { transition: transitionRef("l1|on|GO|0"), text: "x" };

    expect(run(text, "transition.describe", args)).toMatchObject({ refused: { code: "origin-shared" } });
  });

  test("what else is in the way is said of the text as it is", () => {
    const text = module(
      `const inner = { a: {}, b: {} };`,
      "l1: { initial: 'a', states: inner },\n    l2: { initial: 'a', states: inner },",
    );
    const answer = run(text, "state.rename", { state: ["l2", "a"], to: "b" });

    expect(answer).toMatchObject({ refused: { code: "name-taken" } });
  });
});

test("what is copied to the clipboard is left as it is", () => {
  const text = module(`const leaf = { on: { GO: "end" } };`, "l1: leaf,\n    l2: leaf,\n    end: {},");

  expect(run(text, "state.copy", { state: ["l1"] })).toMatchObject({ edits: [], warnings: [] });
});
