import { isFlat } from "#core/layout/arrangement/linesOf.ts";
import type { OpeningArrangements } from "#core/layout/arrangement/OpeningArrangements.ts";
import type { FileText } from "#core/project/store.ts";
import { Project } from "#core/project/Project.ts";
import { budgetsBy } from "#core/text/budget.ts";
import { OpenGame, type GameHost } from "#app/studio/OpenGame.ts";
import { Siblings } from "#app/studio/siblings.ts";
import { endTiedTo } from "#app/studio/gameLifetime.ts";
import type { Route } from "#app/studio/route.ts";
import type { Tab } from "#app/studio/StudioState.ts";

/** What reading, checks and commands may take on the page before it takes input again. */
const pageBudget = budgetsBy(() => performance.now());

/** What open games need of the window around them. */
export interface GamesHost extends GameHost {
  /** Path of a game's machine, as other files know it. */
  pathOf(game: string): string;
  /** Whether a game can have a file where it is kept. */
  keeps(game: string, name: string): boolean;
}

interface Slot {
  /** Read when it is first looked at, or when there is time. */
  game?: OpenGame;
  reading?: Promise<OpenGame>;
  /** Where one was in it. */
  route?: Route;
}

/** The games that are open side by side, left to right. Each keeps its project and its history until it is closed. */
export class OpenGames {
  readonly #host: GamesHost;
  readonly #slots = new Map<string, Slot>();
  #tabs: readonly Tab[] = [];

  constructor(host: GamesHost) {
    this.#host = host;
  }

  /** The same list until it changes. */
  get tabs(): readonly Tab[] {
    const now = [...this.#slots].map(([game, slot]) => ({
      game,
      dirty: (slot.game?.state.files.dirty.length ?? 0) > 0,
    }));
    const same =
      now.length === this.#tabs.length &&
      now.every(({ game, dirty }, i) => game === this.#tabs[i]?.game && dirty === this.#tabs[i].dirty);
    if (!same) this.#tabs = now;
    return this.#tabs;
  }

  get(id: string): OpenGame | undefined {
    return this.#slots.get(id)?.game;
  }
  /** Whether it has been read or is being read. */
  isKnown(id: string): boolean {
    const slot = this.#slots.get(id);
    return slot?.game !== undefined || slot?.reading !== undefined;
  }
  /** Those that have been read. */
  all(): OpenGame[] {
    return [...this.#slots.values()].flatMap(({ game }) => game ?? []);
  }

  /** Gives a game its place; it is read later. */
  add(id: string): void {
    if (!this.#slots.has(id)) this.#slots.set(id, {});
  }

  /** The game, read when it is not yet. @throws StoreError */
  async open(id: string): Promise<OpenGame> {
    this.add(id);
    const slot = this.#slots.get(id)!;
    if (slot.game) return slot.game;
    slot.reading ??= this.#host.store
      .read(id)
      .then(async (files) => (slot.game = await this.#make(id, files)))
      .finally(() => delete slot.reading);
    return slot.reading;
  }

  async #make(id: string, files: readonly FileText[]): Promise<OpenGame> {
    const { store, pathOf, keeps } = this.#host;
    const siblings = new Siblings(store, id, (path) => this.#textAt(path));
    const { modules, scripts } = siblings;
    const source = { path: pathOf(id), modules, scripts };
    const project = new Project(id, files, source, (name) => keeps(id, name), pageBudget);
    return new OpenGame(project, siblings, this.#host, await arrangementsOf(project));
  }
  #textAt(path: string): string | undefined {
    return this.all()
      .find(({ project }) => project.source.path === path)
      ?.project.text("machine");
  }

  /** A game's text changed: machines that import it are read again. */
  tellImporters({ project }: OpenGame): void {
    const isIt = ({ path }: { readonly path?: string }) => path === project.source.path;
    for (const game of this.all())
      if (
        game.project !== project &&
        (game.state.graph.now.imports?.some(isIt) || game.state.imported.some(isIt))
      )
        game.importsChanged();
  }

  /** Closes a game. What is unsaved is gone, unless it was kept before. Answers who takes its place: the next one, or the last. */
  close(id: string): string | undefined {
    const ids = [...this.#slots.keys()];
    const at = ids.indexOf(id);
    const game = this.get(id);
    this.#slots.delete(id);
    game?.close();
    if (game) endTiedTo(game.project);
    return at < 0 ? undefined : (ids[at + 1] ?? ids[at - 1]);
  }

  routeOf(id: string): Route | undefined {
    return this.#slots.get(id)?.route;
  }
  noteRoute(id: string, route: Route): void {
    const slot = this.#slots.get(id);
    if (slot) slot.route = route;
  }
}

/** How the machines of a game stand when it is opened, where that may be more than the order of the code; loaded only then. */
async function arrangementsOf(project: Project): Promise<OpeningArrangements | null> {
  const { chart } = project.graph();
  if (!chart || !isFlat(chart.root)) return null;
  const late = await import("#core/layout/arrangement/OpeningArrangements.ts").catch(() => null);
  return late && new late.OpeningArrangements();
}
