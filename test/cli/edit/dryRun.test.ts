import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";

const GAME = "vf-card";
const FILE = `machines/${GAME}.machine.ts`;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "turnwright-dry-run-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function gameFolder(name: string): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, "machines"), { recursive: true });
  await cp(FILE, join(root, FILE));
  await cp(`rulesets/${GAME}`, join(root, `rulesets/${GAME}`), { recursive: true });
  return root;
}

async function textsOf(root: string): Promise<Record<string, string>> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(root.length), await readFile(path, "utf8")])),
  );
}

const edit = (root: string, ...more: string[]) =>
  turnwright(
    [
      "edit",
      FILE,
      "--command",
      "state.rename",
      "--args",
      '{"state":["turn","draw"],"to":"drawACard"}',
      ...more,
    ],
    { cwd: root },
  );

test("--dry-run writes nothing, and its patch does what --write does", async () => {
  const [shown, written] = [await gameFolder("shown"), await gameFolder("written")];
  const before = await textsOf(shown);

  const { code, out, err } = await edit(shown, "--dry-run");

  expect(code, err).toBe(0);
  expect(await textsOf(shown)).toEqual(before);
  expect(err).toMatch(/vf-card\.machine\.ts +\d+ places? +machine/);
  await writeFile(join(folder, "patch"), out);
  execFileSync("git", ["apply", "--unsafe-paths", join(folder, "patch")], { cwd: shown });
  expect((await edit(written, "--write")).code).toBe(0);
  expect(await textsOf(shown)).toEqual(await textsOf(written));
  expect(await textsOf(shown)).not.toEqual(before);
});

test("--dry-run --json names each file with its places and machines", async () => {
  const root = await gameFolder("json");

  const { code, out } = await edit(root, "--dry-run", "--json");

  expect(code).toBe(0);
  const { ok, files, pathMap } = JSON.parse(out);
  expect(ok).toBe(true);
  expect(pathMap["turn.draw"]).toBe("turn.drawACard");
  expect(files[0]).toMatchObject({ file: FILE, machines: ["machine"] });
  expect(files.length).toBeGreaterThan(1);
  for (const { file, places, patch } of files) {
    expect(places, file).toBeGreaterThan(0);
    expect(patch).toContain(`+++ b/${file}`);
  }
});

test("what is refused is refused by --dry-run as well, and what contradicts itself is no command line", async () => {
  const root = await gameFolder("refused");

  expect((await edit(root, "--dry-run", "--args", '{"state":["nowhere"],"to":"x"}')).code).not.toBe(0);
  expect((await edit(root, "--dry-run", "--write")).code).toBe(2);
});

/** Where BACK leads is known only when it runs. */
const unread = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "a", initial: "p", states: { p: { on: { GO: "q" } }, q: { on: JSON.parse('{"BACK":"p"}') } } });
`;
const rename = (to: string, ...more: string[]) => [
  "edit",
  "m.ts",
  "--command",
  "state.rename",
  "--args",
  `{"state":["${to}"],"to":"zz"}`,
  ...more,
];

test("what XState would throw at is refused with its words, and done all the same by --force", async () => {
  const root = join(folder, "parameter");
  await mkdir(root);
  await writeFile(join(root, "m.ts"), unread);

  const refused = await turnwright(rename("p", "--run"), { cwd: root });
  const forced = await turnwright(rename("p", "--run", "--force"), { cwd: root });
  const sound = await turnwright(rename("q", "--run"), { cwd: root });

  expect(refused.code).toBe(1);
  expect(refused.err).toContain("Child state 'p' does not exist");
  expect(refused.err).toContain("--force");
  expect(refused.out).toBe("");
  expect(forced).toMatchObject({ code: 0, out: unread.replace('"p", states: { p:', '"zz", states: { zz:') });
  expect(sound.code).toBe(0);
  expect(sound.err).not.toContain("refused");
});

test("without --run the code of the file is not run, and the answer says that it was only read", async () => {
  const root = join(folder, "not-run");
  await mkdir(root);
  await writeFile(join(root, "m.ts"), unread);

  const { code, err } = await turnwright(rename("p"), { cwd: root });

  expect(code).toBe(0);
  expect(err).toContain("only-read");
});

test("a line of a batch is judged alike, and forced by a word of its own", async () => {
  const line = { text: unread, command: "state.rename", args: { state: ["p"], to: "zz" } };
  const input = [line, { ...line, force: true }].map((one) => `${JSON.stringify(one)}\n`);

  const { code, out } = await turnwright(["edit", "--batch", "--run"], { cwd: folder, input });

  const [refused, forced] = out
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one));
  expect(code).toBe(0);
  expect(refused).toMatchObject({ ok: false, refused: { code: "would-throw", force: true } });
  expect(forced).toMatchObject({ ok: true });
});
