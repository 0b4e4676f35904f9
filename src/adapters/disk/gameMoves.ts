import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filePath } from "#core/project/gameFiles.ts";
import { changeFiles, makeFolders, type PathChange } from "#adapters/disk/changeFiles.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { codeOf } from "#adapters/disk/diskError.ts";
import type { DiskCalls } from "#adapters/disk/diskCalls.ts";
import type { Move } from "#adapters/disk/journal.ts";
import { exists, readBytes } from "#adapters/disk/safeFile.ts";

const trash = ".turnwright-trash";

/**
 * Gives a game another id: its two machine files and its whole rules folder, files that the studio does not know included.
 * @param ruleset what `ruleset.json` holds and what it is to say then, if there is one
 * @returns whether that was done; not when another program has changed, moved or made what this is about in the meantime
 */
export async function renameGame(
  root: string,
  calls: DiskCalls,
  game: string,
  to: string,
  ruleset: { readonly before: Uint8Array; readonly after: Uint8Array } | undefined,
): Promise<boolean> {
  const path = filePath(game, "ruleset");
  const changes: PathChange[] = ruleset
    ? [{ path, bytes: ruleset.after, was: contentHash(ruleset.before), beside: dirname(path) }]
    : [];
  const moves = await movesTo(root, game, (part) => partsOf(to)[part]);
  return changeFiles(root, calls, changes, moves, async () => {
    for (const move of moves)
      if (!(await exists(join(root, move.from))) || (await holdsFiles(join(root, move.to)))) return false;
    const now = ruleset && (await readBytes(root, path));
    return !ruleset || (now !== undefined && Buffer.from(now).equals(ruleset.before));
  });
}

/**
 * Moves a game to `.turnwright-trash/<time>-<id>/` in the workspace, which git does not look at. Nothing is deleted.
 * @returns whether that was done; not when another program has moved it in the meantime
 */
export async function trashGame(root: string, calls: DiskCalls, game: string): Promise<boolean> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  let folder = `${trash}/${time}-${game}`;
  for (let n = 2; await exists(join(root, folder)); n++) folder = `${trash}/${time}-${game}-${n}`;
  const moves = await movesTo(root, game, (part) => `${folder}/${partsOf(game)[part]}`);
  await makeFolders(root, calls, trash);
  if (!(await exists(join(root, trash, ".gitignore"))))
    await calls.write(join(root, trash, ".gitignore"), Buffer.from("*\n"));
  for (const { to } of moves) await makeFolders(root, calls, dirname(to));
  return changeFiles(root, calls, [], moves, async () => {
    const there = await Promise.all(moves.map(({ from }) => exists(join(root, from))));
    return !there.includes(false);
  });
}

/** Whether there is any file in a folder or below it. */
export async function holdsFiles(folder: string): Promise<boolean> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.some((entry) => !entry.isDirectory());
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    if (codeOf(error) === "ENOTDIR") return true;
    throw error;
  }
}

/** The three parts that a game has on a disk. */
const partsOf = (game: string) =>
  [filePath(game, "machine"), filePath(game, "layout"), `rulesets/${game}`] as const;

async function movesTo(root: string, game: string, place: (part: 0 | 1 | 2) => string): Promise<Move[]> {
  const moves: Move[] = [];
  for (const part of [0, 1, 2] as const) {
    const from = partsOf(game)[part];
    if (await exists(join(root, from))) moves.push({ from, to: place(part) });
  }
  return moves;
}
