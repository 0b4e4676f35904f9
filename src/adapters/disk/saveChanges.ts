import { StoreError, type FileChange, type FileEntry, type TheirFile } from "#core/project/store.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { changeFiles, type PathChange } from "#adapters/disk/changeFiles.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import type { DiskCalls } from "#adapters/disk/diskCalls.ts";
import { fewAtATime } from "#adapters/disk/fewAtATime.ts";
import { decodeText } from "#adapters/disk/safeFile.ts";

/** Where the files of a game lie. */
interface GameFolder {
  readonly root: string;
  readonly calls: DiskCalls;
  /** The path below the root. @throws StoreError `refused` */
  pathOf(name: string): string;
  bytesOf(name: string): Promise<Uint8Array | undefined>;
}

/** What became of a save; `removed` are names of files that are gone by it. */
type SavedChanges =
  | { readonly ok: true; readonly files: readonly FileEntry[]; readonly removed: readonly string[] }
  | { readonly ok: false; readonly code: "stale"; readonly theirs: readonly TheirFile[] };

/**
 * Writes all changes of a game or none. What another program wrote since is not written over, unless it is the same.
 * @returns undefined where another program wrote while this was under way: nothing is written then, and it is to be tried again
 * @throws StoreError `refused` for a file of a newer format
 */
export async function saveChanges(
  game: GameFolder,
  changes: readonly FileChange[],
): Promise<SavedChanges | undefined> {
  const found = await fewAtATime(changes, async ({ name, text, base }) => {
    const there = await game.bytesOf(name);
    const bytes = text === null ? null : Buffer.from(text, "utf8");
    return { name, base, bytes, hash: bytes && contentHash(bytes), there, was: hashOf(there) };
  });
  const stale = found.filter(({ was, base, hash }) => was !== base && was !== hash);
  if (stale.length > 0) {
    const theirs = stale.map(({ name, there, was }): TheirFile => ({
      name,
      text: there ? decodeText(there, game.pathOf(name)) : null,
      hash: was,
    }));
    return { ok: false, code: "stale", theirs };
  }
  const due = found.filter(({ was, hash }) => was !== hash);
  for (const { name, there } of due) mustBeKnown(game.pathOf(name), name, there);
  const unchanged = async () => {
    for (const { name, was } of due) if (hashOf(await game.bytesOf(name)) !== was) return false;
    return true;
  };
  const paths = due.map(({ name, bytes, was }): PathChange => ({ path: game.pathOf(name), bytes, was }));
  if (due.length > 0 && !(await changeFiles(game.root, game.calls, paths, [], unchanged))) return undefined;
  const files = found.flatMap(({ name, hash }): FileEntry[] => (hash === null ? [] : [{ name, hash }]));
  return { ok: true, files, removed: due.flatMap(({ name, hash }) => (hash === null ? [name] : [])) };
}

const hashOf = (bytes: Uint8Array | undefined): string | null => (bytes ? contentHash(bytes) : null);

/** A file of a newer format has in it what this program would lose, whoever asks for it to be written. @throws StoreError `refused` */
export function mustBeKnown(path: string, name: string, bytes: Uint8Array | undefined): void {
  if (bytes && isNewer(name, Buffer.from(bytes).toString("utf8")))
    throw new StoreError(
      "refused",
      `${path} has a newer format than this version of Turnwright knows, so it is not written; update Turnwright, or set its format back by hand`,
    );
}
