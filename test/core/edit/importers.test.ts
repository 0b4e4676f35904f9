import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { readModule } from "#core/read/readModule.ts";
import { importersOf } from "#core/symbol/importers.ts";
import { applyEdits } from "#core/text/textEdit.ts";

const head = `import { createMachine, setup } from "xstate";\n`;
const config = `{ id: "a", initial: "p", states: { p: { on: { GO: "q" } }, q: {} } }`;

interface Files {
  readonly [path: string]: string;
}

/** What comes of a command on `src/a.ts` where the other files lie around it. */
function outcome(files: Files, id: string, args: object, isComplete = true) {
  const path = "src/a.ts";
  const modules = siblingsIn((file) => files[file]);
  const text = files[path] ?? "";
  const read = (later: string) => readModule(later, { path, modules }).charts;
  const scripts = Object.entries(files).map(([file, code]) => ({ path: file, text: code }));
  const find = (of = path) => importersOf(of, scripts, modules, isComplete);
  const [chart] = read(text);
  if (!chart) throw new Error(text);
  const change = runCommand(id, text, chart, args, read, find);
  if ("refused" in change) {
    const { code, facts, anyway } = change.refused;
    return { refused: code, facts, anyway };
  }
  return {
    text: applyEdits(text, change.edits),
    warnings: change.warnings.map(({ code, facts }) => ({ code, ...facts })),
  };
}
const RENAME = ["state.rename", { state: ["q"], to: "zz" }] as const;

describe("a machine whose config another file takes is not edited unasked", () => {
  const a = `${head}export const own = createMachine(${config});\n`;

  test.each<[string, Files]>([
    [
      "spreads it",
      { b: `import { own } from "./a";\nexport const b = createMachine({ ...own.config, id: "b" });` },
    ],
    ["passes it on", { b: `import { own } from "./a";\nexport const b = createMachine(own.config);` }],
    [
      "takes a state of it",
      {
        b: `import { own } from "./a";\nexport const b = createMachine({ initial: "x", states: { x: own.config.states!.q } });`,
      },
    ],
    [
      "assigns a state of it",
      {
        b: `import { own } from "./a";\nconst other: any = { initial: "x", states: {} };\nother.states.x = own.config.states!.q;\nexport const b = createMachine(other);`,
      },
    ],
    [
      "knows it by another name",
      { b: `import { own as mine } from "./a";\nexport const b = createMachine({ ...mine.config });` },
    ],
    [
      "knows all of the file",
      { b: `import * as all from "./a";\nexport const b = createMachine({ ...all.own.config });` },
    ],
    [
      "asks for it when it runs",
      { b: `const { own } = await import("./a");\nexport const b = createMachine({ ...own.config });` },
    ],
    [
      "has it from a third one",
      {
        c: `export { own as handed } from "./a";`,
        b: `import { handed } from "./c";\nexport const b = createMachine({ ...handed.config });`,
      },
    ],
    [
      "has all from a third one",
      {
        c: `export * from "./a";`,
        b: `import { own } from "./c";\nexport const b = createMachine({ ...own.config });`,
      },
    ],
    [
      "has a const of a third one",
      {
        c: `import { own } from "./a";\nexport const half = { ...own.config, id: "half" };`,
        b: `import { half } from "./c";\nexport const b = createMachine(half);`,
      },
    ],
  ])("where one %s", (_, { b = "", c }) => {
    const files = {
      "src/a.ts": a,
      "src/deep/../b.ts": "",
      "src/b.ts": `${head}${b}`,
      ...(c === undefined ? {} : { "src/c.ts": c }),
    };

    expect(outcome(files, ...RENAME)).toMatchObject({
      refused: "used-by-file",
      facts: { name: "own", machine: "b", file: expect.stringMatching(/^b\.ts:\d+$/) },
      anyway: true,
    });
  });

  test("the default export is known by any name", () => {
    const files = {
      "src/a.ts": `${head}export default createMachine(${config});\n`,
      "src/deep/b.ts": `${head}import first from "../a.js";\nexport const b = createMachine({ ...first.config });\n`,
    };

    expect(outcome(files, ...RENAME)).toMatchObject({ facts: { machine: "b", file: "deep/b.ts:3" } });
  });

  test.each([
    ["runs it", `import { own } from "./a";\ncreateActor(own).start();`],
    ["invokes it", `import { own } from "./a";\nexport const b = createMachine({ invoke: { src: own } });`],
    ["asks for its types", `import type { own } from "./a";\nexport type Own = typeof own.config;`],
    ["takes something else", `import { other } from "./a";\nexport const b = createMachine({ ...other });`],
    ["tests it", `import { own } from "./a";\nexpect(own.config.initial).toBe("p");`],
  ])("but where it only %s", (_, b) => {
    const files = { "src/a.ts": `${a}export const other = { id: "other" };\n`, "src/b.ts": `${head}${b}` };

    expect(outcome(files, ...RENAME)).toMatchObject({ warnings: [] });
  });
});

