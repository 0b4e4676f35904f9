import { keyBesideMain } from "#core/chart/machineKey.ts";
import type { StatePath } from "#core/chart/chart.ts";
import type { Refusal, Renamed } from "#core/edit/command.ts";
import type { CommandArgs, CommandId } from "#core/edit/commands.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import type { CommandResult, Graph, GraphChange } from "#core/project/gameMoment.ts";
import { hasGraphCommands, loadGraphCommands } from "#core/project/graphCommands.ts";
import { selectionAfter, symbolAfter, type PathMap } from "#app/studio/followPaths.ts";
import { Address } from "#app/studio/Address.ts";
import type { GestureOptions } from "#app/studio/GameCommands.ts";
import type { OpenGame } from "#app/studio/OpenGame.ts";
import { isThere, type Selection, type View } from "#app/studio/route.ts";
import type { CommandRequest } from "#app/studio/StudioState.ts";
import { StudioWindow } from "#app/studio/StudioWindow.ts";

/**
 * The window and the game that is looked at in it: what of it is chosen, and what a person does to it. What comes of that is reported at
 * the bottom of the window, and the address goes along.
 */
export abstract class GameWindow extends StudioWindow {
  protected readonly address = new Address();
  /** The one that is looked at. */
  protected game: OpenGame | undefined;

