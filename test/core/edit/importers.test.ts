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
  ])("where it %s", (_, c) => {
    const files = { "src/a.ts": a, "src/s.ts": s, "src/c.ts": c };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({
      warnings: [{ code: "filled-in-file", name: "states", file: "c.ts:2" }],
    });
  });

  test("where it is a const of the machine's own file", () => {
    const text = `${head}${s}export const own = createMachine({ id: "a", initial: "p", states: { ...states, q: {} } });\n`;
    const files = { "src/a.ts": text, "src/c.ts": fill.replace("./s", "./a") };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({
      warnings: [{ code: "filled-in-file", name: "states", file: "c.ts:2" }],
    });
  });

  test.each([
    ["reads it", `import { states } from "./s";\nconsole.log(states.p);\n`],
    ["fills another", `import { other } from "./s";\nother.x = {};\n`],
  ])("but not where it only %s", (_, c) => {
    const files = { "src/a.ts": a, "src/s.ts": `${s}export const other: any = {};\n`, "src/c.ts": c };

    expect(outcome(files, "state.setTags", { state: ["q"], tags: ["x"] })).toMatchObject({ warnings: [] });
  });
});
