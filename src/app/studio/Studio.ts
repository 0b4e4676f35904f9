import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { filePath } from "#core/project/gameFiles.ts";
import { keepsFile, type GameEntry, type StoreEvent } from "#core/project/store.ts";
import type { AppStore } from "#adapters/storage/appStore.ts";
import type { Bringing } from "#adapters/storage/broughtStore.ts";
import type { Drafts } from "#adapters/storage/drafts.ts";
import { takeTyped } from "#app/kit/takeTyped.ts";
import { firstPicture } from "#app/studio/firstPicture.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { OpenGame } from "#app/studio/OpenGame.ts";
import type { FindProblems } from "#app/studio/ProblemSources.ts";
import { OpenGames } from "#app/studio/OpenGames.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { GameEditor } from "#app/studio/GameEditor.ts";
import { Navigation } from "#app/studio/Navigation.ts";
import { StudioWindow } from "#app/studio/StudioWindow.ts";
import { readRoute, type Route } from "#app/studio/route.ts";
import { readTabSet, writeTabSet } from "#app/studio/tabSet.ts";
import { Trust } from "#app/studio/trust.ts";
import { codeOf, factsOf, noGame, type StudioState } from "#app/studio/StudioState.ts";
import { laterWords, type UiLanguage } from "#app/i18n.ts";

/**
 * The studio of one page: which games there are, which are open, and how one comes from one to another. It joins them with the
 * address, the store and the questions to a person; it knows no React. Components read it through `useStudio`.
 */
export class Studio {
  readonly store: AppStore;
  readonly drafts: Drafts;
  readonly window: StudioWindow;
  readonly navigation: Navigation;
  readonly editor: GameEditor;
  readonly #games: OpenGames;
  /** The one that is looked at. */
  #game: OpenGame | undefined;

  /** Conflicts that have been put to the person in a dialog. */
  readonly #offered = new WeakSet<object>();

  constructor(store: AppStore, drafts: Drafts, first: { uiLanguage: UiLanguage; theme: "light" | "dark" }) {
    const game = () => this.#game;
    this.window = new StudioWindow(readRoute(location.hash), first, () => ({
      ...(this.#game?.state ?? noGame),
      tabs: this.#games.tabs,
    }));
    this.navigation = new Navigation(this.window, game);
    this.editor = new GameEditor(this.window, this.navigation, game);
    this.store = store;
    this.drafts = drafts;
    this.#games = new OpenGames({
      store,
      drafts,
      notice: (...line) => this.window.notice(...line),
      unsay: (key) => this.window.unsay(key),
      changed: (game) => this.#gameChanged(game),
      trust: new Trust(sessionOf()),
      isForeign: (id) => this.#entry(id)?.foreign === true,
      own: (id) => store.ownGames(id),
      pathOf: (id) => this.#entry(id)?.path ?? filePath(id, "machine"),
      keeps: (id, name) => keepsFile(this.#entry(id), name),
    });
  }

