import { list, nullable, number, object, readValue, string, type Schema } from "#core/text/schema.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { openDB, type DBSchema } from "idb";
import { StoreError, type FileChange } from "#core/project/store.ts";
import { livingPages, live } from "#adapters/storage/livingPages.ts";
import { reopened } from "#adapters/storage/reopened.ts";
import { workspaceScope } from "#adapters/storage/session.ts";

/** Unsaved work on a game: what its files would be saved as, and the hashes it started from. */
export interface Draft {
  readonly files: readonly FileChange[];
  /** When it was kept, in ms since 1970. */
  readonly at: number;
}
/** A draft that a page left behind when it ended, under the id that the game had then. Both name it when it is to be dropped. */
export interface LeftDraft extends Draft {
  readonly game: string;
  readonly page: string;
}

/**
 * Unsaved work, kept in this browser so that a crash of the page or the machine costs none of it. Each page keeps its own: two
 * windows on one game do not write over each other's.
 */
export interface Drafts {
  /** Takes the place of this page's earlier draft. Returns when it is on the disk. @throws StoreError `disk` */
  saveDraft(game: string, draft: Draft): Promise<void>;
  /** The newest draft of a page that is no more. What another window is at work on is none. */
  leftDraft(game: string): Promise<LeftDraft | undefined>;
  /**
   * Drafts of pages that are no more, on games that are not among these: a game can be renamed or removed elsewhere while it has
   * unsaved work. The newest first.
   */
  strayDrafts(games: readonly string[]): Promise<readonly LeftDraft[]>;
  /** Drops this page's draft, or that of a page that is no more. */
  dropDraft(game: string, page?: string): Promise<void>;
}

const draftSchema: Schema<Draft> = object({
  files: list(object({ name: string, text: nullable(string), base: nullable(string) })),
  at: number,
});

interface DraftsSchema extends DBSchema {
  /** By workspace, game and page; an earlier studio wrote them without the page. */
  drafts: { key: string[]; value: Draft };
}

/**
 * @param scope tells apart workspaces that are served at one address one after the other; by default what the server
 *   said
 * @param ownPage name of the page that asks; it keeps its own drafts
 * @throws StoreError `unreachable` when the browser gives no database
 */
export async function openDrafts(
  scope = workspaceScope(),
  name = "turnwright-drafts",
  ownPage = live(),
): Promise<Drafts> {
  const database = await reopened<DraftsSchema>((lost) =>
    openDB<DraftsSchema>(name, 1, {
      upgrade: (fresh) => void fresh.createObjectStore("drafts"),
      ...lost,
    }),
  );
  /** What an earlier studio, or another program on this address, left in its place is no draft. */
  const draftOf = (value: unknown, key: readonly string[] | undefined): LeftDraft[] => {
    const [, game, page = ""] = (key ?? []) as readonly unknown[];
    const result = readValue(draftSchema, value);
    // A key may hold dates and bytes, which no page can show.
    if (!result.ok || typeof game !== "string" || typeof page !== "string") return [];
    return [{ ...result.value, game, page }];
  };
  /** Drafts of pages that are no more, the newest first. @param prefix of their keys */
  const leftDrafts = async (...prefix: readonly string[]): Promise<LeftDraft[]> => {
    // A list comes after every name in the order of keys.
    const range = IDBKeyRange.bound(prefix, [...prefix, []]);
    const tx = (await database()).transaction("drafts");
    const [keys, drafts] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range)]);
    const living = await livingPages();
    return drafts
      .flatMap((draft, i) => draftOf(draft, keys[i]))
      .filter(({ page }) => page !== ownPage && !living.has(page))
      .toSorted((a, b) => b.at - a.at);
  };
  const keyOf = (game: string, page: string) => (page === "" ? [scope, game] : [scope, game, page]);
  const write = async (work: "put" | "delete", game: string, page: string, draft?: Draft) => {
    try {
      const db = await database();
      const tx = db.transaction("drafts", "readwrite", { durability: "strict" });
      const key = keyOf(game, page);
      const done = work === "put" && draft ? tx.store.put(draft, key) : tx.store.delete(key);
      await Promise.all([done, tx.done]);
    } catch (cause) {
      throw new StoreError("disk", `The draft of ${game} was not kept: ${thrownText(cause)}`);
    }
  };
  return {
    saveDraft: (game, draft) => write("put", game, ownPage, draft),
    leftDraft: async (game) => (await leftDrafts(scope, game))[0],
    strayDrafts: async (games) => (await leftDrafts(scope)).filter(({ game }) => !games.includes(game)),
    dropDraft: (game, page = ownPage) => write("delete", game, page),
  };
}
