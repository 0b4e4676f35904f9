import type { Chart } from "#core/chart/chart.ts";
import {
  PlayError,
  type HandEdit,
  type Option,
  type Outcome,
  type PlayAnswer,
  type PlayEvent,
  type PlayFault,
} from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Place } from "#core/run/debugging/microcursor.ts";
import type { Run, StepDo } from "#core/run/timeline/run.ts";
import { markStep, type MarkChange } from "#core/run/timeline/marks.ts";
import {
  addStep,
  cursorStep,
  moveTo,
  stepBeforeClause,
  playedOn,
  prune,
  startRun,
  unprune,
} from "#core/run/timeline/timeline.ts";
import { replayStoredRun, type StoredRun } from "#core/run/scenario/storedRun.ts";
import { playAgain } from "#core/run/scenario/rerun.ts";
import { sentWith, verdictsOf } from "#core/run/play/verdict.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { JsonObject } from "#core/text/json.ts";
import { pendingGuardOf, withVerdict, type PendingGuard } from "#app/play/why/pendingGuard.ts";
import { RunBeforeEdits } from "#app/play/RunBeforeEdits.ts";
import { MachineEdits } from "#app/play/MachineEdits.ts";
import { RunnerLine } from "#app/play/RunnerLine.ts";
import { RunQuestions } from "#app/play/RunQuestions.ts";
import { SessionStore } from "#app/play/SessionStore.ts";
import {
  NO_RUN,
  withRefusal,
  type Playable,
  type ReplayedScenario,
  type SessionState,
} from "#app/play/sessionState.ts";

/** Where a way that was played without showing each step led. */
export interface Played {
  readonly run: Run;
  readonly fault?: PlayFault;
  /** The step at which a person has to answer. */
  readonly pendingGuard?: PendingGuard;
}

