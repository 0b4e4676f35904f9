import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlayer } from "#core/entries/play.ts";
import { kitOf } from "#core/entries/kit.ts";
import { turnwright } from "#test/support/commandLine.ts";

// A package is packed by npm and installed into an empty project beside XState, with nothing of Turnwright and no network.
const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];
/** What a language may weigh, compressed. */
const MAX_WORDS_BYTES = 15 * 1024;

const run = async (file: string, args: readonly string[], cwd: string) => {
  // As in a shell: Vitest tells processes below it that they are part of a test.
  const {
    NODE_OPTIONS: _,
    NODE_ENV: _env,
    VITEST: _vitest,
    NODE_TEST_CONTEXT: _context,
    ...env
  } = process.env;
  const done = promisify(execFile)(file, args, { cwd, env: { ...env, NO_COLOR: "1" }, maxBuffer: 1 << 26 });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ code: 1, out: error.stdout + error.stderr }),
  );
};
const node = (args: readonly string[]) => run(process.execPath, args, app);
const bin = (...path: string[]) => resolve("node_modules", ...path);

let folder: string;
let app: string;
const exported = (args: string, cwd = process.cwd()) =>
  turnwright(
    args.split(" ").map((word) => word.replace("FOLDER", folder)),
    { cwd },
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-package-"));
  app = join(folder, "app");
  await mkdir(app);
  await writeFile(join(app, "package.json"), `{ "type": "module" }`);
  const packed: string[] = [];
  for (const id of games) {
    const { code, err } = await exported(`export ${id} --to package --out FOLDER/${id}`);
    expect([id, code, err]).toEqual([id, 0, expect.stringContaining(`${id}, 18 files`)]);
    const { out } = await run("npm", ["pack", "--silent", "--pack-destination", app], join(folder, id));
    packed.push(`./${out.trim()}`);
  }
  const install = ["install", "--offline", "--no-audit", "--no-fund", ...packed, `file:${bin("xstate")}`];
  expect(await run("npm", install, app)).toMatchObject({ code: 0 });
  expect((await readdir(join(app, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual(
    [...games, "xstate"].toSorted(),
  );
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(games)("all scenarios of %s hold for the installed package, with Node alone", async (id) => {
  const count = (await readdir(`rulesets/${id}/scenarios`)).length;
  const { code, out } = await node([
    "--test",
    "--test-reporter",
    "tap",
    `node_modules/${id}/tests/scenarios-test.js`,
  ]);

  const lines = ["tests", "pass", "fail", "todo"].map((word) =>
    Number(new RegExp(`^# ${word} (\\d+)`, "m").exec(out)?.[1]),
  );
  const todo = lines[3] ?? 0;
  expect([code, ...lines], out.slice(-2000)).toEqual([0, count, count - todo, 0, todo]);
});

test("they hold in Vitest too, and a machine that does something else fails in both", async () => {
  const vitest = [bin("vitest", "vitest.mjs"), "run", "--root", "node_modules/vf-card"];
  await symlink(bin("vitest"), join(app, "node_modules/vitest"));
  const count = (await readdir("rulesets/vf-card/scenarios")).length;
  expect((await node(vitest)).out).toMatch(new RegExp(`Tests +${count} passed`));

  const module = join(app, "node_modules/vf-card/machine/vf-card.machine.js");
  const text = await readFile(module, "utf8");
  await writeFile(module, text.replaceAll("turnNo + 1", "turnNo + 2"));
  const failed = [await node(vitest), await node(["--test", "node_modules/vf-card/tests/scenarios-test.js"])];
  await writeFile(module, text);
  await rm(join(app, "node_modules/vitest"));
  expect(failed.map(({ code }) => code)).toEqual([1, 1]);
});

const tsc = async (name: string, text: string) => {
  await writeFile(join(app, name), text);
  const flags = [
    "--noEmit",
    "--strict",
    "--noUncheckedIndexedAccess",
    "--target",
    "es2022",
    "--module",
    "nodenext",
  ];
  return (await node([bin("typescript", "bin", "tsc"), ...flags, "--types", "", name])).out;
};
const program = (send: string, lang = "ja") => `import { createActor } from "xstate";
import { canRestore, languages, loadKit, machine, machineOf, stamped, type GameEvent, type Seat } from "haikyu-break";
const game = createActor(machine, { input: {} }).start();
game.send(${send});
const seat: Seat = "P2";
const pass: GameEvent = { type: "PASS", by: seat };
game.send(pass);
const { context } = game.getSnapshot();
const hand: number | undefined = context.players[0]?.hand;
const table = createActor(machineOf<"north" | "south">(), { input: { seats: ["north", "south"] } }).start();
table.send({ type: "PRESENT_DECK", by: "north", cards: 40, eventCards: 0 });
const { labels } = await loadKit(${JSON.stringify(lang)});
const { ok } = canRestore(stamped(game.getPersistedSnapshot()));
declare const console: { log(...values: unknown[]): void };
console.log(JSON.stringify([context.toPresent, hand, table.getSnapshot().context.toPresent, Object.keys(labels), languages, ok]));
`;
const PRESENT = `{ type: "PRESENT_DECK", by: "P1", cards: 40, eventCards: 0 }`;

test("an app compiles against it; a wrong event, seat, payload or language is an error", async () => {
  expect(await tsc("good.ts", program(PRESENT))).toBe("");
  expect(await tsc("event.ts", program(PRESENT.replace("DECK", "DICK")))).toContain(
    `'"PRESENT_DICK"' is not assignable`,
  );
  expect(await tsc("seat.ts", program(PRESENT.replace("P1", "P3")))).toContain(`'"P3"' is not assignable`);
  expect(await tsc("field.ts", program(PRESENT.replace("40", `"40"`)))).toContain(
    "'string' is not assignable to type 'number'",
  );
  expect(await tsc("lang.ts", program(PRESENT, "fr"))).toContain(`'"fr"' is not assignable`);
});

test.each(games)(
  "the types of %s are complete: every event, and every seat that its players may have",
  async (id) => {
    const { players } = JSON.parse(await readFile(`rulesets/${id}/ruleset.json`, "utf8")) as {
      players: { max: number };
    };
    const last = `P${players.max}`;
    const more = `P${players.max + 1}`;
    const use = (seat: string) => `import type { Context, GameEvent, Input, Seat } from ${JSON.stringify(id)};
    const seat: Seat = ${JSON.stringify(seat)};
    type IsAny<T> = 0 extends 1 & T ? true : false;
    const known: [IsAny<Context>, IsAny<Input>, IsAny<GameEvent>, string extends GameEvent["type"] ? true : false] = [false, false, false, false];
    export { known, seat };`;
    expect(await tsc(`types-${id}.ts`, use(last))).toBe("");
    expect(await tsc(`types-${id}.ts`, use(more))).toContain(`'"${more}"' is not assignable`);
  },
);

test("the program runs; words are loaded when they are requested, and not before", async () => {
  const source = program(PRESENT).replaceAll(
    /^declare .*$|: Seat|: GameEvent|, type \w+|<"north".*?>|: number \| undefined/gm,
    "",
  );
  await writeFile(join(app, "app.js"), source);
  const out = `[["P2"],0,["south"],["ja"],["zh-Hant","ja","en"],true]\n`;
  expect(await node(["app.js"])).toEqual({ code: 0, out });

  const words = join(app, "node_modules/haikyu-break/words");
  const [ja, en] = await Promise.all(["ja", "en"].map((name) => readFile(join(words, `${name}.js`), "utf8")));
  await writeFile(join(words, "en.js"), "throw new Error('loaded');");
  const unneeded = await node(["app.js"]);
  await writeFile(join(words, "ja.js"), "throw new Error('loaded');");
  const needed = await node(["app.js"]);
  await writeFile(join(words, "en.js"), en ?? "");
  await writeFile(join(words, "ja.js"), ja ?? "");
  expect([unneeded.code, needed.code]).toEqual([0, 1]);
});

test.each(games)(
  "the kit of %s is that of the kit export, plays, and has no language above 15 KiB",
  async (id) => {
    const at = pathToFileURL(join(app, "node_modules", id, "index.js")).href;
    const game = (await import(at)) as {
      machine: never;
      derived: object;
      languages: string[];
      loadKit: (language: string) => Promise<object>;
    };
    const sizes: Record<string, number> = {};
    for (const language of game.languages) {
      const { out } = await exported(`export ${id} --to kit --lang ${language}`);
      expect(await game.loadKit(language)).toEqual(JSON.parse(out));
      sizes[language] = gzipSync(await readFile(join(folder, id, "words", `${language}.js`))).length;
      expect(sizes[language]).toBeLessThanOrEqual(MAX_WORDS_BYTES);
    }
    console.log(id, sizes);
    const kit = kitOf(await game.loadKit("ja"));
    const player = createPlayer(game.machine, kit.spec, game.derived as never);
    expect(player.options(player.start({}).state).length).toBeGreaterThan(0);
    await expect(game.loadKit("fr")).rejects.toThrow(`${id} has no words in fr: it has `);
  },
);

test("README has the map and every clause; package.json has version, digests and licence", async () => {
  const at = (name: string) => readFile(join(app, "node_modules/vf-card", name), "utf8");
  const readme = await at("README.md");
  const { clauses } = JSON.parse(await readFile("rulesets/vf-card/clauses.json", "utf8")) as {
    clauses: { id: string }[];
  };
  for (const { id } of clauses)
    expect(readme).toMatch(new RegExp(`^\\| ${id.replaceAll(".", "\\.")} \\| .+ \\| .+ \\|$`, "m"));
  expect(readme).toContain("(chart.svg)");
  expect(await at("chart.svg")).toMatch(/^<svg /);
  expect(await at("LICENSE")).toContain("MIT");
  const { view } = JSON.parse(await readFile("rulesets/vf-card/view.json", "utf8")) as { view: object };
  expect(JSON.parse(await at("view.json"))).toMatchObject({ view });
  expect(JSON.parse(await at("package.json"))).toMatchObject({
    name: "vf-card",
    version: "1.0.0",
    license: "MIT",
    turnwright: {
      saves: 0,
      digest: expect.stringMatching(/^sha256:/),
      content: expect.stringMatching(/^\w{8,}$/),
    },
  });
});

test("--lang and --locales choose the languages, and the README is in the first; others are refused", async () => {
  const inside = (name: string) => readFile(join(folder, "one", name), "utf8");
  expect(await exported("export vf-card --to package --locales ja,en --out FOLDER/one")).toMatchObject({
    code: 0,
  });
  expect(await readdir(join(folder, "one/words"))).toEqual(["en.js", "ja.js"]);
  expect(await inside("README.md")).toContain("## 条文");
  expect(await inside("readings.json")).not.toContain("zh-Hant");
  const both = await inside("package.json");

  // The same folder again, with less: what is no longer part of it is not packed.
  expect(await exported("export vf-card --to package --lang en --out FOLDER/one")).toMatchObject({ code: 0 });
  expect(await inside("package.json")).not.toContain("words/ja.js");
  expect(JSON.parse(await inside("package.json")).turnwright.content).not.toBe(
    JSON.parse(both).turnwright.content,
  );

  const { code, err } = await exported("export vf-card --to package --locales ja,de --out FOLDER/none");
  expect([code, err]).toEqual([
    2,
    expect.stringContaining("The rules of vf-card are not in de: they are in ja, en, zh-Hant"),
  ]);
});

test("a folder with anything else in it, a file, and no folder are refused, and nothing is written", async () => {
  const full = join(folder, "full");
  await mkdir(full);
  await writeFile(join(full, "package.json"), `{ "name": "vf-card" }`);
  for (const [args, words] of [
    ["--out FOLDER/full", "is not empty, and holds no package vf-card that turnwright export wrote"],
    ["--out FOLDER/haikyu-break", "holds no package vf-card"],
    ["--out FOLDER/full/package.json", "is a file, and --to package needs a folder"],
    ["--json", "--to package needs a folder: --out FOLDER"],
  ] as const)
    expect([args, await exported(`export vf-card --to package ${args}`)]).toEqual([
      args,
      expect.objectContaining({ code: 2, err: expect.stringContaining(words) }),
    ]);
  expect(await readdir(full)).toEqual(["package.json"]);
});

test("a game with errors is refused with its diagnostics", async () => {
  const module = `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: { on: { GO: "nowhere" } } } });\n`;
  await writeFile(join(folder, "bad.machine.ts"), module);
  const { code, err } = await exported("export bad.machine.ts --to package --out FOLDER/bad", folder);
  expect([code, err]).toEqual([1, expect.stringContaining("nowhere")]);
  expect(await readdir(folder)).not.toContain("bad");
});

test("a machine without rules is a package too, and what it comes without is listed", async () => {
  const module = `import { createMachine } from "xstate";\nimport { next } from "./next.ts";\nexport default createMachine({ initial: "a", states: { a: { on: { GO: next } }, b: {} } });\n`;
  await writeFile(join(folder, "lamp.machine.ts"), module);
  await writeFile(join(folder, "next.ts"), `export const next: string = "b";\n`);
  const { code, err } = await exported("export lamp.machine.ts --to package --out FOLDER/lamp", folder);
  expect(code).toBe(0);
  for (const gap of ["a licence", "scenarios", "clauses", "view.json", "types of its events"])
    expect(err).toContain(`without ${gap}`);
  expect(err).toContain(`"license": "UNLICENSED"`);
  await symlink(join(folder, "lamp"), join(app, "node_modules/lamp"));
  await writeFile(
    join(app, "lamp.js"),
    `import { createActor } from "xstate"; import { machine } from "lamp";
     const actor = createActor(machine).start(); actor.send({ type: "GO" }); console.log(actor.getSnapshot().value);`,
  );
  expect(await node(["--preserve-symlinks", "lamp.js"])).toEqual({ code: 0, out: "b\n" });
});

test("--all writes each game into a folder of its own", async () => {
  const { code } = await exported("export --all --to package --lang en --out FOLDER/all");
  expect([code, await readdir(join(folder, "all"))]).toEqual([0, games]);
}, 60_000);