describe("a CommonJS module is known as one with import and export", () => {
  const machine = `createMachine(${config})`;
  const required = `const { createMachine, setup } = require("xstate");\n`;
  const spreads = `module.exports = createMachine({ ...own.config, id: "b" });\n`;

  test.each([
    ["exports.own", `exports.own = ${machine};`],
    ["module.exports.own", `const own = ${machine};\nmodule.exports.own = own;`],
    ["module.exports", `const own = ${machine};\nmodule.exports = { own };`],
    ["another key of it", `const mine = ${machine};\nmodule.exports = { own: mine };`],
    ["both names of it", `exports = module.exports = { own: ${machine} };`],
    ["Object.assign", `const own = ${machine};\nObject.assign(exports, { own });`],
  ])("by %s", (_, end) => {
    for (const taken of [
      `const { own } = require("./a");\n${spreads}`,
      `const { own: mine } = require("./a");\n${spreads.replace("own", "mine")}`,
      `const all = require("./a");\n${spreads.replace("own", "all.own")}`,
      `const own = require("./a.js").own;\n${spreads}`,
      spreads.replace("own", `require("./a").own`),
      `import { own } from "./a";\nexport const b = ${spreads.slice(17)}`,
      `import all from "./a";\nexport const b = ${spreads.slice(17).replace("own", "all.own")}`,
      `import * as all from "./a";\nexport const b = ${spreads.slice(17).replace("own", "all.default.own")}`,
      `import all = require("./a");\nexport const b = ${spreads.slice(17).replace("own", "all.own")}`,
      `export const b = ${spreads.slice(17).replace("own", `(await import("./a")).own`)}`,
    ])
      expect
        .soft(
          outcome({ "src/a.ts": `${required}${end}\n`, "src/b.ts": `${required}${taken}` }, ...RENAME),
          taken,
        )
        .toMatchObject({ refused: "used-by-file", facts: { file: expect.stringMatching(/^b\.ts:\d$/) } });
  });

  test.each([
    ["module.exports", `module.exports = ${machine};`],
    ["export =", `const own = ${machine};\nexport = own;`],
  ])("as a whole by %s", (_, end) => {
    for (const taken of [
      `const own = require("./a");\n${spreads}`,
      spreads.replace("own", `require("./a")`),
      `import own from "./a";\nexport const b = ${spreads.slice(17)}`,
      `import own = require("./a");\nexport const b = ${spreads.slice(17)}`,
    ])
      expect
        .soft(
          outcome({ "src/a.ts": `${required}${end}\n`, "src/b.ts": `${required}${taken}` }, ...RENAME),
          taken,
        )
        .toMatchObject({ refused: "used-by-file", facts: { file: expect.stringMatching(/^b\.ts:\d$/) } });
  });

  test.each([
    `module.exports = { ...require("./a") };`,
    `module.exports.own = require("./a").own;`,
    `const { own } = require("./a");\nexports.own = own;`,
    `export { own } from "./a";`,
    `export * from "./a";`,
  ])("by way of a third file: %s", (c) => {
    const files = {
      "src/a.ts": `${required}const own = ${machine};\nmodule.exports = { own };\n`,
      "src/c.ts": c,
      "src/b.ts": `${required}const { own } = require("./c");\n${spreads}`,
    };

    expect(outcome(files, ...RENAME)).toMatchObject({
      refused: "used-by-file",
      facts: { name: "own", file: "b.ts:3" },
    });
  });

  test("a file that only reads a config is told, and one that takes another key is not", () => {
    const a = `${required}const shape = ${config};\nconst other = {};\nconst own = createMachine(shape);\nmodule.exports = { shape, other, own };\n`;
    const b = `const { KEY } = require("./a");\n\nconsole.log(Object.keys(KEY.states));\n`;
    const told = (key: string) => outcome({ "src/a.ts": a, "src/b.ts": b.replaceAll("KEY", key) }, ...RENAME);

    expect(told("shape")).toMatchObject({
      warnings: [{ code: "used-in-file", name: "shape", file: "b.ts:1" }],
    });
    expect(told("other")).toMatchObject({ warnings: [] });
  });

  test.each([
    [`module.exports = { shape };`, "shape"],
    [`exports.shape = shape;`, "shape"],
    [`module.exports = shape;`, "shape"],
  ])("its importers may be unknown: %s", (end, name) => {
    const a = `${required}const shape = ${config};\nconst own = createMachine(shape);\n${end}\n`;

    expect(outcome({ "src/a.ts": a }, ...RENAME, false)).toMatchObject({
      warnings: [{ code: "exported-changed", name }],
    });
  });

  test("but a parameter that is called exports is none of it", () => {
    const a = `${required}const own = ${machine};\nfunction fill(exports) { exports.own = own; }\n`;

    expect(outcome({ "src/a.ts": a }, ...RENAME, false)).toMatchObject({ warnings: [] });
  });
});

