import { describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/** What comes of a command: the text and its warnings, or the code of the refusal. */
function outcome(id: string, text: string, args: object, machine = 0) {
  const chart = readModule(text).charts[machine];
  if (!chart) throw new Error(`No machine in:\n${text}`);
  const change = runCommand(id, text, chart, args);
  if ("refused" in change) return { refused: change.refused.code, facts: change.refused.facts };
  return {
    text: applyEdits(text, change.edits),
    warnings: change.warnings.map(
      ({ code, facts }) => `${code} ${facts?.["state"] ?? facts?.["name"] ?? ""}`,
    ),
  };
}

const module = (config: string, before = "") =>
  `import { assign, createMachine, setup, stateIn } from "xstate";\n${before}export const m = createMachine({ ${config} });\n`;
const go = (source: string, slot = "on", event = "GO", index = 0) => ({
  source: source.split("."),
  slot,
  event,
  index,
});

describe("targets in code that cannot be read", () => {
  const states = (a: string, before: string) =>
    module(
      `id: "m", initial: "a", states: { a: { ${a} }, b: {}, c: { initial: "c1", states: { c1: {} } }, d: {} }`,
      before,
    );
  const timeout = `const timeout = (to: string) => ({ after: { 100: to } });\n`;
  const helpless = states(`on: { GO: "b" }`, "");
  const codes = {
    "a choice": states(`on: { GO: Math.random() > 1 ? "b" : "a" }`, ""),
    "a helper that is made up of more": states(
      `...wait()`,
      `function wait() { while (false); return { after: { 5: "b" } }; }\n`,
    ),
    "a getter that is made up of more": states(`get after() { while (false); return { 5: "b" }; }`, ""),
    "a helper of another file": states(`...far()`, `import { far } from "./far";\n`.concat()),
    "a helper that is handed over": `import { createMachine } from "xstate";
export const make = (pick: () => string) => createMachine({ initial: "a", states: { a: { on: { GO: pick() } }, b: {}, c: { initial: "c1", states: { c1: {} } }, d: {} } });
`,
  };

  test.each(Object.entries(codes))("%s: what breaks is told", (_, text) => {
    for (const [id, args] of [
      ["state.move", { state: ["a"], parent: ["c"] }],
      ["state.move", { state: ["b"], parent: ["c"] }],
      ["state.wrap", { state: ["b"] }],
      ["state.wrap", { state: ["a"] }],
      ["state.extract", { states: [["b"], ["d"]] }],
    ] as const)
      expect([id, args, outcome(id, text, args)]).toEqual([
        id,
        args,
        expect.objectContaining({ warnings: expect.arrayContaining(["targets-unread a"]) }),
      ]);
  });

  const given = {
    "a spread of a helper that is told": states(`...timeout("b"), on: { GO: "c" }`, timeout),
    "a helper that knows by itself": states(
      `...wait()`,
      `function wait() { return { after: { 5: "b" } }; }\n`,
    ),
    "a map put together": states(`on: Object.assign({}, { GO: "b" })`, ""),
    "a transition of a helper": states(
      `on: { GO: to("b") }`,
      `const to = (target: string) => ({ target });\n`,
    ),
    "a list of a helper": states(
      `always: either("b")`,
      `const either = (target: string) => [{ guard: "g", target }, "b"];\n`,
    ),
  };

  test.each(Object.entries(given))("%s: what a call gives is no command's to change", (_, text) => {
    for (const [id, args] of [
      ["state.rename", { state: ["b"], to: "z" }],
      ["state.move", { state: ["a"], parent: ["c"] }],
      ["state.wrap", { state: ["b"] }],
    ] as const)
      expect([id, outcome(id, text, args)]).toEqual([
        id,
        { refused: "target-shared", facts: { target: "b" } },
      ]);
    expect(outcome("state.rename", text, { state: ["a"], to: "z" }).text).toContain("z: {");
  });

  test.each(Object.entries(given))("%s: what a call gives is made one's own in its place", (_, text) => {
    const [chart] = readModule(text).charts;
    const place = chart?.root.children[0]?.transitions.find((one) => one.shared);
    if (!chart || !place) throw new Error(text);
    const transition = { source: ["a"], slot: place.slot, event: place.event, index: 0 };
    const run = (id: string, args: object) =>
      runCommand(id, text, chart, args, (later) => readModule(later).charts);

    const told = run("transition.describe", { transition, text: "x" });
    const renamed = run("state.rename", { state: ["b"], to: "z" });

    if ("refused" in told || "refused" in renamed) expect.fail(JSON.stringify([told, renamed]));
    expect(told.warnings.map(({ code }) => code)).toContain("own-now");
    const before = text.slice(0, text.indexOf("export const m"));
    expect(applyEdits(text, told.edits).startsWith(before)).toBe(true);
    expect(applyEdits(text, renamed.edits).startsWith(before)).toBe(true);
    expect(applyEdits(text, renamed.edits)).toMatch(/"z"/);
    expect(run("state.copy", { state: ["a"] })).toHaveProperty("clip");
  });

  test("what a getter gives is made the state's own before a target in it follows", () => {
    const text = states(`on: table.ways`, `const table = { get ways() { return { GO: "b" }; } };\n`);
    const [chart] = readModule(text).charts;
    const change =
      chart &&
      runCommand("state.rename", text, chart, { state: ["b"], to: "z" }, (later) => readModule(later).charts);

    if (!change || "refused" in change) expect.fail(JSON.stringify(change));
    expect(applyEdits(text, change.edits)).toContain(`a: { on: { GO: "z" } }`);
  });

  test("what leads where it led before is not told", () => {
    for (const text of Object.values(codes).slice(0, 3)) {
      const moved = outcome("state.move", text, { state: ["d"], parent: ["c"] });
      expect(moved.warnings?.filter((one) => one.startsWith("targets-unread"))).toEqual([]);
    }
    expect(outcome("state.move", helpless, { state: ["b"], parent: ["c"] }).warnings).toEqual([]);
  });
});

describe("two machines in a file", () => {
  const handlers = `import { createMachine, setup } from "xstate";
const handlers = { CANCEL: "idle" } as const;
export const m = createMachine({ initial: "idle", states: { idle: { on: { CANCEL: "off" } }, off: { on: handlers } } });
export const other = createMachine({ initial: "idle", states: { idle: { on: handlers } } });
`;

  test.each([0, 1])("an event in a const that both use is not renamed from either (%i)", (machine) => {
    expect(outcome("event.rename", handlers, { name: "CANCEL", to: "ZZ" }, machine)).toEqual({
      refused: "used-by-other",
      facts: { name: "CANCEL", machine: machine === 0 ? "other" : "m" },
    });
  });

  test("a guard in a setup that both are made from is not renamed for one", () => {
    const text = `import { setup } from "xstate";
const made = setup({ guards: { ok: () => true } });
export const m = made.createMachine({ on: { GO: { guard: "ok", target: "." } } });
export const other = made.createMachine({ on: { GO: { guard: "ok", target: "." } } });
`;

    expect(outcome("guard.rename", text, { name: "ok", to: "fine" })).toMatchObject({
      refused: "used-by-other",
    });
  });

  test("what is the machine's own is renamed, also when another one invokes it", () => {
    const text = handlers
      .replace("on: handlers } } });\nexport const other", "on: {} } } });\nexport const other")
      .replace('initial: "idle", states: { idle: { on: handlers } } });', "invoke: { src: m } });");

    expect(outcome("event.rename", text, { name: "CANCEL", to: "ZZ" }).text).toContain('ZZ: "off"');
  });
});

describe("what is asked with stateIn", () => {
  const text = (argument: string) =>
    module(
      `id: "m", type: "parallel", states: { left: { initial: "off", states: { off: { on: { GO: "on" } }, on: {} } }, right: { on: { GO: { guard: stateIn(${argument}), actions: "x" } } } }`,
    );

  test.each([`"#m.left.on"`, `{ left: "on" }`])("a state that goes is told as asked for: %s", (argument) => {
    expect(outcome("state.delete", text(argument), { state: ["left", "on"] }).warnings).toContain(
      "state-in-gone left.on",
    );
  });

  test.each([
    [`"#m.left.none"`, "state-in-id-not-found"],
    [`{ left: "none" }`, "state-in-not-found"],
    [`{ none: "on" }`, "state-in-not-found"],
    [`{ left: "on" }`, undefined],
    [`"#m.left.on"`, undefined],
    [`"left.on"`, undefined],
  ])("stateIn(%s) is checked: %s", (argument, code) => {
    const codes = diagnose(readModule(text(argument))).map((one) => one.code);

    expect(codes.find((one) => one.startsWith("state-in"))).toBe(code);
  });
});

describe("a key that is written twice", () => {
  const text = module(
    `initial: "a", states: { a: { on: { GO: "b" }, on: { NEXT: "c" } }, b: { entry: "one" }, c: {}, b: { entry: "two" } }`,
  );

  test.each([
    ["state.rename", { state: ["b"], to: "z" }],
    ["state.delete", { state: ["b"] }],
    ["state.move", { state: ["b"], parent: ["c"] }],
    ["state.wrap", { state: ["b"] }],
    ["state.extract", { states: [["b"], ["c"]] }],
    ["state.reorder", { state: ["b"], before: "a" }],
  ])("%s %j is refused", (id, args) => {
    expect(outcome(id, text, args)).toEqual({ refused: "written-twice", facts: { name: "b" } });
  });

  test("of two maps of events the first one stays hidden", () => {
    const after = outcome("transition.delete", text, { transition: go("a", "on", "NEXT") });

    expect(readModule(after.text ?? "").charts[0]?.root.children[0]?.transitions).toEqual([]);
  });

  test("an event that is there twice is not renamed", () => {
    const twice = module(`initial: "a", states: { a: { on: { GO: "b", GO: "a" } }, b: {} }`);

    expect(outcome("event.rename", twice, { name: "GO", to: "Z" })).toMatchObject({
      refused: "written-twice",
    });
  });
});

describe("a text in a list under after, which XState leaves out", () => {
  const text = module(`initial: "a", states: { a: { after: { 5: ["c", { target: "b" }] } }, b: {}, c: {} }`);
  const transition = go("a", "after", "5");

  test.each([
    ["transition.describe", { transition, text: "late" }],
    ["transition.guard", { transition, guard: { name: "ok" } }],
    ["transition.setReenter", { transition, reenter: true }],
    ["transition.addAction", { transition, action: { name: "x" } }],
    ["transition.setClauses", { transition, clauses: ["1"] }],
    ["transition.setMeta", { transition, key: "k", value: 1 }],
    ["transition.event", { transition, event: "9" }],
    ["transition.retarget", { transition, target: ["b"] }],
  ])("%s does not switch it on", (id, args) => {
    expect(outcome(id, text, args)).toMatchObject({ refused: "text-not-in-force" });
  });

  test("it can be deleted", () => {
    expect(outcome("transition.delete", text, { transition }).text).toContain(`5: [{ target: "b" }]`);
  });
});

describe("a call in the place of actions", () => {
  const entry = (code: string, before = "") => module(`entry: ${code}`, before);
  const add = { state: [], on: "entry", action: { name: "x" } };

  test.each([
    ["a helper", entry("mine()", "const mine = () => ['a', 'b'];\n")],
    ["a helper called as one of XState's", entry("log()", "function log() { return []; }\n")],
    ["a method", entry("helper.both()", "const helper = { both: () => [] };\n")],
  ])("%s may give a list: nothing is put beside it", (_, text) => {
    expect(outcome("state.addAction", text, add)).toMatchObject({ refused: "value-not-literal" });
  });

  test.each(["assign({})", "xs.assign({})", "set({})"])("%s is one action", (code) => {
    const text = entry(code, `import * as xs from "xstate";\nimport { assign as set } from "xstate";\n`);

    expect(outcome("state.addAction", text, add).text).toContain(`entry: [${code}, "x"]`);
  });
});

test("the last region does not take parallel with it without a word", () => {
  const text = module(
    `initial: "p", states: { p: { type: "parallel", states: { r: {} }, onDone: "q" }, q: {} }`,
  );

  expect(outcome("state.delete", text, { state: ["p", "r"] }).warnings).toEqual(["parallel-removed p"]);
  expect(outcome("state.move", text, { state: ["p", "r"], parent: [] }).warnings).toEqual([
    "parallel-removed p",
  ]);
});

test("an event that setup does not declare comes with a warning", () => {
  const text = `import { setup } from "xstate";
export const m = setup({ types: { events: {} as { type: "GO" } | { type: "card.play" } } }).createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });
`;
  const added = (event: string) =>
    outcome("transition.add", text, { source: ["b"], event, target: ["a"] }).warnings;

  expect(added("NEW")).toEqual(["event-missing NEW"]);
  expect(outcome("transition.event", text, { transition: go("a"), event: "NEW" }).warnings).toEqual([
    "event-missing NEW",
  ]);
  expect(
    outcome("state.paste", text, { parent: [], clip: "z: { on: { NEW: 'b', GO: 'b' } }" }).warnings,
  ).toEqual(["event-missing NEW"]);
  for (const known of ["GO", "card.play", "card.*", "*"]) expect(added(known)).toEqual([]);
});

test.each([
  `class S { constructor(@Inject() private x: any) {} m = 1 }`,
  `class T { @log accessor n = 1; }`,
  `@Injectable() export class U { constructor(@Inject("a") readonly a: string) {} @log() go(@Body() body: unknown) {} }`,
])("decorators of either kind are read, checked and edited beside: %s", (code) => {
  const text = module(`initial: "a", states: { a: { on: { GO: "b" } }, b: {} }`, `${code}\n`);

  const reading = readModule(text);

  expect(reading.parsed && diagnose(reading).filter((one) => one.code === "syntax-error")).toEqual([]);
  expect(outcome("state.rename", text, { state: ["b"], to: "z" }).text).toContain("z: {}");
});
