import { transform } from "sucrase";
import { describe, expect, test } from "vitest";
import * as xstate from "xstate";
import type { Chart } from "#core/chart/chart.ts";
import { runCommand } from "#core/edit/commands.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { readModule } from "#core/read/readModule.ts";
import { importersOf } from "#core/symbol/importers.ts";
import { applyEdits } from "#core/text/textEdit.ts";

interface Files {
  readonly [path: string]: string;
}
const PATH = "src/a.ts";

/** What a command makes of `src/a.ts` where the other files lie around it. */
function outcome(files: Files, id: string, args: object) {
  const modules = siblingsIn((file) => files[file]);
  const text = files[PATH] ?? "";
  const read = (later: string): readonly Chart[] => readModule(later, { path: PATH, modules }).charts;
  const scripts = Object.entries(files).map(([path, code]) => ({ path, text: code }));
  const find = (of = PATH) => importersOf(of, scripts, modules, true);
  const [chart] = read(text);
  if (!chart) throw new Error(text);
  const change = runCommand(id, text, chart, args, read, find);
  if ("refused" in change) return { refused: change.refused.code, warnings: [] };
  const warnings = change.warnings.map(({ code, facts }) => `${code} ${facts?.["file"] ?? ""}`.trim());
  return { text: applyEdits(text, change.edits), warnings };
}

/** The machine `m` of `src/a.ts`, run by XState with the files around it. */
function machineOf(files: Files): xstate.AnyStateMachine {
  const known = new Map<string, object>();
  const run = (path: string): object => {
    const before = known.get(path);
    if (before) return before;
    const module = { exports: {} as Record<string, unknown> };
    known.set(path, module.exports);
    const { code } = transform(files[path] ?? "", { transforms: ["typescript", "imports"] });
    const require = (from: string) => (from === "xstate" ? xstate : run(`src/${from.replace("./", "")}.ts`));
    // eslint-disable-next-line no-implied-eval
    new Function("require", "module", "exports", code)(require, module, module.exports);
    return module.exports;
  };
  return (run(PATH) as { m: xstate.AnyStateMachine }).m;
}

/** Where events lead, and which fault there is. */
function played(files: Files, events: readonly string[]): string {
  const seen: string[] = [];
  const note = (text: unknown) => void seen.push(String(text));
  try {
    const clock = new xstate.SimulatedClock();
    const actor = xstate.createActor(machineOf(files), { clock });
    actor.subscribe({ next: ({ value }) => note(value), error: note });
    actor.start();
    for (const type of events) actor.send({ type });
    clock.increment(1000);
  } catch (fault) {
    note(fault);
  }
  return seen.join("\n");
}

const implementations = `guards: { ok: () => true, isGo: ({ event }: any) => event.type === "GO", both: and(["ok", "isGo"]) }, actions: { say: () => {}, again: raise({ type: "BACK" }) }, delays: { soon: 100 }`;
const far = `import { setup, and, raise } from "xstate";\n`;
const setupFile = `${far}export const s = setup({ ${implementations} });\n`;
const partsFile = `${far}export const parts = { ${implementations} };\nexport const { guards, actions, delays } = parts;\n`;
const config = `{ id: "a", initial: "p", states: {
  p: { on: { GO: { target: "q", guard: "both", actions: "say" } } },
  q: { entry: "again", on: { BACK: { target: "r", guard: "ok" } } }, r: { after: { soon: "p" } } } }`;
const head = `import { createMachine, setup } from "xstate";\n`;
const single = `${far}const helper = (type: string) => type === "GO";
export const ok = () => true;
export const isGo = ({ event }: any) => helper(event.type);
export const both = and(["ok", "isGo"]);
export const say = () => {};
export const again = raise({ type: "BACK" });
`;

