import type { StatePath } from "#core/chart/chart.ts";
import type { Refusal, Renamed } from "#core/edit/command.ts";
import type { CommandArgs, CommandId } from "#core/edit/commands.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import type { CommandResult, Graph, GraphChange } from "#core/project/gameMoment.ts";
import { hasGraphCommands, loadGraphCommands } from "#core/project/graphCommands.ts";
import type { PathMap } from "#app/studio/followPaths.ts";
import type { GestureOptions } from "#app/studio/GameCommands.ts";
import type { OpenGame } from "#app/studio/OpenGame.ts";
import type { Navigation } from "#app/studio/Navigation.ts";
import type { CommandRequest, Notice } from "#app/studio/StudioState.ts";
import type { StudioWindow } from "#app/studio/StudioWindow.ts";

/**
 * Why something was not done, as it is told, and what a person can do about it.
 * @param task what was refused
 */
export function refusalWords(
  { code, facts, offer, anyway }: Refusal,
  task?: CommandRequest,
): Pick<Notice, "key" | "facts" | "offer"> {
  const clears = offer?.id === "context.add" && task ? { ...offer, again: task } : offer;
  const retry = anyway && task ? { ...task, anyway } : clears;
  return { key: `refusal.${code}`, ...(facts ? { facts } : {}), ...(retry ? { offer: retry } : {}) };
}

/**
 * What a person does to the game that is looked at: commands, fixes, undo, saving. What comes of that is reported at the bottom of the window,
 * and what is selected goes along.
 */
export class GameEditor {
  readonly #window: StudioWindow;
  readonly #navigation: Navigation;
  readonly #game: () => OpenGame | undefined;

  /** @param game the one that is looked at */
  constructor(window: StudioWindow, navigation: Navigation, game: () => OpenGame | undefined) {
    this.#window = window;
    this.#navigation = navigation;
    this.#game = game;
  }

  /** The graph of this very moment; reads the text now when a keystroke is still waiting to be read. */
  graphNow(): Graph | null {
    return this.#game()?.graphNow() ?? null;
  }

  /** Writes the lines of compounds as a gesture left them; undefined forgets what the file says of one. */
  arrange(
    changes: Readonly<Record<string, CompoundLines | undefined>>,
    label: "move" | "tidy",
    joins = "",
  ): void {
    this.#game()?.arrange(changes, label, joins);
  }

