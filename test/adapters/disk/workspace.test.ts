import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { folderNumber } from "#adapters/disk/journal.ts";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import type { StoreEvent } from "#core/project/store.ts";
import { storeContract } from "#test/adapters/storage/storeContract.ts";

const fresh = () => mkdtemp(join(tmpdir(), "turnwright-disk-"));

/** Another program that edits the same folder: a copy that is worked on elsewhere and put over ours file by file. */
storeContract("a folder on disk", async () => {
  const root = await fresh();
  const store = await openWorkspace(root);
  const elsewhere = await openWorkspace(root);
  return {
    store,
    elsewhere,
    async close() {
      await store.close();
      await elsewhere.close();
      await rm(root, { recursive: true });
    },
  };
});

let root: string;
beforeEach(async () => {
  root = await fresh();
  await mkdir(join(root, "machines"));
  await writeFile(join(root, "machines/one.machine.ts"), "1");
});
afterEach(() => rm(root, { recursive: true }));

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "no error",
    (error: { code?: string }) => error.code,
  );

test("opening a folder writes nothing", async () => {
  const workspace = await openWorkspace(root);
  await workspace.list();
  await workspace.read("one");

  expect(await filesBelow(root)).toEqual(["machines/one.machine.ts"]);
});

test("a save leaves the files of the game and nothing beside them", async () => {
  const workspace = await openWorkspace(root);
  const [file] = await workspace.read("one");

  await workspace.save("one", [
    { name: "machine", text: "2", base: file!.hash },
    { name: "labels/ja", text: "{}", base: null },
  ]);

  expect(await filesBelow(root)).toEqual(["machines/one.machine.ts", "rulesets/one/labels/ja.json"]);
  expect(await readFile(join(root, "machines/one.machine.ts"), "utf8")).toBe("2");
});

test("renaming takes along files that the studio does not know, the imported document too", async () => {
  await mkdir(join(root, "rulesets/one/source"), { recursive: true });
  await writeFile(join(root, "rulesets/one/source/rules.pdf"), Uint8Array.of(0xff, 0, 1));
  await writeFile(join(root, "rulesets/one/ruleset.json"), '{"id":"one"}');
  const workspace = await openWorkspace(root);

  await workspace.rename("one", "two");

  expect(await filesBelow(root)).toEqual([
    "machines/two.machine.ts",
    "rulesets/two/ruleset.json",
    "rulesets/two/source/rules.pdf",
  ]);
  expect(await readFile(join(root, "rulesets/two/ruleset.json"), "utf8")).toBe('{"id":"two"}');
  expect([...(await readFile(join(root, "rulesets/two/source/rules.pdf")))]).toEqual([0xff, 0, 1]);
});

test("a removed game lies whole in the trash folder, which git does not look at", async () => {
  await mkdir(join(root, "rulesets/one/source"), { recursive: true });
  await writeFile(join(root, "rulesets/one/source/rules.txt"), "words");
  await writeFile(join(root, "machines/one.layout.json"), "{}");
  const workspace = await openWorkspace(root);

  await workspace.remove("one");

  const files = await filesBelow(root);
  expect(files.map((path) => path.replace(/\d{8}T\d{6}Z/, "TIME"))).toEqual([
    ".turnwright-trash/.gitignore",
    ".turnwright-trash/TIME-one/machines/one.layout.json",
    ".turnwright-trash/TIME-one/machines/one.machine.ts",
    ".turnwright-trash/TIME-one/rulesets/one/source/rules.txt",
  ]);
  expect(await readFile(join(root, ".turnwright-trash/.gitignore"), "utf8")).toBe("*\n");
});

test("links are refused wherever they stand, and nothing is written through them", async () => {
  const outside = await fresh();
  await writeFile(join(outside, "secret.json"), '{"title":{"en":"outside"}}');
  await mkdir(join(root, "rulesets/one"), { recursive: true });
  await symlink(join(outside, "secret.json"), join(root, "rulesets/one/ruleset.json"));
  await symlink(outside, join(root, "rulesets/one/text"));
  await symlink(join(outside, "nowhere"), join(root, "rulesets/one/labels"));
  await symlink(join(outside, "secret.json"), join(root, "machines/two.machine.ts"));
  const workspace = await openWorkspace(root);
  const save = (name: string, base: string | null) => workspace.save("one", [{ name, text: "x", base }]);

  expect(await codeOf(workspace.read("one"))).toBe("refused");
  expect(await codeOf(workspace.read("two"))).toBe("refused");
  expect(await codeOf(save("ruleset", null))).toBe("refused");
  expect(await codeOf(save("text/en", null))).toBe("refused");
  expect(await codeOf(save("labels/en", null))).toBe("refused");
  expect(
    (await workspace.list()).map(({ id, title, files }) => [id, title, files.map(({ name }) => name)]),
  ).toEqual([
    ["one", {}, ["machine"]],
    ["two", {}, []],
  ]);
  expect(await filesBelow(outside)).toEqual(["secret.json"]);
  await rm(outside, { recursive: true });
});