  /** Looks at another machine of the open file. */
  choose(machine: string, selection: Selection = null): void {
    if (!this.game?.choose(machine)) return;
    this.set({ route: { ...this.window.route, selection } });
    this.address.write(this.window.route, "push");
  }
  /** The machine that is looked at, for the address; nothing for the main one. */
  #machineOf({ state: { graph } }: OpenGame): { machine: string | undefined } {
    return { machine: keyBesideMain(graph.reading.charts, graph.chart) };
  }
  /** The machine changed by itself: it was renamed, is gone, or an undo led to another one. */
  protected followMachine(game: OpenGame): void {
    const { machine } = this.#machineOf(game);
    const { route } = this.window;
    if (machine === route.machine) return;
    const { chart } = game.state.graph;
    const selection = chart && isThere(chart, route.selection) ? route.selection : null;
    this.window = { ...this.window, route: { ...route, machine, selection } };
    this.address.write(this.window.route, "replace");
  }

  /** The graph of this very moment; reads the text now when a keystroke is still waiting to be read. */
  graphNow(): Graph | null {
    return this.game?.graphNow() ?? null;
  }

  /** Writes the lines of compounds as a gesture left them; undefined forgets what the file says of one. */
  arrange(
    changes: Readonly<Record<string, CompoundLines | undefined>>,
    label: "move" | "tidy",
    joins = "",
  ): void {
    this.game?.arrange(changes, label, joins);
  }

  /** Writes the notes of the machine. */
  setNotes(notes: readonly Note[], label: "note" | "note-added" | "note-deleted"): void {
    this.game?.setNotes(notes, label);
  }

  /**
   * Runs a graph command; a refusal becomes a notice and comes back. One that comes before the commands are loaded is carried out
   * as soon as they are; `still-loading` comes back then. One whose result XState has to check first is carried out, or refused with a
   * notice, when that has answered; `being-tried` comes back then.
   */
  command<Id extends CommandId>(
    id: Id,
    args: CommandArgs[Id],
    options: GestureOptions = {},
  ): Refusal | undefined {
    return this.run({ id, args }, options);
  }
  /** The same for a command that waited, as in an offer. */
  run(request: CommandRequest, options: GestureOptions = {}): Refusal | undefined {
    const refused = this.attempt(request, options);
    if (refused?.code === "still-loading") this.#whenLoaded(() => this.run(request, options));
    else if (refused?.code === "being-tried") void this.#tell(this.attemptTried(request, options), request);
    else if (refused) this.refuse(refused, request);
    return refused;
  }
  async #tell(trying: Promise<Refusal | undefined>, request: CommandRequest): Promise<void> {
    const refused = await trying;
    if (refused) this.refuse(refused, request);
  }
  /** Does it now, or as soon as the commands are loaded: a gesture of several steps is then done as a whole. */
  whenReady(task: () => void): void {
    if (hasGraphCommands()) task();
    else this.#whenLoaded(task);
  }
  /** What a person did before the commands were loaded, in order. */
  #early = Promise.resolve();
  #whenLoaded(task: () => void): void {
    const { game } = this;
    this.#early = this.#early.then(loadGraphCommands).then(
      () => {
        if (this.game === game) task();
      },
      () => this.refuse({ code: "still-loading" }),
    );
  }
  /** The same, where a caller reports a refusal. */
  attempt(request: CommandRequest, options: GestureOptions = {}): Refusal | undefined {
    return this.game ? this.#done(this.game.command(request, options)) : { code: "no-game" };
  }
  /** The same, after XState has checked the result where it has to. */
  async attemptTried(request: CommandRequest, options: GestureOptions = {}): Promise<Refusal | undefined> {
    return this.game ? this.#done(await this.game.tried(request, options)) : { code: "no-game" };
  }
  /** What it would change; nothing is changed and nothing reported. */
  preview({ id, args, each }: CommandRequest): GraphChange {
    const options = each ? { each } : {};
    return this.game?.project.preview(id, args, options) ?? { ok: false, refused: { code: "no-game" } };
  }
  /** Why a computed change would be refused. */
  async judge(change: GraphChange): Promise<Refusal | undefined> {
    return this.game?.judge(change);
  }
  /** Why it would be refused; nothing is changed and nothing reported. */
  whyNot<Id extends CommandId>(id: Id, args: CommandArgs[Id]): Refusal | undefined {
    return this.game ? this.game.whyNot(id, args) : { code: "no-game" };
  }
  /** Carries out a fix of a diagnostic; a refusal becomes a notice and comes back. */
  async applyFix(diagnostic: Diagnostic, fix: Fix): Promise<Refusal | undefined> {
    const game = this.game;
    if (!game) return { code: "no-game" };
    const result = await game.applyFix(diagnostic, fix);
    return this.game === game ? this.#shownRefusal(result) : undefined;
  }
  #shownRefusal(result: CommandResult): Refusal | undefined {
    const refused = this.#done(result);
    if (refused) this.refuse(refused);
    return refused;
  }
  #done(result: CommandResult): Refusal | undefined {
    if (!result.ok) return result.refused;
    this.#followSelection(result.pathMap, result.names);
    this.#followBreakpoints(result.pathMap, result.names);
    const list = result.warnings.map(({ code, facts }) => ({
      key: `warning.${code}`,
      ...(facts ? { facts } : {}),
    }));
    const [only, ...more] = list;
    const offer = result.warnings[0]?.offer;
    if (only && more.length === 0) this.notice("warn", only.key, only.facts, undefined, offer);
    else if (only) this.notice("warn", "notice.warnings", { count: list.length }, list);
    return undefined;
  }
  /**
   * Tells why something was not done.
   * @param task what was refused: with the field that it asks for, or when the person wants it all the same, it can be done
   */
  refuse({ code, facts, offer, anyway }: Refusal, task?: CommandRequest): void {
    const clears = offer?.id === "context.add" && task ? { ...offer, again: task } : offer;
    const retry = anyway && task ? { ...task, anyway } : clears;
    this.notice("warn", `refusal.${code}`, facts, undefined, retry);
  }
  /** A state, with others beside it, as text for a clipboard; undefined when it cannot be copied, which is reported. */
  copy(state: StatePath, also: readonly StatePath[] = []): string | undefined {
    const result = this.game?.command({
      id: "state.copy",
      args: { state, ...(also.length > 0 ? { also } : {}) },
    });
    if (result?.ok) return result.clip;
    if (result) this.refuse(result.refused);
    return undefined;
  }
  #followSelection(pathMap: PathMap, names: readonly Renamed[] = []): void {
    const { route, listed, marked } = this.window;
    const after = selectionAfter(route.selection, pathMap, names);
    if (after !== route.selection) {
      if (route.selection && after) this.#moved = [...this.#moved.slice(-99), [route.selection, after]];
      this.select(after);
    }
    const named = symbolAfter(listed, pathMap, names);
    if (named !== listed) this.set({ listed: named });
    const sought = symbolAfter(marked, pathMap, names);
    if (sought !== marked) this.set({ marked: sought });
  }
  /** Breakpoints are no part of the first picture: what keeps them comes when something was renamed. */
  #followBreakpoints(pathMap: PathMap, names: readonly Renamed[] = []): void {
    const game = this.game?.project.id;
    const machine = this.game?.state.graph?.machine ?? "";
    if (game === undefined || (names.length === 0 && Object.keys(pathMap).length === 0)) return;
    void import("#app/studio/storedBreakpoints.ts").then(({ storedBreakpoints }) =>
      storedBreakpoints(game, machine).follow(pathMap, names),
    );
  }
  undo(): void {
    if (this.game?.project.undo() === undefined) this.notice("info", "notice.nothing-to-undo");
    else this.#keepSelected();
  }
  redo(): void {
    if (this.game?.project.redo() === undefined) this.notice("info", "notice.nothing-to-redo");
    else this.#keepSelected();
  }
  /** What was selected and where a command took it. */
  #moved: readonly (readonly [NonNullable<Selection>, NonNullable<Selection>])[] = [];
  /** What is selected goes back with what is undone, and forth again. */
  #keepSelected(): void {
    const { selection } = this.window.route;
    const chart = this.graphNow()?.chart;
    if (!chart || !selection || selection.kind === "clause" || isThere(chart, selection)) return;
    for (const pair of this.#moved.toReversed())
      for (const [to, from] of [pair, pair.toReversed()] as const)
        if (from?.id === selection.id && to && isThere(chart, to)) return this.select(to);
  }

  go(view: View): void {
    this.set({ route: { ...this.window.route, view } });
    this.address.write(this.window.route, "push");
  }
  select(selection: Selection): void {
    const { also, route } = this.window;
    const last = route.selection;
    if (also.length > 0) this.set({ also: [] });
    if (last?.kind === selection?.kind && last?.id === selection?.id) return;
    this.set({ route: { ...route, selection } });
    this.address.write(this.window.route, selection?.kind === "clause" ? "push" : "replace");
  }
  /** Selects several states: the first as the one that is looked at, the others beside it. */
  selectStates(ids: readonly string[]): void {
    const [first, ...also] = ids;
    this.select(first === undefined ? null : { kind: "state", id: first });
    if (also.length > 0) this.set({ also });
  }

  /** Writes what is unsaved. Refused as a whole when another program wrote meanwhile: then both versions are kept. */
  async save(): Promise<void> {
    await this.#early;
    const [conflict] = this.get().files?.conflicts.keys() ?? [];
    if (conflict !== undefined) this.set({ question: { kind: "conflict", file: conflict } });
    else await this.game?.save();
  }

  /** The person allows the code of the open game to run, as it is now. */
  async trust(): Promise<void> {
    await this.game?.trust();
  }
}
