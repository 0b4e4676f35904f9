import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import type { Files } from "#core/project/history.ts";
import { turnwright } from "#test/support/commandLine.ts";

// The studio and the command line do the same to a game: what the command line wrote is what the studio makes of the same files.
const GAME = "vf-card";
const FILE = `machines/${GAME}.machine.ts`;

let folder: string;
beforeAll(async () => {
  await loadGraphCommands();
  folder = await mkdtemp(join(tmpdir(), "turnwright-follows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LAYOUT = {
  format: 2,
  machines: { machine: { compounds: { turn: { lines: [["draw"], ["main"]] } } } },
};

/** A folder of its own with the game, whose map somebody arranged. */
async function gameFolder(name: string): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, "machines"), { recursive: true });
  await cp(FILE, join(root, FILE));
  await writeFile(join(root, `machines/${GAME}.layout.json`), JSON.stringify(LAYOUT));
  await cp(`rulesets/${GAME}`, join(root, `rulesets/${GAME}`), { recursive: true });
  return root;
}

async function kept(root: string) {
  const workspace = await openWorkspace(root);
  try {
    return await workspace.read(GAME);
  } finally {
    await workspace.close();
  }
}
const filesOf = async (root: string): Promise<Files> =>
  new Map((await kept(root)).map(({ name, text }) => [name, text]));

/** Runs `turnwright edit --write` on the game. */
const write = (root: string, command: string, args: unknown) =>
  turnwright(["edit", FILE, "--write", "--command", command, "--args", JSON.stringify(args)], { cwd: root });

test.each([
  ["event.rename", { name: "RETURN_TO_FIELD", to: "COME_BACK" }, "labels/en"],
  ["guard.rename", { name: "vfInLeavePile", to: "inPile" }, "labels/en"],
  ["clause.rename", { name: "VF-M.1", to: "VF-M.9" }, "text/en"],
  ["state.rename", { state: ["turn", "draw"], to: "drawing" }, "labels/en"],
  ["state.rename", { state: ["turn", "draw"], to: "drawn" }, "layout"],
  ["state.wrap", { state: ["turn", "draw"], key: "opening" }, "labels/en"],
])("%s leaves the files of a game as the studio leaves them", async (command, args, follows) => {
  const root = await gameFolder(`${command}-${follows.replace("/", "-")}`);
  const project = new Project(GAME, await kept(root));
  const before = project.state().files;

  const studio = project.command(command, args, { at: 1 });
  const { code, err } = await write(root, command, args);

  expect([studio, code]).toEqual([expect.objectContaining({ ok: true }), 0]);
  const { files } = project.state();
  expect(files.get(follows)).not.toBe(before.get(follows));
  const written = await filesOf(root);
  expect([...written.keys()].toSorted()).toEqual([...files.keys()].toSorted());
  expect([...files].filter(([name, text]) => written.get(name) !== text).map(([name]) => name)).toEqual([]);
  expect(err).toContain(`${follows}: written\n`);
});

test("a name that the rules have already is refused, and nothing is written", async () => {
  const root = await gameFolder("taken");
  const labels = join(root, `rulesets/${GAME}/labels/en.json`);
  const text = await readFile(labels, "utf8");
  await writeFile(labels, text.replace('"labels": {', '"labels": { "event:COME_BACK": "come back",'));
  const before = await filesOf(root);

  const { code, err } = await write(root, "event.rename", { name: "RETURN_TO_FIELD", to: "COME_BACK" });

  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/ {2}refused {2}.*COME_BACK.* {2}name-taken-in-rules\n$/),
  ]);
  expect(await filesOf(root)).toEqual(before);
});