test.each([
  ["machines", "machines", ["one.machine.ts"]],
  ["the folder of layouts and rules", "rulesets", ["one/ruleset.json"]],
  ["the trash", ".turnwright-trash", []],
])("nothing is moved, made or taken where %s is a link to elsewhere", async (_, name, inIt) => {
  const outside = await fresh();
  await rm(join(root, name), { recursive: true, force: true });
  for (const path of inIt) {
    await mkdir(dirname(join(outside, path)), { recursive: true });
    await writeFile(join(outside, path), "{}");
  }
  await symlink(outside, join(root, name));
  const store = await openWorkspace(root);

  const made = [
    { name: "machine", text: "2" },
    { name: "ruleset", text: "{}" },
  ];
  const removed = await codeOf(store.remove("one"));
  const renamed = await codeOf(store.rename("one", "two"));
  await codeOf(store.create("three", made));
  await codeOf(store.save("one", [{ name: "ruleset", text: "{ }", base: null }]));

  expect(removed).toBe("refused");
  // What is renamed has nothing to do with the trash.
  expect(renamed).toBe(name === ".turnwright-trash" ? "no error" : "refused");
  expect(await filesBelow(outside)).toEqual(inIt);
  await store.close();
  await rm(outside, { recursive: true });
});

test.skipIf(process.platform !== "linux")("a game of many files has few of them open at once", async () => {
  await mkdir(join(root, "rulesets/one/scenarios"), { recursive: true });
  const names = Array.from({ length: 1_500 }, (_, i) => `scenarios/s${i}`);
  for (const name of names) await writeFile(join(root, `rulesets/one/${name}.json`), "{}");
  const store = await openWorkspace(root);
  const open = async () => (await readdir("/proc/self/fd")).length;
  const before = await open();
  let most = 0;
  let done = false;
  const looking = (async () => {
    while (!done) most = Math.max(most, await open());
  })();

  const [game] = await store.list();
  const saved = await store.save(
    "one",
    names.map((name) => ({ name, text: "{ }", base: contentHash("{}") })),
  );
  done = true;
  await looking;

  expect(game?.files).toHaveLength(names.length + 1);
  expect(saved.ok).toBe(true);
  expect(most - before).toBeLessThan(100);
  await store.close();
});

test("a machines folder that is a link is refused", async () => {
  const outside = await fresh();
  await cp(join(root, "machines"), outside, { recursive: true });
  await rm(join(root, "machines"), { recursive: true });
  await symlink(outside, join(root, "machines"));
  const workspace = await openWorkspace(root);

  expect(await codeOf(workspace.read("one"))).toBe("refused");
  await rm(outside, { recursive: true });
});

test("a file that is not UTF-8 is refused by name and left as it is", async () => {
  const bytes = Uint8Array.of(0x31, 0xff, 0xfe);
  await writeFile(join(root, "machines/one.machine.ts"), bytes);
  const workspace = await openWorkspace(root);

  await expect(workspace.read("one")).rejects.toThrow(/machines\/one\.machine\.ts is not UTF-8/);
  expect(new Uint8Array(await readFile(join(root, "machines/one.machine.ts")))).toEqual(bytes);
});

test("a file above 8 MB is refused", async () => {
  await writeFile(join(root, "machines/one.machine.ts"), "x".repeat(8 * 1024 * 1024 + 1));

  expect(await codeOf((await openWorkspace(root)).read("one"))).toBe("too-large");
});

test("the watcher tells of another program's write, and not of our own", async () => {
  const workspace = await openWorkspace(root);
  const events: StoreEvent[] = [];
  workspace.watch((event) => events.push(event));
  await pause(500);

  const [file] = await workspace.read("one");
  await workspace.save("one", [{ name: "machine", text: "ours", base: file!.hash }]);
  await workspace.create("two", [{ name: "machine", text: "ours" }]);
  await workspace.rename("two", "three");
  await workspace.remove("three");
  await pause(500);
  const own = [...events];
  await mkdir(join(root, "rulesets/one/scenarios"), { recursive: true });
  await writeFile(join(root, "rulesets/one/scenarios/a.json"), "{}");
  await vi.waitUntil(() => events.length > 0, { timeout: 10_000 });
  await workspace.close();

  expect(own).toEqual([]);
  expect(events.map(({ game, files }) => [game, files.map(({ name }) => name)])).toEqual([
    ["one", ["scenarios/a"]],
  ]);
});

