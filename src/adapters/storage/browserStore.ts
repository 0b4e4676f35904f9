import { thrownText } from "#core/run/play/thrownText.ts";
import { openDB, type DBSchema, type IDBPTransaction } from "idb";
import {
  checkFiles,
  checkGameId,
  checkNewId,
  checkNewGame,
  StoreError,
  type FileChange,
  type FileText,
  type GameEntry,
  type NewFile,
  type SaveResult,
  type Store,
  type StoreEvent,
  type TheirFile,
} from "#core/project/store.ts";
import { filePath } from "#core/project/gameFiles.ts";
import { compareNames } from "#core/project/fileAt.ts";
import { moveRuleset, titleOf } from "#core/project/rulesetIdentity.ts";
import { contentHash } from "#adapters/storage/contentHash.ts";
import { reopened } from "#adapters/storage/reopened.ts";

/** A game that a fresh store starts with. */
export interface SeedGame {
  readonly id: string;
  readonly files: readonly NewFile[];
}
export interface BrowserOptions {
  /** Name of the database; tests take their own. */
  readonly name?: string;
  /** Put in once. A game that was removed does not come back; one that nobody changed follows a newer seed. */
  readonly seed?: readonly SeedGame[];
}

interface StoredFile extends FileText {
  readonly game: string;
}
interface Games extends DBSchema {
  files: { key: [string, string]; value: StoredFile };
  /** What each seed game was when it was put in. */
  seeds: { key: string; value: { readonly id: string; readonly hashes: Readonly<Record<string, string>> } };
}
type Writing = IDBPTransaction<Games, ("files" | "seeds")[], "readwrite">;

/**
 * Games in this browser's IndexedDB, for a studio that is served as static files. A save is answered when it is on the disk
 * (`strict`). The browser may still evict it all: export is the backup.
 * @throws StoreError `unreachable` when the browser gives no database
 */
export async function browserStore({ name = "turnwright", seed = [] }: BrowserOptions = {}): Promise<Store> {
  const tables = new Tables(await openGames(name));
  for (const game of seed) await plant(game, tables);
  return new BrowserStore(tables, new BroadcastChannel(`${name}-changes`));
}

/** The database, with each of its failures as a `StoreError`. */
class Tables {
  readonly #database: Awaited<ReturnType<typeof openGames>>;

  constructor(database: Awaited<ReturnType<typeof openGames>>) {
    this.#database = database;
  }

  /** All of it or none: a throw inside takes everything back. Only database calls may be awaited in `work`. */
  async write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    const db = await this.#database();
    const tx = db.transaction(["files", "seeds"], "readwrite", { durability: "strict" });
    try {
      const result = await work(tx);
      await tx.done;
      return result;
    } catch (error) {
      tx.done.catch(() => undefined);
      try {
        tx.abort();
      } catch {
        /* it already was, by the failure itself */
      }
      throw storeError(error);
    }
  }

  /** Files of one game, or of all. */
  async files(range?: IDBKeyRange): Promise<StoredFile[]> {
    return (await this.#database()).getAll("files", range).catch(rethrow);
  }
}

class BrowserStore implements Store {
  readonly #tables: Tables;
  readonly #channel: BroadcastChannel;

  constructor(tables: Tables, channel: BroadcastChannel) {
    this.#tables = tables;
    this.#channel = channel;
  }

