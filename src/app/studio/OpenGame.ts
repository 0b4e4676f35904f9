import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import type { Graph } from "#core/project/GraphReader.ts";
import { tryGraphCommands } from "#core/project/graphCommands.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { CommandResult, Project } from "#core/project/Project.ts";
import {
  StoreError,
  type FileChange,
  type FileEntry,
  type Store,
  type StoreEvent,
  type TheirFile,
} from "#core/project/store.ts";
import type { Draft, Drafts, LeftDraft } from "#adapters/storage/drafts.ts";
import type { Siblings } from "#app/studio/siblings.ts";
import { trustKey, type Trust } from "#app/studio/trust.ts";
import { codeOf, factsOf, type GameState, type Notify } from "#app/studio/StudioState.ts";

/**
 * How long after a keystroke the graph is read, and how long after a change the checks run, in milliseconds: those wait for a pause, so
 * that no slow typist waits for them at each letter.
 */
const READ_AFTER = 40;
/** A reading that takes long waits longer, this many times as long as it took: in a huge text the letters go before the graph. */
const READ_REST = 2;
/** However long the last one took: the graph follows the text. */
const READ_MOST = 1_000;
const CHECK_AFTER = 500;
/** A check that takes long waits longer, this many times as long as it took: a huge machine is not checked at every pause. */
const CHECK_REST = 3;
const DRAFT_AFTER = 1_000;

/** Everything that is wrong with a game in this state; the same list while nothing of it changes. */
export type FindProblems = (state: GameState) => readonly Diagnostic[];
const NONE: readonly Diagnostic[] = [];

/** What an open game needs of the window around it. */
export interface GameHost {
  readonly store: Store;
  readonly drafts: Drafts;
  readonly notice: Notify;
  /** Takes back what was told and is not true any more. */
  unsay(key: string): void;
  readonly trust: Trust;
  /** Whether a game comes from outside the workspace. */
  isForeign(game: string): boolean;
  /** The person lets the code of a game run: a copy of a foreign one is theirs from now on. */
  own(game: string): void;
  /** Called after every change of the game's state. */
  changed(game: OpenGame): void;
}

/**
 * One open game between its project (core) and the store: when the text is read, when the checks run, how it is saved and how
 * unsaved work outlives a crash. It knows no window: what a person looks at is the studio's.
 */
export class OpenGame {
  readonly project: Project;
  readonly #siblings: Siblings;
  readonly #host: GameHost;
  readonly #stopProject: () => void;
  readonly #writing = new Set<string>();
  #state: GameState;
  #problems: FindProblems = ({ loaded }) => loaded?.diagnostics ?? NONE;
  #checks = false;
  #checkAfter = CHECK_AFTER;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #kept: Draft | undefined;