describe("a config in a const that another file takes", () => {
  const a = `${head}export const config = ${config} as const;\nexport const own = createMachine(config);\n`;
  const files = {
    "src/a.ts": a,
    "src/b.ts": `${head}import { config } from "./a";\nexport const b = createMachine({ ...config, id: "b" });\n`,
  };

  test("is copied first for the machine that is edited", () => {
    expect(outcome(files, ...RENAME)).toEqual({
      text: a.replace(
        "createMachine(config)",
        `createMachine(${config.replaceAll(/"q"|\bq\b/g, (q) => (q === "q" ? "zz" : '"zz"'))})`,
      ),
      warnings: [{ code: "own-now", state: "a", name: "config" }],
    });
  });

  test("a state in a const as well", () => {
    const text = `${head}export const states = { p: { on: { GO: "q" } }, q: {} } as const;
export const own = createMachine({ id: "a", initial: "p", states });
`;
    const b = `${head}import { states } from "./a";\nexport const b = createMachine({ initial: "p", states });\n`;

    const { text: after = "" } = outcome({ "src/a.ts": text, "src/b.ts": b }, "state.setTags", {
      state: ["p"],
      tags: ["x"],
    });

    expect(after).toContain(`export const states = { p: { on: { GO: "q" } }, q: {} } as const;`);
    expect(after).toContain("tags");
  });

  test("is edited where it stands when nobody takes it, without a word", () => {
    expect(outcome({ "src/a.ts": a }, ...RENAME)).toMatchObject({
      text: a.replaceAll(/"q"|\bq\b/g, (q) => (q === "q" ? "zz" : '"zz"')),
      warnings: [],
    });
  });

  test("is edited with a word of a file that reads it and makes no machine of it", () => {
    const b = `import { config } from "./a";\n\nconsole.log(Object.keys(config.states));\n`;

    expect(outcome({ ...files, "src/b.ts": b }, ...RENAME)).toMatchObject({
      warnings: [{ code: "used-in-file", name: "config", file: "b.ts:1" }],
    });
  });

  test("or of a file that cannot be parsed", () => {
    const b = `import { config } from "./a";\nconst = = {{{\n`;

    expect(outcome({ ...files, "src/b.ts": b }, ...RENAME)).toMatchObject({
      warnings: [{ code: "used-in-file", file: "b.ts" }],
    });
  });
});

test("a guard that the machine of another file has from the same setup is not renamed", () => {
  const a = `${head}export const base = setup({ guards: { ok: () => true } });
export const own = base.createMachine({ initial: "p", states: { p: { always: { guard: "ok", target: "q" } }, q: {} } });
`;
  const b = `import { base } from "./a";\nexport const b = base.createMachine({ always: { guard: "ok" } });\n`;

  expect(outcome({ "src/a.ts": a, "src/b.ts": b }, "guard.rename", { name: "ok", to: "fine" })).toMatchObject(
    {
      refused: "used-by-file",
      facts: { name: "ok", machine: "b", file: "b.ts:2" },
    },
  );
  expect(outcome({ "src/a.ts": a, "src/b.ts": b }, "guard.stub", { name: "fresh" })).not.toHaveProperty(
    "refused",
  );
});

describe("where it is not known who imports the file", () => {
  const a = `${head}export const own = createMachine(${config});\n`;

  test("a change of an exported machine is told", () => {
    expect(outcome({ "src/a.ts": a }, ...RENAME, false)).toMatchObject({
      warnings: [{ code: "exported-changed", name: "own" }],
    });
  });

  test("that of another machine is not", () => {
    const text = a.replace("export ", "");

    expect(outcome({ "src/a.ts": text }, ...RENAME, false)).toMatchObject({ warnings: [] });
  });

  test("an importer that is known refuses all the same", () => {
    const b = `${head}import { own } from "./a";\nexport const b = createMachine({ ...own.config });\n`;

    expect(outcome({ "src/a.ts": a, "src/b.ts": b }, ...RENAME, false)).toMatchObject({
      refused: "used-by-file",
    });
  });
});