test("a folder that was moved away and comes back is watched again", async () => {
  const workspace = await openWorkspace(root);
  const events: StoreEvent[] = [];
  const failures: string[] = [];
  workspace.watch(
    (event) => events.push(event),
    ({ message }) => failures.push(message),
  );
  await pause(500);
  await rename(root, `${root}-moved`);
  await vi.waitUntil(() => failures.length > 0, { timeout: 10_000 });
  await rename(`${root}-moved`, root);
  await writeFile(join(root, "machines/one.machine.ts"), "theirs");
  await vi.waitUntil(() => events.length > 0, { timeout: 10_000 });
  await pause(500);
  await writeFile(join(root, "machines/one.layout.json"), "{}");
  await vi.waitUntil(() => events.length > 1, { timeout: 10_000 });
  await workspace.close();

  expect(events.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(["machine", "layout"]);
});

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test.each([
  ["of another folder, made just now by a process that lives", "1:1", 0],
  ["without a folder", undefined, 0],
  ["of another folder, with a time that is yet to come", "1:1", 3_600],
])("a repository's own journal %s moves nothing and holds nobody up", async (_, written, ahead) => {
  const machine = join(root, "machines/one.machine.ts");
  const before = await readFile(machine, "utf8");
  const planted = "machines/.turnwright-1-0123456789abcdef.tmp";
  await writeFile(join(root, planted), "evil");
  const moves = [
    { from: "machines/one.machine.ts", to: "machines/gone.machine.ts" },
    { from: planted, to: "machines/one.machine.ts" },
  ];
  const journal = { format: 1, pid: process.ppid, folder: written, moves, drop: ["machines/one.machine.ts"] };
  await writeFile(join(root, ".turnwright-journal"), JSON.stringify(journal));
  const when = Date.now() / 1000 + ahead;
  await utimes(join(root, ".turnwright-journal"), when, when);

  const workspace = await openWorkspace(root);

  expect((await workspace.list()).map(({ id }) => id)).toEqual(["one"]);
  expect(await readFile(machine, "utf8")).toBe(before);
  await workspace.close();
});

test("a torn journal with a time that is yet to come does not hold up for ever", async () => {
  await writeFile(join(root, ".turnwright-journal"), "{");
  const when = Date.now() / 1000 + 3_600;
  await utimes(join(root, ".turnwright-journal"), when, when);

  expect((await (await openWorkspace(root)).list()).map(({ id }) => id)).toEqual(["one"]);
});

test.each<[string, object]>([
  ["a folder onto one with files", { from: "rulesets/one", to: "rulesets/two" }],
  ["a file onto a folder", { from: "machines/one.machine.ts", to: "rulesets/two" }],
  ["a folder onto a file", { from: "rulesets/one", to: "machines/one.machine.ts" }],
  ["a folder as if it were a file", { from: "rulesets/one", to: "rulesets/three", hash: "sha256:0" }],
  ["a folder into itself", { from: "rulesets/one", to: "rulesets/one/terms.json" }],
])("a journal of %s is set aside, and the folder opens with all its files", async (_, move) => {
  for (const id of ["one", "two"]) {
    await mkdir(join(root, "rulesets", id), { recursive: true });
    await writeFile(join(root, "rulesets", id, "ruleset.json"), `{"id":"${id}"}`);
  }
  const files = await filesBelow(root);
  const journal = { format: 1, pid: 1, folder: await folderNumber(root), moves: [move], drop: [] };
  const text = JSON.stringify(journal);
  await writeFile(join(root, ".turnwright-journal"), text);
  await utimes(join(root, ".turnwright-journal"), 0, 0);
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();

  const workspace = await openWorkspace(root);
  const ids = (await workspace.list()).map(({ id }) => id);
  const said = warn.mock.calls.map(([what]) => String(what));
  warn.mockRestore();

  expect(ids).toEqual(["one"]);
  const [aside = ""] = (await readdir(root)).filter((name) => name.startsWith(".turnwright-journal"));
  expect(await readFile(join(root, aside), "utf8")).toBe(text);
  expect(said).toEqual([expect.stringContaining(`set aside as ${join(root, aside)}`)]);
  expect((await filesBelow(root)).filter((name) => name !== aside)).toEqual(files);
  // The next one who opens the folder is not told again, and can save.
  const again = await openWorkspace(root);
  await again.create("three", [{ name: "machine", text: "3" }]);
  expect(await readdir(root)).toContain(aside);
});

test.skipIf(process.platform === "win32")(
  "a file that cannot be opened is the problem of that file alone",
  async () => {
    const socket = createServer().listen(join(root, "machines/wire.machine.ts"));
    await once(socket, "listening");
    await mkdir(join(root, "machines/dir.machine.ts"));
    const workspace = await openWorkspace(root);
    const listed = await workspace.list();
    const reading = workspace.read("wire");

    expect(listed.map(({ id, files }) => [id, files.length])).toEqual([
      ["dir", 0],
      ["one", 1],
      ["wire", 0],
    ]);
    await expect(reading).rejects.toMatchObject({
      code: "disk",
      message: expect.stringMatching(/machines\/wire\.machine\.ts .*ENXIO/),
    });
    expect(await workspace.read("one")).toHaveLength(1);
    socket.close();
  },
);

test("new contents that a journal cannot put in place stay too", async () => {
  const temp = "machines/.turnwright-1-0123456789abcdef.tmp";
  await writeFile(join(root, temp), "new contents");
  await mkdir(join(root, "machines/one.layout.json"));
  const moves = [{ from: temp, to: "machines/one.layout.json" }];
  const journal = { format: 1, pid: 1, folder: await folderNumber(root), moves, drop: [] };
  await writeFile(join(root, ".turnwright-journal"), JSON.stringify(journal));
  await utimes(join(root, ".turnwright-journal"), 0, 0);
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();

  for (let start = 0; start < 2; start++) await openWorkspace(root);
  warn.mockRestore();

  expect(await readFile(join(root, `${temp}-set-aside`), "utf8")).toBe("new contents");
});

/** The disk on which another program does something right before the next save takes the lock. */
const interrupted = (byOther: () => Promise<unknown>): DiskCalls => {
  let isDone = false;
  return {
    ...diskCalls,
    async link(from, to) {
      if (!isDone && to.endsWith(".turnwright-journal")) {
        isDone = true;
        await byOther();
      }
      await diskCalls.link(from, to);
    },
  };
};

test.each<[string, (workspace: Workspace) => Promise<unknown>]>([
  ["a rename to the same name", (workspace) => workspace.rename("one", "two")],
  ["a rename to another name", (workspace) => workspace.rename("one", "three")],
  ["a removal", (workspace) => workspace.remove("one")],
])(
  "of a rename and %s at the same moment the second says what happened, and the first stands",
  async (_, second) => {
    await mkdir(join(root, "rulesets/one"), { recursive: true });
    await writeFile(join(root, "rulesets/one/ruleset.json"), '{"id":"one"}');
    const calls = interrupted(async () => {
      await rename(join(root, "machines/one.machine.ts"), join(root, "machines/two.machine.ts"));
      await rename(join(root, "rulesets/one"), join(root, "rulesets/two"));
    });

    const late = second(await openWorkspace(root, { calls }));

    await expect(late).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("nothing is lost"),
    });
    const [game] = await (await openWorkspace(root)).list();
    expect([game?.id, game?.files.map(({ name }) => name)]).toEqual(["two", ["machine", "ruleset"]]);
  },
);

