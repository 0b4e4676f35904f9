import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "vite";
import { commands } from "#core/edit/commands.ts";

const run = promisify(execFile);
const home = process.cwd();
const compiler = join(home, "node_modules/typescript/bin/tsc");

/** An app of its own with this package installed as it is published: package.json and what is built, no sources. */
let app: string;
let installed: string;
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "turnwright-app-"));
  installed = join(app, "node_modules/turnwright");
  await mkdir(installed, { recursive: true });
  for (const name of ["xstate", "@babel", "@cfworker"])
    await symlink(join(home, "node_modules", name), join(app, "node_modules", name));
  await cp("package.json", join(installed, "package.json"));
  await writeFile(join(app, "package.json"), `{ "type": "module" }`);
  await build({
    configFile: "vite.core.config.ts",
    logLevel: "error",
    build: { outDir: join(installed, "dist/core") },
  });
}, 120_000);
afterAll(() => rm(app, { recursive: true, force: true }));

/** Compiles a file of the app strictly, declarations of packages too; gives the compiler's complaints, the JavaScript lies beside it. */
async function tsc(name: string, source: string): Promise<string> {
  await writeFile(join(app, name), source);
  const flags = [
    "--strict",
    "--noUncheckedIndexedAccess",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2023",
  ];
  const args = [compiler, ...flags, "--module", "nodenext", "--types", "", name];
  return run(process.execPath, args, { cwd: app }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

const CONSUMER = `
import { applyEdits, commands, diagnose, readModule, runCommand } from "turnwright/core";
import type { Change, Chart, Diagnostic, ModuleReading, Refusal, TextEdit } from "turnwright/core";

const text = \`import { createMachine } from "xstate";
export const lamp = createMachine({ initial: "off", states: { off: { on: { FLIP: "on" } }, on: {} } });
\`;
const reading: ModuleReading = readModule(text);
const chart: Chart | undefined = reading.charts[0];
if (!chart) throw new Error("no machine");
const change: Change | { readonly refused: Refusal } = runCommand("state.rename", text, chart, { state: ["on"], to: "lit" });
if ("refused" in change) throw new Error(change.refused.code);
const edits: readonly TextEdit[] = change.edits;
const found: Diagnostic[] = diagnose(reading, new Map([["machine", text]]));
const told = commands.get("state.rename")?.check(text, chart, { state: ["on"], to: "off" });
console.log(JSON.stringify({
  text: applyEdits(text, edits),
  codes: found.map((one) => one.code),
  commands: [...commands.keys()].length,
  told: told?.code,
  pathMap: change.pathMap,
}));
`;

test("turnwright/core compiles strictly in another project and runs in Node", async () => {
  const complaints = await tsc("consumer.ts", CONSUMER);
  const { stdout } = await run(process.execPath, ["consumer.js"], { cwd: app });

  expect(complaints).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    text: `import { createMachine } from "xstate";
export const lamp = createMachine({ initial: "off", states: { off: { on: { FLIP: "lit" } }, lit: {} } });
`,
    codes: ["state-stuck"],
    commands: commands.size,
    told: "name-taken",
    pathMap: { on: "lit" },
  });
});

