import { setTimeout as pause } from "node:timers/promises";
import {
  checkFiles,
  checkGameId,
  checkNewId,
  checkNewGame,
  StoreError,
  type FileChange,
  type FileEntry,
  type FileText,
  type GameEntry,
  type NewFile,
  type SaveResult,
  type ScriptText,
  type Store,
  type StoreEvent,
} from "#core/project/store.ts";
import type { TellFailure } from "#core/diagnostic/failure.ts";
import { moveRuleset, titleOf } from "#core/project/rulesetIdentity.ts";
import { changeFiles, type PathChange } from "#adapters/disk/changeFiles.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { crawlScripts } from "#adapters/disk/crawlScripts.ts";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { codeOf, diskError, isDenied } from "#adapters/disk/diskError.ts";
import { fewAtATime } from "#adapters/disk/fewAtATime.ts";
import { holdsFiles, renameGame, trashGame } from "#adapters/disk/gameMoves.ts";
import { inTurn } from "#adapters/disk/inTurn.ts";
import { JournalBusy, recover } from "#adapters/disk/journal.ts";
import { workspacePlaces, type Places } from "#adapters/disk/places.ts";
import { decodeText, exists, readBytes, realFolder } from "#adapters/disk/safeFile.ts";
import { mustBeKnown, saveChanges } from "#adapters/disk/saveChanges.ts";
import { watchGames, type GameWatch } from "#adapters/disk/watchGames.ts";

/** A store over a folder. From outside come game ids and logical names only; both are checked before they become a path. */
export interface Workspace extends Store {
  /** The folder, with links resolved. */
  readonly root: string;
  /** Stops watching. */
  close(): Promise<void>;
}

/** What lies with the games of a folder. */
export interface Around {
  scripts(): Promise<readonly ScriptText[]>;
  /** Paths of scripts without a machine. */
  others(): Promise<readonly string[]>;
  /** Keys of the machines in a file, when it was looked at. */
  machinesIn(path: string): readonly string[] | undefined;
}

export interface WorkspaceOptions {
  /** Which file is which; by default `machines/` and `rulesets/`. */
  readonly places?: (root: string) => Places;
  /** Marks every game as not to be run before the person says so. */
  readonly foreign?: boolean;
  /** Looks at the scripts around the games. */
  readonly around?: Around;
  readonly calls?: DiskCalls;
}

/**
 * Opens a folder and completes what an interrupted save left behind; writes nothing else.
 * @throws StoreError `not-found` when there is no such folder; `refused` for a file
 */
export async function openWorkspace(folder: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const workspace = new FolderWorkspace(await realFolder(folder), options);
  await workspace.completeSaves();
  return workspace;
}

class FolderWorkspace implements Workspace {
  readonly root: string;
  readonly #calls: DiskCalls;
  readonly #places: Places;
  readonly #around: Around;
  readonly #foreign: boolean;
  #watch: GameWatch | undefined;

  constructor(
    root: string,
    { calls = diskCalls, places = workspacePlaces, around, foreign }: WorkspaceOptions,
  ) {
    this.root = root;
    this.#calls = calls;
    this.#places = places(root);
    this.#around = around ?? workspaceScripts(root);
    this.#foreign = foreign === true;
  }

  /** Completes what an interrupted save left behind. @throws StoreError */
  async completeSaves(): Promise<void> {
    const complete = async () => recover(this.root, this.#calls, this.#places, await this.#places.folders());
    await inTurn(this.root, complete).catch((error: unknown) => {
      throw diskError(error, `Completing an interrupted save in ${this.root}`);
    });
  }

  list(): Promise<GameEntry[]> {
    return this.#alone("Listing the games", async () => {
      const games: GameEntry[] = [];
      for (const id of await this.#places.games()) games.push(await this.#entryOf(id));
      return games;
    });
  }

