import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isGameId } from "#core/project/gameFiles.ts";
import { crawl, crawlScripts } from "#adapters/disk/crawlScripts.ts";
import { folderNumber } from "#adapters/disk/journal.ts";
import { openStartFolder } from "#adapters/disk/startFolder.ts";

vi.mock("#adapters/disk/crawlScripts.ts", { spy: true });

const bounds = { depth: 4, files: 100, bytes: 1_000_000 };
const machine = (key: string) =>
  `import { createMachine } from "xstate";\nexport const ${key} = createMachine({ initial: "a", states: { a: {} } });\n`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-start-folder-"));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/lamp.ts"), machine("lamp"));
});
afterEach(() => rm(folder, { recursive: true }));

test("in a folder without games the machines that lie in it are foreign games, saved to their own files", async () => {
  const store = await openStartFolder(folder, bounds);

  const [lamp] = await store.list();
  await store.save("src-lamp", [{ name: "machine", text: machine("light"), base: lamp!.files[0]!.hash }]);
  await store.close();

  expect(lamp).toMatchObject({
    id: "src-lamp",
    path: "src/lamp.ts",
    foreign: true,
    found: true,
    machines: ["lamp"],
  });
  expect(await readFile(join(folder, "src/lamp.ts"), "utf8")).toBe(machine("light"));
  expect((await readdir(folder)).sort()).toEqual(["src"]);
});

test("what is made beside them is a game of the folder, and both are there", async () => {
  const store = await openStartFolder(folder, bounds);

  await store.create("chess", [{ name: "machine", text: machine("chess") }]);
  await store.duplicate("src-lamp", "copy");

  expect((await store.list()).map(({ id, path, found }) => [id, path, found])).toEqual([
    ["chess", "machines/chess.machine.ts", undefined],
    ["copy", "machines/copy.machine.ts", undefined],
    ["src-lamp", "src/lamp.ts", true],
  ]);
  await expect(store.create("src-lamp", [{ name: "machine", text: "" }])).rejects.toMatchObject({
    code: "exists",
  });
  await expect(store.remove("src-lamp")).rejects.toMatchObject({ code: "fixed" });
  await store.close();
});

test("a machine that comes later is found at the next look, and the others keep their ids", async () => {
  const store = await openStartFolder(folder, bounds);
  await store.list();

  await mkdir(join(folder, "a"));
  await writeFile(join(folder, "a/lamp.ts"), machine("other"));

  expect((await store.list()).map(({ id, path }) => [id, path])).toEqual([
    ["src-lamp", "src/lamp.ts"],
    ["a-lamp", "a/lamp.ts"],
  ]);
  await store.close();
});

test("a file has the same id at the next start, whatever was put beside it meanwhile", async () => {
  const idsAtStart = async () => {
    const store = await openStartFolder(folder, bounds);
    const ids = (await store.list()).map(({ id, path }) => [path, id] as const);
    await store.close();
    return new Map(ids);
  };
  const before = await idsAtStart();
  const more = [
    "a/lamp.ts",
    "lamp.ts",
    "src/lamp.js",
    "src/lamp.machine.ts",
    "src/a/lamp.ts",
    "src/a-lamp.ts",
  ];
  await mkdir(join(folder, "a"));
  await mkdir(join(folder, "src/a"));
  for (const path of more) await writeFile(join(folder, path), machine("other"));

  const after = await idsAtStart();

  expect(after.get("src/lamp.ts")).toBe(before.get("src/lamp.ts"));
  expect([...after.keys()].toSorted()).toEqual([...more, "src/lamp.ts"].toSorted());
  expect(new Set(after.values()).size).toBe(after.size);
  expect([...after.values()].filter((id) => !isGameId(id))).toEqual([]);
});

test("another program's change of a found machine is told", async () => {
  const store = await openStartFolder(folder, bounds);
  const heard: string[] = [];
  store.watch(({ game, files }) => files.length > 0 && heard.push(game));
  await new Promise((done) => setTimeout(done, 400));

  await writeFile(join(folder, "src/lamp.ts"), machine("light"));
  await vi.waitUntil(() => heard.length > 0, { timeout: 10_000 });
  await store.close();

  expect(heard).toEqual(["src-lamp"]);
});

test("the folder is looked through when its games are listed, and not for each read or save", async () => {
  const crawl = vi.mocked(crawlScripts);
  const store = await openStartFolder(folder, bounds);
  const [lamp] = await store.list();
  const looks = crawl.mock.calls.length;

  await store.read("src-lamp");
  await store.save("src-lamp", [{ name: "machine", text: machine("light"), base: lamp!.files[0]!.hash }]);
  await expect(store.rename("src-lamp", "lamp")).rejects.toMatchObject({ code: "fixed" });
  await store.duplicate("src-lamp", "copy");
  expect(crawl.mock.calls.length).toBe(looks);
  await store.close();
});

test("a folder with games has nothing found", async () => {
  await mkdir(join(folder, "machines"));
  await writeFile(join(folder, "machines/chess.machine.ts"), machine("chess"));

  const store = await openStartFolder(folder, bounds);

  expect((await store.list()).map(({ id }) => id)).toEqual(["chess"]);
  await store.close();
});

test("a save of a found machine that was cut off is completed at the next start", async () => {
  const drafts = ["src/.turnwright-1-0123456789abcdef.tmp", "src/.turnwright-1-0123456789abcdee.tmp"];
  for (const draft of drafts) await writeFile(join(folder, draft), machine("light"));
  const moves = [
    { from: drafts[0], to: "src/lamp.ts" },
    { from: drafts[1], to: "src/lamp.layout.json" },
  ];
  const journal = { format: 1, pid: 2 ** 30, folder: await folderNumber(folder), moves, drop: [] };
  await writeFile(join(folder, ".turnwright-journal"), JSON.stringify(journal));

  const store = await openStartFolder(folder, bounds);
  await store.close();

  expect(await readFile(join(folder, "src/lamp.ts"), "utf8")).toBe(machine("light"));
  expect((await readdir(join(folder, "src"))).sort()).toEqual(["lamp.layout.json", "lamp.ts"]);
  expect(await readdir(folder)).toEqual(["src"]);
});

test("a file is no folder to start in", async () => {
  await expect(openStartFolder(join(folder, "src/lamp.ts"), bounds)).rejects.toMatchObject({
    code: "refused",
  });
});

test("a look around ends at a number of names, the shallow ones first, and says so", async () => {
  await writeFile(join(folder, "near.ts"), machine("near"));
  await mkdir(join(folder, "photos"));
  for (let i = 0; i < 20; i++) await writeFile(join(folder, "photos", `${i}.jpg`), "");

  const cut = await crawl(folder, { ...bounds, names: 10 });

  expect(cut.isCut).toBe(true);
  expect(cut.scripts.map(({ path }) => path)).toEqual(["near.ts"]);
  expect((await crawl(folder, bounds)).isCut).toBe(false);
});
