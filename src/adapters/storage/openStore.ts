import { appStore, type AppStore, type BroughtBefore } from "#adapters/storage/appStore.ts";
import type { SeedGame } from "#adapters/storage/browserStore.ts";
import { foreignCopies } from "#adapters/storage/foreignCopies.ts";
import { serverStore } from "#adapters/storage/serverStore.ts";
import { enter, entered, isServed, token } from "#adapters/storage/session.ts";

export interface OpenStoreOptions {
  /** Games that a browser starts with when there is no server; by default those that the studio ships. */
  readonly seed?: () => Promise<readonly SeedGame[]>;
}

/**
 * The server's store when a server served the page, else this browser's own; with what was brought beside it.
 * @throws StoreError `unreachable`
 */
export async function openStore(options: OpenStoreOptions = {}): Promise<AppStore> {
  const loadBroughtStore = async () => (await import("#adapters/storage/broughtStore.ts")).broughtStore();
  return appStore(await mainStore(options), loadBroughtStore, broughtBefore, foreignCopies());
}

async function mainStore({ seed = shipped }: OpenStoreOptions): Promise<Parameters<typeof appStore>[0]> {
  if (isServed()) {
    await enter();
    return serverStore({ token, onAnswer: entered });
  }
  const { browserStore } = await import("#adapters/storage/browserStore.ts");
  return browserStore({ seed: await seed() });
}

/** Loaded only when it is needed: the texts of all games. */
const shipped = async () => (await import("#adapters/storage/shippedGames.ts")).shippedGames();

/** Stored where it can be read without opening a database. */
const FLAG = "turnwright.brought";
const broughtBefore: BroughtBefore = {
  get: () => {
    try {
      return localStorage.getItem(FLAG) !== null;
    } catch {
      return false;
    }
  },
  set: () => {
    try {
      localStorage.setItem(FLAG, "1");
    } catch {
      /* it is listed as long as this page lives */
    }
  },
};
