import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import type { OpeningArrangements } from "#core/layout/arrangement/OpeningArrangements.ts";
import type { CommandResult, Graph, GraphChange } from "#core/project/gameMoment.ts";
import { tryGraphCommands } from "#core/project/graphCommands.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { Project } from "#core/project/Project.ts";
import type { FileAtStore } from "#core/project/StoredFiles.ts";
import { StoreError, type Store, type StoreEvent } from "#core/project/store.ts";
import type { Drafts } from "#adapters/storage/drafts.ts";
import { GameChecks } from "#app/studio/GameChecks.ts";
import { GameDraft } from "#app/studio/GameDraft.ts";
import type { CommandRequest } from "#app/studio/StudioState.ts";
import { GameCommands, type GestureOptions } from "#app/studio/GameCommands.ts";
import { ProblemSources, type FindProblems } from "#app/studio/ProblemSources.ts";
import type { Siblings } from "#app/studio/siblings.ts";
import { trustKey, type Trust } from "#app/studio/trust.ts";
import { StoreNews } from "#app/studio/StoreNews.ts";
import { codeOf, factsOf, type GameState, type Notify } from "#app/studio/StudioState.ts";
import { writeFiles } from "#app/studio/writeFiles.ts";

/** How long after a keystroke the graph is read, in milliseconds. */
const READ_DELAY_MS = 40;
/** The next reading waits this many times as long as the last one took: in a huge text, typing comes before the graph. */
const READ_DELAY_PER_READ = 2;
/** The longest delay, in milliseconds, however long the last reading took: the graph must visibly follow the text. */
const MAX_READ_DELAY_MS = 1_000;

const NONE: readonly Diagnostic[] = [];

