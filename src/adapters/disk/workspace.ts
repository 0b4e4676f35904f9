import { realpath, stat } from "node:fs/promises";
import {
  checkFiles,
  checkGameId,
  checkNewId,
  checkNewGame,
  StoreError,
  type FileChange,
  type FileEntry,
  type GameEntry,
  type ScriptText,
  type Store,
  type TheirFile,
} from "#core/project/store.ts";
import { isNewer } from "#core/ruleset/format.ts";
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
import { decodeText, exists, readBytes } from "#adapters/disk/safeFile.ts";
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

/** A folder with links resolved. @throws StoreError `not-found` when there is none; `refused` for a file */
export async function realFolder(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => {
    throw new StoreError("not-found", `There is no folder ${folder}`);
  });
  if ((await stat(root)).isDirectory()) return root;
  throw new StoreError("refused", `${folder} is a file, where a folder of games is needed`);
}

/**
 * Opens a folder and completes what an interrupted save left behind; writes nothing else.
 * @throws StoreError `not-found` when there is no such folder; `refused` for a file
 */
export async function openWorkspace(folder: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await realFolder(folder);
  const calls = options.calls ?? diskCalls;
  const places = (options.places ?? workspacePlaces)(root);
  let watch: GameWatch | undefined;

  const pathOf = (game: string, name: string): string => {
    const path = places.pathOf(game, name);
    if (path !== undefined) return path;
    throw new StoreError(
      "refused",
      `${places.placeOf(game)} was opened as a single file: only its machine and layout can be kept there, not ${name}`,
    );
  };
  const around = options.around ?? workspaceScripts(root);
  const about = (path: string) => {
    const machines = around.machinesIn(path);
    return { ...(places.open ? {} : { kept: "path" as const }), ...(machines ? { machines } : {}) };
  };
  const bytesOf = (game: string, name: string) => readBytes(root, pathOf(game, name));
  const hashOf = (bytes: Uint8Array | undefined) => (bytes ? contentHash(bytes) : null);

  /** Names and hashes of what a game has. What cannot be read (a link, too large, not ours) is left out; reading it says why. */
  const entriesOf = async (game: string): Promise<FileEntry[]> => {
    const names = (await places.names(game).catch(onlyUnreadable)) ?? [];
    const files = await fewAtATime(names, async (name) => {
      const bytes = await bytesOf(game, name).catch(onlyUnreadable);
      return bytes ? { name, hash: contentHash(bytes) } : undefined;
    });
    return files.filter((file) => file !== undefined);
  };

  /** Runs alone among the users of this folder, after whatever an ended process left over is done. */
  const alone = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    inTurn(root, async () => {
      try {
        for (;;) {
          // A folder that was moved or unmounted meanwhile is no folder without games.
          await realFolder(root);
          while (!(await recover(root, calls, places, []))) await pause(25);
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof JournalBusy)) throw error;
          }
        }
      } catch (error) {
        throw diskError(error, operation, root);
      }
    });

  const mustExist = async (game: string) => {
    const path = places.pathOf(game, "machine");
    if (path === undefined || !(await exists(`${root}/${path}`)))
      throw new StoreError("not-found", `There is no game ${game} in ${root}`);
  };
  /** Moves a game, which another process may do at the same moment: then there is nothing left to move. */
  const moveGame = async (game: string, move: () => Promise<boolean>) => {
    await mustExist(game);
    for (;;) {
      const isMoved = await move().catch((error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        return false;
      });
      if (isMoved) return;
      await mustExist(game).catch(() => {
        throw new StoreError(
          "not-found",
          `${game} was renamed or removed by another program at the same moment; nothing more was changed, and nothing is lost`,
        );
      });
    }
  };
  /** A file of a newer format has in it what this program would lose, whoever asks for it to be written. */
  const mustBeKnown = (path: string, name: string, bytes: Uint8Array | undefined) => {
    if (bytes && isNewer(name, Buffer.from(bytes).toString("utf8")))
      throw new StoreError(
        "refused",
        `${path} is of a newer format than this version of Turnwright knows, so it is not written; update Turnwright, or set its format back by hand`,
      );
  };
  const mustBeFree = async (game: string) => {
    if (!places.open)
      throw new StoreError("fixed", `${root} was opened by path; games are made in a workspace`);
    for (const path of [pathOf(game, "machine"), pathOf(game, "layout")])
      if (await exists(`${root}/${path}`)) throw new StoreError("exists", `There already is ${path}`);
    if (await holdsFiles(`${root}/rulesets/${game}`))
      throw new StoreError("exists", `There already is a folder rulesets/${game} with files in it`);
  };
  const makeGame = async (game: string, files: readonly { name: string; bytes: Uint8Array }[]) => {
    const changes = files.map(({ name, bytes }): PathChange => ({
      path: pathOf(game, name),
      bytes,
      was: null,
    }));
    const isFree = async () =>
      !(await Promise.all(changes.map(({ path }) => exists(`${root}/${path}`)))).includes(true);
    if (!(await changeFiles(root, calls, changes, [], isFree)))
      throw new StoreError("exists", `Another program made ${game} at the same moment; nothing was changed`);
    await watch?.ours(game);
  };

  const trySave = async (game: string, changes: readonly FileChange[]) => {
    if (!changes.some((change) => change.name === "machine" && change.text !== null)) await mustExist(game);
    const looked = await fewAtATime(changes, async ({ name, text, base }) => {
      const there = await bytesOf(game, name);
      const bytes = text === null ? null : Buffer.from(text, "utf8");
      const newHash = bytes && contentHash(bytes);
      return { name, base, bytes, wanted: newHash, there, was: hashOf(there) };
    });
    const stale = looked.filter(({ was, base, wanted: newHash }) => was !== base && was !== newHash);
    if (stale.length > 0) {
      const theirs = stale.map(({ name, there, was }): TheirFile => ({
        name,
        text: there ? decodeText(there, pathOf(game, name)) : null,
        hash: was,
      }));
      return { ok: false, code: "stale", theirs } as const;
    }
    const due = looked.filter(({ was, wanted: newHash }) => was !== newHash);
    for (const { name, there } of due) mustBeKnown(pathOf(game, name), name, there);
    const unchanged = async () => {
      for (const { name, was } of due) if (hashOf(await bytesOf(game, name)) !== was) return false;
      return true;
    };
    const paths = due.map(({ name, bytes, was }): PathChange => ({ path: pathOf(game, name), bytes, was }));
    if (due.length > 0 && !(await changeFiles(root, calls, paths, [], unchanged))) return undefined;
    const files = looked.flatMap(({ name, wanted: newHash }): FileEntry[] =>
      newHash === null ? [] : [{ name, hash: newHash }],
    );
    watch?.saved(
      game,
      files,
      due.filter(({ wanted: newHash }) => newHash === null).map(({ name }) => name),
    );
    return { ok: true, files } as const;
  };

  const store: Workspace = {
    root,
    list: () =>
      alone("Listing the games", async () => {
        const games: GameEntry[] = [];
        for (const id of await places.games()) {
          const files = await entriesOf(id);
          const ruleset = files.some(({ name }) => name === "ruleset")
            ? await bytesOf(id, "ruleset").catch(onlyUnreadable)
            : undefined;
          const title = titleOf(ruleset && Buffer.from(ruleset).toString("utf8"));
          games.push({
            id,
            title,
            files,
            place: places.placeOf(id),
            path: pathOf(id, "machine"),
            ...about(pathOf(id, "machine")),
            ...(options.foreign ? { foreign: true } : {}),
          });
        }
        return games;
      }),
    read: (game) =>
      alone(`Reading ${game}`, async () => {
        checkGameId(game);
        await mustExist(game);
        const texts = [];
        for (const name of await places.names(game)) {
          const bytes = await bytesOf(game, name);
          if (bytes)
            texts.push({ name, hash: contentHash(bytes), text: decodeText(bytes, pathOf(game, name)) });
        }
        return texts;
      }),
    save: (game, changes) =>
      alone(`Saving ${game}`, async () => {
        checkGameId(game);
        checkFiles(changes);
        for (;;) {
          const result = await trySave(game, changes);
          if (result) return result;
        }
      }),
    create: (game, files) =>
      alone(`Making ${game}`, async () => {
        checkNewGame(game, files);
        await mustBeFree(game);
        await makeGame(
          game,
          files.map(({ name, text }) => ({ name, bytes: Buffer.from(text, "utf8") })),
        );
      }),
    duplicate: (game, to) =>
      alone(`Copying ${game}`, async () => {
        checkGameId(game);
        checkNewId(to);
        await mustExist(game);
        await mustBeFree(to);
        const files = [];
        for (const name of await places.names(game)) {
          const bytes = await bytesOf(game, name);
          if (name === "ruleset") mustBeKnown(pathOf(game, name), name, bytes);
          if (bytes) files.push({ name, bytes: name === "ruleset" ? moved(bytes, to) : bytes });
        }
        await makeGame(to, files);
      }),
    rename: (game, to) =>
      alone(`Renaming ${game}`, async () => {
        checkGameId(game);
        checkNewId(to);
        await moveGame(game, async () => {
          await mustBeFree(to);
          const ruleset = await bytesOf(game, "ruleset").catch(onlyRefusals);
          mustBeKnown(pathOf(game, "ruleset"), "ruleset", ruleset);
          const rewritten = ruleset && { before: ruleset, after: moved(ruleset, to) };
          return renameGame(root, calls, game, to, rewritten);
        });
        await watch?.ours(game);
        await watch?.ours(to);
      }),
    remove: (game) =>
      alone(`Removing ${game}`, async () => {
        checkGameId(game);
        await mustExist(game);
        if (!places.open)
          throw new StoreError("fixed", `${places.placeOf(game)} was opened by path and stays`);
        await moveGame(game, () => trashGame(root, calls, game));
        await watch?.ours(game);
      }),
    async siblings(game) {
      checkGameId(game);
      await mustExist(game);
      return around.scripts();
    },
    others: () => around.others(),
    watch(onChange, onFailure) {
      watch ??= watchGames(root, places, entriesOf, (work) => alone("Looking for changes", work));
      return watch.subscribe(onChange, onFailure);
    },
    async close() {
      await watch?.close();
      watch = undefined;
    },
  };
  await inTurn(root, async () => recover(root, calls, places, await places.folders())).catch(
    (error: unknown) => {
      throw diskError(error, `Completing an interrupted save in ${root}`);
    },
  );
  return store;
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

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
