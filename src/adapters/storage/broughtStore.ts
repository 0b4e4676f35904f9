import { freeGameId, isScript, stem } from "#core/project/gameIdFrom.ts";
import {
  checkFiles,
  checkGameId,
  StoreError,
  type FileText,
  type GameEntry,
  type SaveResult,
  type Store,
} from "#core/project/store.ts";
import { isTypes, machinesOf } from "#core/read/modules/machinesOf.ts";
import {
  broughtPlaces,
  type BroughtPlace,
  type BroughtPlaces,
  type BroughtScript,
} from "#adapters/storage/broughtPlaces.ts";
import { browserStore } from "#adapters/storage/browserStore.ts";
import { contentHash } from "#adapters/storage/contentHash.ts";
import { requestAccess, handleAt, readHandle, writeHandle } from "#adapters/storage/fileAccess.ts";
import { watchHandles } from "#adapters/storage/watchHandles.ts";

/** What a person dropped, pasted or chose: scripts, with handles where the browser gives them. */
export interface Bringing {
  readonly files: readonly {
    /** As it lies in what was brought, with forward slashes. */
    readonly path: string;
    readonly text: string;
    readonly handle?: FileSystemFileHandle;
  }[];
  readonly folder?: FileSystemDirectoryHandle;
}
export interface Brought {
  /** Ids of the games that the modules became, or were already. */
  readonly games: readonly string[];
  /** Paths in which no machine was found. */
  readonly others: readonly string[];
}

/** Machines from outside the workspace, which are saved where they came from, or stay in this browser. */
export interface BroughtStore extends Store {
  /** @param isTaken ids of games that are kept elsewhere */
  bring(bringing: Bringing, isTaken: (id: string) => boolean): Promise<Brought>;
  /** Has the browser ask for a file again, after the page was reloaded; only right after a click. */
  allow(game: string): Promise<boolean>;
}

/**
 * A file with a handle is read and saved through it; everything else (copies, and what lies beside a single file, such as its
 * layout) is in a database of its own. Bringing writes nothing to any file.
 * @throws StoreError `unreachable` when the browser gives no database
 */
export async function broughtStore(name = "turnwright-brought"): Promise<BroughtStore> {
  const [inner, known] = await Promise.all([browserStore({ name }), broughtPlaces(`${name}-places`)]);
  const placeOf = async (game: string): Promise<BroughtPlace | undefined> =>
    (await known.all()).find((place) => place.game === game);
  const mustKnow = async (game: string) => {
    checkGameId(game);
    const place = await placeOf(game);
    if (!place) throw new StoreError("not-found", `There is no game ${game}`);
    return place;
  };
  const watched = watchHandles();

  /** The files of a game that have a handle: the machine, and its layout when the whole folder was brought. */
  const handled = async ({ handle, folder, path }: BroughtPlace, fileName: string, create = false) => {
    if (fileName === "machine") return handle;
    return fileName === "layout" && folder
      ? handleAt(folder, `${stem(path)}.layout.json`, create)
      : undefined;
  };
  const read = async (game: string): Promise<readonly FileText[]> => {
    const place = await mustKnow(game);
    const files = new Map((await inner.read(game)).map((file) => [file.name, file]));
    for (const fileName of ["machine", "layout"]) {
      const handle = await handled(place, fileName);
      if (!handle) continue;
      const text = await readHandle(handle);
      const hash = await contentHash(text);
      files.set(fileName, { name: fileName, text, hash });
      watched.know(game, fileName, handle, hash);
    }
    return [...files.values()];
  };

  return {
    async list() {
      const places = new Map((await known.all()).map((place) => [place.game, place]));
      return (await inner.list()).flatMap((entry): GameEntry[] => {
        const place = places.get(entry.id);
        if (!place) return [];
        const { set, path, kept, machines } = place;
        return [{ ...entry, foreign: true, kept, place: path, path: `${set}/${path}`, machines }];
      });
    },
    read,
    async save(game, changes): Promise<SaveResult> {
      const place = await mustKnow(game);
      checkFiles(changes);
      // Requested once, before anything is written into it.
      if (place.folder && !(await requestAccess(place.folder, "readwrite")))
        throw new StoreError("permission", `The browser was not allowed to write to ${place.folder.name}`);
      const files: { name: string; hash: string }[] = [];
      const rest = [];
      for (const change of changes) {
        const handle = await handled(place, change.name, change.base === null);
        if (!handle || change.text === null) {
          rest.push(change);
          continue;
        }
        if (!(await requestAccess(handle, "readwrite")))
          throw new StoreError("permission", `The browser was not allowed to write ${handle.name}`);
        const now = await readHandle(handle);
        const [was, newHash] = await Promise.all([contentHash(now), contentHash(change.text)]);
        const isNew = change.base === null && now === "";
        if (was !== change.base && was !== newHash && !isNew)
          return { ok: false, code: "stale", theirs: [{ name: change.name, text: now, hash: was }] };
        if (was !== newHash) await writeHandle(handle, change.text);
        watched.know(game, change.name, handle, newHash);
        files.push({ name: change.name, hash: newHash });
      }
      const result = rest.length > 0 ? await inner.save(game, rest) : ({ ok: true, files: [] } as const);
      return result.ok ? { ok: true, files: [...files, ...result.files] } : result;
    },
    create: () => Promise.reject(new StoreError("fixed", "What is brought comes from outside")),
    rename: (game) => Promise.reject(new StoreError("fixed", `${game} is named by its file`)),
    duplicate: (game) => Promise.reject(new StoreError("fixed", `${game} is copied into a workspace`)),
    async remove(game) {
      await inner.remove(game);
      await known.drop(game);
      watched.forget(game);
    },
    async siblings(game) {
      const place = await mustKnow(game);
      const scripts = await known.scripts(place.set);
      const texts = await Promise.all(scripts.map(textNow));
      return scripts.map(({ set, path }, i) => ({ path: `${set}/${path}`, text: texts[i] ?? "" }));
    },
    others: () => Promise.resolve([]),
    watch(onChange) {
      const stops = [inner.watch(onChange), watched.subscribe(onChange)];
      return () => stops.forEach((stop) => stop());
    },
    bring: (bringing, isTaken) => bring(inner, known, bringing, isTaken),
    async allow(game) {
      const { handle, folder } = await mustKnow(game);
      const handleToRead = folder ?? handle;
      return handleToRead === undefined || (await requestAccess(handleToRead, "read"));
    },
  };
}