/** What an open game needs of the window around it. */
export interface GameHost {
  readonly store: Store;
  readonly drafts: Drafts;
  readonly notice: Notify;
  /** Takes back what was reported and is not true any more. */
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
 * One open game between its project (core) and the store: when the text is read, whether its code may run, how it is saved and
 * what comes in that another program wrote. It knows no window: what a person looks at is the studio's.
 */
export class OpenGame {
  readonly project: Project;
  readonly draft: GameDraft;
  readonly #checks: GameChecks;
  readonly #siblings: Siblings;
  readonly #host: GameHost;
  readonly #stopProject: () => void;
  /** A save was requested while one was under way: what was written since is saved after it. */
  #savesAgain = false;
  readonly #news: StoreNews;
  readonly #commands: GameCommands;
  #state: GameState;
  readonly #problems = new ProblemSources();
  #readTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param siblings the files that its machine may import
   * @param arrangements how its machines stand, where that is more than the order of the code
   */
  constructor(
    project: Project,
    siblings: Siblings,
    host: GameHost,
    arrangements: OpeningArrangements | null = null,
  ) {
    this.project = project;
    this.draft = new GameDraft(project, host.drafts, host.notice);
    this.#checks = new GameChecks(project, (loaded) => this.#set({ loaded }));
    this.#commands = new GameCommands({
      project,
      isTrusted: () => this.#state.trusted === true,
      makeRunner: async () => (await import("#adapters/sandbox/browserRunner.ts")).browserRunner(),
    });
    this.#siblings = siblings;
    this.#host = host;
    this.#news = new StoreNews({
      isSaving: () => this.#state.saving,
      read: () => this.#stored(),
      takeIn: async (files) => {
        this.#takeIn(files);
        await this.#judge();
      },
      fail: (error) => this.#reportFailure(error),
    });
    this.#state = {
      project,
      files: project.state(),
      graph: project.graph(),
      arrangements,
      loaded: null,
      diagnostics: NONE,
      imported: [],
      saving: false,
      trusted: host.isForeign(project.id) ? null : true,
      stopped: null,
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
   * @param isOwnEdit what is stored now was written from here: it is as good as what was there before
   */
  async #judge(isOwnEdit = false): Promise<void> {
    if (!this.#host.isForeign(this.project.id)) return;
    const before = this.#state.trusted;
    const key = await trustKey(this.project, (path) => this.#siblings.stored(path));
    if (isOwnEdit && before) this.#host.trust.add(key);
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
    this.#state = { ...state, diagnostics: this.#problems.find(state) };
    this.#host.changed(this);
  }
  /** Adds a source of diagnostics that knows more than the checks; it is called after every change. */
  findProblems(find: FindProblems): void {
    this.#problems.checks = find;
    this.#set({});
  }
  /** How the scenarios went at their last replay, as far as that is a problem. */
  reportReplays(replays: readonly Diagnostic[]): void {
    this.#problems.replays = replays;
    this.#set({});
  }

  /** Ends everything that is waiting. What is unsaved has to be kept before. */
  close(): void {
    this.#stopProject();
    this.draft.stop();
    this.#checks.putOff();
    this.#commands.stop();
    clearTimeout(this.#readTimer);
  }

  #projectChanged(): void {
    const files = this.project.state();
    this.#set({ files });
    clearTimeout(this.#readTimer);
    // Typing is read a moment after the last keystroke; whatever else changed the text is shown at once.
    if (files.origin === "code") this.#readTimer = setTimeout(() => this.#read(), this.#readAfter);
    else this.#read();
    this.#checks.soon();
    this.draft.storeSoon();
  }
  #readAfter = READ_DELAY_MS;
  #read(): void {
    const begun = performance.now();
    const graph = this.project.graph();
    const last = this.#state.graph;
    if (graph === last) return;
    const rest = READ_DELAY_PER_READ * (performance.now() - begun);
    const longestRest = graph.now.stopped === undefined ? MAX_READ_DELAY_MS : Infinity;
    this.#readAfter = Math.min(longestRest, Math.max(READ_DELAY_MS, rest));
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
    this.#checks.start();
    void this.#siblings.look();
  }
  /** Another program changed files that may import this machine. */
  lookAround(): void {
    void this.#siblings.look();
  }

  /**
   * Carries out a fix of a diagnostic, of the text as it is now: when that has moved on since the fix was shown, the same fix is
   * computed again.
   */
  async applyFix(diagnostic: Diagnostic, fix: Fix, note = fixNote()): Promise<CommandResult> {
    this.#checks.putOff();
    if (this.#state.loaded?.revision !== this.project.state().revision) await this.#checks.run();
    const { loaded, diagnostics } = this.#state;
    const now = loaded?.fixAgain(diagnostics, diagnostic, fix);
    if (!now) return { ok: false, refused: { code: "text-moved-on" } };
    const result = this.#noteStopped(this.project.fix(now, note));
    this.#checks.putOff();
    await this.#checks.run();
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

  /** Runs a graph command; see `GameCommands.run`. */
  command(request: CommandRequest, options?: GestureOptions): CommandResult {
    return this.#noteStopped(this.#commands.run(request, options));
  }
  /** The same once XState had its say about the result. */
  async tried(request: CommandRequest, options?: GestureOptions): Promise<CommandResult> {
    return this.#noteStopped(await this.#commands.tried(request, options));
  }
  /** Why a computed change (`project.preview`) would be refused. */
  judge(change: GraphChange): Promise<Refusal | undefined> {
    return this.#commands.judge(change);
  }
  /** The foot of the window says of a command that it was stopped, until the next one is done. */
  #noteStopped(result: CommandResult): CommandResult {
    const stopped = (!result.ok && result.refused.code === "took-too-long" && result.refused.facts) || null;
    if (stopped !== this.#state.stopped) this.#set({ stopped });
    return result;
  }

  /** Why a graph command would be refused; nothing is changed. */
  whyNot(id: string, args: unknown): Refusal | undefined {
    return this.project.whyNot(id, args);
  }

  /** Writes what is unsaved. What another program wrote meanwhile is not written over: then both versions are kept. */
  async save(): Promise<void> {
    const { project } = this;
    const { notice } = this.#host;
    if (this.#state.saving) return void (this.#savesAgain = true);
    let joined = false;
    const changes = project.unsaved();
    const [newer] = project.state().dirty.filter((name) => project.isReadOnly(name));
    if (newer !== undefined) notice("warn", "refusal.newer-format", { file: newer });
    if (changes.length === 0)
      return newer === undefined ? notice("info", "notice.nothing-to-save") : undefined;
    this.#set({ saving: true });
    try {
      const { written, files, theirs, refused } = await writeFiles(this.#host.store, project.id, changes);
      if (written.length > 0) {
        const hashes = new Map(files.map((f) => [f.name, f.hash]));
        project.saved(written.map(({ name, text }) => ({ name, text, hash: hashes.get(name) ?? null })));
        await this.#judge(true);
        const broken = changes.find(({ name, text }) => name !== "machine" && text !== null && !isJson(text));
        if (broken) notice("warn", "notice.saved-broken", { file: broken.name });
        this.#host.unsay("notice.stale-save");
        this.#host.unsay("notice.game-gone");
        // Work of meanwhile stays kept. A browser whose storage fails, or never answers, keeps no save from ending.
        void this.draft.store();
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
      this.#reportFailure(error, "error");
    } finally {
      this.#set({ saving: false });
    }
    await this.#news.saved();
    const isRequested = this.#savesAgain && project.state().conflicts.size === 0;
    this.#savesAgain = false;
    // What the other program wrote is in it now: it can be written after all.
    if ((joined || isRequested) && project.unsaved().length > 0) await this.save();
  }

  #reportFailure(error: unknown, tone: "warn" | "error" = "warn"): void {
    if (!this.#isLost(error)) this.#host.notice(tone, `store.${codeOf(error)}`, factsOf(error));
  }
  /** Whether the whole game is gone from the store: then what is open here stays open, as unsaved work. */
  #isLost(error: unknown): boolean {
    if (!(error instanceof StoreError) || error.code !== "not-found") return false;
    this.project.lost();
    this.#host.notice("warn", "notice.game-gone");
    return true;
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
    if (event.files.length === 0 && event.removed.length === 0) return;
    await this.#news.add(event);
  }
  async #stored(): Promise<readonly FileAtStore[]> {
    await tryGraphCommands();
    return this.#host.store.read(this.project.id);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const fixNote = (): Parameters<Project["fix"]>[1] => ({ at: Date.now() });
