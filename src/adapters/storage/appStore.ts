import type { Bringing, Brought, BroughtStore } from "#adapters/storage/broughtStore.ts";
import type { ForeignCopies } from "#adapters/storage/foreignCopies.ts";
import type { Access } from "#adapters/storage/serverStore.ts";
import type { InspectorDoor } from "#core/project/inspectWire.ts";
import type { Store, StoreEvent } from "#core/project/store.ts";

/** The games of the workspace, and the machines that were brought from outside, as one store. */
export interface AppStore extends Store {
  /** Takes in what was dropped, pasted or chosen. Writes nothing to any file. @throws StoreError */
  bring(bringing: Bringing): Promise<Brought>;
  /** Has the browser ask for a brought file again; only right after a click. */
  allow(game: string): Promise<boolean>;
  /** The person lets a copy of a foreign game run: from now on it counts as one of their own games. */
  ownGames(game: string): void;
  /** Where a server serves an inspector beside the studio. */
  readonly inspector?: InspectorDoor;
  /** Where there is a server. */
  readonly access?: Access;
}

export interface BroughtBefore {
  /** Whether something was brought in this browser, so that it is listed from the start. */
  get(): boolean;
  set(): void;
}

/**
 * @param open the store of brought machines; opened when something is brought, or at once when something was before
 * @param copies of foreign games; they stay foreign until the person lets them run
 */
export function appStore(
  main: Store & Pick<AppStore, "inspector" | "access">,
  open: () => Promise<BroughtStore>,
  before: BroughtBefore,
  copies: ForeignCopies,
): AppStore {
  let opening: Promise<BroughtStore> | undefined;
  const ids = new Set<string>();
  const listeners = new Set<(event: StoreEvent) => void>();
  const tell = (event: StoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  const broughtGames = async (): Promise<BroughtStore> => {
    opening ??= open().then((store) => {
      store.watch(tell);
      return store;
    });
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  const listBrought = async () => {
    if (!opening && !before.get()) return [];
    // Without its database the workspace is still there.
    const entries = await broughtGames()
      .then((store) => store.list())
      .catch(() => []);
    ids.clear();
    for (const { id } of entries) ids.add(id);
    return entries;
  };
  const storeOf = async (game: string): Promise<Store> => {
    if (!ids.has(game) && (opening || before.get())) await listBrought();
    return ids.has(game) ? broughtGames() : main;
  };

  const list = async () => {
    const [ownGames, others] = await Promise.all([main.list(), listBrought()]);
    const usedIds = new Set(ownGames.map(({ id }) => id));
    const marked = ownGames.map((game) => (copies.has(game.id) ? { ...game, foreign: true } : game));
    return [...marked, ...others.filter(({ id }) => !usedIds.has(id))];
  };
  /** Makes a game of another one's code, which is as foreign as that. Before it is there it is known not to be run. */
  const makeFrom = async (game: string, to: string, make: () => Promise<void>): Promise<void> => {
    const isForeign = (await list()).some(({ id, foreign }) => id === game && foreign === true);
    const was = copies.has(to);
    if (isForeign) copies.add(to);
    try {
      await make();
    } catch (error) {
      if (isForeign && !was) copies.drop(to);
      throw error;
    }
    if (!isForeign && was) copies.drop(to);
  };

  return {
    ...(main.inspector ? { inspector: inspectorOf(main, main.inspector, copies) } : {}),
    ...(main.access ? { access: main.access } : {}),
    list,
    read: async (game) => (await storeOf(game)).read(game),
    save: async (game, changes) => (await storeOf(game)).save(game, changes),
    async create(game, files) {
      await main.create(game, files);
      copies.drop(game);
    },
    async rename(game, to) {
      await makeFrom(game, to, async () => (await storeOf(game)).rename(game, to));
      copies.drop(game);
    },
    async duplicate(game, to) {
      const store = await storeOf(game);
      const copy = async () =>
        main.create(
          to,
          (await store.read(game)).map(({ name, text }) => ({ name, text })),
        );
      await makeFrom(game, to, store === main ? () => main.duplicate(game, to) : copy);
    },
    async remove(game) {
      await (await storeOf(game)).remove(game);
      ids.delete(game);
      copies.drop(game);
    },
    siblings: async (game) => (await storeOf(game)).siblings(game),
    others: () => main.others(),
    watch(onChange, onFailure) {
      listeners.add(onChange);
      const stop = main.watch(onChange, onFailure);
      return () => {
        listeners.delete(onChange);
        stop();
      };
    },
    async bring(bringing) {
      const [store, ownGames] = await Promise.all([broughtGames(), main.list()]);
      const usedIds = new Set(ownGames.map(({ id }) => id));
      const result = await store.bring(bringing, (id) => usedIds.has(id));
      before.set();
      for (const id of result.games) ids.add(id);
      return result;
    },
    allow: async (game) => (await broughtGames()).allow(game),
    ownGames: (game) => copies.drop(game),
  };
}

/** A page of the inspector has storage of its own: it learns which games are copies of foreign ones when it is joined. */
const inspectorOf = (main: Store, door: InspectorDoor, copies: ForeignCopies): InspectorDoor => ({
  ...door,
  async ask(call) {
    if (call.do !== "join") return door.ask(call);
    const foreign = (await main.list()).map(({ id }) => id).filter((id) => copies.has(id));
    return door.ask({ ...call, foreign });
  },
});