  #entry(id: string): GameEntry | undefined {
    return this.window.state.games?.find((game) => game.id === id);
  }

  /** The whole state as it is now; a new object whenever something changed. */
  get = (): StudioState => this.window.get();
  subscribe = (listener: () => void): (() => void) => this.window.subscribe(listener);

  /** Reads the list of games and opens the one of the address, else the one of last time, else the first. */
  async start(): Promise<void> {
    this.navigation.listen((route) => this.#follow(route));
    window.addEventListener("beforeunload", (event) => {
      takeTyped();
      if (this.#games.tabs.some(({ dirty }) => dirty)) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden")
        for (const game of this.#games.all()) void game.draft.store();
    });
    const { access } = this.store;
    access?.watch(() => this.window.set({ locked: access.isLocked() }));
    this.store.watch((event) => this.#changedOutside(event), this.window.failures.tell);
    this.window.set({ opening: "opening" });
    await this.refreshGames();
    const { route, games } = this.window.state;
    for (const id of readTabSet()) if (games?.some((g) => g.id === id)) this.#games.add(id);
    const wantedGame = route.game ?? readPreference("game") ?? undefined;
    // A folder that was opened by path shows first what is in it.
    const isChosen = games?.some(({ kept, found }) => found || (kept === "path" && games.length > 1));
    const first = isChosen ? undefined : games?.[0]?.id;
    const game =
      games?.find((g) => g.id === wantedGame)?.id ?? (route.game === undefined ? first : undefined);
    if (game !== undefined) await this.openGame(game, { ...route, game });
    else if (this.window.state.opening !== "failed")
      this.window.set(
        route.game === undefined ? { opening: "idle" } : { opening: "failed", failure: "not-found" },
      );
    // Where no graph is painted nothing else brings them.
    if (!this.#game) await laterWords(this.window.state.uiLanguage);
  }

  async refreshGames(): Promise<void> {
    try {
      this.window.set({ games: await this.store.list() });
    } catch (error) {
      this.window.set({ games: [], opening: "failed", failure: codeOf(error), failureFacts: factsOf(error) });
    }
  }

  /** Shows a game, beside those that are open. `route`: what to look at; by default where one was in it, else the view of now. */
  async openGame(id: string, route?: Route): Promise<void> {
    this.#leave();
    const target = route ??
      this.#games.routeOf(id) ?? { game: id, view: this.window.state.route.view, selection: null };
    const known = this.#games.get(id);
    const isNew = !this.#games.isKnown(id);
    this.#game = known;
    const opening = known ? "ready" : "opening";
    const fresh = {
      failure: undefined,
      question: null,
      listed: null,
      marked: null,
      jump: null,
      requested: null,
      sought: null,
    };
    this.window.set({ opening, ...fresh, route: { ...target, game: id } });
    try {
      const game = known ?? (await this.#games.open(id));
      if (this.window.state.route.game === id) this.#show(game, route);
      if (isNew) this.#sayMachines(game);
    } catch (error) {
      this.#games.close(id);
      if (this.window.state.route.game === id)
        this.window.set({ opening: "failed", failure: codeOf(error), failureFacts: factsOf(error) });
    }
    this.#noteTabs();
  }

  /** Shows the list of everything that can be opened. What is open stays open. */
  showStart(): void {
    this.#leave();
    this.#game = undefined;
    this.window.set({ opening: "idle", question: null, route: { view: "design", selection: null } });
    this.navigation.write("push");
  }

  /**
   * Opens what the person brings from outside: a few modules side by side, many as a list. Says in what there was no machine.
   * @param gather gives what is brought; null when the person chose nothing
   */
  async bring(gather: () => Promise<Bringing | null>): Promise<void> {
    try {
      const files = await gather();
      if (!files) return;
      const { games, others } = await this.store.bring(files);
      await this.refreshGames();
      const [first] = games;
      if (games.length > MAX_MODULES_OPENED) this.showStart();
      else for (const id of games) this.#games.add(id);
      if (first !== undefined && games.length <= MAX_MODULES_OPENED) await this.openGame(first);
      if (others.length > 0 || first === undefined)
        this.window.notice("warn", "bring.none", { files: shortList(others), count: others.length });
    } catch (error) {
      this.window.notice("error", `store.${codeOf(error)}`, factsOf(error));
    }
  }

  /** The game that is looked at stays as it is until one comes back to it. */
  #leave(): void {
    takeTyped();
    const { route } = this.window.state;
    if (route.game !== undefined) this.#games.noteRoute(route.game, route);
    void this.#game?.draft.store();
  }

  #show(game: OpenGame, route: Route | undefined): void {
    this.#game = game;
    if (route) this.#chooseFor(game, route);
    this.navigation.followMachine(game);
    this.window.set({ opening: "ready" });
    writePreference("game", game.project.id);
    this.navigation.write("replace");
    void this.#afterPicture(game);
  }
  async #offerDraft(game: OpenGame): Promise<void> {
    const draft = await game.draft.find().catch(() => undefined);
    if (this.#game !== game) return;
    if (draft) this.window.set({ question: { kind: "draft", game: game.project.id, draft } });
    else this.#gameChanged(game);
  }
  /** Of a file that is opened: which machines there are, when there are several. */
  #sayMachines({ state: { graph } }: OpenGame): void {
    const keys = machineKeys(graph.reading.charts);
    if (keys.length > 1)
      this.window.notice("info", "bring.machines", { count: keys.length, machines: shortList(keys) });
  }
  /** The machine that an address names, the main one when it names none. */
  #chooseFor(game: OpenGame, route: Route): void {
    const { charts } = game.state.graph.reading;
    const machine = route.machine ?? machineKeys(charts)[mainChart(charts)?.ref.ordinal ?? -1];
    if (machine !== undefined && !game.choose(machine))
      this.window.notice("warn", "notice.no-machine", { machine });
  }
  #noteTabs(): void {
    writeTabSet(this.#games.tabs.map(({ game }) => game));
    this.window.changed();
  }

  /** Closes a game; with unsaved work it asks first, unless that is settled. Another open one is shown, else the start page. */
  async closeGame(id: string, unsaved: "ask" | "save" | "forget" = "ask"): Promise<void> {
    const game = this.#games.get(id);
    const isDirty = () => (game?.state.files.dirty.length ?? 0) > 0;
    if (isDirty() && unsaved === "ask") return this.window.set({ question: { kind: "close", game: id } });
    this.window.set({ question: null });
    if (isDirty() && unsaved === "save") {
      if (game?.state.files.conflicts.size === 0) await game.save();
      // A conflict, or the save was refused: there is something to be decided first.
      if (isDirty()) return this.openGame(id);
    }
    await this.drafts.dropDraft(id).catch(() => undefined);
    const next = this.#games.close(id);
    this.#noteTabs();
    if (this.window.state.route.game !== id) return;
    this.#game = undefined;
    if (next !== undefined) return this.openGame(next);
    this.window.set({ opening: "idle", route: { view: "design", selection: null } });
    this.navigation.write("push");
  }

  /** Shows the n-th open game, counted from 0. */
  goToTab(n: number): void {
    const tab = this.#games.tabs[n];
    if (tab && tab.game !== this.window.state.route.game) void this.openGame(tab.game);
  }

  async #afterPicture(game: OpenGame): Promise<void> {
    if (!this.window.state.pictured) {
      await firstPicture();
      this.window.set({ pictured: true });
      await Promise.all([loadGraphCommands(), laterWords(this.window.state.uiLanguage)]);
    }
    game.startChecks();
    void this.#offerDraft(game);
    await this.#wakeTabs();
  }
  /** Reads the games of the other tabs: what is imported from them is known then, and switching is at once. */
  async #wakeTabs(): Promise<void> {
    for (const { game } of this.#games.tabs)
      try {
        await this.#games.open(game);
      } catch {
        // It says why when it is looked at.
      }
    this.window.changed();
  }
  #gameChanged(game: OpenGame): void {
    this.#games.tellImporters(game);
    if (game !== this.#game) return this.window.changed();
    this.navigation.followMachine(game);
    this.window.changed();
    const { conflicts } = game.state.files;
    // A conflict that was put off does not come up again before the person saves.
    const fresh = [...conflicts].find(([, conflict]) => !this.#offered.has(conflict));
    const { question } = this.window.state;
    if (question?.kind === "conflict" && !conflicts.has(question.file)) this.window.set({ question: null });
    if (fresh === undefined || this.window.state.question !== null) return;
    this.#offered.add(fresh[1]);
    this.window.set({ question: { kind: "conflict", file: fresh[0] } });
  }
  #changedOutside(event: StoreEvent): void {
    const known = this.window.state.games?.some((g) => g.id === event.game);
    if (!known || event.files.some((f) => f.name === "ruleset")) void this.refreshGames();
    void this.#games.get(event.game)?.changedOutside(event);
    for (const game of this.#games.all()) game.lookAround();
  }

  /** Lets somebody say what is wrong with an open game. */
  findProblems(game: string, find: FindProblems): void {
    this.#games.get(game)?.findProblems(find);
  }
  /** Reports how the scenarios of an open game went, as far as that is a problem. */
  reportReplays(game: string, replays: readonly Diagnostic[]): void {
    this.#games.get(game)?.reportReplays(replays);
  }

  #follow(route: Route): void {
    takeTyped();
    const { game } = this.window.state.route;
    if (route.game !== undefined && route.game !== game) return void this.openGame(route.game, route);
    this.window.set({ route: game === undefined ? route : { ...route, game } });
    if (!this.#game) return;
    this.#chooseFor(this.#game, route);
    this.#gameChanged(this.#game);
  }

  /** Takes a draft into the open game as one entry of the history, or forgets it. */
  async settleDraft(take: boolean): Promise<void> {
    const { question } = this.window.state;
    if (question?.kind !== "draft") return;
    this.window.set({ question: null });
    await this.#games.get(question.game)?.draft.settle(question.draft, take);
  }
}

/** Modules that are opened side by side when a folder is brought in; of more, a list is shown instead. */
const MAX_MODULES_OPENED = 3;

const shortList = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 5).join(", ")}, …` : names.join(", ");

/** The storage of this window; none where the browser denies it. */
function sessionOf(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