/** One play of the open game: the tree of steps and the cursor. Its requests to the machine go through its `RunnerLine`. */
export class RunSession {
  readonly #store = new SessionStore();
  readonly #line: RunnerLine;
  readonly #left = new RunBeforeEdits();
  /** Queries about the run. */
  readonly questions: RunQuestions;
  /** Edits of the machine that it is on. */
  readonly edits: MachineEdits;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#line = new RunnerLine(makeRunner, {
      busy: (busy) => this.#store.set({ busy }),
      fault: (fault) => this.#store.set({ fault }),
      named: (fault, where) => {
        if (this.#store.get().fault === fault) this.#store.set({ fault: { ...fault, ...where } });
      },
    });
    this.questions = new RunQuestions(this.#store, this.#line);
    this.edits = new MachineEdits(this.#store, this.#line, this.#left, this.questions);
  }

  get = (): SessionState => this.#store.get();
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** The run that is shown. */
  shown(): Run | null {
    return this.#store.shown();
  }

  stop(): void {
    this.#line.stop();
    this.#left.forget();
    this.#store.set(NO_RUN);
  }

  /** Gives up what is under way: a request that hangs ends at once, and the run stays as it is. */
  interrupt(): void {
    this.#line.interrupt();
    void this.#line.inTurn(() => this.questions.look());
  }

  /** Starts a run with this input, on this text. */
  start(playable: Playable, chart: Chart, input: JsonObject): Promise<void> {
    return this.#start(playable, chart, { kind: "start", input });
  }

  #start(
    playable: Playable,
    chart: Chart,
    action: Extract<StepDo, { readonly kind: "start" }>,
  ): Promise<void> {
    return this.#begin(playable, chart, async () => {
      const verdicts = verdictsOf(action);
      try {
        const outcome = await this.#line.ask({ do: "start", input: action.input, ...verdicts });
        return { run: startRun(playable.hash, action.input, outcome, verdicts) };
      } catch (error) {
        const pendingGuard = pendingGuardOf(error, action);
        if (!pendingGuard) throw error;
        return { phase: "failed", pendingGuard };
      }
    });
  }

  /** Plays a run that was kept over a reload. Gives how many of its steps the machine does not take any more. */
  async takeUp(playable: Playable, chart: Chart, stored: StoredRun): Promise<number> {
    let lost = 0;
    await this.#begin(playable, chart, async () => {
      const { run, left, stop } = await replayStoredRun(this.#line.ask, stored, playable.hash);
      if (left > 0) this.#left.shorten();
      // Where it was stopped, what comes after is not refused: that is reported instead.
      if (stop && run) return { run, stop };
      if (stop) throw new PlayError(stop);
      lost = left;
      return { run, ...(run ? {} : { phase: "failed" as const }) };
    });
    return lost;
  }

  /** Plays a scenario as a run of its own and says where it first differs from what it expects. */
  replay(playable: Playable, chart: Chart, action: Omit<ReplayedScenario, "divergence">): Promise<void> {
    return this.#begin(playable, chart, async () => {
      const { ask } = this.#line;
      const { run, refusals, divergence, stop } = await replayScenario(ask, action.scenario, playable.hash, {
        enabled: true,
      });
      const replayed = { ...action, divergence: divergence ?? null, ...(stop ? { stop } : {}) };
      const before = run && action.clause !== undefined && stepBeforeClause(run, action.clause);
      const shown = before ? moveTo(run, before.id) : run;
      return { run: shown, refusals, replayed, ...(stop ? { stop: stop.fault } : {}) };
    });
  }

  /** Begins again, on this text, with the run that `play` gives; where it ends for too much work, that is reported beside it. */
  async #begin(
    playable: Playable,
    chart: Chart,
    play: () => Promise<Partial<SessionState> & { readonly stop?: PlayFault }>,
  ): Promise<void> {
    await this.#line.inTurn(async () => {
      let stop: PlayFault | undefined;
      this.#left.forget();
      this.#store.set({ ...NO_RUN, phase: "loading", busy: true });
      try {
        await this.#line.load(playable);
        const { stop: playStop, ...played } = await play();
        stop = playStop;
        this.#store.set({ phase: "ready", playable, chart, ...played });
        await this.questions.look();
      } catch (error) {
        this.#store.set({ phase: "failed" });
        throw error;
      }
      if (stop) throw new PlayError(stop);
    });
  }

  /** The run as it is worth keeping over a reload; null when what was kept before is more. */
  worthSaving(): Run | null {
    return this.#left.worthSaving(this.#store.get().run);
  }

  /** Shows a run with what can happen at its cursor: both are of the same moment. */
  async #arrive(run: Run, more: Partial<SessionState> = {}): Promise<void> {
    let options: readonly Option[] = [];
    try {
      options = await this.#line.ask({ do: "options", state: cursorStep(run).outcome.state });
    } finally {
      this.#store.set({ ...more, run, options });
    }
  }

  /**
   * Goes on from the cursor with the requests that `play` sends to the machine: the resulting run is shown at once. A fault on the way is reported, and
   * what was played before it stays.
   */
  extend(play: (run: Run, ask: Runner["ask"]) => Promise<Played>): Promise<void> {
    return this.#line
      .inTurn(async () => {
        const { run: from, showBefore } = this.#store.get();
        if (!from || showBefore) return;
        this.#store.set({ fault: null, refused: null, pendingGuard: null });
        const { run, fault, pendingGuard } = await play(from, this.#line.ask);
        if (run !== from) {
          this.#left.forget();
          const now = this.#store.get().run ?? from;
          const later = playedOn(run, now);
          // Who has gone elsewhere meanwhile stays there.
          const isElsewhere = now.cursor !== from.cursor;
          await this.#arrive(isElsewhere ? moveTo(later, now.cursor) : later, { replayed: null });
        }
        if (pendingGuard && this.#store.get().run?.cursor === run.cursor) this.#store.set({ pendingGuard });
        if (fault) throw new PlayError(fault);
      })
      .then(() => undefined);
  }

  /** A person gives the verdict of the pending guard: the step is tried with it. */
  say(verdict: boolean): void {
    const { pendingGuard, playable, chart } = this.#store.get();
    if (!pendingGuard) return;
    const action = { ...pendingGuard.do, verdicts: withVerdict(pendingGuard, verdict) };
    if (action.kind !== "start") void this.#step(action);
    else if (playable && chart) void this.#start(playable, chart, action);
  }

  /** Nobody answers: the step is not taken. */
  leaveOpen(): void {
    this.#store.set({ pendingGuard: null });
  }

  /** Sends an event at the cursor. When the cursor is not at a tip, the step begins a branch. */
  send(event: PlayEvent): Promise<void> {
    return this.#step({ kind: "send", event });
  }

  /** An actor answers at the cursor. */
  answer(answer: PlayAnswer): Promise<void> {
    return this.#step({ kind: "answer", answer });
  }

  advance(ms: number): Promise<void> {
    return this.#step({ kind: "advance", ms });
  }

  /** Goes on from the cursor with what was changed by hand, as a step of its own. Gives why it is refused: then nothing is changed. */
  async edit(edit: HandEdit): Promise<PlayFault | null> {
    const refused = await this.#line.inTurn(async () => {
      const { run } = this.#store.get();
      const outcome = await this.#edited(edit);
      if (!run || !outcome) return null;
      if (!("view" in outcome)) return outcome;
      this.#left.forget();
      this.#store.set({
        run: this.#added(run, { kind: "edit", edit }, outcome),
        replayed: null,
        refused: null,
        fault: null,
      });
      await this.questions.look();
      return null;
    });
    return refused ?? null;
  }

  /** What an edit by hand at the cursor would lead to, or why it is refused; null while there is no run to change. */
  tryEdit(edit: HandEdit): Promise<Outcome | PlayFault | null> {
    return this.#line.inTurnQuietly(() => this.#edited(edit));
  }

  async #edited(edit: HandEdit): Promise<Outcome | PlayFault | null> {
    const { run, showBefore } = this.#store.get();
    if (!run || showBefore) return null;
    try {
      return await this.#line.ask({ do: "edit", state: cursorStep(run).outcome.state, edit });
    } catch (error) {
      if (error instanceof PlayError) return error.fault;
      throw error;
    }
  }

  /** A run with one step more. */
  #added(run: Run, action: StepDo, outcome: Outcome): Run {
    return playedOn(addStep(run, action, outcome), this.#store.get().run ?? run);
  }

  #step(action: StepDo): Promise<void> {
    return this.#line
      .inTurn(async () => {
        const { run, showBefore } = this.#store.get();
        if (!run || showBefore) return;
        this.#store.set({ fault: null, refused: null, pendingGuard: null });
        let outcome: Outcome;
        try {
          outcome = await playAgain(this.#line.ask, { do: action }, run);
        } catch (error) {
          const pendingGuard = pendingGuardOf(error, action);
          if (!pendingGuard) throw error;
          return this.#store.set({ pendingGuard });
        }
        if (outcome.refused && action.kind === "send") {
          const refused = { after: run.cursor, event: action.event, outcome, ...sentWith(action) };
          return this.#store.set({
            refused: { step: run.cursor, event: action.event, outcome },
            refusals: withRefusal(this.#store.get().refusals, refused),
          });
        }
        this.#left.forget();
        await this.#arrive(this.#added(run, action, outcome), { replayed: null });
      })
      .then(() => undefined);
  }

  /** Moves the cursor; nothing runs but the question what can happen there. */
  go(step: number): void {
    this.show({ step, micro: null });
  }

  /** Moves the cursor, into a step too. The possible events are requested where a step ends: inside a step there are none. */
  show({ step, micro }: Place): void {
    const { run, before, showBefore } = this.#store.get();
    if (showBefore && before)
      this.#store.set({ before: { ...before, run: moveTo(before.run, step) }, micro });
    else if (run) this.#store.set({ run: moveTo(run, step), micro, refused: null, fault: null });
    if (micro === null) void this.#line.inTurn(() => this.questions.look());
    else if (this.#store.get().options.length > 0) this.#store.set({ options: [] });
  }

  /** Where one looks; null without a run. */
  place(): Place | null {
    const run = this.shown();
    return run && { step: run.cursor, micro: this.#store.get().micro };
  }

  /** Writes to a step of the run, such as a name or a note. */
  mark(step: number, change: MarkChange): void {
    this.#change(step, (run, id) => markStep(run, id, change));
  }

  /** Deletes a step with all that comes of it. */
  prune(step: number): void {
    this.#change(step, prune);
    void this.#line.inTurn(() => this.questions.look());
  }
  unprune(step: number): void {
    this.#change(step, unprune);
    void this.#line.inTurn(() => this.questions.look());
  }

  /** Changes the run, and what it was before the machine was edited: the next edit starts from that. */
  #change(step: number, change: (run: Run, step: number) => Run): void {
    const { run, before, showBefore } = this.#store.get();
    if (!run || showBefore) return;
    this.#left.change(step, change);
    this.#store.set({
      run: change(run, step),
      before: before && { ...before, run: this.#left.run ?? before.run },
    });
  }

  /** How the replay went need not be reported any more. */
  forgetReplay(): void {
    this.#store.set({ replayed: null });
  }
}
