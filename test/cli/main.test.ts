import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "vite";
import { widthOf } from "#cli/io.ts";
import { sound } from "#test/core/analyze/faults.ts";
import { turnwright as run } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-cli-"));
  await mkdir(join(folder, "machines"));
  for (const [name, file] of Object.entries(sound)) {
    const path = name === "machine" ? "machines/go-fish.machine.ts" : `rulesets/go-fish/${name}.json`;
    const text =
      typeof file === "string" ? file : JSON.stringify(file, null, 2).replaceAll(`"m"`, `"go-fish"`);
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command line in a folder as the built command would. */
const turnwright = (line: string, cwd = folder, input: readonly string[] = []) =>
  run(
    line.split(" ").filter((word) => word !== ""),
    { cwd, input },
  );
/** A copy of the folder with one file changed. */
async function changed(file: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(folder, "copy-"));
  for (const part of ["machines", "rulesets"])
    await cp(join(folder, part), join(copy, part), { recursive: true });
  const before = await readFile(join(copy, file), "utf8");
  expect(change(before)).not.toBe(before);
  await writeFile(join(copy, file), change(before));
  return copy;
}

test("list shows each game with how much of it there is", async () => {
  const { code, out } = await turnwright("list");

  expect(code).toBe(0);
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["GAME", "TITLE", "PLAYERS", "STATES", "EVENTS", "CLAUSES", "SCENARIOS"],
    ["go-fish", "M", "2", "2", "2", "2/2", "1"],
    [""],
  ]);
});

test("list --json is one document", async () => {
  expect(JSON.parse((await turnwright("list --json")).out)).toEqual({
    root: folder,
    games: [
      {
        id: "go-fish",
        title: "M",
        players: "2",
        states: 2,
        events: 2,
        clauses: 2,
        carried: 2,
        notModelled: 0,
        missing: 0,
        imported: 0,
        importedMissing: 0,
        scenarios: 1,
      },
    ],
    total: { clauses: 2, missing: 0, imported: 0, importedMissing: 0 },
  });
});

test("list counts clauses that were imported from elsewhere apart, and adds up the games", async () => {
  const copy = await changed("rulesets/go-fish/clauses.json", (text) => {
    const file = JSON.parse(text) as { clauses: object[] };
    const [first, ...rest] = file.clauses;
    return JSON.stringify({ ...file, clauses: [...rest, { ...first, imported: "another chapter" }] });
  });
  await cp(join(copy, "machines/go-fish.machine.ts"), join(copy, "machines/other.machine.ts"));

  const { out } = await turnwright("list", copy);

  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["GAME", "TITLE", "PLAYERS", "STATES", "EVENTS", "CLAUSES", "SCENARIOS"],
    ["go-fish", "M", "2", "2", "2", "1/1 + 1 imported", "1"],
    expect.arrayContaining(["other"]),
    ["", "2 games", "1/1 + 1 imported", "1"],
    [""],
  ]);
  expect(JSON.parse((await turnwright("list --json", copy)).out)).toMatchObject({
    games: [
      { clauses: 1, imported: 1, importedMissing: 0 },
      { clauses: 0, imported: 0 },
    ],
    total: { clauses: 1, imported: 1 },
  });
});

test("a sound game passes the check", async () => {
  expect(await turnwright("check")).toEqual({
    code: 0,
    out: "1 game: 0 errors, 0 warnings, 0 notes\n",
    err: "",
  });
});

