import { isNewer } from "#core/ruleset/format.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { graphCommands } from "#core/project/graphCommands.ts";
import { stepsTo, type Files, type FileStep } from "#core/project/history.ts";

export interface FileAtStore {
  readonly name: FileName;
  readonly text: string;
  readonly hash: string;
}

/** What a store is said to hold of a file; `text` and `hash` null when it is gone there. */
export interface FileNews {
  readonly name: FileName;
  readonly text: string | null;
  readonly hash: string | null;
}

/** Another program changed a file that has unsaved work here. `text` null: it was removed. */
export interface Conflict {
  readonly text: string | null;
  readonly hash: string | null;
}

/** What the store holds of a game's files, as far as this page knows, and where that and the work here are at odds. */
export class StoredFiles {
  #stored = new Map<FileName, { text: string; hash: string }>();
  #conflicts = new Map<FileName, Conflict>();
  /** Texts of files that went away at the store while the game was open: those here are the only ones. */
  #lost = new Map<FileName, string>();

  constructor(files: readonly FileAtStore[]) {
    for (const { name, text, hash } of files) this.#stored.set(name, { text, hash });
  }

  get conflicts(): ReadonlyMap<FileName, Conflict> {
    return this.#conflicts;
  }

  /** Hash of a file as the store has it. */
  hashOf(name: FileName): string | undefined {
    return this.#stored.get(name)?.hash;
  }

  /** A file as the store has it. */
  textOf(name: FileName): string | undefined {
    return this.#stored.get(name)?.text;
  }

  /** Names of the files that are not as they are stored. */
  dirty(files: Files): FileName[] {
    const names = new Set([...files.keys(), ...this.#stored.keys()]);
    return [...names].filter((name) => files.get(name) !== this.#stored.get(name)?.text);
  }

  /** Whether a file is of a newer format at the store: then it is not written, whatever is here. */
  isNewer(name: FileName): boolean {
    const known = this.#stored.get(name)?.text ?? this.#lost.get(name);
    return isNewer(name, known) || isNewer(name, this.#conflicts.get(name)?.text);
  }

  /** What a save has to write: each dirty file with the hash it was read at. One of a newer format is left out. */
  unsaved(files: Files): { name: FileName; text: string | null; base: string | null }[] {
    const names = this.dirty(files).filter((name) => !this.isNewer(name));
    return names.map((name) => ({
      name,
      text: files.get(name) ?? null,
      base: this.#conflicts.has(name)
        ? (this.#conflicts.get(name)?.hash ?? null)
        : (this.#stored.get(name)?.hash ?? null),
    }));
  }

  /** The store now holds these; a conflict about them is over. */
  holds(files: readonly FileNews[]): void {
    for (const { name, text, hash } of files) {
      this.#conflicts.delete(name);
      this.#lost.delete(name);
      if (text === null || hash === null) this.#stored.delete(name);
      else this.#stored.set(name, { text, hash });
    }
  }

  /**
   * Another program took the game away. Its texts stay here as unsaved work, with nothing left to be at odds with; should the files
   * come back, those without work of one's own follow them.
   */
  lost(): void {
    for (const [name, { text }] of this.#stored) this.#lost.set(name, text);
    this.#stored.clear();
    this.#conflicts.clear();
  }

  /**
   * Another program changed files. The steps bring those without unsaved work here up to date, and join both changes of a JSON file
   * where they are of different things; another one with unsaved work becomes a conflict and keeps its text.
   */
  changedOutside(
    files: Files,
    news: readonly FileNews[],
  ): { readonly steps: readonly FileStep[]; readonly joined: readonly FileName[] } {
    const joined: FileName[] = [];
    const dirty = new Set(this.dirty(files));
    const steps: FileStep[] = [];
    for (const change of news) {
      const { name, text, hash } = change;
      if (hash !== null && this.#stored.get(name)?.hash === hash) {
        // What the other program did is taken back, or is what was saved from here.
        this.#conflicts.delete(name);
        continue;
      }
      const mine = files.get(name);
      const untouched = mine !== undefined && this.#lost.get(name) === mine;
      if (mine !== (text ?? undefined) && dirty.has(name) && !untouched) {
        const base = this.#stored.get(name)?.text;
        const isJson = name !== "machine" && base !== undefined && mine !== undefined && text !== null;
        const merged =
          isJson && !isNewer(name, text) ? graphCommands().mergeJson(base, mine, text) : undefined;
        if (merged === undefined) {
          if (this.#conflicts.get(name)?.hash !== hash || !this.#conflicts.has(name))
            this.#conflicts.set(name, { text, hash });
          continue;
        }
        this.holds([change]);
        // The same change made twice joins nothing.
        if (merged !== mine) joined.push(name);
        steps.push(...stepsTo(name, mine, merged));
        continue;
      }
      this.holds([change]);
      steps.push(...stepsTo(name, mine, text));
    }
    return { steps, joined };
  }

  /** Ends a conflict: the store's text counts as known. Answers it, or undefined when there was none. */
  settle(name: FileName): Conflict | undefined {
    const conflict = this.#conflicts.get(name);
    if (conflict) this.holds([{ name, ...conflict }]);
    return conflict;
  }
}
