import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { folderNumber } from "#adapters/disk/journal.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";

/**
 * A power cut loses what was not synced: bytes of files, and names in folders. Here every state that a disk may be in afterwards is
 * made, as far as each folder keeps its own changes in order and folders know nothing of each other.
 */
type Op =
  | { readonly kind: "name"; readonly path: string; readonly file: number; readonly gone?: string }
  | { readonly kind: "gone"; readonly path: string }
  | { readonly kind: "sync"; readonly folder: string };

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "turnwright-power-"));
});
afterAll(() => rm(scratch, { recursive: true }));

/** The real disk, writing down what it does. `files` holds what is left of each file when the power goes. */
function recording(root: string, start: ReadonlyMap<string, string>) {
  const ops: Op[] = [];
  const files: string[] = [...start.values()];
  const names = new Map([...start.keys()].map((path, file) => [path, file]));
  const local = (path: string) => relative(root, path);
  const calls: DiskCalls = {
    async write(path, bytes, how) {
      await diskCalls.write(path, bytes, how);
      names.set(local(path), files.push(how?.durable === false ? "" : Buffer.from(bytes).toString()) - 1);
      ops.push({ kind: "name", path: local(path), file: names.get(local(path))! });
    },
    async link(from, to) {
      await diskCalls.link(from, to);
      names.set(local(to), names.get(local(from))!);
      ops.push({ kind: "name", path: local(to), file: names.get(local(from))! });
    },
    async rename(from, to) {
      await diskCalls.rename(from, to);
      expect(dirname(from), "a save renames within a folder").toBe(dirname(to));
      names.set(local(to), names.get(local(from))!);
      names.delete(local(from));
      ops.push({ kind: "name", path: local(to), file: names.get(local(to))!, gone: local(from) });
    },
    async remove(path) {
      await diskCalls.remove(path);
      names.delete(local(path));
      ops.push({ kind: "gone", path: local(path) });
    },
    makeFolder: diskCalls.makeFolder,
    async syncFolder(path) {
      await diskCalls.syncFolder(path);
      ops.push({ kind: "sync", folder: local(path) || "." });
    },
  };
  return { calls, ops, files };
}

/** Which files stand where, for every way in which the power may go after `cut` of the calls. */
function statesAfter(
  cut: number,
  ops: readonly Op[],
  start: ReadonlyMap<string, number>,
): Map<string, number>[] {
  const byFolder = new Map<string, { all: Op[]; safe: number }>();
  for (const op of ops.slice(0, cut)) {
    const folder = op.kind === "sync" ? op.folder : dirname(op.path);
    const entry = byFolder.get(folder) ?? { all: [], safe: 0 };
    if (op.kind === "sync") entry.safe = entry.all.length;
    else entry.all.push(op);
    byFolder.set(folder, entry);
  }
  let states = [new Map(start)];
  for (const { all, safe } of byFolder.values())
    states = states.flatMap((state) =>
      Array.from({ length: all.length - safe + 1 }, (_, more) => {
        const next = new Map(state);
        for (const op of all.slice(0, safe + more)) {
          if (op.kind === "name") next.set(op.path, op.file);
          if (op.kind === "name" && op.gone) next.delete(op.gone);
          if (op.kind === "gone") next.delete(op.path);
        }
        return next;
      }),
    );
  return states;
}

const contentOf = async (root: string) =>
  JSON.stringify((await (await openWorkspace(root)).read("one")).map(({ name, text }) => [name, text]));

const deeds: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  "one file": async (workspace) => {
    const [machine] = await workspace.read("one");
    return workspace.save("one", [{ name: "machine", text: "new", base: machine!.hash }]);
  },
  "files in three folders": async (workspace) => {
    const base = new Map((await workspace.read("one")).map(({ name, hash }) => [name, hash]));
    return workspace.save("one", [
      { name: "machine", text: "new", base: base.get("machine")! },
      { name: "layout", text: "new layout", base: null },
      { name: "terms", text: "new terms", base: base.get("terms")! },
      { name: "text/ja", text: null, base: base.get("text/ja")! },
      { name: "text/en", text: "new text", base: null },
    ]);
  },
};

test.each(Object.entries(deeds))(
  "a power cut at any point of a save of %s leaves the old state or the new one, and the new one once it was acknowledged",
  async (title, deed) => {
    const root = join(scratch, title);
    await mkdir(root);
    await (
      await openWorkspace(root)
    ).create("one", [
      { name: "machine", text: "old" },
      { name: "terms", text: "old terms" },
      { name: "text/ja", text: "old text" },
    ]);
    const old = await contentOf(root);
    const paths = (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    const start = new Map<string, string>();
    for (const path of paths) start.set(path, await readFile(join(root, path), "utf8"));
    const { calls, ops, files } = recording(root, start);
    await deed(await openWorkspace(root, { calls }));
    const done = await contentOf(root);
    const places = new Map([...start.keys()].map((path, file) => [path, file]));

    const seen = new Map<string, { state: Map<string, number>; acknowledged: boolean }>();
    for (let cut = 0; cut <= ops.length; cut++)
      for (const state of statesAfter(cut, ops, places)) {
        const key = JSON.stringify([...state].sort());
        const acknowledged = cut === ops.length;
        seen.set(key, { state, acknowledged: acknowledged || (seen.get(key)?.acknowledged ?? false) });
      }
    let number = 0;
    const outcomes = new Set<string>();
    for (const { state, acknowledged } of seen.values()) {
      const at = join(scratch, `${title} ${number++}`);
      for (const [path, file] of state) {
        await mkdir(dirname(join(at, path)), { recursive: true });
        // The folder stands for the one that the power cut left.
        const text = files[file]!.replace(await folderNumber(root), await folderNumber(at));
        await writeFile(join(at, path), text);
        // Nobody has been at work since the power came back.
        if (path.startsWith(".turnwright")) await makeOld(join(at, path));
      }

      const found = await contentOf(at);

      outcomes.add(found);
      expect(acknowledged ? [done] : [old, done], JSON.stringify([...state])).toContain(found);
      await rm(at, { recursive: true });
    }
    expect(outcomes).toEqual(new Set([old, done]));
    expect(number).toBeGreaterThan(5);
    console.log(`${title}: ${ops.length} calls, ${number} states after a power cut`);
  },
  120_000,
);

async function makeOld(path: string): Promise<void> {
  const then = new Date(Date.now() - 120_000);
  await utimes(path, then, then);
}
