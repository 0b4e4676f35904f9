import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { diagnose } from "#core/analyze/check.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { FaultyGame } from "#cli/failure.ts";
import { gameOrModule, isModuleFile, readGame, readGames, workspaceOf, type CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import type { Language } from "#cli/words.ts";

/** One of the two things that are compared: a folder of games, or one game or module. */
export type Side =
  | { readonly kind: "folder"; readonly folder: string; readonly games: ReadonlyMap<string, CliGame> }
  | { readonly kind: "game"; readonly game: CliGame };

/**
 * What a word of `diff` names. A folder of games is compared game by game; a machine in a folder of games is that game, with its rules,
 * wherever the folder is; all else is as for other commands.
 * @throws UsageError | StoreError
 */
export async function sideOf(named: string, cwd: string, root: string | undefined): Promise<Side> {
  const path = resolve(cwd, named);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (isFolder) {
    const folder = await workspaceOf(cwd, named);
    const games = new Map<string, CliGame>();
    for (const game of await readGames(folder)) {
      if ("unread" in game) throw game.unread;
      games.set(game.id, game);
    }
    return { kind: "folder", folder, games };
  }
  const id = /^(.*)\.machine\.ts$/.exec(basename(path))?.[1] ?? "";
  const folder = dirname(dirname(path));
  const isOfFolder = isGameId(id) && resolve(folder, filePath(id, "machine")) === path;
  if (isOfFolder && (await isModuleFile(named, cwd)))
    return { kind: "game", game: await readGame(folder, id) };
  if (!(await isModuleFile(named, cwd)) && !(await workspaceOf(cwd, root).catch(() => undefined)))
    throw new UsageError(
      `${named} is neither a folder of games nor a machine's file, and ${resolve(cwd, root ?? ".")} has no games`,
    );
  return { kind: "game", game: await gameOrModule(named, cwd, root) };
}

/** Pairs of games to compare; one side is undefined where a folder lacks the game. @throws UsageError for a folder and a game */
export function pairsOf(a: Side, b: Side): readonly (readonly [CliGame | undefined, CliGame | undefined])[] {
  if (a.kind === "game" && b.kind === "game") return [[a.game, b.game]];
  if (a.kind === "folder" && b.kind === "folder")
    return [...new Set([...a.games.keys(), ...b.games.keys()])]
      .toSorted()
      .map((id) => [a.games.get(id), b.games.get(id)]);
  throw new UsageError(
    "one of the two is a folder and the other a game: name two folders of games, or two games",
  );
}

/** A game as it is compared. @throws FaultyGame when its module cannot be read */
export function readingOf(game: CliGame, language: Language) {
  const reading = game.read();
  const faults = diagnose(reading, game.files).filter(({ code }) => UNREADABLE.has(code));
  if (reading.charts.length === 0 && faults.length > 0) throw new FaultyGame(game, faults, language);
  return { reading, files: game.files };
}

/** Why there is nothing to compare. */
const UNREADABLE = new Set(["syntax-error", "machine-not-found", "machine-missing", "too-large"]);
