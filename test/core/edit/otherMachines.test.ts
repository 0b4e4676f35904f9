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

describe("a config that a function gives back as it is", () => {
  const config = `{ id: "m", initial: "p", states: { p: { on: { GO: "q" } }, q: {} } }`;
  const text = (define: string, rest = "", given = `define(${config})`) =>
    `${head}${define}\nexport const m = createMachine(${given});\n${rest}`;
  const define = "const define = <T,>(config: T) => config;";
  const rename = { state: ["q"], to: "zz" };

  test.each([
    "function define(config: any) { return config; }",
    "function define<const T extends object>(config: T): T { return config as T; }",
    define,
    "const define = (config: object) => { return config satisfies object; };",
    "const define = function (config: any) { return config!; };",
  ])("%s: is edited in the call", (code) => {
    expect(outcome(text(code), "state.rename", rename).lines).toEqual([
      `export const m = createMachine(define({ id: "m", initial: "p", states: { p: { on: { GO: "zz" } }, zz: {} } }));`,
    ]);
  });

  test.each([
    "const define = (config: any) => ({ ...config });",
    "function define(config: any) { console.log(config); return config; }",
    "async function define(config: any) { return config; }",
    "const define = (other: any, config: any) => config;",
    "let define = (config: any) => config;",
  ])("%s: is not known to be", (code) => {
    expect(outcome(text(code), "state.rename", rename)).toMatchObject({ refused: "config-not-here" });
  });

  test("is another one in every call", () => {
    const two = text(define, `export const n = createMachine(define(${config}));\n`);

    expect(outcome(two, "state.rename", rename, 1).lines).toEqual([
      `export const n = createMachine(define({ id: "m", initial: "p", states: { p: { on: { GO: "zz" } }, zz: {} } }));`,
    ]);
  });

  test("is copied where another machine has it, too", () => {
    const code = `${define}\nconst base = define(${config});`;
    const { lines, warnings } = outcome(
      text(code, "export const n = createMachine(base);\n", "base"),
      "state.rename",
      rename,
    );

    expect(lines).toEqual([
      `export const m = createMachine({ id: "m", initial: "p", states: { p: { on: { GO: "zz" } }, zz: {} } });`,
    ]);
    expect(warnings).toEqual(["own-now"]);
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

const xstate = `import { createMachine, setup, stateIn, StateMachine } from "xstate";
import * as XS from "xstate";
`;
const states = (a: string) => `initial: "a", states: { a: ${a}, b: {} }`;

describe("a setup that two machines share", () => {
  const machine = (id: string, made: string) =>
    `export const ${id} = ${made}.createMachine({ id: "${id}", initial: "idle", states: { idle: { on: { GO: "busy" } }, busy: { on: { BACK: { target: "idle", guard: "inBusy" } } } } });\n`;
  const shared = (code: string) =>
    `${xstate}const s = setup({ guards: { inBusy: ${code} } });\n${machine("m", "s")}${machine("n", "s")}`;
  const extended = `${xstate}const s = setup({ guards: { inBusy: stateIn("busy") } });\nconst t = s.extend({ guards: { more: () => true } });\n${machine("m", "s")}${machine("n", "t")}`;

  test.each([
    ["state.rename", { state: ["busy"], to: "zz" }],
    ["state.wrap", { state: ["busy"], key: "zz" }],
    ["state.setId", { state: [], id: "zz" }],
  ])("a guard in it that asks for a state is not rewritten for one of them: %s", (id, args) => {
    const refusal = {
      refused: "used-by-other",
      facts: { name: "inBusy", machine: "n" },
      offer: undefined,
    };

    expect(outcome(shared(`stateIn("#m.busy")`), id, args)).toEqual(refusal);
  });

  test.each([[`stateIn("busy")`], [`stateIn({ busy: {} })`]])("nor is %s", (code) =>
    expect(outcome(shared(code), "state.rename", { state: ["busy"], to: "zz" })).toMatchObject({
      refused: "used-by-other",
    }),
  );

  test("nor where it is extended", () => {
    expect(outcome(extended, "state.rename", { state: ["busy"], to: "zz" })).toMatchObject({
      refused: "used-by-other",
      facts: { machine: "n" },
    });
  });

  test("a guard in it that the machine does not have stays with the other one", () => {
    const text = shared(`stateIn("busy")`).replace(`guard: "inBusy"`, "reenter: true");

    expect(outcome(text, "state.rename", { state: ["busy"], to: "zz" })).toMatchObject({
      lines: [expect.stringContaining("zz: { on: { BACK:")],
      warnings: ["state-spelled"],
    });
  });

  test("may be added to", () => {
    expect(outcome(shared("() => true"), "guard.stub", { name: "more" }).lines?.join()).toContain("more:");
    expect(outcome(shared("() => true"), "action.stub", { name: "act" }).lines?.join()).toContain("act:");
  });
});

describe("what another machine is certainly or perhaps made of", () => {
  const leaf = `const leaf = { on: { GO: "b" } };\nexport const m = createMachine({ id: "m", ${states("leaf")} });\n`;
  const config = `{ id: "n", ${states("leaf")} }`;

  /** Renames an event of `m` in code that it shares, which has to stay as it is for the other. */
  const kept = (code: string, machine = 0) => {
    const text = `${xstate}${code}`;
    const { lines = [] } = outcome(text, "event.rename", { name: "GO", to: "ZZ" }, machine);
    expect(lines.filter((line) => !line.includes("createMachine("))).toEqual([]);
    expect(lines.filter((line) => line.includes("ZZ")).length).toBeLessThan(2);
    return lines;
  };

  test.each([
    ["const { config } = m;", "config"],
    ["", "m.root.config"],
    ["const { root: { config: taken } } = m;", "taken"],
    ["const r = m.root;", "r.config"],
    ["const held = { m };", "held.m.config"],
    ["const given = () => m;", "given().config"],
  ])("the config of a machine: %s %s", (before, taken) => {
    const text = `${xstate}export const m = createMachine({ id: "m", ${states(`{ on: { GO: "b" } }`)} });\n${before}\nexport const n = createMachine({ ...${taken}, id: "n" } as any);\n`;
    const { refused, lines } = outcome(text, "event.rename", { name: "GO", to: "ZZ" });

    if (refused === undefined) expect(lines?.join()).toMatch(/ZZ.*GO/s);
    else expect(refused).toBe("used-by-other");
  });

  test.each([
    ["", `...m["config"]`],
    ["", "...(m.root as any).config"],
    ["const { config } = m;", "...config"],
    ["const taken = m.config;", "...taken"],
    ["const { config: meta } = m;", "meta"],
  ])("is a copy from then on: %s %s", (before, taken) => {
    const text = `${xstate}export const m = createMachine({ id: "m", ${states("{}")} });\n${before}\nexport const n = createMachine({ ${taken}, id: "n" });\n`;

    expect(outcome(text, "state.rename", { state: ["b"], to: "zz" }).warnings).toEqual(["own-now"]);
  });

  test("a function that takes it from whatever machine it is given is not rewritten", () => {
    const text = `${xstate}export const m = createMachine({ id: "m", ${states("{}")} });\nconst clone = (x: any) => createMachine({ ...x.config, id: "n" });\nexport const n = clone(m);\n`;

    expect(outcome(text, "state.rename", { state: ["b"], to: "zz" })).toMatchObject({
      refused: "used-by-other",
    });
  });

  test.each([
    ["guard.rename", `guards: { ok: () => true }`, `on: { GO: { target: "b", guard: "ok" } }`, "guards"],
    ["action.rename", `actions: { ok: () => {} }`, `entry: "ok"`, "actions"],
  ])("what another machine is provided with: %s", (id, part, says, kind) => {
    const made = (machine: string) => `createMachine({ id: "${machine}", ${states(`{ ${says} }`)} })`;
    const impl = `${xstate}const impl = { ${part} };\nexport const m = setup(impl).${made("m")};\nexport const n = ${made("n")}.provide(impl);\n`;
    const tables = `${xstate}const ${part.replace(":", " =")};\nexport const m = setup({ ${kind} }).${made("m")};\nconst base = ${made("n")};\nexport const n = base.provide({ ${kind} });\n`;

    for (const text of [impl, tables])
      expect(outcome(text, id, { name: "ok", to: "zz" })).toMatchObject({ refused: "used-by-other" });
  });

  test.each([
    [`class Ctl { static leaf = leaf; static m = createMachine({ id: "n", ${states("Ctl.leaf")} }); }`],
    [`class Ctl { static leaf = leaf; static m = createMachine({ id: "n", ${states("this.leaf")} }); }`],
    [`class Ctl { leaf = leaf; make() { return createMachine({ id: "n", ${states("this.leaf")} }); } }`],
    [
      `class Base { static leaf = leaf; }\nclass Ctl extends Base { static make() { return createMachine({ id: "n", ${states("super.leaf")} }); } }`,
    ],
    [
      `class Ctl { constructor(private kit: any) {} make() { return createMachine({ id: "n", ${states("this.kit.leaf")} }); } }\nnew Ctl({ leaf }).make();`,
    ],
    [
      `class Ctl { kit: any; constructor(kit: any) { this.kit = kit; } make() { return createMachine({ id: "n", ${states("this.kit.leaf")} }); } }\nnew Ctl({ leaf }).make();`,
    ],
    [
      `const kit = { leaf, make() { return createMachine({ id: "n", ${states("this.leaf")} }); } };\nkit.make();`,
    ],
    [
      `const base = { __proto__: { leaf } } as any;\nexport const n = createMachine({ id: "n", ${states("base.leaf")} });`,
    ],
    [`const a = { __proto__: leaf };\nexport const n = createMachine({ id: "n", ${states("a")} });`],
  ])("by this, super and what is inherited: %s", (code) => {
    expect(kept(`${leaf}${code}\n`)).toHaveLength(1);
  });

  test.each([
    [`const make = createMachine;\nconst n = make(${config});`],
    [`const make = createMachine.bind(null);\nconst n = make(${config});`],
    [`const n = createMachine.call(null, ${config});`],
    [`const n = createMachine?.(${config});`],
    [`const n = XS["createMachine"](${config});`],
    [`const n = setup({})["createMachine"](${config});`],
    [`const { createMachine: lazy } = await import("xstate");\nconst n = lazy(${config});`],
    [`const n = new StateMachine(${config} as any, {} as any);`],
    [`const [n] = [${config}].map(createMachine as any);`],
    [`const [n] = [${config}].map((one) => made(one));\nimport { made } from "./made";`],
    [`const run = (f: any, c: any) => f(c);\nconst n = run(createMachine, ${config});`],
    [`import { made } from "./made";\nconst n = made(${config});`],
    [`import { made } from "./made";\nconst n = made(leaf);`],
    [`import { made } from "./made";\nconst kit = { leaf };\nconst n = made(kit);`],
    [`import * as lib from "./made";\nconst n = lib.made(() => (${config}));`],
    [`import { Made } from "./made";\nconst n = new Made(${config});`],
    [`import { made } from "./made";\nconst o = createMachine({ invoke: { src: made(${config}) } });`],
  ])("a machine that is made in a way that is not read: %s", (code) => {
    // The edited machine gets its own copy first; what code of another file is given counts as unread, and nothing is changed.
    expect(kept(`${leaf}${code}\nexport const start = () => 1;\n`).length).toBeLessThan(2);
  });

  test("is reported with its name", () => {
    const code = `const n = new StateMachine(${config} as any, {} as any);`;

    expect(
      outcome(`${xstate}${leaf}${code}\n`, "event.rename", { name: "GO", to: "ZZ" }, 0, false),
    ).toMatchObject({ refused: "used-by-other", facts: { machine: "n" }, offer: { id: "state.own" } });
  });

  test.each([
    `import { made } from "./made";\nconst n = made(${config});`,
    `import { register } from "./made";\nregister(leaf);`,
  ])("code of another file may change what it is given, which is not read then: %s", (code) => {
    expect(outcome(`${xstate}${leaf}${code}\n`, "event.rename", { name: "GO", to: "ZZ" }).refused).toBe(
      "symbol-not-found",
    );
  });
});

test.each([
  [`console.log(leaf, Object.keys(leaf.on), JSON.stringify(leaf));`],
  [`export const names = Object.keys({ states: { a: leaf } });`],
  [
    `import { expect, test } from "vitest";\ntest("leaf", () => { expect(leaf.on.GO).toBe("b"); expect(leaf).toEqual({}); });`,
  ],
  [`import assert from "node:assert";\nassert.deepEqual(leaf, {});`],
  [
    `if ((import.meta as any).vitest) { const { test, expect } = (import.meta as any).vitest; test("x", () => expect(leaf).toBe(1)); }`,
  ],
  [`import { log } from "./log";\nlog(Object.keys(leaf.on).join());`],
  [`import { useMachine } from "@xstate/react";\nexport const useM = () => useMachine(m);`],
  [`import { draw } from "./draw";\ndraw(m.config);\nexport const shown = () => draw(m);`],
  [`import { useMemo } from "react";\nexport const useNext = () => useMemo(() => leaf.on.GO, []);`],
  [`import { useEffect } from "react";\nexport const useIt = () => useEffect(() => { console.log(leaf); });`],
  [
    `import { createActor } from "xstate";\nconst actor = createActor(m);\nactor.start();\nexport const go = () => actor.send({ type: "GO" });`,
  ],
  [`export const isB = (name: string) => name === leaf.on.GO;`],
  [`export const where = (snapshot: any) => snapshot.matches("a") && leaf.on.GO;`],
  [`const { waitFor } = require("xstate");\nwaitFor(leaf);`],
  [`const { toDirectedGraph } = await import("xstate/graph");\ntoDirectedGraph(leaf as any);`],
  [`import logger from "./logger";\nlogger.info(leaf);`],
])("what only reads the code of the one machine is not in the way: %s", (code) => {
  const text = `${xstate}const leaf = { on: { GO: "b" } };\nexport const m = createMachine({ id: "m", ${states("leaf")} });\n${code}\n`;

  expect(outcome(text, "event.rename", { name: "GO", to: "ZZ" }, 0, false).lines?.join()).toContain("ZZ");
});

test.each([
  ["another file", `import { createTestModel } from "./model";\nconst model = createTestModel(m);`],
  ["another machine, for its config", `const o = createMachine({ ...m.config, id: "o" });`],
])("an action is added to a machine that is handed to %s", (_, code) => {
  const text = `${xstate}export const m = createMachine({ id: "m", ${states("{}")} });\nexport const n = createMachine({ id: "n" });\n${code}\n`;

  expect(outcome(text, "action.stub", { name: "act" }).lines?.join()).toContain("act:");
});

describe("a guard in a const, beside another machine", () => {
  const text = (other: string) =>
    `${xstate}const inIdle = stateIn("idle");
export const m = createMachine({ id: "m", initial: "idle", states: { idle: { on: { GO: { target: "b", guard: inIdle } } }, b: {} } });
export const n = createMachine({ id: "n", initial: "idle", states: { idle: { on: { GO: { target: "b"${other} } } }, b: {} } });
`;

  test("follows where the machine alone has it", () => {
    const { lines, warnings } = outcome(text(""), "state.rename", { state: ["idle"], to: "zz" });

    expect(lines?.[0]).toBe(`const inIdle = stateIn("zz");`);
    expect(warnings).toEqual([]);
  });

  test("stays with the other one that alone has it", () => {
    const { lines } = outcome(text(""), "state.rename", { state: ["idle"], to: "zz" }, 1);

    expect(lines?.join()).not.toContain("stateIn");
  });

  test("is not changed for one of two that share it", () => {
    expect(outcome(text(", guard: inIdle"), "state.rename", { state: ["idle"], to: "zz" })).toMatchObject({
      refused: "used-by-other",
      facts: { name: "inIdle", machine: "n" },
    });
  });
});

describe("an event whose type is that of another machine as well", () => {
  const machine = (name: string, types: string) =>
    `export const ${name} = setup({ types: { events: {} as ${types} } }).createMachine({ on: { GO: {} } });\n`;
  const setupHead = `import { setup } from "xstate";\n`;
  const type = `type Ev = { type: "GO" } | { type: "BACK" };\n`;
  const rename = ["event.rename", { name: "GO", to: "WALK" }] as const;

  test.each([
    ["the same", `${type}${machine("m", "Ev")}${machine("n", "Ev")}`],
    ["one made of it", `${type}type All = Ev | { type: "X" };\n${machine("m", "Ev")}${machine("n", "All")}`],
    [
      "an interface",
      `interface Go { type: "GO" }\n${machine("m", "Go")}${machine("n", "Go | { type: 'X' }")}`,
    ],
    [
      "a setup in a const",
      `${type}const s = setup({ types: { events: {} as Ev } });\n${machine("m", "Ev")}export const n = s.createMachine({ on: { GO: {} } });\n`,
    ],
  ])("is told: %s", (_, text) => {
    expect(outcome(setupHead + text, ...rename)).toMatchObject({ warnings: ["name-spelled"] });
  });

  test.each([
    ["a machine alone", `${type}${machine("m", "Ev")}`],
    ["another type", `${type}type Other = { type: "BACK" };\n${machine("m", "Ev")}${machine("n", "Other")}`],
  ])("but not of %s", (_, text) => {
    expect(outcome(setupHead + text, ...rename)).toMatchObject({ warnings: [] });
  });
});

test("a machine that stands in an invoke has its names for itself", () => {
  const inner = `createMachine({ initial: "idle", states: { idle: { on: { GO: { target: "b", guard: stateIn("idle") } } }, b: {} } })`;
  const text = `import { createMachine, setup, stateIn } from "xstate";
export const m = setup({ guards: { ok: () => true } }).createMachine({ initial: "idle", states: {
  idle: { on: { GO: { target: "run", guard: "ok" } } },
  run: { invoke: { src: ${inner} } } } });
`;

  for (const [id, args] of [
    ["event.rename", { name: "GO", to: "WALK" }],
    ["guard.rename", { name: "ok", to: "fine" }],
    ["state.rename", { state: ["idle"], to: "zz" }],
  ] as const) {
    const { lines, warnings } = outcome(text, id, args);
    expect.soft(warnings, id).toEqual([]);
    expect
      .soft(
        lines?.some((line) => line.includes("run: {")),
        id,
      )
      .toBe(false);
  }
});