test("a game that another program makes at the same moment is not written over", async () => {
  const path = join(root, "machines/two.machine.ts");
  const workspace = await openWorkspace(root, { calls: interrupted(() => writeFile(path, "theirs")) });

  expect(await codeOf(workspace.create("two", [{ name: "machine", text: "ours" }]))).toBe("exists");
  expect(await readFile(path, "utf8")).toBe("theirs");
});

test("a journal from elsewhere whose moves lead through a link is thrown away, and nothing else happens", async () => {
  const outside = await fresh();
  await mkdir(join(root, "rulesets"));
  await symlink(outside, join(root, "rulesets/one"));
  const from = "machines/one.machine.ts";
  const moves = [{ from, to: "rulesets/one/clauses.json" }];
  const journal = { format: 1, pid: 1, folder: await folderNumber(root), moves, drop: [] };
  await writeFile(join(root, ".turnwright-journal"), JSON.stringify(journal));
  await utimes(join(root, ".turnwright-journal"), 0, 0);

  const workspace = await openWorkspace(root);

  expect((await workspace.list()).map(({ id }) => id)).toEqual(["one"]);
  expect(await readdir(outside)).toEqual([]);
  expect((await readdir(root)).sort()).toEqual(["machines", "rulesets"]);
  await rm(outside, { recursive: true });
});

test("a folder that was moved away is named, and its games are there again when it is back", async () => {
  const store = await openWorkspace(root);
  const away = `${root}-away`;
  await rename(root, away);
  const failures = await Promise.allSettled([
    store.list(),
    store.read("one"),
    store.save("one", [{ name: "machine", text: "2", base: contentHash(Buffer.from("1")) }]),
  ]);
  await rename(away, root);

  for (const failure of failures)
    expect(failure).toMatchObject({
      reason: { code: "not-found", message: `There is no folder ${store.root}` },
    });
  expect((await store.list()).map(({ id }) => id)).toEqual(["one"]);
  await store.close();
});
