import type { FileNews } from "#core/project/StoredFiles.ts";
import type { StoreEvent } from "#core/project/store.ts";

/** What the reading of news needs of the game that it is of. */
export interface NewsReader {
  /** Whether a save is under way. */
  isSaving(): boolean;
  /** The files as they are stored now. */
  read(): Promise<readonly FileNews[]>;
  takeIn(files: readonly FileNews[]): Promise<void>;
  fail(error: unknown): void;
}

/**
 * What other programs wrote into the store, read one time after the other: of two readings at a time the older one might come last. A reading
 * during which a save was answered, or is under way, may be of before it: it is dropped, and done again after the save.
 */
export class StoreNews {
  readonly #reader: NewsReader;
  /** What was not read yet. */
  #events: StoreEvent[] = [];
  #isReading = false;
  /** Counts the saves that were answered. */
  #saves = 0;

  constructor(reader: NewsReader) {
    this.#reader = reader;
  }

  add(event: StoreEvent): Promise<void> {
    this.#events.push(event);
    return this.#follow();
  }

  /** A save was answered, however it went; what came meanwhile is read now. */
  saved(): Promise<void> {
    this.#saves++;
    return this.#follow();
  }

  async #follow(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#events.length > 0 && !this.#reader.isSaving()) await this.#readOnce();
    } finally {
      this.#isReading = false;
    }
  }

  async #readOnce(): Promise<void> {
    const events = this.#events.splice(0);
    try {
      if (!(await this.#readOf(events))) this.#events.unshift(...events);
    } catch (error) {
      this.#reader.fail(error);
    }
  }

  /** Answers whether what was read is of now. */
  async #readOf(events: readonly StoreEvent[]): Promise<boolean> {
    const saves = this.#saves;
    const files = await this.#reader.read();
    if (this.#reader.isSaving() || saves !== this.#saves) return false;
    const names = new Set(files.map(({ name }) => name));
    const gone = new Set(events.flatMap(({ removed }) => removed));
    const removed = [...gone].filter((name) => !names.has(name));
    await this.#reader.takeIn([...files, ...removed.map((name) => ({ name, text: null, hash: null }))]);
    return true;
  }
}
