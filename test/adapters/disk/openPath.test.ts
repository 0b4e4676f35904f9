import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
  await expect(workspace.rename("turns", "other")).rejects.toMatchObject({ code: "refused" });
  await expect(workspace.remove("turns")).rejects.toMatchObject({ code: "refused" });
  expect((await readdir(folder)).sort()).toEqual(["turns.layout.json", "turns.mjs"]);
  expect((await workspace.read("turns")).map(({ name }) => name)).toEqual(["machine", "layout"]);
});

test("a change to a single file by another program is heard", async () => {
  await writeFile(join(folder, "turns.ts"), "1");
  const workspace = await openPath(join(folder, "turns.ts"));
  const heard: string[] = [];
  workspace.watch(({ game }) => heard.push(game));
  await new Promise((done) => setTimeout(done, 400));

  await writeFile(join(folder, "unrelated.ts"), "2");
  await writeFile(join(folder, "turns.ts"), "2");
  const written = performance.now();
  while (heard.length === 0 && performance.now() - written < 3000)
    await new Promise((done) => setTimeout(done, 5));
  await workspace.close();

  expect(heard).toEqual(["turns"]);
  expect(performance.now() - written).toBeLessThan(1000);
});

test("a folder with machines/ is a workspace of foreign games", async () => {
  await mkdir(join(folder, "machines"));
  await writeFile(join(folder, "machines/one.machine.ts"), "1");

  const games = await (await openPath(folder)).list();

  expect(games).toMatchObject([{ id: "one", foreign: true }]);
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