  async list() {
    const games = new Map<string, StoredFile[]>();
    for (const file of await this.#tables.files())
      games.set(file.game, [...(games.get(file.game) ?? []), file]);
    return [...games].map(([id, files]): GameEntry => {
      const title = titleOf(files.find((file) => file.name === "ruleset")?.text);
      return {
        id,
        title,
        files: files.toSorted(byName).map(entry),
        place: `IndexedDB, ${location.origin}`,
        kept: "browser",
        path: filePath(id, "machine"),
      };
    });
  }

  async read(game: string) {
    checkGameId(game);
    const files = await this.#tables.files(rangeOf(game));
    if (files.length === 0) throw new StoreError("not-found", `There is no game ${game}`);
    return files.toSorted(byName).map(({ name, hash, text }) => ({ name, hash, text }));
  }

  async save(game: string, changes: readonly FileChange[]): Promise<SaveResult> {
    checkGameId(game);
    checkFiles(changes);
    const hashes = await Promise.all(
      changes.map(async (change) => ({
        ...change,
        hash: change.text === null ? null : await contentHash(change.text),
      })),
    );
    const result = await this.#tables.write(async (tx): Promise<SaveResult> => {
      const files = tx.objectStore("files");
      const makes = changes.some((change) => change.name === "machine" && change.text !== null);
      if (!makes && (await files.count([game, "machine"])) === 0)
        throw new StoreError("not-found", `There is no game ${game}`);
      const there = await Promise.all(hashes.map((change) => files.get([game, change.name])));
      const stale = hashes.flatMap(({ name, base, hash }, index): TheirFile[] => {
        const now = there[index];
        const was = now?.hash ?? null;
        return was === base || was === hash ? [] : [{ name, text: now?.text ?? null, hash: was }];
      });
      if (stale.length > 0) return { ok: false, code: "stale", theirs: stale };
      for (const { name, text, hash } of hashes) {
        if (text === null || hash === null) await files.delete([game, name]);
        else await files.put({ game, name, text, hash });
      }
      return {
        ok: true,
        files: hashes.flatMap(({ name, hash }) => (hash === null ? [] : [{ name, hash }])),
      };
    });
    const removed = changes.filter((change) => change.text === null).map((change) => change.name);
    if (result.ok) this.#announce({ game, files: result.files, removed });
    return result;
  }

  async create(game: string, files: readonly NewFile[]) {
    checkNewGame(game, files);
    await this.#insert(game, await Promise.all(files.map((file) => storedFile(game, file))));
  }

  async duplicate(game: string, to: string) {
    checkGameId(game);
    checkNewId(to);
    await this.#insert(to, await this.#copyOf(game, to));
  }

  async rename(game: string, to: string) {
    checkGameId(game);
    checkNewId(to);
    const copy = await this.#copyOf(game, to);
    await this.#tables.write(async (tx) => {
      const files = tx.objectStore("files");
      if ((await files.count(rangeOf(to))) > 0)
        throw new StoreError("exists", `There already is a game ${to}`);
      await files.delete(rangeOf(game));
      for (const file of copy) await files.put(file);
    });
    this.#announce({ game, files: [], removed: copy.map((file) => file.name) });
    this.#announce({ game: to, files: copy.map(entry), removed: [] });
  }

  async remove(game: string) {
    checkGameId(game);
    const removed = await this.#tables.write(async (tx) => {
      const keys = await tx.objectStore("files").getAllKeys(rangeOf(game));
      if (keys.length === 0) throw new StoreError("not-found", `There is no game ${game}`);
      await tx.objectStore("files").delete(rangeOf(game));
      return keys.map(([, file]) => file);
    });
    this.#announce({ game, files: [], removed });
  }

  async siblings() {
    const files = await this.#tables.files();
    return files
      .filter(({ name }) => name === "machine")
      .map(({ game, text }) => ({ path: filePath(game, "machine"), text }));
  }

  others() {
    return Promise.resolve([]);
  }

  watch(onChange: (event: StoreEvent) => void) {
    const hear = (message: MessageEvent<StoreEvent>) => onChange(message.data);
    this.#channel.addEventListener("message", hear);
    return () => this.#channel.removeEventListener("message", hear);
  }

  async #insert(game: string, files: readonly StoredFile[]): Promise<void> {
    await this.#tables.write(async (tx) => {
      if ((await tx.objectStore("files").count(rangeOf(game))) > 0)
        throw new StoreError("exists", `There already is a game ${game}`);
      for (const file of files) await tx.objectStore("files").put(file);
    });
    this.#announce({ game, files: files.map(entry), removed: [] });
  }

  async #copyOf(game: string, to: string): Promise<StoredFile[]> {
    const files = await this.#tables.files(rangeOf(game));
    if (!files.some((file) => file.name === "machine"))
      throw new StoreError("not-found", `There is no game ${game}`);
    const moved = files.map(({ name, text }) => ({
      name,
      text: name === "ruleset" ? moveRuleset(text, to) : text,
    }));
    return await Promise.all(moved.map((file) => storedFile(to, file)));
  }

  /** Sends an event to the other windows of this browser. The window that made the change does not receive it. */
  #announce(event: StoreEvent): void {
    this.#channel.postMessage(event);
  }
}

/** Puts a seed game in, unless it once was put in and has been changed or removed since. */
async function plant(seed: SeedGame, tables: Tables): Promise<void> {
  const files = await Promise.all(seed.files.map((file) => storedFile(seed.id, file)));
  const hashes = Object.fromEntries(files.map(({ name, hash }) => [name, hash]));
  await tables.write(async (tx) => {
    const before = await tx.objectStore("seeds").get(seed.id);
    const there = await tx.objectStore("files").getAll(rangeOf(seed.id));
    const asPlanted =
      before !== undefined &&
      there.length === Object.keys(before.hashes).length &&
      there.every(({ name, hash }) => before.hashes[name] === hash);
    if (before ? !asPlanted : there.length > 0) return;
    if (asPlanted && files.length === there.length && there.every(({ name, hash }) => hashes[name] === hash))
      return;
    await tx.objectStore("files").delete(rangeOf(seed.id));
    for (const file of files) await tx.objectStore("files").put(file);
    await tx.objectStore("seeds").put({ id: seed.id, hashes });
  });
}

const openGames = (name: string) =>
  reopened<Games>((lost) =>
    openDB<Games>(name, 1, {
      upgrade(fresh) {
        fresh.createObjectStore("files", { keyPath: ["game", "name"] });
        fresh.createObjectStore("seeds", { keyPath: "id" });
      },
      ...lost,
    }),
  );

/** Every file of a game: an array sorts after every text. */
const rangeOf = (game: string) => IDBKeyRange.bound([game], [game, []]);
const entry = ({ name, hash }: FileText) => ({ name, hash });
const storedFile = async (game: string, { name, text }: NewFile): Promise<StoredFile> => ({
  game,
  name,
  text,
  hash: await contentHash(text),
});

function storeError(error: unknown): StoreError {
  return error instanceof StoreError
    ? error
    : new StoreError("disk", `The browser's database failed: ${thrownText(error)}`);
}
function rethrow(error: unknown): never {
  throw storeError(error);
}
const byName = (a: FileText, b: FileText) => compareNames(a.name, b.name);
