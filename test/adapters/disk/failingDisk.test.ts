import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { folderNumber } from "#adapters/disk/journal.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";

let scratch: string;
/** A folder with one game, made once: a copy need not wait for the disk. */
let template: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "turnwright-faults-"));
  template = join(scratch, "template");
  await mkdir(template);
  await (await openWorkspace(template)).create("one", before);
});
afterAll(() => rm(scratch, { recursive: true }));

/** The real disk, on which the call with this number fails, or every call from it on. */
function failingAt(
  number: number,
  code: string,
  until: "once" | "forever",
): { calls: DiskCalls; made: () => number } {
  let made = 0;
  const guard =
    <A extends unknown[]>(real: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      const mine = made++;
      if (mine === number || (until === "forever" && mine > number))
        throw Object.assign(new Error(`${code}: put in by the test`), { code });
      await real(...args);
    };
  const { write, link, rename, remove, makeFolder, syncFolder } = diskCalls;
  const calls = {
    write: guard(write),
    link: guard(link),
    rename: guard(rename),
    remove: guard(remove),
    makeFolder: guard(makeFolder),
    syncFolder: guard(syncFolder),
  };
  return { calls, made: () => made };
}

const before = [
  { name: "machine", text: "old machine" },
  { name: "ruleset", text: '{"id":"one"}' },
  { name: "terms", text: "old terms" },
];
type Deed = (workspace: Workspace) => Promise<unknown>;
const deeds: Readonly<Record<string, Deed>> = {
  "a save that changes, makes and deletes": async (workspace) => {
    const base = new Map((await workspace.read("one")).map(({ name, hash }) => [name, hash]));
    return workspace.save("one", [
      { name: "machine", text: "new machine", base: base.get("machine")! },
      { name: "labels/ja", text: "new labels", base: null },
      { name: "ruleset", text: "new ruleset", base: base.get("ruleset")! },
      { name: "terms", text: null, base: base.get("terms")! },
    ]);
  },
  "a save of one file": async (workspace) =>
    workspace.save("one", [
      { name: "machine", text: "new machine", base: (await workspace.read("one"))[0]!.hash },
    ]),
  "making a game": (workspace) => workspace.create("two", before),
  "a copy": (workspace) => workspace.duplicate("one", "two"),
  "a rename": (workspace) => workspace.rename("one", "two"),
  "a removal": (workspace) => workspace.remove("one"),
};

async function gameIn(name: string): Promise<string> {
  const root = join(scratch, name);
  await cp(template, root, { recursive: true });
  return root;
}
/** Every game with every text: what a person would find. */
async function contentOf(root: string): Promise<string> {
  const workspace = await openWorkspace(root);
  const games = await workspace.list();
  const read = await Promise.all(
    games.map(async ({ id }) => [id, (await workspace.read(id)).map(({ name, text }) => [name, text])]),
  );
  return JSON.stringify(read);
}
const leftOvers = async (root: string) =>
  (await readdir(root, { recursive: true })).filter(
    (name) => name.includes(".turnwright-") && !name.includes("-trash"),
  );