  read(game: string): Promise<FileText[]> {
    return this.#alone(`Reading ${game}`, async () => {
      checkGameId(game);
      await this.#mustExist(game);
      const texts: FileText[] = [];
      for (const name of await this.#places.names(game)) {
        const bytes = await this.#bytesOf(game, name);
        if (bytes)
          texts.push({ name, hash: contentHash(bytes), text: decodeText(bytes, this.#pathOf(game, name)) });
      }
      return texts;
    });
  }

  save(game: string, changes: readonly FileChange[]): Promise<SaveResult> {
    return this.#alone(`Saving ${game}`, async () => {
      checkGameId(game);
      checkFiles(changes);
      const files = {
        root: this.root,
        calls: this.#calls,
        pathOf: (name: string) => this.#pathOf(game, name),
        bytesOf: (name: string) => this.#bytesOf(game, name),
      };
      const hasMachine = changes.some(({ name, text }) => name === "machine" && text !== null);
      for (;;) {
        if (!hasMachine) await this.#mustExist(game);
        const result = await saveChanges(files, changes);
        if (result?.ok) this.#watch?.saved(game, result.files, result.removed);
        if (result) return result.ok ? { ok: true, files: result.files } : result;
      }
    });
  }

  create(game: string, files: readonly NewFile[]): Promise<void> {
    return this.#alone(`Making ${game}`, async () => {
      checkNewGame(game, files);
      await this.#mustBeFree(game);
      await this.#makeGame(
        game,
        files.map(({ name, text }) => ({ name, bytes: Buffer.from(text, "utf8") })),
      );
    });
  }

  duplicate(game: string, to: string): Promise<void> {
    return this.#alone(`Copying ${game}`, async () => {
      checkGameId(game);
      checkNewId(to);
      await this.#mustExist(game);
      await this.#mustBeFree(to);
      const files = [];
      for (const name of await this.#places.names(game)) {
        const bytes = await this.#bytesOf(game, name);
        if (name === "ruleset") mustBeKnown(this.#pathOf(game, name), name, bytes);
        if (bytes) files.push({ name, bytes: name === "ruleset" ? moved(bytes, to) : bytes });
      }
      await this.#makeGame(to, files);
    });
  }

  rename(game: string, to: string): Promise<void> {
    return this.#alone(`Renaming ${game}`, async () => {
      checkGameId(game);
      checkNewId(to);
      await this.#moveGame(game, async () => {
        await this.#mustBeFree(to);
        const ruleset = await this.#bytesOf(game, "ruleset").catch(onlyRefusals);
        mustBeKnown(this.#pathOf(game, "ruleset"), "ruleset", ruleset);
        const rewritten = ruleset && { before: ruleset, after: moved(ruleset, to) };
        return renameGame(this.root, this.#calls, game, to, rewritten);
      });
      await this.#watch?.ours(game);
      await this.#watch?.ours(to);
    });
  }

  remove(game: string): Promise<void> {
    return this.#alone(`Removing ${game}`, async () => {
      checkGameId(game);
      await this.#mustExist(game);
      if (!this.#places.open)
        throw new StoreError("fixed", `${this.#places.placeOf(game)} was opened by path and stays`);
      await this.#moveGame(game, () => trashGame(this.root, this.#calls, game));
      await this.#watch?.ours(game);
    });
  }

  async siblings(game: string): Promise<readonly ScriptText[]> {
    checkGameId(game);
    await this.#mustExist(game);
    return this.#around.scripts();
  }

  others(): Promise<readonly string[]> {
    return this.#around.others();
  }

  watch(onChange: (event: StoreEvent) => void, onFailure?: TellFailure): () => void {
    this.#watch ??= watchGames(
      this.root,
      this.#places,
      (game) => this.#entriesOf(game),
      (work) => this.#alone("Looking for changes", work),
    );
    return this.#watch.subscribe(onChange, onFailure);
  }

  async close(): Promise<void> {
    await this.#watch?.close();
    this.#watch = undefined;
  }

  #pathOf(game: string, name: string): string {
    const path = this.#places.pathOf(game, name);
    if (path !== undefined) return path;
    throw new StoreError(
      "refused",
      `${this.#places.placeOf(game)} was opened as a single file: only its machine and layout can be kept there, not ${name}`,
    );
  }

  #bytesOf(game: string, name: string): Promise<Uint8Array | undefined> {
    return readBytes(this.root, this.#pathOf(game, name));
  }

  async #entryOf(id: string): Promise<GameEntry> {
    const files = await this.#entriesOf(id);
    const ruleset = files.some(({ name }) => name === "ruleset")
      ? await this.#bytesOf(id, "ruleset").catch(onlyUnreadable)
      : undefined;
    const path = this.#pathOf(id, "machine");
    const machines = this.#around.machinesIn(path);
    return {
      id,
      title: titleOf(ruleset && Buffer.from(ruleset).toString("utf8")),
      files,
      place: this.#places.placeOf(id),
      path,
      ...(this.#places.open ? {} : { kept: "path" as const }),
      ...(machines ? { machines } : {}),
      ...(this.#foreign ? { foreign: true } : {}),
    };
  }

  /** Names and hashes of what a game has. What cannot be read (a link, too large, not ours) is left out; reading it says why. */
  async #entriesOf(game: string): Promise<FileEntry[]> {
    const names = (await this.#places.names(game).catch(onlyUnreadable)) ?? [];
    const files = await fewAtATime(names, async (name) => {
      const bytes = await this.#bytesOf(game, name).catch(onlyUnreadable);
      return bytes ? { name, hash: contentHash(bytes) } : undefined;
    });
    return files.filter((file) => file !== undefined);
  }

  /** Runs alone among the users of this folder, after whatever an ended process left over is done. */
  #alone<T>(operation: string, work: () => Promise<T>): Promise<T> {
    return inTurn(this.root, async () => {
      try {
        for (;;) {
          // A folder that was moved or unmounted meanwhile is no folder without games.
          await realFolder(this.root);
          while (!(await recover(this.root, this.#calls, this.#places, []))) await pause(25);
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof JournalBusy)) throw error;
          }
        }
      } catch (error) {
        throw diskError(error, operation, this.root);
      }
    });
  }

  async #mustExist(game: string): Promise<void> {
    const path = this.#places.pathOf(game, "machine");
    if (path === undefined || !(await exists(`${this.root}/${path}`)))
      throw new StoreError("not-found", `There is no game ${game} in ${this.root}`);
  }

  async #mustBeFree(game: string): Promise<void> {
    if (!this.#places.open)
      throw new StoreError("fixed", `${this.root} was opened by path; games are made in a workspace`);
    for (const path of [this.#pathOf(game, "machine"), this.#pathOf(game, "layout")])
      if (await exists(`${this.root}/${path}`)) throw new StoreError("exists", `There already is ${path}`);
    if (await holdsFiles(`${this.root}/rulesets/${game}`))
      throw new StoreError("exists", `There already is a folder rulesets/${game} with files in it`);
  }

  /** Moves a game, which another process may do at the same moment: then there is nothing left to move. */
  async #moveGame(game: string, move: () => Promise<boolean>): Promise<void> {
    await this.#mustExist(game);
    for (;;) {
      const isMoved = await move().catch((error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        return false;
      });
      if (isMoved) return;
      await this.#mustExist(game).catch(() => {
        throw new StoreError(
          "not-found",
          `${game} was renamed or removed by another program at the same moment; nothing more was changed, and nothing is lost`,
        );
      });
    }
  }

  async #makeGame(game: string, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
    const changes = files.map(({ name, bytes }): PathChange => ({
      path: this.#pathOf(game, name),
      bytes,
      was: null,
    }));
    const isFree = async () =>
      !(await Promise.all(changes.map(({ path }) => exists(`${this.root}/${path}`)))).includes(true);
    if (!(await changeFiles(this.root, this.#calls, changes, [], isFree)))
      throw new StoreError("exists", `Another program made ${game} at the same moment; nothing was changed`);
    await this.#watch?.ours(game);
  }
}

/** Beside the machines of a workspace may lie what they share. */
const workspaceScripts = (root: string): Around => ({
  scripts: () => crawlScripts(root, { depth: 2, files: 400, bytes: 8 * 1024 * 1024 }, "machines"),
  others: () => Promise.resolve([]),
  machinesIn: () => undefined,
});

const moved = (ruleset: Uint8Array, to: string): Uint8Array => {
  const text = Buffer.from(ruleset);
  // Bytes that are no UTF-8 would not survive being a text; such a file is left as it is.
  return text.equals(Buffer.from(text.toString("utf8")))
    ? Buffer.from(moveRuleset(text.toString("utf8"), to))
    : ruleset;
};

function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error;
}

/** One file that nobody lets us read must not take the others along. */
function onlyUnreadable(error: unknown): undefined {
  if (!(error instanceof StoreError) && !isDenied(error)) throw error;
}
