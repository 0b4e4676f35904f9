import { describe, expect, test } from "vitest";
import { placeOf, transitionRef } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";

const module = (
  consts: string,
  states: string,
  after = "",
) => `import { assign, createMachine } from "xstate";
${consts}
export const machine = createMachine({
  initial: "l1",
  states: {
    ${states}
  },
});
${after}`;
const LEAF = `const leaf = {
  // waits
  on: { GO: "end" },
};`;

/** Runs the offer of a refusal, then the command again: the lines that are new after the offer, and the text in the end. */
function mended(text: string, id: string, args: object, machine = 0) {
  const run = (code: string, what: string, given: unknown) => {
    const chart = readModule(code).charts[machine];
    if (!chart) throw new Error(`No machine in:\n${code}`);
    return runCommand(what, code, chart, given);
  };
  const refused = run(text, id, args);
  if (!("refused" in refused) || !refused.refused.offer) throw new Error(JSON.stringify(refused));
  const { offer, code } = refused.refused;
  const own = run(text, offer.id, offer.args);
  if ("refused" in own) throw new Error(JSON.stringify(own.refused));
  const between = applyEdits(text, own.edits);
  expect(applyEdits(between, invertEdits(text, own.edits))).toBe(text);
  // XState sees the same machine.
  expect(builtTargets(buildMachine(between))).toEqual(builtTargets(buildMachine(text)));
  const again = run(between, id, args);
  const old = new Set(text.split("\n"));
  const lines = between.split("\n").filter((line) => !old.has(line));
  return { code, lines, again: "refused" in again ? again.refused : applyEdits(between, again.edits) };
}

describe("what two keys share becomes the one's own", () => {
  test("a state", () => {
    const after = mended(module(LEAF, "l1: leaf,\n    l2: leaf,\n    end: {},"), "state.describe", {
      state: ["l1"],
      text: "first",
    });

    expect(after.code).toBe("origin-shared");
    expect(after.lines).toEqual(["    l1: {", "      // waits", '      on: { GO: "end" },', "    },"]);
    expect(after.again).toContain('description: "first"');
    expect(builtTargets(buildMachine(String(after.again)))).toMatchObject({ l1: ["end"], l2: ["end"] });
  });

  test("a state in a state, both of them", () => {
    const consts = `${LEAF}\nconst around = { initial: "in", states: { in: leaf, end: {} } };`;
    const text = module(consts, "l1: around,\n    l2: around,");
    const after = mended(text, "state.describe", { state: ["l1", "in"], text: "first" });

    expect(after.lines.join("\n")).toBe(`    l1: { initial: "in", states: { in: {
      // waits
      on: { GO: "end" },
    }, end: {} } },`);
    expect(after.again).toContain('description: "first"');
  });

  test("a state in states that a call gives, with its lines", () => {
    const consts = `const given = (it) => it;
${LEAF}
    const around = {
      initial: "in",
      states: given({
        in: leaf,
        end: {},
      }),
    };`;
    const text = module(consts, "l1: around,\n    l2: around,");
    const after = mended(text, "state.describe", { state: ["l1", "in"], text: "first" });

    // The const is another one's, too, and is copied next.
    expect(after.lines.join("\n")).toBe(
      `    l1: {
      initial: "in",
      states: {
        in: leaf,
        end: {},
      },
    },`
        .split("\n")
        .filter((line) => !text.includes(`\n${line}\n`))
        .join("\n"),
    );
  });

  test("states that a spread brings", () => {
    const consts = `const leaves = {\n  // a\n  l1: { on: { GO: "l2" } },\n  l2: {},\n};`;
    const text = module(
      consts,
      "...leaves,\n    l3: { initial: 'l1', states: { ...leaves } },",
      "export const other = createMachine({ initial: 'l1', states: leaves });\n",
    );
    const after = mended(text, "state.rename", { state: ["l1"], to: "zz" });

    expect(after.lines).toEqual(
      ["    // a", '    l1: { on: { GO: "l2" } },', "    l2: {},"].filter(
        (line) => !text.includes(`\n${line}\n`),
      ),
    );
    expect(Object.keys(buildMachine(String(after.again)).states)).toEqual(["zz", "l2", "l3"]);
  });

  test("all states of two machines", () => {
    const text = module(`const both = { l1: { on: { GO: "l2" } }, l2: {} };`, "", "")
      .replace("states: {\n    \n  }", "states: both")
      .concat('export const other = createMachine({ initial: "l1", states: both });\n');
    const after = mended(text, "state.rename", { state: ["l2"], to: "zz" });

    expect(after.lines).toEqual(['  states: { l1: { on: { GO: "l2" } }, l2: {} },']);
    expect(builtTargets(buildMachine(String(after.again)))).toEqual({ "": [], l1: ["zz"], zz: [] });
    expect(after.again).toContain("states: both });");
  });

  test("a state by a name of its own key", () => {
    const text = module(LEAF.replace("leaf", "l1"), "l1,\n    l2: l1,\n    end: {},");

    expect(mended(text, "state.describe", { state: ["l1"], text: "x" }).lines[0]).toBe("    l1: {");
  });
});