  /** Writes the notes of the machine. */
  setNotes(notes: readonly Note[], label: "note" | "note-added" | "note-deleted"): void {
    this.#game()?.setNotes(notes, label);
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
    const game = this.#game();
    this.#early = this.#early.then(loadGraphCommands).then(
      () => {
        if (this.#game() === game) task();
      },
      () => this.refuse({ code: "still-loading" }),
    );
  }
  /** The same, where a caller reports a refusal. */
  attempt(request: CommandRequest, options: GestureOptions = {}): Refusal | undefined {
    const game = this.#game();
    return game ? this.#done(game.command(request, options)) : { code: "no-game" };
  }
  /** The same, after XState has checked the result where it has to. */
  async attemptTried(request: CommandRequest, options: GestureOptions = {}): Promise<Refusal | undefined> {
    const game = this.#game();
    return game ? this.#done(await game.tried(request, options)) : { code: "no-game" };
  }
  /** What it would change; nothing is changed and nothing reported. */
  preview({ id, args, each }: CommandRequest): GraphChange {
    const options = each ? { each } : {};
    return this.#game()?.project.preview(id, args, options) ?? { ok: false, refused: { code: "no-game" } };
  }
  /** Why a computed change would be refused. */
  async judge(change: GraphChange): Promise<Refusal | undefined> {
    return this.#game()?.judge(change);
  }
  /** Why it would be refused; nothing is changed and nothing reported. */
  whyNot<Id extends CommandId>(id: Id, args: CommandArgs[Id]): Refusal | undefined {
    const game = this.#game();
    return game ? game.whyNot(id, args) : { code: "no-game" };
  }
  /** Carries out a fix of a diagnostic; a refusal becomes a notice and comes back. */
  async applyFix(diagnostic: Diagnostic, fix: Fix): Promise<Refusal | undefined> {
    const game = this.#game();
    if (!game) return { code: "no-game" };
    const result = await game.applyFix(diagnostic, fix);
    return this.#game() === game ? this.#shownRefusal(result) : undefined;
  }
  /** Carries out the same fix for each of several diagnostics, as one undo. What is refused is left, and the last refusal reported. */
  async applyFixes(diagnostics: readonly Diagnostic[], id: string): Promise<void> {
    const game = this.#game();
    if (!game) return;
    const at = Date.now();
    const note = { at, joins: `fix:${id}:${at}` };
    const fixes = diagnostics.flatMap((diagnostic) => {
      const fix = game.state.loaded?.fixesOf(diagnostic).find((one) => one.id === id);
      return fix ? [{ diagnostic, fix }] : [];
    });
    let refused: Refusal | undefined;
    for (const { diagnostic, fix } of fixes) {
      const result = await game.applyFix(diagnostic, fix, note);
      if (this.#game() !== game) return;
      // One fix may mend several: what is gone meanwhile is no refusal.
      const reason = this.#done(result);
      if (reason && reason.code !== "text-moved-on") refused = reason;
    }
    if (refused) this.refuse(refused);
  }
  #shownRefusal(result: CommandResult): Refusal | undefined {
    const refused = this.#done(result);
    if (refused) this.refuse(refused);
    return refused;
  }
  #done(result: CommandResult): Refusal | undefined {
    if (!result.ok) return result.refused;
    this.#navigation.followPaths(result.pathMap, result.names);
    this.#followBreakpoints(result.pathMap, result.names);
    const list = result.warnings.map(({ code, facts }) => ({
      key: `warning.${code}`,
      ...(facts ? { facts } : {}),
    }));
    const [only, ...more] = list;
    const offer = result.warnings[0]?.offer;
    if (only && more.length === 0) this.#window.notice("warn", only.key, only.facts, undefined, offer);
    else if (only) this.#window.notice("warn", "notice.warnings", { count: list.length }, list);
    return undefined;
  }
  /**
   * Tells why something was not done.
   * @param task what was refused: with the field that it asks for, or when the person wants it all the same, it can be done
   */
  refuse(refused: Refusal, task?: CommandRequest): void {
    const { key, facts, offer } = refusalWords(refused, task);
    this.#window.notice("warn", key, facts, undefined, offer);
  }
  /** A state, with others beside it, as text for a clipboard; undefined when it cannot be copied, which is reported. */
  copy(state: StatePath, also: readonly StatePath[] = []): string | undefined {
    const result = this.#game()?.command({
      id: "state.copy",
      args: { state, ...(also.length > 0 ? { also } : {}) },
    });
    if (result?.ok) return result.clip;
    if (result) this.refuse(result.refused);
    return undefined;
  }
  /** Breakpoints are no part of the first picture: what keeps them comes when something was renamed. */
  #followBreakpoints(pathMap: PathMap, names: readonly Renamed[] = []): void {
    const game = this.#game()?.project.id;
    const machine = this.#game()?.state.graph?.machine ?? "";
    if (game === undefined || (names.length === 0 && Object.keys(pathMap).length === 0)) return;
    void import("#app/studio/storedBreakpoints.ts").then(({ storedBreakpoints }) =>
      storedBreakpoints(game, machine).follow(pathMap, names),
    );
  }
  undo(): void {
    if (this.#game()?.project.undo() === undefined) this.#window.notice("info", "notice.nothing-to-undo");
    else this.#navigation.followHistory();
  }
  redo(): void {
    if (this.#game()?.project.redo() === undefined) this.#window.notice("info", "notice.nothing-to-redo");
    else this.#navigation.followHistory();
  }
  /** Writes what is unsaved. Refused as a whole when another program wrote meanwhile: then both versions are kept. */
  async save(): Promise<void> {
    await this.#early;
    const [conflict] = this.#window.get().files?.conflicts.keys() ?? [];
    if (conflict !== undefined) this.#window.set({ question: { kind: "conflict", file: conflict } });
    else await this.#game()?.save();
  }

  /** The person allows the code of the open game to run, as it is now. */
  async trust(): Promise<void> {
    await this.#game()?.trust();
  }
}
