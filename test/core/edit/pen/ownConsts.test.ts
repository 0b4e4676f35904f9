import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits, diffEdit } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import { arrows } from "#test/charts/walk.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const consts = `const walking = {
  initial: 'walk',
  states: {
    // green man
    walk: { on: { COUNT: 'stop' } },
    stop: {},
  },
};
const waiting = { on: { GO: 'red' } };
const moves = [{ target: 'red', guard: 'first' }, 'wait'];
`;
const code = consts + chart(`red: { on: { GO: moves }, ...walking }, wait: waiting`, "initial: 'red',");

/** The text after a command, or the code of its refusal. */
function after(id: string, args: object, text = code): string {
  const change = runCommand(id, text, chartOf(text), args);
  return "refused" in change ? change.refused.code : applyEdits(text, change.edits);
}

describe("what stands in a const that is used once is edited there", () => {
  test.each<[string, string, object, (text: string) => string]>([
    [
      "a rename, with the initial state",
      "state.rename",
      { state: ["red", "walk"], to: "zz" },
      (text) => text.replace("'walk'", "'zz'").replace(" walk:", " zz:"),
    ],
    [
      "a rename of the state whose config it is",
      "state.rename",
      { state: ["wait"], to: "zz" },
      (text) => text.replace("'wait'", "'zz'").replace("wait: waiting", "zz: waiting"),
    ],
    [
      "a rename of what it leads to",
      "state.rename",
      { state: ["red"], to: "zz" },
      (text) => text.replaceAll("'red'", "'zz'").replace(" red:", " zz:"),
    ],
    [
      "a deletion, with what leads there",
      "state.delete",
      { state: ["red", "stop"] },
      (text) => text.replace("walk: { on: { COUNT: 'stop' } }", "walk: {}").replace("    stop: {},\n", ""),
    ],
    [
      "a new state",
      "state.add",
      { parent: ["red"], key: "run" },
      (text) => text.replace("stop: {},\n", "stop: {},\n    run: {},\n"),
    ],
    [
      "a transition",
      "transition.add",
      { source: ["wait"], event: "NOW", target: ["red"] },
      (text) => text.replace("GO: 'red' }", "GO: 'red', NOW: 'red' }"),
    ],
    [
      "one more candidate",
      "transition.add",
      { source: ["red"], event: "GO", target: ["red"] },
      (text) => text.replace(", 'wait']", ", 'wait', 'red']"),
    ],
    [
      "one candidate less",
      "transition.delete",
      { transition: { source: ["red"], slot: "on", event: "GO", index: 0 } },
      (text) => text.replace("{ target: 'red', guard: 'first' }, ", ""),
    ],
    [
      "a guard",
      "transition.guard",
      { transition: { source: ["red"], slot: "on", event: "GO", index: 0 }, guard: { name: "last" } },
      (text) => text.replace("guard: 'first'", "guard: 'last'"),
    ],
    [
      "words",
      "state.describe",
      { state: ["red", "stop"], text: "now" },
      (text) => text.replace("stop: {}", "stop: { description: 'now' }"),
    ],
  ])("%s", (_, id, args, wanted) => {
    const text = after(id, args);

    expect(text).toBe(wanted(code));
    expect(chartOf(text)).toBeDefined();
  });

  test("a state is moved out of it, with its comment", () => {
    const text = after("state.move", { state: ["red", "walk"], parent: [] });

    expect(text).toContain("initial: 'stop'");
    expect(text).toContain("// green man");
    expect(arrows(chartOf(text))).toContain("walk on COUNT -> red.stop");
  });

  test("and into it", () => {
    const text = code.replace("wait: waiting", "wait: waiting, other: { on: { GO: 'wait' } }");

    const moved = after("state.move", { state: ["other"], parent: ["red"] }, text);

    expect(moved).toContain("stop: {},\n    other: { on: { GO: '#m.wait' } },\n  },\n};");
  });

  test("unless the names it takes have no value yet where the const stands", () => {
    expect(after("state.move", { state: ["wait"], parent: ["red"] })).toBe("not-written-here");
  });

  test("a copy would share it: the text is not taken apart", () => {
    expect(after("state.copy", { state: ["wait"] })).toBe("origin-shared");
    expect(after("state.duplicate", { state: ["wait"] })).toContain("wait: waiting,\n    wait2: waiting\n");
    expect(after("state.duplicate", { state: ["red"] })).toBe("origin-shared");
  });
});

test.each([
  ["used twice", code.replace("wait: waiting", "wait: waiting, blue: { ...walking }")],
  ["no const", code.replace("const walking", "let walking")],
])("an object that is %s is left alone", (_, text) => {
  expect(after("state.rename", { state: ["red", "walk"], to: "zz" }, text)).not.toContain("zz");
});

test("one that is exported is edited where it stands, with a word about other files", () => {
  const text = code.replace("const walking", "export const walking");
  const change = runCommand("state.rename", text, chartOf(text), { state: ["red", "walk"], to: "zz" });
  if ("refused" in change) throw new Error(JSON.stringify(change.refused));

  expect(applyEdits(text, change.edits)).toBe(
    String(after("state.rename", { state: ["red", "walk"], to: "zz" })).replace(
      "const walking",
      "export const walking",
    ),
  );
  expect(change.warnings).toContainEqual({
    code: "exported-changed",
    at: { from: text.indexOf("walking"), to: text.indexOf("walking") + "walking".length },
    facts: { name: "walking" },
  });
});

test.each([
  ["spreads it", "export const all = { ...walking };", ["all"]],
  ["holds a const that spreads it", "const part = { ...walking };\nexport const all = { ...part };", ["all"]],
  [
    "is one of two on the way",
    "export const part = { ...walking };\nexport const all = { ...part };",
    ["part", "all"],
  ],
  ["is none", "const all = { ...walking };\nexport const other = () => 1;", []],
])(
  "where a const on the way to it is exported there is a word about other files, which %s",
  (_, line, names) => {
    const text = code
      .replace("const waiting", () => `${line}\nconst waiting`)
      .replace(", ...walking }, wait", ", ...all }, wait");
    const change = runCommand("state.rename", text, chartOf(text), { state: ["red", "walk"], to: "zz" });
    if ("refused" in change) throw new Error(JSON.stringify(change.refused));

    expect(applyEdits(text, change.edits)).toContain("zz: { on: { COUNT: 'stop' } }");
    const told = change.warnings.filter((one) => one.code === "exported-changed");
    expect(told.map(({ facts }) => facts?.["name"])).toEqual(names);
  },
);

test("a parameter of the same name is not the const", () => {
  const text = `const part = {};\nexport const make = (part: object) => createMachine({ id: 'm', initial: 'a', states: { a: { states: part } } });\n`;

  expect(after("state.add", { parent: ["a"], key: "b" }, text)).toBe("states-not-read");
});

test.each([
  ["its name typed in another state", "blue: {}", "blue: { entry: () => walking }"],
  ["its name gone from there", "blue: { entry: () => walking }", "blue: {}"],
  ["a name that becomes a key", "blue: { entry: f(walking  ) }", "blue: { entry: f({walking  : 1}) }"],
])("%s is noticed when one state is read alone", (_, was, is) => {
  const [before, now] = [was, is].map((state) => code.replace("wait: waiting", `wait: waiting, ${state}`));
  const previous = { text: before as string, reading: readModule(before as string) };

  const reading = readModule(now as string, { previous });

  expect(diffEdit(before as string, now as string)).toBeDefined();
  expect(reading).toEqual(readModule(now as string));
  expect(reading.charts[0]?.root.children[0]?.children[0]?.origin).toBe(
    is.includes("() => walking") ? "shared" : "here",
  );
});

describe("states that the spread of a const brings", () => {
  const text = `const rest = {
  // about b
  b: { on: { X: 'a' } },
  c: { on: { X: 'b' } },
};
${chart(`a: { on: { X: 'b', Y: 'c' } }, ...rest`, "initial: 'a',")}`;

  test("a rename", () => {
    expect(after("state.rename", { state: ["b"], to: "zz" }, text)).toBe(
      text.replaceAll("'b'", "'zz'").replace(" b:", " zz:"),
    );
  });

  test("a deletion, with what leads there", () => {
    expect(after("state.delete", { state: ["c"] }, text)).toBe(
      text.replace(", Y: 'c'", "").replace("  c: { on: { X: 'b' } },\n", ""),
    );
  });

  test("the initial state deleted leaves it to one that is brought", () => {
    expect(after("state.delete", { state: ["a"] }, text)).toContain("initial: 'b'");
  });

  test("a move, with its comment", () => {
    const moved = after("state.move", { state: ["b"], parent: ["a"] }, text);

    expect(arrows(chartOf(moved))).toContain("a.b on X -> a");
    expect(moved.indexOf("// about b")).toBeGreaterThan(moved.indexOf("createMachine({"));
  });

  test("the place among the others is not that in the const", () => {
    expect(after("state.reorder", { state: ["c"], before: "b" }, text)).toBe("origin-shared");
  });
});

describe("what createStateConfig gives back", () => {
  const text = `const base = setup({});