describe("a transition becomes the state's own", () => {
  const ref = (id: string) => ({ transition: transitionRef(id), text: "first" });

  test.each([
    [
      "one that stands in a const",
      `const go = { target: "l2", guard: () => true };`,
      "l1: { on: { GO: go } },\n    l2: { on: { GO: [go, { target: 'l1' }] } },",
      "l1|on|GO|0",
      [`    l1: { on: { GO: { target: "l2", guard: () => true } } },`],
    ],
    [
      "one in a list",
      `const go = { target: "l2", guard: () => true };`,
      "l1: { on: { GO: go } },\n    l2: { on: { GO: [go, { target: 'l1' }] } },",
      "l2|on|GO|0",
      [`    l2: { on: { GO: [{ target: "l2", guard: () => true }, { target: 'l1' }] } },`],
    ],
    [
      "one in a map",
      `const map = { GO: "l2", OFF: "l1" };`,
      "l1: { on: map },\n    l2: { on: map },",
      "l1|on|GO|0",
      [`    l1: { on: { GO: "l2", OFF: "l1" } },`],
    ],
    [
      "one that a spread of events brings",
      `const map = { GO: "l2", OFF: "l1" };`,
      "l1: { on: { ...map, MORE: 'l1' } },\n    l2: { on: map },",
      "l1|on|GO|0",
      [`    l1: { on: { ...map, GO: "l2", MORE: 'l1' } },`],
    ],
    [
      "one that a spread of a config brings",
      `const base = { entry: "x", on: { GO: "l2" } };`,
      "l1: {\n      ...base,\n      exit: 'y',\n    },\n    l2: { ...base },",
      "l1|on|GO|0",
      [`      on: { GO: "l2" },`],
    ],
    [
      "one without an event",
      `const soon = [{ target: "l2", guard: () => false }];`,
      "l1: { always: soon },\n    l2: { always: soon },",
      "l1|always||0",
      [`    l1: { always: [{ target: "l2", guard: () => false }] },`],
    ],
    [
      "one of an actor",
      `const done = { target: "l2" };`,
      "l1: { invoke: { src: 'a', onDone: done, onError: done } },\n    l2: {},",
      "l1|invoke.onDone|0|0",
      [`    l1: { invoke: { src: 'a', onDone: { target: "l2" }, onError: done } },`],
    ],
  ])("%s", (_, consts, states, id, lines) => {
    const after = mended(module(consts, states), "transition.describe", ref(id));

    expect(after).toMatchObject({ code: "origin-shared", lines });
    expect(after.again).toContain('description: "first"');
  });

  test("that keeps a state from being renamed", () => {
    const text = module(
      `const go = { target: "l2" };`,
      `l1: { on: { GO: go } },
    l2: {},
    of: { initial: "x", states: { x: { on: { GO: go } }, l2: {} } },`,
    );
    const after = mended(text, "state.rename", { state: ["l2"], to: "zz" });

    expect(after.code).toBe("target-shared");
    expect(builtTargets(buildMachine(String(after.again)))).toMatchObject({
      l1: ["zz"],
      "of.x": ["of.l2"],
    });
  });
});

describe("what is not certain is refused", () => {
  test("names that mean something else there", () => {
    const text = `import { createMachine } from "xstate";
const to = "l2";
const go = { target: "l2", actions: () => to };
export const make = (to: string) => createMachine({ initial: "l1", states: { l1: { on: { GO: go, OFF: go } }, l2: {} } });
`;
    const transition = transitionRef("l1|on|GO|0");

    expect(runCommand("transition.own", text, chartOf(text), { transition })).toMatchObject({
      refused: { code: "not-written-here" },
    });
  });

  test("a state of another file", () => {
    const text = `import { createMachine } from "xstate";
import { leaf } from "./leaf";
export const machine = createMachine({ initial: "l1", states: { l1: leaf, l2: leaf } });`;
    const modules = () => ({ path: "leaf.ts", text: "export const leaf = { on: {} };" });
    const [chart] = readModule(text, { modules }).charts;

    expect(chart && runCommand("state.own", text, chart, { state: ["l1"] })).toMatchObject({
      refused: { code: "origin-elsewhere", facts: { file: "leaf.ts" } },
    });
  });

  test("what a function makes", () => {
    const text = module(`const make = () => ({ on: {} });`, "l1: make(),");

    expect(placeOf(chartOf(text), ["l1"])).toBeDefined();
    expect(runCommand("state.own", text, chartOf(text), { state: ["l1", "x"] })).toHaveProperty("refused");
  });
});

test("what is its own already stays as it is", () => {
  const text = module(LEAF, "l1: leaf,\n    end: {},");

  expect(runCommand("state.own", text, chartOf(text), { state: ["l1"] })).toMatchObject({ edits: [] });
});
