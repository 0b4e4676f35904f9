import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "#adapters/disk/diskError.ts";
import type { DiskCalls } from "#adapters/disk/diskCalls.ts";
import { commitMoves, dropAll, tempBeside, type Move } from "#adapters/disk/journal.ts";
import { exists, insideRoot } from "#adapters/disk/safeFile.ts";

/** What is to be at a path: bytes, or with null nothing. `was` is the hash of what is there now, null for nothing. */
export interface PathChange {
  readonly path: string;
  readonly bytes: Uint8Array | null;
  readonly was: string | null;
  /** Where temporary names go instead of the file's own folder, which this change moves away. */
  readonly beside?: string;
}

/**
 * Writes and deletes files and then makes whole `moves` (of folders too), all or none. `unchanged` is called when all
 * contents are there and no other process of ours can save here; if it says no, nothing happens.
 * @returns whether the change was made
 */
export async function changeFiles(
  root: string,
  calls: DiskCalls,
  changes: readonly PathChange[],
  moves: readonly Move[] = [],
  unchanged: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const due: Move[] = [];
  const temps: string[] = [];
  const drop: string[] = [];
  for (const path of moves.flatMap(({ from, to }) => [from, to])) await insideRoot(root, path);
  try {
    for (const { path, bytes, was, beside: by = path } of changes) {
      const full = await insideRoot(root, path);
      const beside = tempBeside(by);
      if (bytes === null) {
        due.push({ from: path, to: beside, hash: was ?? undefined });
        drop.push(beside);
        continue;
      }
      await makeFolders(root, calls, dirname(path));
      temps.push(beside);
      if (was === null) {
        await calls.write(join(root, beside), bytes);
        due.push({ from: beside, to: path });
      } else {
        const old = tempBeside(by);
        drop.push(old);
        await calls.write(join(root, beside), bytes, { mode: (await stat(full)).mode & 0o777 });
        await calls.link(full, join(root, old));
        due.push({ from: beside, to: path, old });
      }
    }
  } catch (error) {
    await dropAll(root, calls, [...temps, ...drop]);
    throw error;
  }
  return commitMoves(root, calls, [...due, ...moves], drop, unchanged);
}

/** Makes a folder below the root and those above it. @throws StoreError `refused` where a link stands in place of one */
export async function makeFolders(root: string, calls: DiskCalls, folder: string): Promise<void> {
  if (folder === ".") return;
  const full = await insideRoot(root, folder);
  if (await exists(full)) return void (await insideRoot(root, `${folder}/x`));
  await makeFolders(root, calls, dirname(folder));
  try {
    await calls.makeFolder(full);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  await calls.syncFolder(dirname(full));
}