const lit = base.createStateConfig({ on: { DARK: 'dark' } });
const machine = base.createMachine({
  initial: 'dark',
  states: { lit, dark: base.createStateConfig({ on: { LIGHT: 'lit' } }) },
});
`;

  test.each<[string, string, object, string, string]>([
    [
      "in a const",
      "state.describe",
      { state: ["lit"], text: "on" },
      "({ on: { DARK",
      "({ description: 'on', on: { DARK",
    ],
    [
      "in place",
      "state.describe",
      { state: ["dark"], text: "off" },
      "({ on: { LIGHT",
      "({ description: 'off', on: { LIGHT",
    ],
    ["a rename", "state.rename", { state: ["lit"], to: "zz" }, "LIGHT: 'lit'", "LIGHT: 'zz'"],
  ])("%s", (_, id, args, was, is) => {
    const now = after(id, args, text);

    expect(now.replace("zz: lit", "lit")).toBe(text.replace(was, is));
  });
});

test("what a function asks for when it is called stands before the const into which its call is moved", () => {
  const module = (pick: string) => `const home = { initial: 'x', states: { x: {} } };
const later = { actions: 'log' };
${pick}
${chart("red: home, wait: { on: give() }", "initial: 'red',")}`;
  const move = { state: ["wait"], parent: ["red"] };

  expect(after("state.move", move, module("function give() { return { GO: later }; }"))).toBe(
    "not-written-here",
  );
  expect(after("state.move", move, module("function give() { return { GO: {} }; }"))).toContain("wait: {");
});