test("a wrong use of turnwright/core is a type error, so the types are not any", async () => {
  const complaints = await tsc(
    "wrong.ts",
    `import { readModule, runCommand } from "turnwright/core";\nreadModule(1);\nrunCommand("a", "b", "c", {});\nreadModule("").charts[0].root;\n`,
  );

  expect(complaints.match(/wrong\.ts\(\d+/g)).toEqual(["wrong.ts(2", "wrong.ts(3", "wrong.ts(4"]);
});

test("what is built names nothing but its own files and the dependencies of this package", async () => {
  const folder = join(installed, "dist/core");
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8")) as { dependencies: object };
  const named = new Set<string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const text = await readFile(join(folder, name), "utf8");
    // Read by a parser: a text within the code may look like an import.
    const { staticImports, staticExports } = parseSync(name, text).module;
    const modules = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) =>
        entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""),
      ),
      ...Array.from(text.matchAll(/import\("([^"]+)"\)/g), ([, imported = ""]) => imported),
    ];
    for (const module of modules) if (module !== "" && !module.startsWith(".")) named.add(module);
  }

  expect(named.size).toBeGreaterThan(0);
  expect([...named].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

test("each entry of the package loads in Node and has types", async () => {
  await writeFile(
    join(app, "nim.ts"),
    `import { createMachine } from "xstate"; export const machine = createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });`,
  );
  const complaints = await tsc(
    "entries.ts",
    `import { applyEdits } from "turnwright/text";
import { readModule } from "turnwright/read";
import { runCommand } from "turnwright/edit";
import { exporterOf, judgeSave, toMermaid } from "turnwright/export";
import { createPlayer, type Player } from "turnwright/play";
import { connect, type Connection, type ConnectSocket } from "turnwright/connect";
import { createActor } from "xstate";
import { machine } from "./nim.js";
const text = 'import { createMachine } from "xstate"; export const m = createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });';
const chart = readModule(text).charts[0]!;
const change = runCommand("state.rename", text, chart, { state: ["b"], to: "c" });
const player: Player = createPlayer(machine, {});
const begun = player.start({});
const after = player.send(begun.state, { type: "GO" });
const json = exporterOf("json")!.run({ chart, text, lang: "ts", strip: (one) => one, id: "m" });
const told: string[] = [];
class Socket implements ConnectSocket {
  readyState = 1; onopen: unknown; onmessage: unknown; onclose: unknown; onerror: unknown;
  constructor(readonly url: string) { queueMicrotask(() => (this.onopen as () => void)()); }
  send(text: string) { told.push(JSON.parse(text).type); }
  close() {}
}
const connection: Connection = connect({ to: "ws://127.0.0.1:1/app", WebSocket: Socket });
const actor = createActor(machine, { inspect: connection.inspect }).start();
connection.attach(actor);
await Promise.resolve();
console.log(JSON.stringify([
  told[0],
  told.length,
  "edits" in change && applyEdits(text, change.edits).includes("c: {}"),
  after.view.in,
  toMermaid(chart).split("\\n")[0],
  JSON.parse(json.text).initial,
  json.beside?.map(({ path }) => path),
  judgeSave({ version: 0, digest: "", id: "m", states: { "": "compound", a: "atomic" }, ids: {}, context: undefined, renames: [] }, { status: "active", value: "b" }).ok,
]));
`,
  );
  const { stdout } = await run(process.execPath, ["entries.js"], { cwd: app });

  // XState's own types have faults under `exactOptionalPropertyTypes`.
  expect(complaints.split("\n").filter((line) => /^(?:[a-z]|node_modules\/turnwright)/.test(line))).toEqual(
    [],
  );
  expect(JSON.parse(stdout)).toEqual([
    "turnwright.app",
    5,
    true,
    ["b"],
    "stateDiagram-v2",
    "a",
    ["m.implementations.js"],
    false,
  ]);
});

/** Bytes of an app that imports these names and does nothing else, bundled and made small by a bundler of today. */
async function weight(names: string, entry: string): Promise<number> {
  const path = join(app, "bundled.js");
  await writeFile(path, `import { ${names} } from "turnwright/${entry}";\nconsole.log(${names});\n`);
  const { output } = await rolldown(path);
  return output.reduce((sum, one) => sum + (one.type === "chunk" ? Buffer.byteLength(one.code) : 0), 0);
}

async function rolldown(input: string) {
  const made = await build({
    configFile: false,
    root: app,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      target: "es2023",
      rolldownOptions: { input, output: { format: "es" }, preserveEntrySignatures: "strict" },
    },
  });
  if (!("output" in made)) throw new Error("nothing was bundled");
  return made;
}

test("an app pays for what it takes: applyEdits alone, from its own entry and from the whole", async () => {
  const sizes = {
    text: await weight("applyEdits", "text"),
    core: await weight("applyEdits", "core"),
    mermaid: await weight("toMermaid", "export"),
    read: await weight("readModule", "read"),
    edit: await weight("runCommand", "edit"),
    play: await weight("createPlayer", "play"),
  };
  console.log("bytes of an app, small:", JSON.stringify(sizes));

  expect(sizes.text).toBeLessThan(1500);
  expect(sizes.core).toBeLessThan(1500);
  expect(sizes.mermaid).toBeLessThan(8_000);
  // With XState, and without a parser, which alone has 300 KB.
  expect(sizes.play).toBeLessThan(130_000);
  expect(sizes.read).toBeLessThan(sizes.edit);
});
