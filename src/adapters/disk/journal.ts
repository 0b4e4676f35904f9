import { randomBytes } from "node:crypto";
import { lstat, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { maxFileBytes, StoreError } from "#core/project/store.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import type { DiskCalls } from "#adapters/disk/diskCalls.ts";
import { codeOf, TEMP } from "#adapters/disk/diskError.ts";
import type { Places } from "#adapters/disk/places.ts";
import { checkPath, exists, insideRoot, readBytes } from "#adapters/disk/safeFile.ts";

/**
 * How several files change as one. New contents are written beside their places, then one file, the journal, says which renames
 * are due; it exists from one moment to the next, so a save has happened or has not. Whoever finds a journal that nobody works
 * on carries it out. Only its absence lets the next save begin: it is the lock between processes as well.
 */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** A second name of what stands at `to`, to go back to. */
  readonly old?: string;
  /** The move is made only while `from` has these bytes: an old journal must not take away a newer file. */
  readonly hash?: string | undefined;
}
export interface Journal {
  readonly format: 1;
  readonly pid: number;
  /** The folder in which it was written, as the disk numbers it: a copy of the folder elsewhere has another number. */
  readonly folder: string;
  readonly moves: readonly Move[];
  /** Names that are of no use once the moves are done. */
  readonly drop: readonly string[];
}

export const journalName = ".turnwright-journal";
/** Where files of games stand, of which alone a journal may speak. */
export type Ours = Pick<Places, "holds" | "holdsIn">;
const isTemp = (path: string, { holdsIn }: Ours): boolean => {
  const cut = path.lastIndexOf("/");
  return TEMP.test(path.slice(cut + 1)) && holdsIn(path.slice(0, Math.max(0, cut)));
};
/** How long another living process may hold a journal, in ms. A save takes some 10 ms. */
const patience = 30_000;

/** A name beside `path` that no other file has and that a later start may clear away. */
export const tempBeside = (path: string): string =>
  join(dirname(path), `.turnwright-${process.pid}-${randomBytes(8).toString("hex")}.tmp`).replaceAll(
    "\\",
    "/",
  );

/** Another process is saving here right now: look again and retry. */
export class JournalBusy extends Error {}

/**
 * Makes the moves, all or none, and returns when they are on the disk. Everything that is moved must already be there.
 * @param unchanged called when no other process of ours can save here any more; if it returns false, nothing happens
 * @returns whether the moves were done
 * @throws JournalBusy, or the system's error of the call that failed: then nothing has changed and the temporary files are gone
 */
export async function commitMoves(
  root: string,
  calls: DiskCalls,
  moves: readonly Move[],
  drop: readonly string[],
  unchanged: () => Promise<boolean>,
): Promise<boolean> {
  const journal: Journal = { format: 1, pid: process.pid, folder: await folderNumber(root), moves, drop };
  // One move is all or none by itself: its journal is only the lock and need not survive a power cut.
  const durable = moves.length > 1;
  const temps = [...drop, ...moves.map((move) => move.from)];
  try {
    if (durable)
      await syncFolders(
        root,
        calls,
        moves.map((move) => move.from),
      );
    await placeJournal(root, calls, journal, durable);
  } catch (error) {
    await dropAll(root, calls, temps);
    throw codeOf(error) === "EEXIST" ? new JournalBusy() : error;
  }
  try {
    if (!(await unchanged())) {
      // Without the new contents the journal says nothing any more, should it outlive this.
      await dropAll(root, calls, temps);
      await calls.remove(join(root, journalName));
      return false;
    }
    for (const { from, to } of moves) await calls.rename(join(root, from), join(root, to));
    await syncFolders(root, calls, foldersOf(moves));
  } catch (error) {
    await takeBack(root, calls, journal);
    throw error;
  }
  // The change stands. A journal that cannot be removed now has nothing left to do when it is found.
  await calls.remove(join(root, journalName)).catch(() => undefined);
  await dropAll(root, calls, drop);
  return true;
}

/**
 * Completes what an ended process had decided on and clears its temporary files away. A folder from elsewhere may bring a journal
 * that we never wrote: one that was written in another folder, touches anything but games, or leads through a link, is thrown away.
 * @returns false when another living process is at it right now
 */
export async function recover(
  root: string,
  calls: DiskCalls,
  ours: Ours,
  folders: readonly string[],
): Promise<boolean> {
  await setAside(root, calls);
  const bytes = await readBytes(root, journalName);
  const journalFile = bytes && (await stat(join(root, journalName)).catch(onlyAbsence));
  if (bytes && journalFile) {
    const journal = parseJournal(bytes, (path) => ours.holds(path) || isTemp(path, ours));
    const isSameFolder = folderOf(bytes) === (await folderNumber(root));
    // A file that was brought may bear any time, one that is yet to come too.
    const isFresh = Math.abs(Date.now() - journalFile.mtimeMs) < patience;
    const mayBeBusy = isSameFolder || folderOf(bytes) === undefined;
    if (mayBeBusy && journal?.pid !== process.pid && isFresh && (journal === undefined || alive(journal.pid)))
      return false;
    const sound = journal !== undefined && isSameFolder && (await staysInside(root, journal.moves));
    if (sound) await settle(root, calls, journal.moves);
    // Another process may have found it too and be done; then what lies there now is somebody's new lock.
    const now = await readBytes(root, journalName);
    if (now && Buffer.from(now).equals(bytes)) await calls.remove(join(root, journalName)).catch(onlyAbsence);
    if (sound) await dropAll(root, calls, journal.drop);
  }
  for (const folder of folders) await clearTemps(root, calls, folder);
  return true;
}

/**
 * What stands under the journal's name and is none that we write, a link, a folder, a pipe or a giant file, would hold up whoever
 * opens the folder: it gets another name, under which it is of no use, and stays where it is.
 */
