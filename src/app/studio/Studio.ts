import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Refusal } from "#core/edit/command.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import type { Graph } from "#core/project/GraphReader.ts";
import { Project, type ProjectState } from "#core/project/Project.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import {
  StoreError,
  type FileChange,
  type FileText,
  type GameEntry,
  type Store,
  type StoreEvent,
} from "#core/project/store.ts";
import type { Drafts, Draft } from "#adapters/storage/drafts.ts";
import type { LoadedGame } from "#app/studio/loadGame.ts";
import type { LabelLanguage } from "#app/studio/labels.ts";
import { firstPicture } from "#app/studio/firstPicture.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { readRoute, routeHash, type Route, type Selection, type View } from "#app/studio/route.ts";
import type { UiLanguage } from "#app/i18n.ts";

/** A line at the bottom of the window. `key` names its words, `facts` fill them in. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "warn" | "error";
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** What waits for an answer in a dialog. */
export type Question =
  | { readonly kind: "new-game" }
  | { readonly kind: "rename-game" | "duplicate-game" | "delete-game"; readonly game: string }
  | { readonly kind: "draft"; readonly game: string; readonly draft: Draft }
  | { readonly kind: "conflict"; readonly file: string }
  | { readonly kind: "leave"; readonly then: () => void }
  | null;

export interface StudioState {
  readonly games: readonly GameEntry[] | null;
  readonly route: Route;
  /** `opening` until the first graph is there; `failed` when the game or the store cannot be read. */
  readonly opening: "idle" | "opening" | "ready" | "failed";
  readonly failure?: string;
  readonly project: Project | null;
  readonly files: ProjectState | null;
  readonly graph: Graph | null;
  /** The first picture is on the screen: from here on comes what it does not need, such as checks and Monaco. */
  readonly pictured: boolean;
  /** Ruleset, scenarios and diagnostics of the game; made a moment after each change, in a chunk of its own. */
  readonly loaded: LoadedGame | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Places that were worked out for states which have none in the layout file; written with the next move or save. */
  readonly autoPositions: Positions;
  readonly labelLanguage: LabelLanguage;
  readonly uiLanguage: UiLanguage;
  readonly theme: "light" | "dark";
  readonly saving: boolean;
  readonly notices: readonly Notice[];
  readonly question: Question;
  readonly palette: boolean;
  /** Foreign games that the person has allowed to run, in this session. */
  readonly trusted: ReadonlySet<string>;
}

/** How long after a keystroke the graph is read, and how long after a change the checks run, in milliseconds. */
const READ_AFTER = 40;
const CHECK_AFTER = 250;
const DRAFT_AFTER = 1_000;

/**
 * The studio of one page: which game is open, what is looked at, and the doings that reach over several panels. It joins the
 * project (core) with a store and the browser; it knows no React. Components read it through `useStudio`.
 */
export class Studio {
  readonly store: Store;
  readonly drafts: Drafts;
  #state: StudioState;
  #listeners = new Set<() => void>();
  #stopProject: (() => void) | undefined;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeId = 0;
  #writing = new Set<string>();

