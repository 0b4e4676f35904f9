import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "#core/edit/commands.ts";
import { sound } from "#test/core/analyze/faults.ts";
import { module } from "#test/cli/edit/tools.ts";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-edit-"));
  // A project: who imports its files is known.
  await writeFile(join(folder, "package.json"), "{}");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `turnwright edit` with words as a shell hands them over. */
const edit = (words: readonly string[], cwd = folder, input: readonly string[] = []) =>
  turnwright(["edit", ...words], { cwd, input });

/** A file of its own with the module of three machines. */
async function file(name: string, text = module("ts")): Promise<string> {
  await writeFile(join(folder, name), text);
  return name;
}
const rename = (state: string[], to: string) => [
  "--command",
  "state.rename",
  "--args",
  JSON.stringify({ state, to }),
];

test("what a machine of another file consists of is not edited unless that is wanted", async () => {
  await file(
    "own.ts",
    `import { createMachine } from "xstate";
export const own = createMachine({ id: "own", initial: "p", states: { p: {} } });
`,
  );
  await mkdir(join(folder, "deep"), { recursive: true });
  await file(
    "deep/other.ts",
    `import { createMachine } from "xstate";
import { own } from "../own.js";
export const other = createMachine({ ...own.config, id: "other" });
`,
  );

  const refused = await edit(["own.ts", "--write", ...rename(["p"], "zz")]);
  const forced = await edit(["own.ts", "--force", ...rename(["p"], "zz")]);

  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("other in deep/other.ts:3")]);
  expect([forced.code, forced.err]).toEqual([0, expect.stringContaining("own is exported")]);
});

test("edit prints the new text and leaves the file alone", async () => {
  const name = await file("print.ts");

  const { code, out, err } = await edit([name, "--machine", "game", ...rename(["over"], "done")]);

  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe(module("ts").replace("#game.over", "#game.done").replace("over: {", "done: {"));
  expect(await readFile(join(folder, name), "utf8")).toBe(module("ts"));
});

test("edit --write changes the file, every other byte and its mode stay", async () => {
  const before = `\ufeff${module("js", "\r\n")}`;
  const name = await file("write.mjs", before);
  await chmod(join(folder, name), 0o640);

  const { code, out, err } = await edit([name, "--write", ...rename(["on"], "lit")]);

  expect([code, out, err]).toEqual([0, "", "write.mjs: written\n"]);
  expect(await readFile(join(folder, name), "utf8")).toBe(
    before.replace("FLIP: 'on'", "FLIP: 'lit'").replace("}, on: {}", "}, lit: {}"),
  );
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o640);
});

