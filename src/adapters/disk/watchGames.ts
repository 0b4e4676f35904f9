import { watch } from "chokidar";
import { stat } from "node:fs/promises";
import { relative } from "node:path";
import { failureOf, guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { diffGames, type FileEntry, type StoreEvent } from "#core/project/store.ts";
import { isScript } from "#core/project/gameIdFrom.ts";
import type { Places } from "#adapters/disk/places.ts";

/** Tells of changes that other programs make to the files of games. */
export interface GameWatch {
  /** @param onFailure is called for what could not be read; it is read again at the next change */
  subscribe(onChange: (event: StoreEvent) => void, onFailure?: TellFailure): () => void;
  /** We have just written these files of a game: no news. Call before anyone else has a turn. */
  saved(game: string, files: readonly FileEntry[], removed: readonly string[]): void;
  /** We have created, moved or removed this game ourselves: no event follows. Call before anyone else has a turn. */
  ours(game: string): Promise<void>;
  close(): Promise<void>;
}

/** How long after a look for a folder that was moved away it is looked for again, in ms. */
const FOLDER_RETRY_MS = 1_000;
/** Writers often touch a file several times in a row; looking is put off this long, in ms. */
const settleTime = 60;

/**
 * Looks at a game again whenever something moves in its files, and compares content hashes with what is known: a save of our
 * own, or one that changes nothing, is no event.
 * @param entriesOf what a game has now, empty when it is gone
 * @param alone runs a look while no save is under way
 */
export function watchGames(
  root: string,
  places: Places,
  entriesOf: (game: string) => Promise<readonly FileEntry[]>,
  alone: <T>(work: () => Promise<T>) => Promise<T>,
): GameWatch {
  const listeners = new Map<(event: StoreEvent) => void, TellFailure | undefined>();
  const reportFailure: TellFailure = (failure) => {
    for (const onFailure of listeners.values()) onFailure?.(failure);
  };
  const failed = (error: unknown) => reportFailure(failureOf("files", error));
  /** A listener that throws must not keep the news from others, nor end the process. */
  const tell = (event: StoreEvent) => {
    for (const listener of listeners.keys()) guarded("files", reportFailure, listener)(event);
  };
  const known = new Map<string, readonly FileEntry[]>();
  const dirty = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let siblings = false;

  const look = async (games: readonly string[]) => {
    const events = await alone(async () => {
      const before = new Map(games.map((game) => [game, known.get(game) ?? []]));
      const after = new Map<string, readonly FileEntry[]>();
      for (const game of games) after.set(game, await entriesOf(game));
      for (const [game, files] of after) remember(game, files);
      return diffGames(before, after);
    });
    if (closed) return;
    for (const event of events) tell(event);
    const machines = events.filter(({ files, removed }) =>
      [...files.map(({ name }) => name), ...removed].includes("machine"),
    );
    if (machines.length > 0) notifySiblings(machines.map(({ game }) => game));
  };
  /** What a machine imports is read by whoever shows it: here it is only said that it may be another. */
  const notifySiblings = (ownFiles: readonly string[]) => {
    siblings = false;
    for (const game of [...known.keys()].filter((key) => !ownFiles.includes(key)))
      tell({ game, files: [], removed: [], siblings: true });
  };
  const remember = (game: string, files: readonly FileEntry[]) =>
    files.length > 0 ? known.set(game, files) : known.delete(game);
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const games = [...dirty];
      dirty.clear();
      if (siblings) notifySiblings([]);
      // A disk that does not answer now is looked at again when something next moves.
      look(games).catch((error: unknown) => {
        for (const game of games) dirty.add(game);
        failed(error);
      });
    }, settleTime);
  };

  const baseline = alone(async () => {
    for (const game of await places.games()) remember(game, await entriesOf(game));
  }).catch(failed);

  let returning: NodeJS.Timeout | undefined;
  /**
   * The system says nothing more of a folder that was moved away or removed, also when it is back at its place: it is waited for, and
   * watched anew.
   */
  const awaitFolder = (usePolling: boolean) => {
    returning ??= setTimeout(async () => {
      const isBack = await stat(root).then(
        (found) => found.isDirectory(),
        () => false,
      );
      returning = undefined;
      if (closed) return;
      if (!isBack) return awaitFolder(usePolling);
      current.close().catch(failed);
      current = start(usePolling);
    }, FOLDER_RETRY_MS);
  };

  const start = (usePolling: boolean) => {
    const watcher = watch(root, {
      ignoreInitial: true,
      usePolling,
      interval: 300,
      followSymlinks: false,
      // Only the folders that hold games are entered: a workspace may have node_modules beside them.
      ignored: (path) => !places.concerns(relative(root, path).replaceAll("\\", "/")),
    });
    const moved = guarded("files", reportFailure, (kind: string, path: string) => {
      if (kind === "unlinkDir" && path === root) awaitFolder(usePolling);
      const place = relative(root, path).replaceAll("\\", "/");
      const game = places.gameOf(place);
      // The machine of a game is compared with what is known before any event is sent: the write may be our own.
      if (game === undefined && isScript(place)) siblings = true;
      if (game !== undefined) dirty.add(game);
      if (game !== undefined || siblings) later();
    });
    watcher.on("all", moved);
    // What changed between the first look and now would otherwise never be noticed.
    const ready = guarded("files", reportFailure, async () => {
      await baseline;
      for (const game of [...known.keys(), ...(await places.games())]) dirty.add(game);
      later();
    });
    watcher.on("ready", ready);
    watcher.on("error", (error) => {
      if (closed) return;
      if (usePolling) return failed(error);
      // Out of watches (inotify has few): ask again and again instead.
      watcher.close().catch(failed);
      current = start(true);
    });
    return watcher;
  };
  let current = start(false);

  return {
    subscribe(onChange, onFailure) {
      listeners.set(onChange, onFailure);
      return () => void listeners.delete(onChange);
    },
    saved(game, files, removed) {
      const names = new Set([...files.map((file) => file.name), ...removed]);
      remember(game, [...(known.get(game) ?? []).filter((file) => !names.has(file.name)), ...files]);
    },
    async ours(game) {
      remember(game, await entriesOf(game));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(returning);
      listeners.clear();
      await current.close();
    },
  };
}