/** What a script says now; what it said when it was brought, while the browser would ask first. */
const textNow = async ({ handle, text }: BroughtScript): Promise<string> =>
  handle ? readHandle(handle).catch(() => text) : text;

async function bring(
  inner: Store,
  known: BroughtPlaces,
  { files, folder }: Bringing,
  isTaken: (id: string) => boolean,
): Promise<Brought> {
  const scripts = files.filter(({ path }) => isScript(path.slice(path.lastIndexOf("/") + 1)));
  const machines = machinesOf(scripts);
  // A single file is shown even when there is no machine in it: it says what was looked for.
  const [only] = scripts;
  if (only && scripts.length === 1 && machines.size === 0) machines.set(only.path, []);
  const places = [...(await known.all())];
  const set = `brought-${crypto.randomUUID()}`;
  const games: string[] = [];
  const fresh: BroughtPlace[] = [];
  for (const { path, text, handle } of scripts) {
    const found = machines.get(path);
    if (!found) continue;
    const there = await sameOf(places, inner, { path, text, handle });
    if (there) {
      games.push(there);
      continue;
    }
    const isUsed = (id: string) => isTaken(id) || [...places, ...fresh].some(({ game }) => game === id);
    const game = freeGameId(path, isUsed);
    await inner.create(game, [{ name: "machine", text }]);
    const kept = !handle ? "copy" : folder ? "folder" : "file";
    fresh.push({
      game,
      set,
      path,
      kept,
      machines: found,
      ...(handle ? { handle } : {}),
      ...(handle && folder ? { folder } : {}),
    });
    games.push(game);
  }
  if (fresh.length > 0)
    await known.add(
      fresh,
      scripts.map((script) => ({ ...script, set })),
    );
  const others = files.map(({ path }) => path).filter((path) => !machines.has(path) && !isTypes(path));
  return { games, others };
}

/** The game that a file already is: the same file, or a copy of the same text under the same name. */
async function sameOf(
  places: readonly BroughtPlace[],
  inner: Store,
  { path, text, handle }: { path: string; text: string; handle?: FileSystemFileHandle | undefined },
): Promise<string | undefined> {
  for (const place of places) {
    if (handle && place.handle && (await handle.isSameEntry(place.handle))) return place.game;
    if (handle || place.handle || place.path !== path) continue;
    const machine = (await inner.read(place.game)).find(({ name }) => name === "machine");
    if (machine?.text === text) return place.game;
  }
  return undefined;
}
