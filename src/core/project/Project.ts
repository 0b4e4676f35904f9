import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { diffEdit, type TextEdit } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import type { ModuleReading } from "#core/read/module.ts";
import {
  layoutKey,
  parseLayout,
  positionsIn,
  printLayout,
  remapLayout,
  setPositions,
  type LayoutFile,
  type Positions,
} from "#core/layout/layoutFile.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { graphCommands } from "#core/project/graphCommands.ts";
import { followPaths } from "#core/project/followPaths.ts";
import {
  applySteps,
  joinable,
  joinEntries,
  type Files,
  type FileStep,
  type HistoryEntry,
  type Origin,
} from "#core/project/history.ts";

/** The last chart that could be read, and whether the text has moved on since. */
export interface Graph {
  readonly reading: ModuleReading;
  readonly chart: Chart | undefined;
  /** The text it was read from. */
  readonly text: string;
  /** Revision it was read at. */
  readonly revision: number;
  /** The text of now cannot be parsed: the graph is of an earlier moment and cannot be edited. */
  readonly stale: boolean;
  /** The reading of the text as it is now; differs from `reading` only while stale. */
  readonly now: ModuleReading;
}

export interface ProjectState {
  readonly revision: number;
  readonly files: Files;
  /** Who made the last change; Monaco ignores its own. */
  readonly origin: Origin;
  readonly dirty: readonly FileName[];
  readonly conflicts: ReadonlyMap<FileName, Conflict>;
  readonly undo: string | undefined;
  readonly redo: string | undefined;
}

/** Another program changed a file that has unsaved work here. `text` null: it was removed. */
export interface Conflict {
  readonly text: string | null;
  readonly hash: string | null;
}

export interface FileAtStore {
  readonly name: FileName;
  readonly text: string;
  readonly hash: string;
}

/** How many entries can be taken back. */
const HISTORY_LIMIT = 2_000;

/**
 * The open game: its files at a revision, one history over all of them, and what the store holds. It has no timers and asks
 * nobody the time: callers pass `at` in milliseconds. Derived values are worked out when asked for and kept per text.
 */
export class Project {
  readonly id: string;
  #files: Files;
  #revision = 0;
  #origin: Origin = "disk";
  #done: HistoryEntry[] = [];
  #undone: HistoryEntry[] = [];
  #stored = new Map<FileName, { text: string; hash: string }>();
  #conflicts = new Map<FileName, Conflict>();
  #graph: Graph | undefined;
  #state: ProjectState | undefined;
  #listeners = new Set<() => void>();

  constructor(id: string, files: readonly FileAtStore[]) {
    this.id = id;
    this.#files = new Map(files.map((f) => [f.name, f.text]));
    for (const f of files) this.#stored.set(f.name, { text: f.text, hash: f.hash });
  }

  /** Calls back after every change. Returns how to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What a view shows, the same object until something changes. */
  state = (): ProjectState => {
    this.#state ??= {
      revision: this.#revision,
      files: this.#files,
      origin: this.#origin,
      dirty: this.#dirty(),
      conflicts: new Map(this.#conflicts),
      undo: this.#done.at(-1)?.label,
      redo: this.#undone.at(-1)?.label,
    };
    return this.#state;
  };

  text(name: FileName): string | undefined {
    return this.#files.get(name);
  }