  /** @param siblings the files that its machine may import */
  constructor(project: Project, siblings: Siblings, host: GameHost) {
    this.project = project;
    this.#siblings = siblings;
    this.#host = host;
    this.#state = {
      project,
      files: project.state(),
      graph: project.graph(),
      loaded: null,
      diagnostics: NONE,
      imported: [],
      saving: false,
      trusted: host.isForeign(project.id) ? null : true,
    };
    this.#stopProject = project.subscribe(() => this.#projectChanged());
    void this.#followImports();
  }

  /** Fetches what the machine imports, and looks whether that changes what may run. */
  async #followImports(): Promise<void> {
    await this.#siblings.follow(this.project);
    this.#noteImported();
    await this.#judge();
  }
  #noteImported(): void {
    const imported = this.#siblings.imported(this.project);
    if (imported !== this.#state.imported) this.#set({ imported });
  }
  /** A file that this machine imports changed in another tab. */
  importsChanged(): void {
    this.project.importsChanged();
    this.#noteImported();
  }

  /**
   * Looks whether the code may run.
   * @param own what is stored now was written from here: it is as good as what was there before
   */
  async #judge(own = false): Promise<void> {
    if (!this.#host.isForeign(this.project.id)) return;
    const before = this.#state.trusted;
    const key = await trustKey(this.project, (path) => this.#siblings.stored(path));
    if (own && before) this.#host.trust.add(key);
    const trusted = this.#host.trust.has(key);
    if (trusted) this.#host.own(this.project.id);
    if (trusted !== this.#state.trusted) this.#set({ trusted });
  }

  /** The person allows the code to run, as it is now. */
  async trust(): Promise<void> {
    this.#host.trust.add(await trustKey(this.project, (path) => this.#siblings.stored(path)));
    await this.#judge();
  }

  get state(): GameState {
    return this.#state;
  }
  #set(patch: Partial<GameState>): void {
    const state = { ...this.#state, ...patch };
    this.#state = { ...state, diagnostics: this.#problems(state) };
    this.#host.changed(this);
  }
  /** From now on somebody says what is wrong who knows more than the checks; asked after every change. */
  findProblems(find: FindProblems): void {
    this.#problems = find;
    this.#set({});
  }

  /** Ends everything that is waiting. What is unsaved has to be kept before. */
  close(): void {
    this.#stopProject();
    for (const timer of [this.#readTimer, this.#checkTimer, this.#draftTimer]) clearTimeout(timer);
  }

  #projectChanged(): void {
    const files = this.project.state();
    this.#set({ files });
    clearTimeout(this.#readTimer);
    // Typing is read a moment after the last keystroke; whatever else changed the text is shown at once.
    if (files.origin === "code") this.#readTimer = setTimeout(() => this.#read(), this.#readAfter);
    else this.#read();
    this.#checkSoon();
    this.#draftTimer ??= setTimeout(() => {
      this.#draftTimer = undefined;
      void this.keepDraft();
    }, DRAFT_AFTER);
  }
  #readAfter = READ_AFTER;
  #read(): void {
    const begun = performance.now();
    const graph = this.project.graph();
    const last = this.#state.graph;
    if (graph === last) return;
    const rest = READ_REST * (performance.now() - begun);
    this.#readAfter = Math.min(READ_MOST, Math.max(READ_AFTER, rest));
    void this.#followImports();
    this.#set({ graph });
  }

  /** The graph of this very moment; reads the text now when a keystroke is still waiting to be read. */
  graphNow(): Graph {
    clearTimeout(this.#readTimer);
    this.#read();
    return this.#state.graph;
  }

  /** Looks at another machine of the file. Answers whether there is one of this key. */
  choose(machine: string): boolean {
    const chosen = this.project.choose(machine);
    this.#read();
    return chosen;
  }

  /** From now on the checks follow each change. */
  startChecks(): void {
    this.#checks = true;
    this.#checkSoon();
  }
  #checkSoon(): void {
    clearTimeout(this.#checkTimer);
    if (this.#checks)
      this.#checkTimer = setTimeout(() => void this.#check(), this.#state.loaded ? this.#checkAfter : 0);
  }
  readonly #lastGood = new Map<string, string>();
  async #check(): Promise<void> {
    const { revision } = this.project.state();
    const { loadGame } = await import("#app/studio/loadGame.ts");
    const { files, revision: now } = this.project.state();
    if (now !== revision) return;
    const begun = performance.now();
    const loaded = loadGame(files, this.project.graph(), now, this.#lastGood);
    // The first one also loads and warms up what checks: it says nothing of the next.
    if (this.#state.loaded)
      this.#checkAfter = Math.max(CHECK_AFTER, CHECK_REST * (performance.now() - begun));
    this.#set({ loaded });
  }

  /**
   * Carries out a fix of a diagnostic, of the text as it is now: when that has moved on since the fix was shown, the same fix is
   * worked out anew.
   */
  async mend(diagnostic: Diagnostic, fix: Fix): Promise<CommandResult> {
    clearTimeout(this.#checkTimer);
    if (this.#state.loaded?.revision !== this.project.state().revision) await this.#check();
    const { loaded, diagnostics } = this.#state;
    const now = loaded?.fixAgain(diagnostics, diagnostic, fix);
    if (!now) return { ok: false, refused: { code: "text-moved-on" } };
    const result = this.project.fix(now, { at: Date.now() });
    clearTimeout(this.#checkTimer);
    await this.#check();
    return result;
  }

  /** Writes the lines of compounds as a gesture left them; undefined forgets what the file says of one. */
  arrange(
    changes: Readonly<Record<string, CompoundLines | undefined>>,
    label: "move" | "tidy",
    joins = "",
  ): void {
    this.project.arrange(changes, { label, at: Date.now(), joins });
  }

  /** Writes the notes of the machine: one undo each. */
  setNotes(notes: readonly Note[], label: string): void {
    this.project.setNotes(notes, { label, at: Date.now() });
  }

  /** Runs a graph command. `joins`: one undo takes back what has the same. */
  command(id: string, args: unknown, revision?: number, joins = ""): CommandResult {
    return this.project.command(id, args, {
      at: Date.now(),
      joins,
      ...(revision === undefined ? {} : { revision }),
    });
  }

  /** Why a graph command would be refused; nothing is changed. */
  whyNot(id: string, args: unknown): Refusal | undefined {
    return this.project.whyNot(id, args);
  }

  /** Writes what is unsaved. What another program wrote meanwhile is not written over: then both versions are kept. */
  async save(): Promise<void> {
    const { project } = this;
    const { drafts, notice } = this.#host;
    if (this.#state.saving) return;
    let joined = false;
    const changes = project.unsaved();
    const [newer] = project.state().dirty.filter((name) => project.isReadOnly(name));
    if (newer !== undefined) notice("warn", "refusal.newer-format", { file: newer });
    if (changes.length === 0)
      return newer === undefined ? notice("info", "notice.nothing-to-save") : undefined;
    this.#set({ saving: true });
    for (const change of changes) this.#writing.add(change.name);
    try {
      const { written, files, theirs, refused } = await this.#write(changes);
      if (written.length > 0) {
        const hashes = new Map(files.map((f) => [f.name, f.hash]));
        project.saved(written.map(({ name, text }) => ({ name, text, hash: hashes.get(name) ?? null })));
        await this.#judge(true);
        const broken = changes.find(({ name, text }) => name !== "machine" && text !== null && !isJson(text));
        if (broken) notice("warn", "notice.saved-broken", { file: broken.name });
        this.#host.unsay("notice.stale-save");
        this.#host.unsay("notice.game-gone");
        if (written.length === changes.length) await drafts.dropDraft(project.id);
      }
      if (theirs.length > 0) {
        await tryGraphCommands();
        this.#takeIn(theirs);
        joined = project.state().conflicts.size === 0;
        if (!joined) notice("warn", "notice.stale-save");
      }
      const [first] = refused;
      if (first) {
        const names = refused.map(({ name }) => name).join(", ");
        notice("error", "notice.some-refused", { files: names, reason: first.error.message });
      }
    } catch (error) {
      if (!this.#isLost(error)) notice("error", `store.${codeOf(error)}`, factsOf(error));
    } finally {
      for (const change of changes) this.#writing.delete(change.name);
      this.#set({ saving: false });
    }
    // What the other program wrote is in it now: it can be written after all.
    if (joined && project.unsaved().length > 0) await this.save();
  }

  /**
   * Saves all together. Where one of several is refused each is saved by itself: a file that its place does not take must not keep
   * the work on the others from being saved.
   * @throws StoreError when nothing at all can be written
   */
  async #write(changes: readonly FileChange[]): Promise<Written> {
    try {
      const result = await this.#host.store.save(this.project.id, changes);
      return result.ok
        ? { written: changes, files: result.files, theirs: [], refused: [] }
        : { written: [], files: [], theirs: result.theirs, refused: [] };
    } catch (error) {
      if (!isRefusal(error) || changes.length === 1) throw error;
      const parts: Written[] = [];
      const refused: Written["refused"][number][] = [];
      for (const change of changes)
        try {
          parts.push(await this.#write([change]));
        } catch (cause) {
          if (!isRefusal(cause)) throw cause;
          refused.push({ name: change.name, error: cause });
        }
      if (parts.length === 0) throw error;
      return {
        written: parts.flatMap(({ written }) => written),
        files: parts.flatMap(({ files }) => files),
        theirs: parts.flatMap(({ theirs }) => theirs),
        refused,
      };
    }
  }

  /** Whether the whole game is gone from the store: then what is open here stays open, as unsaved work. */
  #isLost(error: unknown): boolean {
    if (!(error instanceof StoreError) || error.code !== "not-found") return false;
    this.project.lost();
    this.#host.notice("warn", "notice.game-gone");
    return true;
  }

  /** Unsaved work that an earlier page left behind, when it differs from what is here. It waits for `settleDraft`. */
  async findDraft(): Promise<LeftDraft | undefined> {
    const { drafts } = this.#host;
    for (;;) {
      const draft = await drafts.leftDraft(this.project.id);
      const isOther = ({ name, text }: Draft["files"][number]) =>
        this.project.keeps(name) && (this.project.text(name) ?? null) !== text;
      if (!draft || draft.files.some(isOther)) return draft;
      await drafts.dropDraft(this.project.id, draft.page);
    }
  }

  /** Takes a draft into the game as one entry of the history, or forgets it. */
  async settleDraft(draft: LeftDraft, take: boolean): Promise<void> {
    const { id } = this.project;
    for (const { name, text } of take ? draft.files : []) {
      const note = { label: "draft", origin: "disk" as const, at: draft.at, joins: "draft" };
      if (text !== null) this.project.write(name, text, note);
      else if (this.project.text(name) !== undefined)
        this.project.apply([{ kind: "remove", file: name }], note);
    }
    // Kept as this page's own before the other goes.
    if (!take || (await this.keepDraft())) await this.#host.drafts.dropDraft(id, draft.page);
  }

  /** Puts unsaved work where a crash does not reach it. Answers whether that went well. */
  async keepDraft(): Promise<boolean> {
    const { drafts, notice } = this.#host;
    const files = this.project.unsaved();
    try {
      if (files.length === 0) await drafts.dropDraft(this.project.id);
      else {
        // Kept once more, the same work is no newer: a window that is left does not come before one that is worked in.
        const same = JSON.stringify(files) === JSON.stringify(this.#kept?.files);
        this.#kept = { files, at: (same && this.#kept?.at) || Date.now() };
        await drafts.saveDraft(this.project.id, this.#kept);
      }
      return true;
    } catch {
      notice("warn", "notice.draft-failed");
      return false;
    }
  }

  /** What another tab or program wrote comes in; where it was joined with unsaved work here, that is said. */
  #takeIn(news: Parameters<Project["changedOutside"]>[0]): void {
    const joined = this.project.changedOutside(news, Date.now());
    if (joined.length > 0)
      this.#host.notice("info", "notice.joined", {
        files: joined.map((name) => `${name}.json`).join(", "),
      });
  }

  /** Another program changed files of this game in the store. */
  async changedOutside(event: StoreEvent): Promise<void> {
    if (
      event.siblings &&
      (this.#state.imported.length > 0 || (this.#state.graph.now.imports?.length ?? 0) > 0)
    ) {
      await this.#siblings.refresh(this.project);
      this.#noteImported();
      await this.#judge();
    }
    const changed = event.files.filter((f) => !this.#writing.has(f.name));
    if (changed.length === 0 && event.removed.length === 0) return;
    try {
      await tryGraphCommands();
      const now = await this.#host.store.read(this.project.id);
      if (this.#state.saving) return;
      const gone = event.removed
        .filter((name) => !now.some((f) => f.name === name))
        .map((name) => ({ name, text: null, hash: null }));
      this.#takeIn([...now, ...gone]);
      await this.#judge();
    } catch (error) {
      if (!this.#isLost(error)) this.#host.notice("warn", `store.${codeOf(error)}`, factsOf(error));
    }
  }
}

/** What came of a save: what was written, what another program had written in its place, what its place does not take. */
interface Written {
  readonly written: readonly FileChange[];
  /** As they are stored now. */
  readonly files: readonly FileEntry[];
  readonly theirs: readonly TheirFile[];
  readonly refused: readonly { readonly name: string; readonly error: StoreError }[];
}

const isRefusal = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.code === "refused";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