describe.each(Object.entries(deeds))("%s", (title, deed) => {
  test("a call that fails, whichever and however, leaves all as it was or done, and says so", async () => {
    const root = await gameIn(`${title} untouched`);
    const old = await contentOf(root);
    const count = failingAt(-1, "", "once");
    await deed(await openWorkspace(root, { calls: count.calls }));
    const done = await contentOf(root);
    expect(done).not.toBe(old);
    const total = count.made();
    expect(total).toBeGreaterThan(2);

    let refused = 0;
    const failing = async (code: string) => {
      for (let number = 0; number < total; number++) {
        const at = await gameIn(`${title} ${code} ${number}`);
        const workspace = await openWorkspace(at, { calls: failingAt(number, code, "once").calls });
        const said = await deed(workspace).then(
          () => "done",
          (error: { code?: string }) => error.code,
        );
        // What the same process sees at once, before anything is completed by another start.
        expect(await contentOf(at), `${code} at call ${number} of ${total}: ${said}`).toBe(
          said === "done" ? done : old,
        );
        if (said !== "done") expect(said).toBe(code === "EACCES" ? "denied" : "disk");
        if (said !== "done") refused++;
        expect(await leftOvers(at)).toEqual([]);
      }
    };
    await Promise.all(["ENOSPC", "EIO", "EROFS", "EACCES", "EDQUOT"].map(failing));
    expect(refused).toBeGreaterThan(0);
  }, 60_000);

  test("a process that ends at any call leaves all as it was or done, once the folder is opened again", async () => {
    const root = await gameIn(`${title} whole`);
    const old = await contentOf(root);
    const count = failingAt(-1, "", "once");
    await deed(await openWorkspace(root, { calls: count.calls }));
    const done = await contentOf(root);
    let ended = 0;

    for (let number = 0; number < count.made(); number++) {
      const at = await gameIn(`${title} ended ${number}`);
      const workspace = await openWorkspace(at, { calls: failingAt(number, "EIO", "forever").calls });
      await deed(workspace).catch(() => ended++);

      expect([old, done], `ended at call ${number}`).toContain(await contentOf(at));
      expect(await leftOvers(at)).toEqual([]);
    }
    expect(ended).toBeGreaterThan(2);
  }, 60_000);
});

test.each([
  ["outside the folder", "../outside.txt", "machines/stolen.machine.ts"],
  ["outside, from a game", "machines/one.machine.ts", "../outside.txt"],
  ["of git", "machines/one.machine.ts", ".git/hooks/pre-commit"],
  ["of another tool", "machines/one.machine.ts", "package.json"],
  ["of an imported document", "rulesets/one/source/rules.txt", "machines/stolen.machine.ts"],
  ["of a temporary file elsewhere", ".git/.turnwright-1-0123456789abcdef.tmp", "machines/one.machine.ts"],
])("a journal from elsewhere that names places %s is thrown away", async (title, from, to) => {
  const root = await gameIn(`hostile journal ${title}`);
  await writeFile(join(scratch, "outside.txt"), "theirs");
  const moves = [
    { from, to },
    { from: "machines/one.machine.ts", to: "machines/b.machine.ts" },
  ];
  const others = [
    ".git/hooks/x",
    ".git/.turnwright-1-0123456789abcdef.tmp",
    "rulesets/one/source/rules.txt",
    "package.json",
  ];
  for (const path of others) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), "theirs");
  }
  const before = await readdir(root, { recursive: true });
  const journal = join(root, ".turnwright-journal");
  const folder = await folderNumber(root);
  await writeFile(journal, JSON.stringify({ format: 1, pid: 1 << 22, folder, moves, drop: [] }));
  await rewind(journal);

  const workspace = await openWorkspace(root);

  expect((await workspace.list()).map(({ id }) => id)).toEqual(["one"]);
  expect((await readdir(root, { recursive: true })).sort()).toEqual(before.sort());
  for (const path of [join(scratch, "outside.txt"), join(root, "package.json")])
    expect(await readFile(path, "utf8")).toBe("theirs");
});

test.each([
  ["is carried out in the folder where it was written", true],
  ["that came with a copied folder is thrown away", false],
])("a journal %s", async (title, isHere) => {
  const root = await gameIn(`journal ${title}`);
  const from = "machines/.turnwright-1-0123456789abcdef.tmp";
  await writeFile(join(root, from), "new");
  const moves = [{ from, to: "machines/one.machine.ts" }];
  const folder = await folderNumber(isHere ? root : scratch);
  const journal = join(root, ".turnwright-journal");
  await writeFile(journal, JSON.stringify({ format: 1, pid: 1 << 22, folder, moves, drop: [] }));
  await rewind(journal);
  const before = await readFile(join(root, "machines/one.machine.ts"), "utf8");

  await openWorkspace(root);

  expect(await readFile(join(root, "machines/one.machine.ts"), "utf8")).toBe(isHere ? "new" : before);
  expect(await readdir(root)).not.toContain(".turnwright-journal");
});

/** Makes a file look a minute old: nobody is at work on it. */
async function rewind(path: string): Promise<void> {
  const then = new Date(Date.now() - 60_000);
  await utimes(path, then, then);
}
