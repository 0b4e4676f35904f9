import { openDB, type DBSchema } from "idb";
import { workspaceMeta } from "#core/project/wire.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";

/** Unsaved work on a game: what its files would be saved as, and the hashes it started from. */
export interface Draft {
  readonly files: readonly FileChange[];
  /** When it was kept, in ms since 1970. */
  readonly at: number;
}

/** Unsaved work, kept in this browser so that a crash of the page or the machine costs none of it. */
export interface Drafts {
  /** Takes the place of an earlier draft. Returns when it is on the disk. @throws StoreError `disk` */
  saveDraft(game: string, draft: Draft): Promise<void>;
  draftOf(game: string): Promise<Draft | undefined>;
  dropDraft(game: string): Promise<void>;
}

interface Kept extends DBSchema {
  drafts: { key: [string, string]; value: Draft };
}

/**
 * @param scope tells apart workspaces that are served at one address one after the other; by default what the server wrote
 *   into the page
 * @throws StoreError `unreachable` when the browser gives no database
 */
export async function openDrafts(scope = scopeOfPage(), name = "turnwright-drafts"): Promise<Drafts> {
  const db = await openDB<Kept>(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore("drafts"),
    blocking: (_now, _then, event) => (event.target as IDBDatabase).close(),
  }).catch((cause: unknown) => {
    throw new StoreError("unreachable", `This browser gives no database: ${String(cause)}`);
  });
  const write = async (work: "put" | "delete", game: string, draft?: Draft) => {
    try {
      const tx = db.transaction("drafts", "readwrite", { durability: "strict" });
      const done =
        work === "put" && draft ? tx.store.put(draft, [scope, game]) : tx.store.delete([scope, game]);
      await Promise.all([done, tx.done]);
    } catch (cause) {
      throw new StoreError("disk", `The draft of ${game} was not kept: ${String(cause)}`);
    }
  };
  return {
    saveDraft: (game, draft) => write("put", game, draft),
    draftOf: (game) => db.get("drafts", [scope, game]),
    dropDraft: (game) => write("delete", game),
  };
}

const scopeOfPage = (): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${workspaceMeta}"]`)?.content ?? "";
