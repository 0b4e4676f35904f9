import {
  applySteps,
  joinable,
  joinEntries,
  type Files,
  type FileStep,
  type HistoryEntry,
  type Origin,
} from "#core/project/history.ts";

/** What a change says of itself. `joins`: entries with the same non-empty key, close in time, are taken back together. */
export interface ChangeNote {
  readonly label: string;
  readonly origin: Origin;
  /** Key of the machine of the file that it concerns, when it was made on its graph. */
  readonly machine?: string;
  /** Milliseconds, from the caller. */
  readonly at: number;
  readonly joins?: string;
}

/** How many entries can be taken back. */
const HISTORY_LIMIT = 2_000;

/** The files of a game at a revision, and every change on the way there: one history over all of them, in time order. */
export class FileHistory {
  #files: Files;
  #revision = 0;
  #origin: Origin = "disk";
  #done: HistoryEntry[] = [];
  #undone: HistoryEntry[] = [];

  constructor(files: Files) {
    this.#files = files;
  }

  get files(): Files {
    return this.#files;
  }
  /** Counts every change, those of undo and redo too. */
  get revision(): number {
    return this.#revision;
  }
  /** Who made the last change. */
  get origin(): Origin {
    return this.#origin;
  }
  /** What the next undo and redo would take back, by label. */
  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }
  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  /** Changes files as one entry. @throws when a step does not fit the files: a fault of the caller. */
  apply(steps: readonly FileStep[], note: ChangeNote): void {
    const { files, inverse } = applySteps(this.#files, steps);
    const next: HistoryEntry = { ...note, joins: note.joins ?? "", steps, inverse };
    const last = this.#done.at(-1);
    if (last && joinable(last, next)) this.#done[this.#done.length - 1] = joinEntries(last, next);
    else this.#done.push(next);
    if (this.#done.length > HISTORY_LIMIT) this.#done.shift();
    this.#undone = [];
    this.#move(files, note.origin);
  }

  /** Takes the last entry back and answers it; undefined when there is none. */
  undo(): HistoryEntry | undefined {
    return this.#walk(this.#done, this.#undone);
  }
  redo(): HistoryEntry | undefined {
    return this.#walk(this.#undone, this.#done);
  }
  #walk(from: HistoryEntry[], to: HistoryEntry[]): HistoryEntry | undefined {
    const entry = from.pop();
    if (!entry) return undefined;
    const { files, inverse } = applySteps(this.#files, entry.inverse);
    // What comes next starts an entry of its own.
    to.push({ ...entry, steps: entry.inverse, inverse, joins: "" });
    this.#move(files, "history");
    return entry;
  }

  #move(files: Files, origin: Origin): void {
    this.#files = files;
    this.#origin = origin;
    this.#revision++;
  }
}
