import type { Bringing, Brought, BroughtStore } from "#adapters/storage/broughtStore.ts";
import type { ForeignCopies } from "#adapters/storage/foreignCopies.ts";
import type { Access } from "#adapters/storage/serverStore.ts";
import type { InspectorDoor } from "#core/project/inspectWire.ts";
import type { GameEntry, Store, StoreEvent } from "#core/project/store.ts";

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
  const listeners = new Set<(event: StoreEvent) => void>();
  const brought = new BroughtGames(open, before, (event) => {
    for (const listener of listeners) listener(event);
  });
  const storeOf = async (game: string): Promise<Store> =>
    (await brought.has(game)) ? brought.store() : main;

  const list = async () => {
    const [ownGames, others] = await Promise.all([main.list(), brought.list()]);
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
      brought.ids.delete(game);
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
      const [store, ownGames] = await Promise.all([brought.store(), main.list()]);
      const usedIds = new Set(ownGames.map(({ id }) => id));
      const result = await store.bring(bringing, (id) => usedIds.has(id));
      before.set();
      for (const id of result.games) brought.ids.add(id);
      return result;
    },
    allow: async (game) => (await brought.store()).allow(game),
    ownGames: (game) => copies.drop(game),
  };
}

/** The store of what was brought, opened when it is first needed, and the ids of the games in it. */
class BroughtGames {
  readonly ids = new Set<string>();
  readonly #open: () => Promise<BroughtStore>;
  readonly #before: BroughtBefore;
  readonly #onChange: (event: StoreEvent) => void;
  #opening: Promise<BroughtStore> | undefined;

  constructor(
    open: () => Promise<BroughtStore>,
    before: BroughtBefore,
    onChange: (event: StoreEvent) => void,
  ) {
    this.#open = open;
    this.#before = before;
    this.#onChange = onChange;
  }

  /** A store that could not be opened is tried again next time. */
  async store(): Promise<BroughtStore> {
    this.#opening ??= this.#open().then((store) => {
      store.watch(this.#onChange);
      return store;
    });
    return this.#opening.catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
  }

  async list(): Promise<readonly GameEntry[]> {
    if (!this.#mayBeThere()) return [];
    // Without its database the workspace is still there.
    const entries = await this.store()
      .then((store) => store.list())
      .catch(() => []);
    this.ids.clear();
    for (const { id } of entries) this.ids.add(id);
    return entries;
  }

  async has(game: string): Promise<boolean> {
    if (!this.ids.has(game) && this.#mayBeThere()) await this.list();
    return this.ids.has(game);
  }

  #mayBeThere(): boolean {
    return this.#opening !== undefined || this.#before.get();
  }
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