async function setAside(root: string, calls: DiskCalls): Promise<void> {
  const path = join(root, journalName);
  const kind = await lstat(path).catch(onlyAbsence);
  if (kind === undefined || (kind.isFile() && kind.size <= maxFileBytes)) return;
  await calls.rename(path, join(root, tempBeside(journalName))).catch(onlyAbsence);
}

/** Creates the journal in one step. @throws the system's `EEXIST` while there is another; StoreError `too-large` */
async function placeJournal(
  root: string,
  calls: DiskCalls,
  journal: Journal,
  durable: boolean,
): Promise<void> {
  const path = join(root, journalName);
  const draft = join(root, tempBeside(journalName));
  const bytes = Buffer.from(JSON.stringify(journal));
  // A larger one would not be read when it is found.
  if (bytes.length > maxFileBytes)
    throw new StoreError("too-large", `${journal.moves.length} files are too many to be changed at once`);
  try {
    await calls.write(draft, bytes, { durable });
    await calls.link(draft, path);
    try {
      if (durable) await calls.syncFolder(root);
    } catch (error) {
      await calls.remove(path);
      throw error;
    }
  } finally {
    await calls.remove(draft).catch(() => undefined);
  }
}

/** The inode and the creation time of a folder: a copy of it has others. (Device numbers change when devices are mounted.) */
export const folderNumber = async (root: string): Promise<string> => {
  const { ino, birthtimeNs } = await stat(root, { bigint: true });
  return `${ino}:${birthtimeNs}`;
};

/** Whether no folder on the way of the moves is a link. We write no others: such a journal was brought from elsewhere. */
async function staysInside(root: string, moves: readonly Move[]): Promise<boolean> {
  try {
    const folders = new Set(foldersOf(moves).map((path) => dirname(path)));
    for (const folder of folders) await insideRoot(root, folder === "." ? "x" : `${folder}/x`);
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

/** Makes the moves that are still due. Safe to repeat. */
async function settle(root: string, calls: DiskCalls, moves: readonly Move[]): Promise<void> {
  for (const { from, to, hash } of moves) {
    if (!(await exists(join(root, from)))) continue;
    if (hash !== undefined && contentHash((await readBytes(root, from)) ?? "") !== hash) continue;
    await calls.rename(join(root, from), join(root, to)).catch(onlyAbsence);
  }
  await syncFolders(root, calls, foldersOf(moves));
}

/**
 * After a failed move: every completed one is undone, new contents to their temporary names, so that until the journal is gone the
 * whole change could still be completed. When going back fails too, the journal stays and the next look completes it.
 */
async function takeBack(root: string, calls: DiskCalls, { moves, drop }: Journal): Promise<void> {
  try {
    for (const { from, to, old } of moves.toReversed()) {
      if (await exists(join(root, from))) continue;
      if (old === undefined) {
        await calls.rename(join(root, to), join(root, from));
      } else {
        await calls.link(join(root, to), join(root, from)).catch(() => undefined);
        await calls.rename(join(root, old), join(root, to));
      }
    }
    await syncFolders(root, calls, foldersOf(moves));
    await calls.remove(join(root, journalName));
    await dropAll(root, calls, [...drop, ...moves.map((move) => move.from)]);
  } catch {
    /* the journal stays */
  }
}

const foldersOf = (moves: readonly Move[]) => moves.flatMap((move) => [move.from, move.to]);

async function syncFolders(root: string, calls: DiskCalls, paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map((path) => dirname(join(root, path)))))
    if (await exists(folder)) await calls.syncFolder(folder);
}

/** Removes those that are temporary names. What is left over costs nothing but space, and the next start looks again. */
export async function dropAll(root: string, calls: DiskCalls, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    if (TEMP.test(baseName(path))) await calls.remove(await insideRoot(root, path)).catch(() => undefined);
}

async function clearTemps(root: string, calls: DiskCalls, folder: string): Promise<void> {
  // Linked folders are refused when a game is read; here they are only left alone.
  const inside = await insideRoot(root, folder === "" ? "x" : `${folder}/x`).catch(() => undefined);
  if (inside === undefined) return;
  const full = dirname(inside);
  const names = await readdir(full).catch(() => []);
  for (const name of names) {
    const pid = TEMP.exec(name)?.[1];
    if (pid === undefined) continue;
    const fileStat = await stat(join(full, name)).catch(() => undefined);
    const inUse =
      Number(pid) !== process.pid && alive(Number(pid)) && Date.now() - (fileStat?.mtimeMs ?? 0) < patience;
    if (!inUse) await calls.remove(join(full, name)).catch(() => undefined);
  }
}

/** Someone else was faster: what is gone is done. */
function onlyAbsence(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** The folder in which a journal says that it was written, "" when it says none; undefined for a torn one. */
function folderOf(bytes: Uint8Array): string | undefined {
  try {
    const { folder } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { readonly folder?: unknown };
    return typeof folder === "string" ? folder : "";
  } catch {
    return undefined;
  }
}

/** A journal as we write it, or undefined for a torn one, of which nothing was carried out, and for somebody else's. */
function parseJournal(bytes: Uint8Array, may: (path: string) => boolean): Journal | undefined {
  try {
    const journal = JSON.parse(Buffer.from(bytes).toString("utf8")) as Journal;
    if (journal.format !== 1 || !Array.isArray(journal.moves) || !Array.isArray(journal.drop))
      return undefined;
    const paths = [...journal.moves.flatMap(({ from, to }) => [from, to]), ...journal.drop];
    for (const path of paths) {
      checkPath(path);
      if (!may(path)) return undefined;
    }
    return journal;
  } catch {
    return undefined;
  }
}