test("a fault is a line with file, line and column, and exit 1", async () => {
  const copy = await changed("machines/go-fish.machine.ts", (text) =>
    text.replace(`target: "over"`, `target: "ovre"`),
  );

  const { code, out } = await turnwright("check go-fish", copy);

  expect(code).toBe(1);
  expect(out.split("\n")[0]).toMatch(
    /^machines\/go-fish\.machine\.ts:\d+:\d+ {2}error {2}There is no state “ovre” as seen from turn\. Did you mean over\? {2}target-not-found$/,
  );
  const [, line, column] = /:(\d+):(\d+)/.exec(out)!;
  const text = await readFile(join(copy, "machines/go-fish.machine.ts"), "utf8");
  expect(text.split("\n")[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^"ovre"/);
});

test("a fault in a rules file names that file", async () => {
  const copy = await changed("rulesets/go-fish/moves.json", (text) => text.replace(`"PLAY"`, `"PLAI"`));

  expect((await turnwright("check", copy)).out).toMatch(/^rulesets\/go-fish\/moves\.json:\d+:\d+ {2}error/m);
});

test("diagnostics are worded in the language that is asked for", async () => {
  const copy = await changed("machines/go-fish.machine.ts", (text) =>
    text.replace(`asks: "turnPlayer"`, `asks: "nobody"`),
  );

  expect((await turnwright("check --lang ja", copy)).out).toContain("asks が「nobody」になっています");
  expect((await turnwright("check --lang zh-Hant", copy)).out).toContain("asks 是「nobody」");
  expect((await turnwright("check --lang fr", copy)).code).toBe(2);
});

test("check --json gives places, facts and counts", async () => {
  const copy = await changed("machines/go-fish.machine.ts", (text) =>
    text.replace(`target: "over"`, `target: "ovre"`),
  );

  const { games, errors } = JSON.parse((await turnwright("check --json", copy)).out);

  expect(errors).toBe(1);
  expect(games[0].diagnostics[0]).toMatchObject({
    code: "target-not-found",
    file: "machines/go-fish.machine.ts",
    state: ["turn"],
    facts: { target: "ovre", near: ["over"] },
  });
});

test("a module outside a workspace is checked by itself, JavaScript too", async () => {
  const outside = await mkdtemp(join(tmpdir(), "turnwright-alone-"));
  await writeFile(
    join(outside, "light.js"),
    `import { createMachine } from "xstate";\nexport const light = createMachine({ initial: "on", states: { on: { onn: {} } } });\n`,
  );

  const { code, out } = await turnwright("check light.js", outside);
  await rm(outside, { recursive: true });

  expect(code).toBe(1);
  expect(out).toContain("light.js:2:");
  expect(out).toContain("unknown-state-key");
});

test("a file that is the machine of a game is checked with its rules", async () => {
  const copy = await changed("rulesets/go-fish/moves.json", (text) => text.replace(`"PLAY"`, `"PLAI"`));

  expect((await turnwright("check machines/go-fish.machine.ts", copy)).out).toContain("event-unknown");
});

test("read gives the chart as JSON and runs nothing", async () => {
  const path = join(folder, "loud.ts");
  await writeFile(
    path,
    `import { createMachine } from "xstate";\nthrow new Error("ran");\nexport const m = createMachine({ id: "x", initial: "a", states: { a: {} } });\n`,
  );

  const { code, out } = await turnwright("read loud.ts");

  expect(code).toBe(0);
  expect(JSON.parse(out).charts[0]).toMatchObject({
    id: "x",
    root: { type: "compound", children: [{ key: "a" }] },
  });
});

test("read of a text that does not parse ends with 1", async () => {
  await writeFile(join(folder, "broken.ts"), "const = ;");

  const { code, out } = await turnwright("read broken.ts");

  expect(code).toBe(1);
  expect(JSON.parse(out).diagnostics[0].code).toBe("syntax-error");
});

test("export writes the machine in each format", async () => {
  expect((await turnwright("export go-fish --to ts")).out).toBe(sound.machine);
  expect((await turnwright("export go-fish --to js")).out).not.toContain("as {");
  expect((await turnwright("export go-fish --to mermaid")).out).toMatch(/^stateDiagram-v2\n/);
  const json = await turnwright("export go-fish --to json");
  expect(JSON.parse(json.out)).toMatchObject({ id: "m", states: { over: { type: "final" } } });
  expect(json.err).toContain("Its code goes beside it");
});

test("export --lang shows the names of that language", async () => {
  expect((await turnwright("export go-fish --to mermaid --lang en")).out).toContain(`state "Turn" as turn`);
});

test("export --out writes a file and keeps standard output for --json", async () => {
  const { out } = await turnwright("export go-fish --to json --out fish.json --json");

  const told = JSON.parse(out);
  expect(told.file).toBe(join(folder, "fish.json"));
  expect(told.stubs.guards).toEqual([
    { name: "isTurn", code: "({ context, event }) => event.by === context.turnPlayer", from: "setup" },
  ]);
  expect(JSON.parse(await readFile(told.file, "utf8")).initial).toBe("turn");
});

test.each([
  [
    "export const a = 1;\n",
    /none\.ts {2}error {2}There is no machine in this file: it never calls createMachine[^\n]*machine-not-found\n$/,
  ],
  ["export const a = ;\n", /none\.ts:1:18 {2}error {2}The code cannot be read here[^\n]*syntax-error\n$/],
])(
  "export of a file without a machine says what was looked for, or where the code ends to be code",
  async (text, says) => {
    await writeFile(join(folder, "none.ts"), text);

    const { code, err } = await turnwright("export none.ts --to json");

    expect(code).toBe(1);
    expect(err).toMatch(says);
  },
);

test("export into a folder that cannot be made is told, without a stack", async () => {
  await writeFile(join(folder, "no"), "a file");
  const { code, err } = await turnwright("export go-fish --to ts --out no/such/x.ts");

  expect(code).toBe(1);
  expect(err).toMatch(/^turnwright export: no is a file, where a folder is needed \((EEXIST|ENOTDIR)\)\n$/);
});

test.each([
  ["lst", "there is no command lst; did you mean list?"],
  ["list --jsn", "there is no option --jsn; did you mean --json?"],
  ["list extra", "extra is one argument too many"],
  ["read", "read needs ID|FILE"],
  ["play go-fish", "one of --scenario, --all and --stdio says what to play"],
  ["play go-fish --all --stdio", "one of --scenario, --all and --stdio says what to play"],
  ["play go-fish --scenario once", "Did you mean one?"],
  ["play go-fish --all --budget soon", "--budget: expected milliseconds, 1 to 3600000, got soon"],
  ["play go-fish --all --load-budget 0", "--load-budget: expected milliseconds, 1 to 3600000, got 0"],
  ["play go-fish --all --machine other", "go-fish has no machine other; it has machine"],
  [
    "export go-fish",
    "--to is missing: the formats are ts, js, json, mermaid, svg, outline, book, side-by-side, sheet, matrix, matrix-csv, vitest, kit",
  ],
  [
    "export go-fish --to mermade",
    "--to mermade is unknown: the formats are ts, js, json, mermaid, svg, outline, book, side-by-side, sheet, matrix, matrix-csv, vitest, kit, package, player; did you mean mermaid?",
  ],
  ["export go-fish --to", "--to needs a value\n"],
  ["export go-fish --to --out", "--to needs a value; one that begins with - is written as --to=-…\n"],
  ["check go-fisj", "Did you mean go-fish?"],
  ["check nothing.ts", "nothing.ts is neither the id of a game nor a file"],
  ["read rulesets/go-fish/moves.json", "is no TypeScript or JavaScript file"],
  ["list --root elsewhere", "name the folder of games with --root"],
  ["start --port 99999", "a port is a whole number"],
  ["start --port -1", "--port -1: a port is a whole number from 0 (any free one) to 65535"],
  ["start --port=-1", "--port -1: a port is a whole number from 0 (any free one) to 65535"],
])("a wrong command line, %s, is told and ends with 2", async (line, message) => {
  const { code, out, err } = await turnwright(line);

  expect(err).toContain(message);
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

test("play --all plays every scenario of a game", async () => {
  expect(await turnwright("play go-fish --all")).toEqual({ code: 0, out: "ok    one  3 steps\n", err: "" });
});

test("a scenario that goes otherwise ends with 1 and says where", async () => {
  const copy = await changed("rulesets/go-fish/scenarios/one.json", (text) =>
    text.replace(`"over"\n`, `"turn"\n`),
  );

  const { code, out } = await turnwright("play go-fish --scenario one --json", copy);

  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    scenarios: [{ name: "one", ok: false, divergence: { step: 4, what: "in" } }],
  });
});

test("a scenario file is played on a module outside the workspace", async () => {
  const { code, out } = await turnwright(
    "play machines/go-fish.machine.ts --scenario rulesets/go-fish/scenarios/one.json --root elsewhere",
  );

  expect({ code, out }).toEqual({ code: 0, out: "ok    one  3 steps\n" });
});

test("of several machines each is played by its name, or by its place where it has none, exported or not", async () => {
  const module = `import { createMachine } from "xstate";
export const first = createMachine({ initial: "off", states: { off: {} } });
const hidden = createMachine({ initial: "off", states: { off: { on: { PRESS: "on" } }, on: {} } });
export const lamps = [hidden, createMachine({ initial: "red", states: { red: {} } })];
`;
  await writeFile(join(folder, "lamps.ts"), module);
  await writeFile(
    join(folder, "pressed.json"),
    JSON.stringify({
      format: 1,
      title: {},
      steps: [{ send: { type: "PRESS" }, expect: { in: ["on"] } }, { expect: { in: ["on"] } }],
    }),
  );

  const pressed = await turnwright("play lamps.ts --machine hidden --scenario pressed.json");
  const third = await turnwright("play lamps.ts --machine 2 --stdio", folder, ['{"input":{}}']);

  expect(pressed).toEqual({ code: 0, out: "ok    pressed  1 step\n", err: "" });
  expect(JSON.parse(third.out)).toMatchObject({ ok: true, value: "red" });
});

test("a scenario file with faults is not played; they are told with their places", async () => {
  await writeFile(join(folder, "wrong.json"), `{ "format": 1, "title": {}, "steps": [{ "sned": 1 }] }`);

  const { code, err } = await turnwright("play go-fish --scenario wrong.json");

  expect(code).toBe(1);
  expect(err).toMatch(/^wrong\.json:1:\d+ {2}error/);
});

test("play --stdio answers each line", async () => {
  const lines = [`{"input":{}}`, `{"send":{"type":"PASS","by":"P1"},"id":7}`];

  const { code, out } = await turnwright(
    "play go-fish --stdio",
    folder,
    lines.map((line) => `${line}\n`),
  );

  const [started, sent] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(started).toMatchObject({ ok: true, in: ["turn"] });
  expect(sent).toMatchObject({ id: 7, ok: true, in: ["over"], refused: false });
});

test("help lists every command, and help of one shows its usage", async () => {
  const { out } = await turnwright("help");

  for (const name of ["list", "check", "read", "export", "play", "start", "open"]) {
    expect(out).toContain(`turnwright ${name}`);
    expect((await turnwright(`help ${name}`)).out).toBe((await turnwright(`${name} --help`)).out);
  }
});

test("wide characters take two columns of a table", () => {
  expect(widthOf("手番ab")).toBe(6);
});

test("the built command runs from bin", async () => {
  const installed = await mkdtemp(join(tmpdir(), "turnwright-installed-"));
  await cp("bin", join(installed, "bin"), { recursive: true });
  await writeFile(join(installed, "package.json"), `{ "type": "module" }`);
  await symlink(join(process.cwd(), "node_modules"), join(installed, "node_modules"));
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) =>
      execFile(
        process.execPath,
        [join(installed, "bin/turnwright.js"), ...args],
        { cwd: folder },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      ),
    );

  const unbuilt = await run("check");
  await build({
    configFile: "vite.cli.config.ts",
    logLevel: "error",
    build: { outDir: join(installed, "dist/cli") },
  });
  const built = await run("check");
  const wrong = await run("nonsense");
  await rm(installed, { recursive: true });

  expect([unbuilt.code, unbuilt.err]).toEqual([1, expect.stringContaining("npm run build")]);
  expect(built).toEqual({ code: 0, out: "1 game: 0 errors, 0 warnings, 0 notes\n", err: "" });
  expect(wrong.code).toBe(2);
});

describe("a module of XState 6", () => {
  const text = `import { createMachine } from "xstate";
export const machine = createMachine({ initial: "turn", states: { turn: { on: { TAKE: ({ event }) => event.count > 0 ? { target: "over" } : undefined } }, over: {} } });
`;
  const says = /six\.ts:2:81 {2}error {2}This module is written for XState 6 \(“TAKE: [^\n]+xstate-6\n$/;

  test.each(["json", "mermaid", "svg", "js"])("is not exported as %s, and why is told", async (to) => {
    await writeFile(join(folder, "six.ts"), text);

    const { code, out, err } = await turnwright(`export six.ts --to ${to}`);

    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(says);
  });

  test("is said to be one by read and check", async () => {
    await writeFile(join(folder, "six.ts"), text);

    const read = await turnwright("read six.ts");
    const check = await turnwright("check six.ts");

    expect(read.err).toMatch(says);
    expect(JSON.parse(read.out)).toMatchObject({ xstate: 6, diagnostics: [{ code: "xstate-6" }] });
    expect(check.code).toBe(1);
    expect(check.out).toContain("written for XState 6");
    expect(check.out).toContain("1 error");
  });
});
