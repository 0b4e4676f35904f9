import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPath } from "#adapters/disk/openPath.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-open-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a script is one foreign game, and a save changes that very file", async () => {
  await writeFile(join(folder, "Traffic Light.machine.ts"), "before");
  await writeFile(join(folder, "other.ts"), "other");
  const workspace = await openPath(join(folder, "Traffic Light.machine.ts"));

  const [game, ...more] = await workspace.list();
  const base = game!.files[0]!.hash;
  await workspace.save(game!.id, [{ name: "machine", text: "after", base }]);

  expect(more).toEqual([]);
  expect(game).toMatchObject({
    id: "traffic-light",
    foreign: true,
    place: join(workspace.root, "Traffic Light.machine.ts"),
  });
  expect(await readFile(join(folder, "Traffic Light.machine.ts"), "utf8")).toBe("after");
  expect((await readdir(folder)).sort()).toEqual(["Traffic Light.machine.ts", "other.ts"]);
});

test("the layout of a single file is kept beside it, its rules are refused", async () => {
  await writeFile(join(folder, "turns.mjs"), "1");
  const workspace = await openPath(join(folder, "turns.mjs"));

  await workspace.save("turns", [{ name: "layout", text: "{}", base: null }]);
  const terms = workspace.save("turns", [{ name: "terms", text: "{}", base: null }]);

  await expect(terms).rejects.toMatchObject({ code: "refused" });
  await expect(workspace.rename("turns", "other")).rejects.toMatchObject({ code: "fixed" });
  await expect(workspace.remove("turns")).rejects.toMatchObject({ code: "fixed" });
  expect((await readdir(folder)).sort()).toEqual(["turns.layout.json", "turns.mjs"]);
  expect((await workspace.read("turns")).map(({ name }) => name)).toEqual(["machine", "layout"]);
});

test("a change to a single file, and to one that it may import, by another program is heard", async () => {
  await writeFile(join(folder, "turns.ts"), "1");
  const workspace = await openPath(join(folder, "turns.ts"));
  const heard: string[] = [];
  workspace.watch(({ game, siblings, files }) =>
    heard.push(siblings ? `beside ${game}` : `${game} ${files.length}`),
  );
  await new Promise((done) => setTimeout(done, 400));

  const hear = (count: number) => vi.waitUntil(() => heard.length >= count, { timeout: 10_000 });
  await writeFile(join(folder, "notes.txt"), "2");
  await writeFile(join(folder, "phases.ts"), "2");
  await hear(1);
  await writeFile(join(folder, "turns.ts"), "2");
  await hear(2);
  await workspace.close();

  expect(heard).toEqual(["beside turns", "turns 1"]);
});

test("a folder with machines/ is a workspace of foreign games", async () => {
  await mkdir(join(folder, "machines"));
  await writeFile(join(folder, "machines/one.machine.ts"), "1");

  const games = await (await openPath(folder)).list();

  expect(games).toMatchObject([{ id: "one", foreign: true }]);
});

test("a folder of somebody's sources has its modules, also when the folder with the machines is called machines/", async () => {
  const lamp = "export const lamp = createMachine({})";
  await mkdir(join(folder, "machines"));
  await writeFile(join(folder, "machines/lampMachine.ts"), lamp);
  await writeFile(join(folder, "machines/lamp.machine.ts"), lamp);

  const workspace = await openPath(folder);

  const games = await workspace.list();
  expect(games.map(({ path }) => path)).toEqual(["machines/lamp.machine.ts", "machines/lampMachine.ts"]);
  expect(games.map(({ foreign }) => foreign)).toEqual([true, true]);
});

test("any other folder gives the scripts in it that build a machine", async () => {
  await writeFile(join(folder, "a.ts"), "export const machine = createMachine({})");
  await writeFile(join(folder, "A.js"), "createMachine({})");
  await writeFile(join(folder, "helper.ts"), "export const x = 1");
  await writeFile(join(folder, "readme.md"), "createMachine");

  const games = await (await openPath(folder)).list();

  expect(games.map(({ id, place }) => [id, place.slice(folder.length)])).toEqual([
    ["a", "/A.js"],
    ["a-2", "/a.ts"],
  ]);
});

test("modules in folders below are found, those without a machine are named, what others wrote is passed over", async () => {
  const put = async (path: string, text: string) => {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const lamp = (name: string) => `export const ${name} = createMachine({ initial: "a", states: { a: {} } });`;
  await put("src/lamp/machine.ts", `${lamp("lamp")}\n${lamp("bulb")}`);
  await put("src/door/machine.ts", lamp("door"));
  await put("src/door/states.ts", "export const open = {};");
  await put("src/half.ts", "createMachine({ initial: ");
  await put("src/types.d.ts", "export {};");
  await put("src/told.ts", "// see createMachine");
  await put("node_modules/x/index.js", lamp("x"));
  await put(".cache/y.js", lamp("y"));
  const workspace = await openPath(folder);

  const games = await workspace.list();

  expect(games.map(({ id, path, machines }) => [id, path, machines])).toEqual([
    ["half", "src/half.ts", []],
    ["machine", "src/door/machine.ts", ["door"]],
    ["lamp-machine", "src/lamp/machine.ts", ["lamp", "bulb"]],
  ]);
  expect(await workspace.others()).toEqual(["src/told.ts", "src/door/states.ts"]);
  expect((await workspace.siblings("machine")).map(({ path }) => path)).toContain("src/door/states.ts");
  const base = games[1]!.files[0]!.hash;
  await workspace.save("machine", [
    { name: "machine", text: "x", base },
    { name: "layout", text: "{}", base: null },
  ]);
  expect(await readFile(join(folder, "src/door/machine.ts"), "utf8")).toBe("x");
  expect((await readdir(join(folder, "src/door"))).sort()).toEqual([
    "machine.layout.json",
    "machine.ts",
    "states.ts",
  ]);
});

test("opening a file or folder writes nothing, and reading it neither", async () => {
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/turns.ts"), "export const m = createMachine({});\r\n");
  const before = await tree(folder);

  for (const path of [folder, join(folder, "src/turns.ts")]) {
    const workspace = await openPath(path);
    const stop = workspace.watch(() => undefined);
    const [game] = await workspace.list();
    await workspace.read(game!.id);
    await workspace.siblings(game!.id);
    stop();
    await workspace.close();
  }

  expect(await tree(folder)).toEqual(before);
});

/** Every file and folder with its text and the time of its last change. */
async function tree(root: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of await readdir(root, { recursive: true })) {
    const { mtimeMs, size, ino } = await stat(join(root, path));
    found[path] = { mtimeMs, size, ino };
  }
  return found;
}

test("an empty folder is a workspace to be, and stays empty until a game is made", async () => {
  const workspace = await openPath(folder);
  expect(await readdir(folder)).toEqual([]);

  await workspace.create("one", [{ name: "machine", text: "1" }]);

  expect(await readdir(folder)).toEqual(["machines"]);
});

test("what is no script, and what is not there, is refused", async () => {
  await writeFile(join(folder, "notes.txt"), "");

  await expect(openPath(join(folder, "notes.txt"))).rejects.toMatchObject({ code: "refused" });
  await expect(openPath(join(folder, "gone.ts"))).rejects.toMatchObject({ code: "not-found" });
});