describe("what a third file puts into what a machine is made of is told", () => {
  const fill = `import { states } from "./s";\nstates.x = { on: { GO: "q" } };\n`;
  const s = `export const states: Record<string, object> = { p: { on: { GO: "q" } } };\n`;
  const a = `${head}import { states } from "./s";
export const own = createMachine({ id: "a", initial: "p", states: { ...states, q: {} } });
`;

  test.each([
    ["assigns to it", fill],
    [
      "assigns by Object.assign",
      `import { states } from "./s";\nObject.assign(states, { x: { on: { GO: "q" } } });\n`,
    ],
    ["assigns to a member of all", `import * as parts from "./s";\nparts.states.x = { on: { GO: "q" } };\n`],
    [
      "assigns by Object.assign to a member of all",
      `import * as parts from "./s";\nObject.assign(parts.states, { x: { on: { GO: "q" } } });\n`,
    ],
    ["requires it", `const { states } = require("./s");\nstates.x = { on: { GO: "q" } };\n`],
    ["requires all", `const parts = require("./s");\nparts.states.x = { on: { GO: "q" } };\n`],
  ])("where it %s", (_, c) => {
    const files = { "src/a.ts": a, "src/s.ts": s, "src/c.ts": c };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({
      warnings: [{ code: "filled-in-file", name: "states", file: "c.ts:2" }],
    });
  });

  test.each([
    [`import * as parts from "./s";`, "...parts.states", s],
    [`import * as parts from "./s";`, `...parts["states"]`, s],
    [`import * as parts from "./s";\nconst { states } = parts;`, "...states", s],
    [`import { states as mine } from "./s";`, "...mine", s],
    [`const { states } = require("./s");`, "...states", s],
    [`const { states: mine } = require("./s");`, "...mine", s],
    [`const parts = require("./s");`, "...parts.states", s],
    [`const states = require("./s").states;`, "...states", s],
    [`const all = { ...require("./s") };`, "...all.states", s],
    [`import * as all from "./s";`, "s: { initial: 'x', ...all }", s],
    [`const { states } = require("./s");`, "...states", `exports.states = { p: { on: { GO: "q" } } };\n`],
    [
      `const parts = require("./s");`,
      "...parts.states",
      `module.exports = { states: { p: { on: { GO: "q" } } } };\n`,
    ],
  ])("whichever way the machine's file takes it: %s %s", (taken, inStates, text) => {
    for (const c of [
      `import { states } from "./s";\nstates.x = { on: { GO: "q" } };\n`,
      `const parts = require("./s");\nparts.states.x = { on: { GO: "q" } };\n`,
      `require("./x");\nrequire("./s").states.x = { on: { GO: "q" } };\n`,
      `import * as parts from "./s";\nObject.assign(parts.states, { x: { on: { GO: "q" } } });\n`,
    ]) {
      const own = `${head}${taken}\nexport const own = createMachine({ id: "a", initial: "q", states: { ${inStates}, q: {} } });\n`;
      const files = { "src/a.ts": own, "src/s.ts": text, "src/c.ts": c };

      const { warnings } = outcome(files, "state.setTags", { state: ["q"], tags: ["x"] });

      expect
        .soft(warnings, c)
        .toContainEqual(expect.objectContaining({ code: "filled-in-file", file: "c.ts:2" }));
    }
  });

  test("where it is a const of the machine's own file", () => {
    const text = `${head}${s}export const own = createMachine({ id: "a", initial: "p", states: { ...states, q: {} } });\n`;
    const files = { "src/a.ts": text, "src/c.ts": fill.replace("./s", "./a") };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({
      warnings: [{ code: "filled-in-file", name: "states", file: "c.ts:2" }],
    });
  });

  test.each([
    [
      "fills another one of all",
      `import * as parts from "./s";\nparts.other.x = {};\nObject.assign(parts.other, { y: {} });\n`,
    ],
    ["reads it", `import { states } from "./s";\nconsole.log(states.p);\n`],
    ["fills another", `import { other } from "./s";\nother.x = {};\n`],
  ])("but not where it only %s", (_, c) => {
    const files = { "src/a.ts": a, "src/s.ts": `${s}export const other: any = {};\n`, "src/c.ts": c };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({ warnings: [] });
  });
});

describe("the type of an event that another file takes", () => {
  const a = `import { setup } from "xstate";\nexport type Ev = { type: "GO" } | { type: "BACK" };
export const m = setup({ types: { events: {} as Ev } }).createMachine({ on: { GO: {} } });\n`;

  test.each([
    ["as a type", `import type { Ev } from "./a";\nexport const f = (event: Ev) => event.type;\n`, 1],
    ["by another name", `\nimport { type Ev as Mine } from "./a";\nexport type Own = Mine;\n`, 1],
    ["on its way", `export type { Ev } from "./a";\n`, 1],
    ["not at all", `import { m } from "./a";\nexport type Ev = typeof m;\n`, 0],
  ])("is told: %s", (_, b, times) => {
    const { warnings = [] } = outcome({ "src/a.ts": a, "src/b.ts": b }, "event.rename", {
      name: "GO",
      to: "X",
    });

    expect(warnings.filter(({ code }) => code === "used-in-file")).toHaveLength(times);
  });
});
