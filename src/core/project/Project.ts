import { machineKeys } from "#core/chart/machineKey.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { TextEdit } from "#core/text/textEdit.ts";
import type { Arrangement, CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import {
  type ArrangementFile,
  arrangementIn,
  parseArrangement,
  setCompound,
  setNotes,
} from "#core/layout/arrangement/arrangementFile.ts";
import type {
  CommandOptions,
  CommandResult,
  GameMoment,
  Graph,
  GraphChange,
} from "#core/project/gameMoment.ts";
import { FileHistory, type ChangeNote } from "#core/project/FileHistory.ts";
import { filePath, type FileName } from "#core/project/gameFiles.ts";
import { GraphReader, type FullSource, type Source } from "#core/project/GraphReader.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { graphCommands } from "#core/project/graphCommands.ts";
import { layoutSteps } from "#core/project/layoutSteps.ts";
import { stepsTo, type Files, type FileStep, type HistoryEntry, type Origin } from "#core/project/history.ts";
import type { BudgetFor } from "#core/text/budget.ts";
import { StoredFiles, type Conflict, type FileAtStore, type FileNews } from "#core/project/StoredFiles.ts";

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

/** What an arranging gesture says of itself; `joins` lets repeated small moves be one entry. */
export interface GestureNote {
  readonly label: string;
  /** Milliseconds. */
  readonly at: number;
  readonly joins?: string;
}

/**
 * The open game: its files at a revision, one history over all of them (`FileHistory`), what the store holds (`StoredFiles`) and
 * what is derived from the text (`GraphReader`). It has no timers and asks nobody the time: callers pass `at` in milliseconds.
 */
export class Project {
  readonly id: string;
  #history: FileHistory;
  #stored: StoredFiles;
  /** Path of the machine's file, and the files that it imports. */
  readonly source: FullSource;
  /** Whether the place where the game is kept takes a file of it. */
  readonly keeps: (name: FileName) => boolean;
  #reader: GraphReader;
  /** What reading its text, a check or a command on it may take. */
  readonly budget: BudgetFor | undefined;
  #state: ProjectState | undefined;
  #arranged: { text: string | undefined; key: string; arrangement: Arrangement } | undefined;
  #listeners = new Set<() => void>();

  /**
   * @param source by default a module in the place that a workspace has for it, which imports nothing
   * @param keeps which files the game can have where it is kept; by default all
   * @param budget what reading its text and a command on it may take; by default as long as they take
   */
  constructor(
    id: string,
    files: readonly FileAtStore[],
    source: Source = {},
    keeps: (name: FileName) => boolean = () => true,
    budget?: BudgetFor,
  ) {
    this.id = id;
    this.keeps = keeps;
    const path = source.path ?? filePath(id, "machine");
    this.source = { lang: langOfPath(path), modules: () => undefined, ...source, path };
    this.budget = budget;
    this.#reader = new GraphReader(this.source, budget);
    this.#history = new FileHistory(new Map(files.map((f) => [f.name, f.text])));
    this.#stored = new StoredFiles(files);
  }

  /** Calls back after every change. Returns how to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #changed(): void {
    this.#state = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** What a view shows, the same object until something changes. */
  state = (): ProjectState => {
    const { revision, files, origin, undoLabel, redoLabel } = this.#history;
    this.#state ??= {
      revision,
      files,
      origin,
      dirty: this.#stored.dirty(files),
      conflicts: new Map(this.#stored.conflicts),
      undo: undoLabel,
      redo: redoLabel,
    };
    return this.#state;
  };

  text(name: FileName): string | undefined {
    return this.#history.files.get(name);
  }

  /** The graph of now, or the last good one marked stale. Reads the text at most once. */
  graph = (): Graph => this.#reader.graphOf(this.text("machine") ?? "", this.#history.revision);

  /** The files that the machine imports may have changed. */
  importsChanged(): void {
    const before = this.graph();
    this.#reader.importsChanged();
    if (this.graph() !== before) this.#changed();
  }

  /** From now on graph, commands and places are of this machine of the file. Answers whether there is one. */
  choose(machine: string): boolean {
    if (machine === this.graph().machine) return true;
    const chosen = this.#reader.choose(machine);
    if (chosen) this.#changed();
    return chosen;
  }

  /** Whether a file is of a newer format than this studio knows: it is shown, and not changed here. */
  isReadOnly = (file: FileName): boolean => this.#stored.isNewer(file);

  /**
   * Changes files as one entry of the history; read-only ones stay as they are, and one that could not be kept does not become part of
   * the game: it could never be saved. @throws when a step does not fit the files: a fault of the caller.
   */
  apply(steps: readonly FileStep[], note: ChangeNote): void {
    const allowed = steps.filter(({ file }) => this.keeps(file) && !this.isReadOnly(file));
    if (allowed.length === 0) return;
    this.#history.apply(allowed, note);
    this.#changed();
  }

  /** Edits of one file, as Monaco reports them. */
  edit(file: FileName, edits: readonly TextEdit[], note: ChangeNote): void {
    this.apply([{ kind: "edit", file, edits }], note);
  }

  /** Writes a whole file as the smallest edit, creating it when it is not there. */
  write(file: FileName, text: string, note: ChangeNote): void {
    this.apply(stepsTo(file, this.text(file), text), note);
  }

  /**
   * Runs a graph command on the machine text. The arrangement and rule files follow what is renamed or moved in the same entry.
   * Needs `loadGraphCommands`. Refused while the text cannot be parsed, when `revision` is given and the text has changed since,
   * when the result could not be read back, and unless it is wanted `anyway` when reading says that the result would no longer run:
   * then nothing is changed. Nobody asks XState here (`GraphChange.trial`).
   */
  command(
    id: string,
    args: unknown,
    { at, joins, ...options }: CommandOptions & { at: number; joins?: string },
  ): CommandResult {
    const change = this.preview(id, args, options);
    const doubt = change.ok ? change.trial?.doubt : undefined;
    if (doubt) return { ok: false, refused: doubt };
    return this.make(change, { label: `command.${id}`, at, ...(joins ? { joins } : {}) });
  }

  /** What a graph command would change; nothing is changed. It can be made (`make`) as long as nothing else is. */
  preview(id: string, args: unknown, options: CommandOptions = {}): GraphChange {
    return graphCommands().commandChange(this.#moment(), id, args, options);
  }

  /** Why a graph command would be refused; nothing is changed. */
  whyNot(id: string, args: unknown): Refusal | undefined {
    return graphCommands().whyNotCommand(this.#moment(), id, args);
  }

  /**
   * Carries out a fix of a diagnostic as one entry of the history. Refused like a command; a fix is computed for one text, so it
   * is refused when the text has changed since (`revision`). `joins`: fixes that follow each other with the same one are taken back
   * together.
   */
  fix(fix: Fix, { at, revision, joins }: { at: number; revision?: number; joins?: string }): CommandResult {
    if (revision !== undefined && revision !== this.#history.revision)
      return { ok: false, refused: { code: "text-moved-on" } };
    const { change } = fix;
    if (change.kind === "command") {
      const { id: command, args, machine } = change.command;
      const key = machineKeys(this.graph().reading.charts)[machine];
      if (key !== undefined) this.choose(key);
      return this.command(command, args, { at, ...(joins ? { joins } : {}) });
    }
    const note = { label: "fix", at, ...(joins ? { joins } : {}) };
    return this.make(graphCommands().fixChange(this.#moment(), fix), note);
  }

  /** The game as it is, for what is computed from it. */
  #moment(): GameMoment {
    const { files, revision } = this.#history;
    const { graph, isReadOnly } = this;
    const read = (text: string) => this.#reader.read(text);
    const budget = this.budget?.(files.get("machine")?.length ?? 0);
    const storedText = (name: FileName) => this.#stored.textOf(name);
    const { source } = this;
    return { files, revision, graph, read, storedText, source, isReadOnly, ...(budget ? { budget } : {}) };
  }

  /** Makes a change that was computed for the files as they are now, as one entry of the history. */
  make(change: GraphChange, note: GestureNote): CommandResult {
    if (!change.ok) return change;
    const { steps, machine, result } = change;
    this.apply(steps, { ...note, origin: "graph", ...(machine === undefined ? {} : { machine }) });
    return result;
  }

  /**
   * New lines of compounds by path id, undefined for as the code has it: one entry of the history. A file of format 1 becomes one of
   * format 2; a file that cannot be read or is of a newer format stays as it is. Answers whether something was written.
   */
  arrange(changes: Readonly<Record<string, CompoundLines | undefined>>, note: GestureNote): boolean {
    const key = this.#machineKey();
    return this.#writeLayout(note, (file) =>
      Object.entries(changes).reduce((so, [id, lines]) => setCompound(so, key, id, lines), file),
    );
  }

  /** The notes of the machine: one entry of the history. Answers whether something was written. */
  setNotes(notes: readonly Note[], note: GestureNote): boolean {
    return this.#writeLayout(note, (file) => setNotes(file, this.#machineKey(), notes));
  }

  /**
   * How the machine's states stand, and its notes; the same object until the layout file changes.
   * @param key of the machine; of the one in view the text is read, which whoever shows the graph of a moment ago leaves for later
   */
  arrangement(key = this.#machineKey()): Arrangement {
    const text = this.text("layout");
    if (this.#arranged?.text !== text || this.#arranged?.key !== key)
      this.#arranged = { text, key, arrangement: arrangementIn(this.layout(), key) };
    return this.#arranged.arrangement;
  }

  /** The layout file, empty when there is none or it cannot be read (then it is left as it is). */
  layout(): ArrangementFile {
    return parseArrangement(this.text("layout") ?? "").file;
  }

  #machineKey(): string {
    return this.graph().machine ?? "0";
  }

  #writeLayout(note: GestureNote, change: (file: ArrangementFile) => ArrangementFile): boolean {
    const steps = layoutSteps(this.text("layout"), change);
    this.apply(steps, { ...note, origin: "layout", machine: this.#machineKey() });
    return steps.length > 0;
  }

  /**
   * Takes the last entry back, in time order over all files and machines; a change of another machine's graph brings that machine into view.
   * Returns its label, or undefined when there is none.
   */
  undo(): string | undefined {
    return this.#walked(this.#history.undo());
  }
  redo(): string | undefined {
    return this.#walked(this.#history.redo());
  }
  #walked(entry: HistoryEntry | undefined): string | undefined {
    if (!entry) return undefined;
    this.graph();
    if (entry.machine !== undefined) this.#reader.choose(entry.machine);
    this.#changed();
    return entry.label;
  }

  /** Hash of a file as the store has it. */
  storedHash(name: FileName): string | undefined {
    return this.#stored.hashOf(name);
  }

  /** What a save has to write: each dirty file with the hash it was read at. */
  unsaved(): { name: FileName; text: string | null; base: string | null }[] {
    return this.#stored.unsaved(this.#history.files);
  }

  /** The store now holds these texts (null: the file is gone there). Called after a save with what was sent. */
  saved(files: readonly FileNews[]): void {
    this.#stored.holds(files);
    this.#changed();
  }

  /**
   * Another program changed files. A file without unsaved work here takes the new text (one entry, so it can be undone);
   * of a JSON file with unsaved work both changes are taken where they are of different things; any other keeps its unsaved work and is
   * listed in `conflicts` until the person decides.
   * @returns the files in which both changes were joined
   */
  changedOutside(files: readonly FileNews[], at: number): readonly FileName[] {
    const { steps, joined } = this.#stored.changedOutside(this.#history.files, files);
    if (steps.length > 0) this.#history.apply(steps, { label: "changed-outside", origin: "disk", at });
    this.#changed();
    return joined;
  }

  /** Another program took the game away: what is here is the only copy, and unsaved. */
  lost(): void {
    this.#stored.lost();
    this.#changed();
  }

  /** Settles a conflict: `mine` keeps the text here (a save then overwrites theirs), `theirs` takes the other one; both can be undone. */
  settle(name: FileName, keep: "mine" | "theirs", at: number): void {
    const conflict = this.#stored.settle(name);
    if (!conflict) return;
    const steps = keep === "theirs" ? stepsTo(name, this.text(name), conflict.text) : [];
    if (steps.length > 0) this.#history.apply(steps, { label: "changed-outside", origin: "disk", at });
    this.#changed();
  }
}
