import type { PlayAnswer, PlayEvent } from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";

/** What is fixed when a table is opened. Whoever reads `secret` knows all keys and the whole chance of this table. */
export interface TableMeta {
  readonly format: 1;
  /** The id of the game (`kit.machine`). */
  readonly machine: string;
  readonly input: JsonObject;
  /** 32 random bytes in hexadecimal: the seed of the chance, and of the keys. */
  readonly secret: string;
}

/** What was done at a table, in order. `at` is the time of the given clock, in milliseconds. */
export type LogEntry = { readonly at: number } & LogChange;
export type LogChange =
  | { readonly send: PlayEvent }
  /** So many milliseconds passed, by the clock of the table. */
  | { readonly advance: number }
  | { readonly answer: PlayAnswer }
  /** Back to the state after so many entries. */
  | { readonly undo: number };

export interface StoredTable {
  readonly meta: TableMeta;
  readonly log: readonly LogEntry[];
}

/** Where a table stands: a log to which entries are only added. Only one table at a time may use a store. */
export interface TableStore {
  /** What was stored; undefined for a new table. */
  load(): Promise<StoredTable | undefined>;
  /** @throws where a table was begun meanwhile: its keys would be lost */
  create(meta: TableMeta): Promise<void>;
  /**
   * Adds entries, all or a beginning of them, and settles when a crash of the computer cannot lose them any more.
   * @param from how many entries there are before them
   */
  append(from: number, entries: readonly LogEntry[]): Promise<void>;
}

/** A store that ends with the process. */
export function memoryStore(): TableStore {
  let stored: { meta: TableMeta; log: string[] } | undefined;
  return {
    load: async () =>
      stored && { meta: stored.meta, log: stored.log.map((line) => JSON.parse(line) as LogEntry) },
    create: async (meta) => {
      if (stored) throw new Error("Another table was begun in this store");
      stored = { meta, log: [] };
    },
    append: async (from, entries) => {
      if (stored?.log.length !== from) throw new Error(`The log does not have ${from} entries`);
      stored.log.push(...entries.map((entry) => JSON.stringify(entry)));
    },
  };
}