test("state.copy prints what was copied, and state.paste takes it in another file", async () => {
  const from = await file("from.ts");
  const to = await file("to.js", module("js"));
  const copy = ["--command", "state.copy", "--args", JSON.stringify({ state: ["pause"] })];

  const { out: clip } = await edit([from, "--machine", "game", ...copy]);
  const args = JSON.stringify({ parent: ["over"], clip });
  const paste = [to, "--command", "state.paste", "--args", args.replace("over", "on")];
  const refused = await edit(paste);
  const { out, err } = await edit([...paste, "--force"]);

  expect(refused.err).toMatch(/a transition of lamp: on\.pause would lead to turn, which would not be there/);
  expect(clip).toMatch(/^\/\* turnwright state .* \*\/\npause: \{ after: \{ 1000: 'turn' \}/);
  expect(out).toContain("on: { initial: 'pause', states: { pause: { after: { 1000: 'turn' }");
  expect(err).toMatch(/warning {2}There is no state turn\./);
});

test("a command that changes nothing writes nothing", async () => {
  const name = await file("same.ts");
  const { mtimeMs } = await stat(join(folder, name));

  expect(await edit([name, "--write", ...rename(["on"], "on")])).toEqual({ code: 0, out: "", err: "" });
  expect((await stat(join(folder, name))).mtimeMs).toBe(mtimeMs);
});

test("a refusal is a line with its place, exit 1, and nothing is written", async () => {
  const name = await file("refused.ts");

  const { code, out, err } = await edit([name, "--write", ...rename(["on"], "off")]);

  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe("refused.ts:6:42  refused  The name “off” is already taken there.  name-taken\n");
  expect(await readFile(join(folder, name), "utf8")).toBe(module("ts"));
});

test("warnings are told beside the text", async () => {
  const name = await file("warned.ts");
  const args = JSON.stringify({ state: ["turn", "draw"] });

  const { code, out, err } = await edit([
    name,
    "--machine",
    "1",
    "--command",
    "state.delete",
    "--args",
    args,
  ]);

  expect(code).toBe(0);
  expect(out).toContain("initial: 'main'");
  expect(err).toMatch(
    /^warned\.ts:\d+:\d+ {2}warning {2}The initial state is now main\. {2}initial-changed$/m,
  );
});

test("--json gives the answer of a batch", async () => {
  const name = await file("json.ts");
  const words = ["--machine", "game", ...rename(["over"], "done")];

  const one = JSON.parse((await edit([name, ...words, "--json"])).out);
  const line = {
    file: name,
    machine: "game",
    command: "state.rename",
    args: { state: ["over"], to: "done" },
  };
  const { code, out } = await edit(["--batch"], folder, [JSON.stringify(line)]);

  expect(code).toBe(0);
  expect(one).toEqual(JSON.parse(out));
  expect(JSON.parse((await edit([name, ...words, "--json", "--write"])).out)).toEqual({
    ...one,
    written: [name],
  });
});

const pixels = { format: 1, machines: { machine: { states: { turn: { x: 1, y: 2, w: 3, h: 4 } } } } };
const lines = { format: 2, machines: { machine: { compounds: { "": { lines: [["turn"]] } } } } };

test.each([
  ["pixels", pixels, /"round": \{ "x": 1/],
  ["lines", lines, /\["round"\]/],
])(
  "in a game the rules and %s follow a renamed state, as they do in the studio",
  async (kind, layout, after) => {
    const root = join(folder, `games-${kind}`);
    const at = (path: string) => join(root, path);
    await mkdir(at("machines"), { recursive: true });
    await mkdir(at("rulesets/go-fish/labels"), { recursive: true });
    for (const [name, one] of Object.entries(sound)) {
      const path = name === "machine" ? "machines/go-fish.machine.ts" : `rulesets/go-fish/${name}.json`;
      await mkdir(join(at(path), ".."), { recursive: true });
      await writeFile(at(path), typeof one === "string" ? one : JSON.stringify(one, null, 2));
    }
    await writeFile(at("rulesets/go-fish/labels/en.json"), `{ "labels": { "state:turn": "Turn" } }\n`);
    await writeFile(at("machines/go-fish.layout.json"), JSON.stringify(layout));

    const { code, err } = await edit(
      ["machines/go-fish.machine.ts", "--write", ...rename(["turn"], "round")],
      root,
    );

    expect([code, err.split("\n").sort()]).toEqual([
      0,
      expect.arrayContaining([
        "machines/go-fish.machine.ts: written",
        "labels/en: written",
        "layout: written",
      ]),
    ]);
    expect(await readFile(at("rulesets/go-fish/labels/en.json"), "utf8")).toBe(
      `{ "labels": { "state:round": "Turn" } }\n`,
    );
    expect(await readFile(at("machines/go-fish.layout.json"), "utf8")).toMatch(after);
    expect((await readdir(at("machines"))).sort()).toEqual(["go-fish.layout.json", "go-fish.machine.ts"]);
  },
);

test("a module that is reached by a link is edited where it lies", async () => {
  const name = await file("real.ts");
  await symlink(join(folder, name), join(folder, "link.ts"));

  expect((await edit(["link.ts", "--write", ...rename(["on"], "lit")])).code).toBe(0);
  expect(await readFile(join(folder, name), "utf8")).toContain("FLIP: 'lit'");
});

test("--list --json names every command with a JSON Schema of its arguments", async () => {
  const { code, out } = await edit(["--list", "--json"]);
  const listed = JSON.parse(out).commands as { id: string; title: string; args: { type: string } }[];

  expect(code).toBe(0);
  expect(listed.map(({ id }) => id)).toEqual([...commands.keys()]);
  for (const { id, title, args } of listed) {
    expect(title).toMatch(/\S/);
    expect(args).toEqual(commands.get(id)?.args);
  }
});

test.each(["en", "ja", "zh-Hant"])("--list is a table in %s", async (lang) => {
  const { out } = await edit(["--list", "--lang", lang]);

  expect(out.trimEnd().split("\n")).toHaveLength(commands.size + 1);
  expect(out).toMatch(/^state\.delete +state, policy\?, initial\? {2,}\S/m);
});

test.each([
  [[], "one of FILE, --batch and --list"],
  [["a.ts", "--batch"], "one of FILE, --batch and --list"],
  [["--batch", "--write"], "--write goes with FILE"],
  [["a.ts"], "--command is missing"],
  [["a.ts", "--command", "state.renam"], "did you mean state.rename"],
  [["a.ts", "--command", "state.rename", "--args", "{"], "--args is no JSON"],
  [["--list", "--lang", "xx"], "the languages are"],
])("the command line %j is wrong, and it says why", async (words, why) => {
  const { code, err } = await edit(words);

  expect(code).toBe(2);
  expect(err).toContain(why);
});

test.each([
  ["nowhere.ts", "There is no file nowhere.ts: edit takes the path of a module."],
  [
    "haikyu-break",
    "haikyu-break is not a file: edit takes the path of a module; that of a game is machines/haikyu-break.machine.ts.",
  ],
  [".", ". is not a regular file: edit takes the path of a module."],
])("what is no module, such as %s, is a refusal that says what would be right", async (file, says) => {
  const { code, err } = await edit([file, "--write", ...rename(["on"], "lit")]);

  expect([code, err]).toEqual([1, `${file}  refused  ${says}  file-not-read\n`]);
});