  /** The graph of now, or the last good one marked stale. Reads the text at most once. */
  graph = (): Graph => {
    const text = this.#files.get("machine") ?? "";
    const last = this.#graph;
    if (last && (last.stale ? last.now === this.#readOf(text) : last.text === text)) return last;
    const now = this.#readOf(text);
    if (now.parsed || !last)
      this.#graph = {
        reading: now,
        chart: now.charts[0],
        text,
        revision: this.#revision,
        stale: !now.parsed,
        now,
      };
    else this.#graph = { ...last, stale: true, now };
    return this.#graph;
  };

  #lastRead: { text: string; reading: ModuleReading } | undefined;
  #readOf(text: string): ModuleReading {
    if (this.#lastRead?.text === text) return this.#lastRead.reading;
    const previous = this.#graph ? { text: this.#graph.text, reading: this.#graph.reading } : undefined;
    const reading = readModule(text, previous ? { previous } : {});
    this.#lastRead = { text, reading };
    return reading;
  }

  /** Changes files as one entry of the history. @throws when a step does not fit the files: a fault of the caller. */
  apply(
    steps: readonly FileStep[],
    entry: { label: string; origin: Origin; at: number; joins?: string },
  ): void {
    if (steps.length === 0) return;
    const { files, inverse } = applySteps(this.#files, steps);
    const next: HistoryEntry = { ...entry, joins: entry.joins ?? "", steps, inverse };
    const last = this.#done.at(-1);
    if (last && joinable(last, next)) this.#done[this.#done.length - 1] = joinEntries(last, next);
    else this.#done.push(next);
    if (this.#done.length > HISTORY_LIMIT) this.#done.shift();
    this.#undone = [];
    this.#move(files, entry.origin);
  }

  /** Edits of one file, as Monaco reports them. */
  edit(
    file: FileName,
    edits: readonly TextEdit[],
    entry: { label: string; origin: Origin; at: number; joins?: string },
  ): void {
    this.apply([{ kind: "edit", file, edits }], entry);
  }

  /** Writes a whole file as the smallest edit, creating it when it is not there. */
  write(
    file: FileName,
    text: string,
    entry: { label: string; origin: Origin; at: number; joins?: string },
  ): void {
    const before = this.#files.get(file);
    if (before === undefined) return this.apply([{ kind: "create", file, text }], entry);
    const edit = diffEdit(before, text);
    if (edit) this.apply([{ kind: "edit", file, edits: [edit] }], entry);
  }

  /**
   * Runs a graph command on the machine text. Positions and rule files follow renamed and moved states in the same entry.
   * Needs `loadGraphCommands`. Refused while the text cannot be parsed, when `revision` is given and the text has changed since, and when the result could not be
   * read back: then nothing is changed.
   */
  command(
    id: string,
    args: unknown,
    { at, revision, joins }: { at: number; revision?: number; joins?: string },
  ):
    | { ok: true; warnings: readonly Refusal[]; pathMap: Readonly<Record<string, string | null>> }
    | { ok: false; refused: Refusal } {
    const graph = this.graph();
    if (graph.stale || !graph.chart) return { ok: false, refused: { code: "graph-stale" } };
    if (revision !== undefined && revision !== this.#revision)
      return { ok: false, refused: { code: "text-moved-on" } };
    const change = graphCommands()(id, graph.text, graph.chart, args);
    if ("refused" in change) return { ok: false, refused: change.refused };
    if (change.edits.length === 0) return { ok: true, warnings: change.warnings, pathMap: change.pathMap };
    const steps: FileStep[] = [{ kind: "edit", file: "machine", edits: change.edits }];
    const { files } = applySteps(this.#files, steps);
    if (!this.#readOf(files.get("machine") ?? "").parsed)
      return { ok: false, refused: { code: "would-not-parse", facts: { command: id } } };
    if (Object.keys(change.pathMap).length > 0) {
      steps.push(...followPaths(this.#files, change.pathMap));
      steps.push(...this.#layoutSteps((layout) => remapLayout(layout, this.#machineKey(), change.pathMap)));
    }
    this.apply(steps, { label: `command.${id}`, origin: "graph", at, ...(joins ? { joins } : {}) });
    return { ok: true, warnings: change.warnings, pathMap: change.pathMap };
  }

  /** Positions that a drag or a layout gave; `joins` lets repeated small moves be one entry. */
  place(positions: Positions, entry: { label: string; at: number; joins?: string }): void {
    this.apply(
      this.#layoutSteps((layout) => setPositions(layout, this.#machineKey(), positions)),
      { ...entry, origin: "layout" },
    );
  }

  /** Places of the machine's states by path id; the same object until the layout file changes. */
  positions(): Positions {
    const text = this.#files.get("layout");
    const key = this.#machineKey();
    if (this.#placed?.text !== text || this.#placed?.key !== key)
      this.#placed = { text, key, positions: positionsIn(this.layout(), key) };
    return this.#placed.positions;
  }
  #placed: { text: string | undefined; key: string; positions: Positions } | undefined;

  /** The layout file, empty when there is none or it cannot be read (then it is left as it is until positions are set). */
  layout(): LayoutFile {
    return parseLayout(this.#files.get("layout") ?? "").layout;
  }

  #machineKey(): string {
    const ref = this.graph().chart?.ref;
    return ref ? layoutKey(ref) : "0";
  }

  #layoutSteps(change: (layout: LayoutFile) => LayoutFile): FileStep[] {
    const before = this.#files.get("layout");
    const { layout, fault } = parseLayout(before ?? "");
    // A file that cannot be read, or is of a newer format, is somebody's work: it is not written over.
    if (fault || layout.readOnly) return [];
    const after = printLayout(change(layout));
    if (before === undefined) return [{ kind: "create", file: "layout", text: after }];
    const edit = diffEdit(before, after);
    return edit ? [{ kind: "edit", file: "layout", edits: [edit] }] : [];
  }

  /** Takes the last entry back, in time order over all files. Returns its label, or undefined when there is none. */
  undo(): string | undefined {
    return this.#walk(this.#done, this.#undone);
  }
  redo(): string | undefined {
    return this.#walk(this.#undone, this.#done);
  }
  #walk(from: HistoryEntry[], to: HistoryEntry[]): string | undefined {
    const entry = from.pop();
    if (!entry) return undefined;
    const { files, inverse } = applySteps(this.#files, entry.inverse);
    // What comes next starts an entry of its own.
    to.push({ ...entry, steps: entry.inverse, inverse, joins: "" });
    this.#move(files, "history");
    return entry.label;
  }

  #move(files: Files, origin: Origin): void {
    this.#files = files;
    this.#origin = origin;
    this.#revision++;
    this.#changed();
  }
  #changed(): void {
    this.#state = undefined;
    for (const listener of this.#listeners) listener();
  }

  #dirty(): FileName[] {
    const names = new Set([...this.#files.keys(), ...this.#stored.keys()]);
    return [...names].filter((name) => this.#files.get(name) !== this.#stored.get(name)?.text);
  }

  /** What a save has to write: each dirty file with the hash it was read at. */
  unsaved(): { name: FileName; text: string | null; base: string | null }[] {
    return this.#dirty().map((name) => ({
      name,
      text: this.#files.get(name) ?? null,
      base: this.#conflicts.has(name)
        ? (this.#conflicts.get(name)?.hash ?? null)
        : (this.#stored.get(name)?.hash ?? null),
    }));
  }

  /** The store now holds these texts (null: the file is gone there). Called after a save with what was sent. */
  saved(files: readonly { name: FileName; text: string | null; hash: string | null }[]): void {
    for (const { name, text, hash } of files) {
      this.#conflicts.delete(name);
      if (text === null || hash === null) this.#stored.delete(name);
      else this.#stored.set(name, { text, hash });
    }
    this.#changed();
  }

  /**
   * Another program changed files. A file without unsaved work here takes the new text (one entry, so it can be undone);
   * one with unsaved work keeps it and is listed in `conflicts` until the person decides.
   */
  changedOutside(
    files: readonly { name: FileName; text: string | null; hash: string | null }[],
    at: number,
  ): void {
    const dirty = new Set(this.#dirty());
    const steps: FileStep[] = [];
    for (const { name, text, hash } of files) {
      if (hash !== null && this.#stored.get(name)?.hash === hash) {
        // What the other program did is taken back, or is what was saved from here.
        this.#conflicts.delete(name);
        continue;
      }
      const mine = this.#files.get(name);
      if (mine !== (text ?? undefined) && dirty.has(name)) {
        this.#conflicts.set(name, { text, hash });
        continue;
      }
      this.#conflicts.delete(name);
      if (text === null || hash === null) this.#stored.delete(name);
      else this.#stored.set(name, { text, hash });
      if (text === null) {
        if (mine !== undefined) steps.push({ kind: "remove", file: name });
      } else if (mine === undefined) steps.push({ kind: "create", file: name, text });
      else {
        const edit = diffEdit(mine, text);
        if (edit) steps.push({ kind: "edit", file: name, edits: [edit] });
      }
    }
    if (steps.length > 0) this.apply(steps, { label: "changed-outside", origin: "disk", at });
    else this.#changed();
  }

  /** Settles a conflict: `mine` keeps the text here (a save then overwrites theirs), `theirs` takes the other one; both can be undone. */
  settle(name: FileName, keep: "mine" | "theirs", at: number): void {
    const conflict = this.#conflicts.get(name);
    if (!conflict) return;
    this.#conflicts.delete(name);
    if (conflict.text === null || conflict.hash === null) this.#stored.delete(name);
    else this.#stored.set(name, { text: conflict.text, hash: conflict.hash });
    if (keep === "theirs") {
      if (conflict.text === null)
        this.apply([{ kind: "remove", file: name }], { label: "changed-outside", origin: "disk", at });
      else this.write(name, conflict.text, { label: "changed-outside", origin: "disk", at });
    }
    this.#changed();
  }
}