const MODULES: readonly (readonly [string, Files])[] = [
  [
    "a setup",
    {
      "src/s.ts": setupFile,
      [PATH]: `import { s } from "./s";\nexport const m = s.createMachine(${config});\n`,
    },
  ],
  [
    "all of its file",
    {
      "src/s.ts": setupFile,
      [PATH]: `import * as all from "./s";\nexport const m = all.s.createMachine(${config});\n`,
    },
  ],
  [
    "the default export",
    {
      "src/s.ts": `${setupFile}export default s;\n`,
      [PATH]: `import s from "./s";\nexport const m = s.createMachine(${config});\n`,
    },
  ],
  [
    "a setup of a third file",
    {
      "src/s.ts": setupFile,
      "src/t.ts": `export { s as base } from "./s";\n`,
      [PATH]: `import { base } from "./t";\nexport const m = base.extend({ guards: { more: () => true } }).createMachine(${config});\n`,
    },
  ],
  [
    "a setup with guards put in its place",
    {
      "src/s.ts": setupFile,
      [PATH]: `import { s } from "./s";\nexport const m = s.createMachine(${config}).provide({ guards: { ok: () => true } });\n`,
    },
  ],
  [
    "a setup that is provided for later",
    {
      "src/s.ts": setupFile,
      [PATH]: `import { s } from "./s";\nexport const m = s.createMachine(${config});\nexport const n = m.provide({ guards: { ok: () => false } });\n`,
    },
  ],
  [
    "a setup of CommonJS",
    {
      "src/s.ts": `${setupFile.replace("export ", "")}module.exports = { s };\n`,
      [PATH]: `const { s } = require("./s");\nexport const m = s.createMachine(${config});\n`,
    },
  ],
  [
    "tables",
    {
      "src/s.ts": partsFile,
      [PATH]: `${head}import { guards, actions, delays } from "./s";\nexport const m = setup({ guards, actions, delays }).createMachine(${config});\n`,
    },
  ],
  [
    "a spread table",
    {
      "src/s.ts": partsFile,
      [PATH]: `${head}import { guards, actions, delays } from "./s";\nexport const m = setup({ guards: { ...guards, ok: () => true }, actions: { ...actions }, delays }).createMachine(${config});\n`,
    },
  ],
  [
    "a table after its own",
    {
      "src/s.ts": partsFile.replace("ok: () => true, ", ""),
      [PATH]: `${head}import { parts } from "./s";\nexport const m = createMachine(${config}, { ...parts, guards: { ok: () => true, ...parts.guards } });\n`,
    },
  ],
  [
    "single ones",
    {
      "src/s.ts": single,
      [PATH]: `${head}import { ok, isGo, both, say, again } from "./s";\nexport const m = setup({ guards: { ok, isGo, both }, actions: { say, again }, delays: { soon: 100 } }).createMachine(${config});\n`,
    },
  ],
  [
    "single ones by other names",
    {
      "src/s.ts": single,
      "src/t.ts": `export * from "./s";\n`,
      [PATH]: `${head}import * as all from "./t";\nexport const m = setup({ guards: { ok: all.ok, isGo: all.isGo, both: all.both }, actions: { say: all.say, again: all.again }, delays: { soon: 100 } }).createMachine(${config});\n`,
    },
  ],
  [
    "ones in their place",
    {
      "src/s.ts": single,
      [PATH]: `${head}import { isGo, again } from "./s";\nexport const m = setup({ guards: { ok: () => true }, actions: { say: () => {} }, delays: { soon: 100 } }).createMachine(${config.replace(`"both"`, "isGo").replace(`"again"`, "again")});\n`,
    },
  ],
];

/** The names of the machine, and a new one for each. */
const RENAMES = [
  ["guard.rename", "ok"],
  ["guard.rename", "isGo"],
  ["guard.rename", "both"],
  ["action.rename", "say"],
  ["action.rename", "again"],
  ["delay.rename", "soon"],
  ["event.rename", "GO"],
  ["event.rename", "BACK"],
] as const;

describe("a name that other files say as well is refused or told, never half renamed", () => {
  test.each(MODULES)("where a machine has %s of another file", (_, files) => {
    const events = ["GO", "BACK", "GO"];
    const before = played(files, events);
    expect(before).toBe("p\nr\nr\nr\np");

    for (const [id, name] of RENAMES) {
      const { text, warnings } = outcome(files, id, { name, to: "other" });
      if (text === undefined || warnings.length > 0) continue;
      const after = { ...files, [PATH]: text };
      const sent = id === "event.rename" ? events.map((type) => (type === name ? "other" : type)) : events;
      expect.soft(played(after, sent), `${id} ${name}\n${text}`).toBe(before);
    }
  });
});

describe("what another file spells is told with its place", () => {
  const files = Object.fromEntries(MODULES)["single ones"] ?? {};

  test.each([
    ["event.rename", "GO", ["spelled-in-file s.ts:2"]],
    ["event.rename", "BACK", ["spelled-in-file s.ts:7"]],
    ["guard.rename", "ok", ["spelled-in-file s.ts:5"]],
    ["action.rename", "say", []],
    ["delay.rename", "soon", []],
  ])("%s %s", (id, name, told) => {
    expect(outcome(files, id, { name, to: "other" }).warnings).toEqual(told);
  });

  test("but not what only another machine takes", () => {
    const text = `${head}import { isGo } from "./s";
export const m = createMachine({ on: { GO: {} } });
export const n = createMachine({ on: { GO: { guard: isGo } } });\n`;

    const { warnings } = outcome({ ...files, [PATH]: text }, "event.rename", { name: "GO", to: "other" });

    expect(warnings).toEqual([]);
  });

  test("a package that nobody can look into is told where it may define what the machine does", () => {
    const text = `import { s } from "package";\nexport const m = s.createMachine({ on: { GO: { guard: "ok" } } });\n`;

    expect(outcome({ [PATH]: text }, "event.rename", { name: "GO", to: "other" }).warnings).toEqual([
      "name-spelled",
    ]);
  });
});
