import { join } from "node:path";
import type { TellFailure } from "#core/diagnostic/failure.ts";
import { filePath } from "#core/project/gameFiles.ts";
import {
  checkNewId,
  StoreError,
  type FileText,
  type GameEntry,
  type NewFile,
  type Store,
  type StoreEvent,
} from "#core/project/store.ts";
import { machinesOf } from "#core/read/modules/machinesOf.ts";
import { crawlScripts, type Bounds } from "#adapters/disk/crawlScripts.ts";
import { loosePlaces, pathId, workspacePlaces, type Places } from "#adapters/disk/places.ts";
import { exists } from "#adapters/disk/safeFile.ts";
import { realFolder } from "#adapters/disk/safeFile.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";

/** Both stores stand over one folder: what one of them left half done the other completes. */
const both = (mine: Places, theirs: () => Places): Places => ({
  ...mine,
  holds: (path) => mine.holds(path) || theirs().holds(path),
  holdsIn: (path) => mine.holdsIn(path) || theirs().holdsIn(path),
});

/**
 * A folder to work in. While it has no games of its own, the machines that lie elsewhere in it, as in the sources of an app, are
 * listed too, marked as `found`: each is a foreign game that is saved to its own file. They stay listed once games are created beside
 * them. Nothing is written by opening, and nothing is run.
 * @param bounds how far is looked for them
 * @throws StoreError `not-found` | `refused`
 */
export async function openStartFolder(folder: string, bounds: Bounds): Promise<Workspace> {
  const found = new Map<string, readonly string[]>();
  const foundPlaces = (at: string) => loosePlaces(at, [...found.keys()], pathId);
  const ownPlaces = (at: string) => both(workspacePlaces(at), () => foundPlaces(at));
  /** Who watches, and how to stop what is watched of the machines that were found. */
  const watching = new Map<
    (event: StoreEvent) => void,
    { readonly onFailure: TellFailure | undefined; readonly stop: (() => void) | undefined }
  >();
  let loose: Workspace | undefined;
  let looseAt: Places | undefined;

  /** Looks for machines. Those that were found earlier stay. */
  const look = async (root: string): Promise<void> => {
    const before = found.size;
    for (const [path, keys] of machinesOf(await crawlScripts(root, bounds))) found.set(path, keys);
    if (found.size === before) return;
    const old = loose;
    const places = foundPlaces(root);
    loose = await openWorkspace(root, {
      foreign: true,
      places: (at) => both(places, () => workspacePlaces(at)),
      around: {
        scripts: () => crawlScripts(root, bounds),
        others: async () => [],
        machinesIn: (path) => found.get(path),
      },
    });
    looseAt = places;
    for (const [onChange, { onFailure, stop }] of watching) {
      stop?.();
      watching.set(onChange, { onFailure, stop: loose.watch(onChange, onFailure) });
    }
    await old?.close();
  };
  const isInWorkspace = (game: string) => exists(join(root, filePath(game, "machine")));
  let looking: Promise<void> | undefined;
  const root = await realFolder(folder);
  if ((await workspacePlaces(root).games()).length === 0) await look(root);
  const workspace = await openWorkspace(root, { places: ownPlaces });

  const list = async (): Promise<GameEntry[]> => {
    const games = await workspace.list();
    // One look at a time, however many pages ask.
    if (games.length === 0) await (looking ??= look(root).finally(() => (looking = undefined)));
    const usedIds = new Set(games.map(({ id }) => id));
    const others = ((await loose?.list()) ?? []).filter(({ id }) => !usedIds.has(id));
    return [...games, ...others.map((game) => ({ ...game, found: true as const }))];
  };
  /** Whether a game is one of those that were found; looks for no more of them. */
  const isFound = async (game: string): Promise<boolean> => {
    const path = looseAt?.pathOf(game, "machine");
    return path !== undefined && (await exists(join(root, path))) && !(await isInWorkspace(game));
  };
  const storeOf = async (game: string): Promise<Store> =>
    loose && (await isFound(game)) ? loose : workspace;
  const mustBeFree = async (game: string) => {
    checkNewId(game);
    if (await isFound(game)) throw new StoreError("exists", `There already is a machine ${game}`);
  };

  return {
    root,
    list,
    read: async (game) => (await storeOf(game)).read(game),
    save: async (game, changes) => (await storeOf(game)).save(game, changes),
    async create(game, files) {
      await mustBeFree(game);
      await workspace.create(game, files);
    },
    async rename(game, to) {
      await mustBeFree(to);
      await (await storeOf(game)).rename(game, to);
    },
    async duplicate(game, to) {
      await mustBeFree(to);
      const store = await storeOf(game);
      if (store === workspace) await workspace.duplicate(game, to);
      else await workspace.create(to, newFiles(await store.read(game)));
    },
    remove: async (game) => (await storeOf(game)).remove(game),
    siblings: async (game) => (await storeOf(game)).siblings(game),
    others: () => workspace.others(),
    watch(onChange, onFailure) {
      const stop = workspace.watch(onChange, onFailure);
      watching.set(onChange, { onFailure, stop: loose?.watch(onChange, onFailure) });
      return () => {
        stop();
        watching.get(onChange)?.stop?.();
        watching.delete(onChange);
      };
    },
    async close() {
      watching.clear();
      await Promise.all([workspace.close(), loose?.close()]);
    },
  };
}

const newFiles = (files: readonly FileText[]): NewFile[] => files.map(({ name, text }) => ({ name, text }));
