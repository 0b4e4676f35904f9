import { keyBesideMain } from "#core/chart/machineKey.ts";
import type { Renamed } from "#core/edit/command.ts";
import { selectionAfter, symbolAfter, type PathMap } from "#app/studio/followPaths.ts";
import type { OpenGame } from "#app/studio/OpenGame.ts";
import { isThere, type Route, type Selection, type View, readRoute, routeHash } from "#app/studio/route.ts";
import type { StudioWindow } from "#app/studio/StudioWindow.ts";

/** Selections that are remembered for undo and redo. */
const MAX_MOVED_SELECTIONS = 100;

/** Earlier selections to which an undo leads back. */
const MAX_EARLIER_SELECTIONS = 20;

/** Where the person is: the view, the machine and what is selected in it. The address goes along, and so do commands that move what is selected. */
export class Navigation {
  readonly #window: StudioWindow;
  readonly #game: () => OpenGame | undefined;
  readonly #address = new Address();
  /** What was selected and where a command took it. */
  #moved: readonly (readonly [NonNullable<Selection>, NonNullable<Selection>])[] = [];

  /** What was selected before, newest last. */
  #earlier: readonly NonNullable<Selection>[] = [];

  /** @param game the one that is looked at */
  constructor(window: StudioWindow, game: () => OpenGame | undefined) {
    this.#window = window;
    this.#game = game;
  }

  get route(): Route {
    return this.#window.state.route;
  }
  /** Calls back when the person goes back or forth, or writes an address. */
  listen(listener: (route: Route) => void): void {
    this.#address.listen(listener);
  }
  /** Writes where the person is into the address. */
  write(how: "push" | "replace"): void {
    this.#address.write(this.route, how);
  }
  #to(route: Partial<Route>, how: "push" | "replace"): void {
    this.#window.set({ route: { ...this.route, ...route } });
    this.write(how);
  }

  go(view: View): void {
    this.#to({ view }, "push");
  }
  /** Looks at another machine of the open file. */
  choose(machine: string, selection: Selection = null): void {
    if (this.#game()?.choose(machine)) this.#to({ selection }, "push");
  }
  select(selection: Selection): void {
    const last = this.route.selection;
    if (this.#window.state.also.length > 0) this.#window.set({ also: [] });
    if (last?.kind === selection?.kind && last?.id === selection?.id) return;
    if (last && last.kind !== "clause")
      this.#earlier = [...this.#earlier, last].slice(-MAX_EARLIER_SELECTIONS);
    this.#to({ selection }, selection?.kind === "clause" ? "push" : "replace");
  }
  /** Selects several states: the first as the one that is looked at, the others beside it. */
  selectStates(ids: readonly string[]): void {
    const [first, ...also] = ids;
    this.select(first === undefined ? null : { kind: "state", id: first });
    if (also.length > 0) this.#window.set({ also });
  }

  /** The machine changed by itself: it was renamed, is gone, or an undo led to another one. */
  followMachine(game: OpenGame): void {
    const { chart, reading } = game.state.graph;
    // The main one has no name in the address.
    const machine = keyBesideMain(reading.charts, chart);
    const { route } = this;
    if (machine === route.machine) return;
    const selection = chart && isThere(chart, route.selection) ? route.selection : null;
    this.#to({ machine, selection }, "replace");
  }
  /** A command gave states and names other paths: what is selected, listed and marked goes along. */
  followPaths(pathMap: PathMap, names: readonly Renamed[] = []): void {
    const { route, listed, marked } = this.#window.state;
    const after = selectionAfter(route.selection, pathMap, names);
    if (after !== route.selection) {
      if (route.selection && after)
        this.#moved = [...this.#moved, [route.selection, after] as const].slice(-MAX_MOVED_SELECTIONS);
      this.select(after);
    }
    const named = symbolAfter(listed, pathMap, names);
    if (named !== listed) this.#window.set({ listed: named });
    const sought = symbolAfter(marked, pathMap, names);
    if (sought !== marked) this.#window.set({ marked: sought });
  }
  /** What is selected goes back with what is undone, and forth again. */
  followHistory(): void {
    const { selection } = this.route;
    const chart = this.#game()?.graphNow()?.chart;
    if (!chart || !selection || selection.kind === "clause" || isThere(chart, selection)) return;
    for (const pair of this.#moved.toReversed())
      for (const [to, from] of [pair, pair.toReversed()] as const)
        if (from?.id === selection.id && to && isThere(chart, to)) return this.select(to);
    // What was made is gone again: one stands where one stood before.
    this.select(this.#earlier.findLast((one) => isThere(chart, one)) ?? null);
  }
}

/** The address bar: what is looked at stands in it, and a link or the way back leads there. */
class Address {
  /** The one that was last written or followed. */
  #known = location.hash;

  /** Calls back when the person goes elsewhere: by a link, by back and forth, or by typing. */
  listen(follow: (route: Route) => void): void {
    const changed = () => {
      // A click on a link of the page comes twice, as `popstate` and as `hashchange`.
      if (location.hash === this.#known) return;
      this.#known = location.hash;
      follow(readRoute(location.hash));
    };
    window.addEventListener("popstate", changed);
    window.addEventListener("hashchange", changed);
  }

  write(route: Route, how: "push" | "replace"): void {
    const hash = routeHash(route);
    this.#known = hash;
    if (hash !== location.hash) history[how === "push" ? "pushState" : "replaceState"](null, "", hash);
  }
}
