import { openDB, type DBSchema } from "idb";
import { isStoredRun, type StoredRun } from "#core/run/scenario/storedRun.ts";
import { workspaceScope } from "#adapters/storage/session.ts";

/** The last run of each machine, kept in this browser over reloads. */
export interface RunStore {
  /** @param place of the machine in its file */
  read(game: string, place: number): Promise<StoredRun | undefined>;
  write(game: string, place: number, run: StoredRun): Promise<void>;
  drop(game: string, place: number): Promise<void>;
}

/** Runs that are stored in the browser, of all games; older ones are deleted. */
export const MAX_STORED_RUNS = 20;

interface RunsSchema extends DBSchema {
  /** By workspace, game and place of the machine. */
  runs: { key: [string, string, number]; value: { readonly run: StoredRun; readonly at: number } };
}

/**
 * @param scope tells apart workspaces that are served at one address one after the other; by default what the server said
 * @throws what the browser says when it gives no database
 */
export async function openRunStore(scope = workspaceScope(), name = "turnwright-runs"): Promise<RunStore> {
  const db = await openDB<RunsSchema>(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore("runs"),
    blocking: (_now, _then, event) => (event.target as IDBDatabase).close(),
  });
  return {
    async read(game, place) {
      const found = await db.get("runs", [scope, game, place]);
      return isStoredRun(found?.run) ? found.run : undefined;
    },
    async write(game, place, run) {
      const tx = db.transaction("runs", "readwrite");
      await tx.store.put({ run, at: Date.now() }, [scope, game, place]);
      const [keys, storedRuns] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
      const old = keys
        .map((key, i) => ({ key, at: storedRuns[i]?.at ?? 0 }))
        .toSorted((a, b) => b.at - a.at)
        .slice(MAX_STORED_RUNS);
      await Promise.all(old.map(({ key }) => tx.store.delete(key)));
      await tx.done;
    },
    drop: (game, place) => db.delete("runs", [scope, game, place]),
  };
}