  constructor(store: Store, drafts: Drafts, first: { uiLanguage: UiLanguage; theme: "light" | "dark" }) {
    this.store = store;
    this.drafts = drafts;
    const label = readPreference("labels");
    this.#state = {
      games: null,
      route: readRoute(location.hash),
      opening: "idle",
      project: null,
      files: null,
      graph: null,
      pictured: false,
      loaded: null,
      diagnostics: [],
      autoPositions: {},
      labelLanguage:
        label === "id" || label === "en" || label === "ja" || label === "zh-Hant" ? label : first.uiLanguage,
      uiLanguage: first.uiLanguage,
      theme: first.theme,
      saving: false,
      notices: [],
      question: null,
      palette: false,
      trusted: new Set(),
    };
  }

  get = (): StudioState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(patch: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  }

  /** Reads the list of games and opens the one of the address, else the one of last time, else the first. */
  async start(): Promise<void> {
    window.addEventListener("popstate", () => this.#followAddress());
    window.addEventListener("hashchange", () => this.#followAddress());
    window.addEventListener("beforeunload", (event) => {
      if ((this.#state.files?.dirty.length ?? 0) > 0) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") void this.keepDraft();
    });
    this.store.watch((event) => void this.#changedOutside(event));
    await this.refreshGames();
    const wanted = this.#state.route.game ?? readPreference("game") ?? undefined;
    const games = this.#state.games ?? [];
    const game =
      games.find((g) => g.id === wanted)?.id ?? (this.#state.route.game ? undefined : games[0]?.id);
    if (game)
      await this.openGame(game, this.#state.route.game ? this.#state.route : { ...this.#state.route, game });
    else if (this.#state.route.game) this.set({ opening: "failed", failure: "not-found" });
  }

  async refreshGames(): Promise<void> {
    try {
      this.set({ games: await this.store.list() });
    } catch (error) {
      this.set({ games: [], opening: "failed", failure: codeOf(error) });
    }
  }

  /** Opens a game. Unsaved work of the one before is kept as a draft and offered when it is opened again. */
  async openGame(
    id: string,
    route: Route = { game: id, view: this.#state.route.view, selection: null },
  ): Promise<void> {
    await this.keepDraft();
    this.#close();
    this.set({ opening: "opening", failure: undefined, route: { ...route, game: id } });
    try {
      const files = await this.store.read(id);
      if (this.#state.route.game !== id) return;
      this.#use(new Project(id, files));
      writePreference("game", id);
      this.#writeAddress("replace");
      const draft = await this.drafts.draftOf(id);
      if (draft && this.#state.project?.id === id) {
        if (draftDiffers(draft, files)) this.set({ question: { kind: "draft", game: id, draft } });
        else await this.drafts.dropDraft(id);
      }
    } catch (error) {
      if (this.#state.route.game === id) this.set({ opening: "failed", failure: codeOf(error) });
    }
  }

  #use(project: Project): void {
    this.#stopProject = project.subscribe(() => this.#projectChanged());
    this.set({
      project,
      files: project.state(),
      graph: project.graph(),
      opening: "ready",
      loaded: null,
      diagnostics: [],
    });
    if (this.#state.pictured) this.#checkSoon();
    else
      void firstPicture()
        .then(() => this.set({ pictured: true }))
        .then(() => void loadGraphCommands())
        .then(() => this.#checkSoon());
  }
  #close(): void {
    this.#stopProject?.();
    clearTimeout(this.#readTimer);
    clearTimeout(this.#checkTimer);
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    this.set({
      project: null,
      files: null,
      graph: null,
      loaded: null,
      diagnostics: [],
      autoPositions: {},
      question: null,
    });
  }

  #projectChanged(): void {
    const { project } = this.#state;
    if (!project) return;
    const files = project.state();
    this.set({ files });
    clearTimeout(this.#readTimer);
    // Typing is read a moment after the last keystroke; whatever else changed the text is shown at once.
    if (files.origin === "code") this.#readTimer = setTimeout(() => this.#read(), READ_AFTER);
    else this.#read();
    this.#checkSoon();
    this.#draftTimer ??= setTimeout(() => {
      this.#draftTimer = undefined;
      void this.keepDraft();
    }, DRAFT_AFTER);
    const conflict = [...files.conflicts.keys()][0];
    if (conflict && this.#state.question === null)
      this.set({ question: { kind: "conflict", file: conflict } });
  }
  #read(): void {
    const { project, graph } = this.#state;
    const next = project?.graph();
    if (next && next !== graph) this.set({ graph: next });
  }
  #checkSoon(): void {
    clearTimeout(this.#checkTimer);
    if (!this.#state.pictured) return;
    this.#checkTimer = setTimeout(() => void this.#check(), this.#state.loaded ? CHECK_AFTER : 0);
  }
  async #check(): Promise<void> {
    const { project } = this.#state;
    if (!project) return;
    const revision = project.state().revision;
    const { loadGame } = await import("#app/studio/loadGame.ts");
    if (this.#state.project !== project || project.state().revision !== revision) return;
    const loaded = loadGame(project.state().files, project.graph());
    this.set({ loaded, diagnostics: loaded.diagnostics });
  }

  /** The graph of this very moment; reads the text now when a keystroke is still waiting to be read. */
  graphNow(): Graph | null {
    clearTimeout(this.#readTimer);
    this.#read();
    return this.#state.graph;
  }

  /** Writes places that a drag or a layout gave, with those that were worked out before. */
  place(positions: Positions, label: "move" | "tidy", joins = ""): void {
    const { project, autoPositions } = this.#state;
    this.set({ autoPositions: {} });
    project?.place({ ...autoPositions, ...positions }, { label, at: Date.now(), joins });
  }

  /** Runs a graph command; a refusal becomes a notice and comes back. `joins`: one undo takes back what has the same. */
  command(id: string, args: unknown, revision?: number, joins = ""): Refusal | undefined {
    const { project } = this.#state;
    if (!project) return { code: "no-game" };
    const result = project.command(id, args, {
      at: Date.now(),
      joins,
      ...(revision === undefined ? {} : { revision }),
    });
    if (!result.ok) {
      this.notice("warn", `refusal.${result.refused.code}`, result.refused.facts);
      return result.refused;
    }
    this.#followSelection(result.pathMap);
    this.set({ autoPositions: renamed(this.#state.autoPositions, result.pathMap) });
    for (const warning of result.warnings.slice(0, 2))
      this.notice("info", `warning.${warning.code}`, warning.facts);
    return undefined;
  }
  #followSelection(pathMap: Readonly<Record<string, string | null>>): void {
    const { selection } = this.#state.route;
    if (selection?.kind === "state" && Object.hasOwn(pathMap, selection.id)) {
      const to = pathMap[selection.id];
      this.select(typeof to === "string" ? { kind: "state", id: to } : null);
    } else if (selection?.kind === "transition") {
      const [source = "", ...rest] = selection.id.split("|");
      const to = Object.hasOwn(pathMap, source) ? pathMap[source] : source;
      if (to === null) this.select(null);
      else if (to !== source) this.select({ kind: "transition", id: [to, ...rest].join("|") });
    }
  }
  undo(): void {
    const label = this.#state.project?.undo();
    if (!label) this.notice("info", "notice.nothing-to-undo");
  }
  redo(): void {
    const label = this.#state.project?.redo();
    if (!label) this.notice("info", "notice.nothing-to-redo");
  }

  go(view: View): void {
    this.set({ route: { ...this.#state.route, view } });
    this.#writeAddress("push");
  }
  select(selection: Selection): void {
    const last = this.#state.route.selection;
    if (last?.kind === selection?.kind && last?.id === selection?.id) return;
    this.set({ route: { ...this.#state.route, selection } });
    this.#writeAddress(selection?.kind === "clause" ? "push" : "replace");
  }
  #writeAddress(how: "push" | "replace"): void {
    const hash = routeHash(this.#state.route);
    if (hash !== location.hash) history[how === "push" ? "pushState" : "replaceState"](null, "", hash);
  }
  #followAddress(): void {
    const route = readRoute(location.hash);
    const same = route.game === this.#state.route.game;
    if (same || !route.game)
      this.set({
        route: route.game
          ? route
          : { ...route, ...(this.#state.route.game ? { game: this.#state.route.game } : {}) },
      });
    else void this.openGame(route.game, route);
  }

  /** Writes what is unsaved. Refused as a whole when another program wrote meanwhile: then both versions are kept. */
  async save(): Promise<void> {
    const { project } = this.#state;
    if (!project || this.#state.saving) return;
    const conflict = [...project.state().conflicts.keys()][0];
    if (conflict) return this.set({ question: { kind: "conflict", file: conflict } });
    if (project.state().dirty.includes("machine") && Object.keys(this.#state.autoPositions).length > 0)
      this.place({}, "move");
    const changes: FileChange[] = project.unsaved();
    if (changes.length === 0) return this.notice("info", "notice.nothing-to-save");
    this.set({ saving: true });
    for (const change of changes) this.#writing.add(`${project.id}/${change.name}`);
    try {
      const result = await this.store.save(project.id, changes);
      if (result.ok) {
        const hashes = new Map(result.files.map((f) => [f.name, f.hash]));
        project.saved(changes.map(({ name, text }) => ({ name, text, hash: hashes.get(name) ?? null })));
        await this.drafts.dropDraft(project.id);
      } else {
        project.changedOutside(result.theirs, Date.now());
        this.notice("warn", "notice.stale-save");
      }
    } catch (error) {
      this.notice("error", `store.${codeOf(error)}`);
    } finally {
      for (const change of changes) this.#writing.delete(`${project.id}/${change.name}`);
      this.set({ saving: false });
    }
  }

  /** Puts unsaved work where a crash does not reach it. */
  async keepDraft(): Promise<void> {
    const { project, question } = this.#state;
    // While an older draft waits for an answer it is not written over.
    if (!project || question?.kind === "draft") return;
    const files = project.unsaved();
    try {
      if (files.length === 0) await this.drafts.dropDraft(project.id);
      else await this.drafts.saveDraft(project.id, { files, at: Date.now() });
    } catch {
      this.notice("warn", "notice.draft-failed");
    }
  }

  /** Takes a draft into the open game as one entry of the history, or forgets it. */
  async settleDraft(take: boolean): Promise<void> {
    const { project, question } = this.#state;
    if (!project || question?.kind !== "draft") return;
    this.set({ question: null });
    if (!take) return this.drafts.dropDraft(project.id);
    for (const { name, text } of question.draft.files) {
      const entry = { label: "draft", origin: "disk" as const, at: question.draft.at, joins: "draft" };
      if (text !== null) project.write(name, text, entry);
      else if (project.text(name) !== undefined) project.apply([{ kind: "remove", file: name }], entry);
    }
  }

  async #changedOutside(event: StoreEvent): Promise<void> {
    const { project } = this.#state;
    if (!this.#state.games?.some((g) => g.id === event.game) || event.files.some((f) => f.name === "ruleset"))
      void this.refreshGames();
    if (!project || event.game !== project.id) return;
    const changed = event.files.filter((f) => !this.#writing.has(`${project.id}/${f.name}`));
    if (changed.length === 0 && event.removed.length === 0) return;
    try {
      const now: readonly FileText[] = await this.store.read(project.id);
      if (this.#state.project !== project || this.#state.saving) return;
      const texts = now.map((f) => ({
        name: f.name,
        text: f.text as string | null,
        hash: f.hash as string | null,
      }));
      const gone = event.removed
        .filter((name) => !now.some((f) => f.name === name))
        .map((name) => ({ name, text: null, hash: null }));
      project.changedOutside([...texts, ...gone], Date.now());
    } catch (error) {
      // The whole game is gone from the store: what is open here stays open, as unsaved work.
      this.notice("warn", `store.${codeOf(error)}`);
    }
  }

  notice(tone: Notice["tone"], key: string, facts?: Notice["facts"]): void {
    const notice: Notice = { id: ++this.#noticeId, tone, key, ...(facts ? { facts } : {}) };
    this.set({ notices: [...this.#state.notices.slice(-2), notice] });
    setTimeout(() => this.dismiss(notice.id), tone === "info" ? 4_000 : 9_000);
  }
  dismiss(id: number): void {
    this.set({ notices: this.#state.notices.filter((n) => n.id !== id) });
  }

  setLabels(labelLanguage: LabelLanguage): void {
    writePreference("labels", labelLanguage);
    this.set({ labelLanguage });
  }
  setTheme(theme: "light" | "dark"): void {
    writePreference("theme", theme);
    document.documentElement.dataset["theme"] = theme;
    this.set({ theme });
  }
  async setUiLanguage(uiLanguage: UiLanguage): Promise<void> {
    const { changeWords } = await import("#app/i18n.ts");
    await changeWords(uiLanguage);
    writePreference("language", uiLanguage);
    this.set({ uiLanguage });
  }
  trust(game: string): void {
    this.set({ trusted: new Set([...this.#state.trusted, game]) });
  }
}

/** Code of a failure for its words; a fault that is none of the store's is logged and named `unknown`. */
export function codeOf(error: unknown): string {
  if (error instanceof StoreError) return error.code;
  console.error(error);
  return "unknown";
}

function renamed(positions: Positions, pathMap: Readonly<Record<string, string | null>>): Positions {
  if (Object.keys(pathMap).length === 0) return positions;
  return Object.fromEntries(
    Object.entries(positions).flatMap(([id, place]) => {
      const to = Object.hasOwn(pathMap, id) ? pathMap[id] : id;
      return typeof to === "string" ? [[to, place]] : [];
    }),
  );
}

function draftDiffers(draft: Draft, files: readonly FileText[]): boolean {
  return draft.files.some(({ name, text }) => (files.find((f) => f.name === name)?.text ?? null) !== text);
}
