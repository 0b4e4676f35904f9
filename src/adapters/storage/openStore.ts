import { tokenMeta } from "#core/project/wire.ts";
import type { Store } from "#core/project/store.ts";
import type { SeedGame } from "#adapters/storage/browserStore.ts";
import { serverStore } from "#adapters/storage/serverStore.ts";

export interface OpenStoreOptions {
  /** Games that a browser starts with when there is no server; by default those that the studio ships. */
  readonly seed?: () => Promise<readonly SeedGame[]>;
}

/** The server's store when a server wrote its token into the page, else this browser's own. @throws StoreError `unreachable` */
export async function openStore({ seed = shipped }: OpenStoreOptions = {}): Promise<Store> {
  const token = document.querySelector<HTMLMetaElement>(`meta[name="${tokenMeta}"]`)?.content;
  if (token) return serverStore({ token });
  const { browserStore } = await import("#adapters/storage/browserStore.ts");
  return browserStore({ seed: await seed() });
}

/** Loaded only when it is needed: the texts of all games. */
const shipped = async () => (await import("#adapters/storage/shippedGames.ts")).shippedGames();
