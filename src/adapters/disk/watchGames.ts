import { watch, type FSWatcher } from "chokidar";
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
const SETTLE_MS = 60;
/** How often files are looked at where the system tells nothing, in ms. */
const POLL_INTERVAL_MS = 300;

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
  return new FolderWatch(root, places, entriesOf, alone);
}

class FolderWatch implements GameWatch {
  readonly #root: string;
  readonly #places: Places;
  readonly #entriesOf: (game: string) => Promise<readonly FileEntry[]>;
  readonly #alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #listeners = new Map<(event: StoreEvent) => void, TellFailure | undefined>();
  readonly #known = new Map<string, readonly FileEntry[]>();
  readonly #dirty = new Set<string>();
  readonly #baseline: Promise<void>;
  #watcher: FSWatcher;
  #timer: NodeJS.Timeout | undefined;
  #returning: NodeJS.Timeout | undefined;
  #closed = false;
  #siblings = false;

  constructor(
    root: string,
    places: Places,
    entriesOf: (game: string) => Promise<readonly FileEntry[]>,
    alone: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    this.#root = root;
    this.#places = places;
    this.#entriesOf = entriesOf;
    this.#alone = alone;
    this.#baseline = alone(async () => {
      for (const game of await places.games()) this.#remember(game, await entriesOf(game));
    }).catch(this.#failed);
    this.#watcher = this.#start(false);
  }

  subscribe(onChange: (event: StoreEvent) => void, onFailure?: TellFailure): () => void {
    this.#listeners.set(onChange, onFailure);
    return () => void this.#listeners.delete(onChange);
  }

  saved(game: string, files: readonly FileEntry[], removed: readonly string[]): void {
    const names = new Set([...files.map((file) => file.name), ...removed]);
    const others = (this.#known.get(game) ?? []).filter((file) => !names.has(file.name));
    this.#remember(game, [...others, ...files]);
  }

  async ours(game: string): Promise<void> {
    this.#remember(game, await this.#entriesOf(game));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#returning);
    this.#listeners.clear();
    await this.#watcher.close();
  }

  readonly #reportFailure: TellFailure = (failure) => {
    for (const onFailure of this.#listeners.values()) onFailure?.(failure);
  };
  readonly #failed = (error: unknown): void => this.#reportFailure(failureOf("files", error));

  /** A listener that throws must not keep the news from others, nor end the process. */
  #tell(event: StoreEvent): void {
    for (const listener of this.#listeners.keys()) guarded("files", this.#reportFailure, listener)(event);
  }

  #remember(game: string, files: readonly FileEntry[]): void {
    if (files.length > 0) this.#known.set(game, files);
    else this.#known.delete(game);
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const games = [...this.#dirty];
      this.#dirty.clear();
      if (this.#siblings) this.#notifySiblings([]);
      // A disk that does not answer now is looked at again when something next moves.
      this.#look(games).catch((error: unknown) => {
        for (const game of games) this.#dirty.add(game);
        this.#failed(error);
      });
    }, SETTLE_MS);
  }

  async #look(games: readonly string[]): Promise<void> {
    const events = await this.#alone(async () => {
      const before = new Map(games.map((game) => [game, this.#known.get(game) ?? []]));
      const after = new Map<string, readonly FileEntry[]>();
      for (const game of games) after.set(game, await this.#entriesOf(game));
      for (const [game, files] of after) this.#remember(game, files);
      return diffGames(before, after);
    });
    if (this.#closed) return;
    for (const event of events) this.#tell(event);
    const machines = events.filter(({ files, removed }) =>
      [...files.map(({ name }) => name), ...removed].includes("machine"),
    );
    if (machines.length > 0) this.#notifySiblings(machines.map(({ game }) => game));
  }

  /** What a machine imports is read by whoever shows it: here it is only said that it may be another. */
  #notifySiblings(ownFiles: readonly string[]): void {
    this.#siblings = false;
    for (const game of [...this.#known.keys()].filter((key) => !ownFiles.includes(key)))
      this.#tell({ game, files: [], removed: [], siblings: true });
  }

  /**
   * The system says nothing more of a folder that was moved away or removed, also when it is back at its place: it is waited for, and
   * then another watcher is started.
   */
  #awaitFolder(usePolling: boolean): void {
    this.#returning ??= setTimeout(async () => {
      const isBack = await stat(this.#root).then(
        (found) => found.isDirectory(),
        () => false,
      );
      this.#returning = undefined;
      if (this.#closed) return;
      if (!isBack) return this.#awaitFolder(usePolling);
      this.#watcher.close().catch(this.#failed);
      this.#watcher = this.#start(usePolling);
    }, FOLDER_RETRY_MS);
  }

  #start(usePolling: boolean): FSWatcher {
    const watcher = watch(this.#root, {
      ignoreInitial: true,
      usePolling,
      interval: POLL_INTERVAL_MS,
      followSymlinks: false,
      // Only the folders that hold games are entered: a workspace may have node_modules beside them.
      ignored: (path) => !this.#places.concerns(this.#placeOf(path)),
    });
    const moved = guarded("files", this.#reportFailure, (kind: string, path: string) => {
      if (kind === "unlinkDir" && path === this.#root) this.#awaitFolder(usePolling);
      const place = this.#placeOf(path);
      const game = this.#places.gameOf(place);
      // The machine of a game is compared with what is known before any event is sent: the write may be our own.
      if (game === undefined && isScript(place)) this.#siblings = true;
      if (game !== undefined) this.#dirty.add(game);
      if (game !== undefined || this.#siblings) this.#later();
    });
    watcher.on("all", moved);
    // What changed between the first look and now would otherwise never be noticed.
    const ready = guarded("files", this.#reportFailure, async () => {
      await this.#baseline;
      for (const game of [...this.#known.keys(), ...(await this.#places.games())]) this.#dirty.add(game);
      this.#later();
    });
    watcher.on("ready", ready);
    watcher.on("error", (error) => {
      if (this.#closed) return;
      if (usePolling) return this.#failed(error);
      // Out of watches (inotify has few): ask again and again instead.
      watcher.close().catch(this.#failed);
      this.#watcher = this.#start(true);
    });
    return watcher;
  }

  #placeOf(path: string): string {
    return relative(this.#root, path).replaceAll("\\", "/");
  }
}
