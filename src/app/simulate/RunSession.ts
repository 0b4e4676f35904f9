import type { Chart } from "#core/chart/chart.ts";
import {
  PlayError,
  type HandEdit,
  type Option,
  type Outcome,
  type PlayAnswer,
  type PlayEvent,
  type PlayFault,
} from "#core/run/play.ts";
import type { WhyAnswer } from "#core/run/why.ts";
import type { Runner } from "#core/run/playRequest.ts";
import type { Place } from "#core/run/microcursor.ts";
import type { Run, StepDo } from "#core/run/run.ts";
import { markStep, type MarkChange } from "#core/run/marks.ts";
import {
  addStep,
  cursorStep,
  moveTo,
  playedOn,
  prune,
  startRun,
  stepOf,
  unprune,
} from "#core/run/timeline.ts";
import { playKept, type KeptRun } from "#core/run/keptRun.ts";
import { playAgain, rerun, withWritten, type Rerun } from "#core/run/rerun.ts";
import { inNamesNow, renamedBetween } from "#core/run/renamedBetween.ts";
import { sentWith, verdictsOf } from "#core/run/verdict.ts";
import { mends, type Mend } from "#core/run/mends.ts";
import { replayScenario } from "#core/run/replay.ts";
import type { NameNews } from "#core/run/scenarioNames.ts";
import { jsonEqual, type JsonObject } from "#core/text/json.ts";
import { askingOf, withVerdict, type Asking } from "#app/simulate/asked/asking.ts";
import { LeftRun } from "#app/simulate/LeftRun.ts";
import { RunnerLine } from "#app/simulate/RunnerLine.ts";
import {
  NO_RUN,
  withRefusal,
  type Playable,
  type ReplayedScenario,
  type SessionState,
} from "#app/simulate/sessionState.ts";

/** Where a way that was played without showing each step led. */
export interface Played {
  readonly run: Run;
  readonly fault?: PlayFault;
  /** The step at which a person has to answer. */
  readonly asking?: Asking;
}

/** One play of the open game: the tree of steps and the cursor. What is asked of the machine goes over its line. */
export class RunSession {
  #state: SessionState = NO_RUN;
  #listeners = new Set<() => void>();
  readonly #line: RunnerLine;
  readonly #left = new LeftRun();
  /** Edits of the machine that came, so that a rerun for an older one ends early. */
  #edits = 0;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#line = new RunnerLine(makeRunner, {
      busy: (busy) => this.#set({ busy }),
      fault: (fault) => this.#set({ fault }),
      named: (fault, where) => {
        if (this.#state.fault === fault) this.#set({ fault: { ...fault, ...where } });
      },
    });
  }

  get = (): SessionState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Another step, or another run, is looked at as a whole. */
  #set(patch: Partial<SessionState>): void {
    const whole =
      "run" in patch || "before" in patch || "showBefore" in patch ? { micro: null, asking: null } : {};
    this.#state = { ...this.#state, ...whole, ...patch };
    for (const listener of this.#listeners) listener();
  }

  stop(): void {
    this.#line.stop();
    this.#left.forget();
    this.#set(NO_RUN);
  }

  /** Gives up what is under way: a request that hangs ends at once, and the run stays as it is. */
  interrupt(): void {
    this.#line.interrupt();
    void this.#line.inTurn(() => this.#look());
  }

  /** Starts a run with this input, on this text. */
  start(playable: Playable, chart: Chart, input: JsonObject): Promise<void> {
    return this.#start(playable, chart, { kind: "start", input });
  }

  #start(playable: Playable, chart: Chart, what: Extract<StepDo, { readonly kind: "start" }>): Promise<void> {
    return this.#begin(playable, chart, async () => {
      const given = verdictsOf(what);
      try {
        const outcome = await this.#line.ask({ do: "start", input: what.input, ...given });
        return { run: startRun(playable.hash, what.input, outcome, given) };
      } catch (error) {
        const asking = askingOf(error, what);
        if (!asking) throw error;
        return { phase: "failed", asking };
      }
    });
  }

  /** Plays a run that was kept over a reload. Gives how many of its steps the machine does not take any more. */
  async takeUp(playable: Playable, chart: Chart, kept: KeptRun): Promise<number> {
    let lost = 0;
    await this.#begin(playable, chart, async () => {
      const { run, left } = await playKept(this.#line.ask, kept, playable.hash);
      lost = left;
      if (left > 0) this.#left.shorten();
      return { run, ...(run ? {} : { phase: "failed" as const }) };
    });
    return lost;
  }

  /** Plays a scenario as a run of its own and says where it first differs from what it expects. */
  replay(playable: Playable, chart: Chart, what: Omit<ReplayedScenario, "divergence">): Promise<void> {
    return this.#begin(playable, chart, async () => {
      const { ask } = this.#line;
      const { run, refusals, divergence } = await replayScenario(ask, what.scenario, playable.hash);
      return { run, refusals, replayed: { ...what, divergence: divergence ?? null } };
    });
  }

  /** Begins anew, on this text, with the run that `play` gives. */
  async #begin(playable: Playable, chart: Chart, play: () => Promise<Partial<SessionState>>): Promise<void> {
    await this.#line.inTurn(async () => {
      this.#left.forget();
      this.#set({ ...NO_RUN, phase: "loading", busy: true });
      try {
        await this.#line.load(playable);
        this.#set({ phase: "ready", playable, chart, ...(await play()) });
        await this.#look();
      } catch (error) {
        this.#set({ phase: "failed" });
        throw error;
      }
    });
  }

  /** The run as it is worth keeping over a reload; null when what was kept before is more. */
  worthKeeping(): Run | null {
    return this.#left.worthKeeping(this.#state.run);
  }

  /** The run that is shown. */
  shown(): Run | null {
    const { run, before, showBefore } = this.#state;
    return showBefore && before ? before.run : run;
  }

  async #look(): Promise<void> {
    const run = this.shown();
    if (!run || this.#state.showBefore) return this.#set({ options: [] });
    this.#set({ options: await this.#line.ask({ do: "options", state: cursorStep(run).outcome.state }) });
  }

  /** Shows a run with what can happen at its cursor: both are of the same moment. */
  async #arrive(run: Run, more: Partial<SessionState> = {}): Promise<void> {
    let options: readonly Option[] = [];
    try {
      options = await this.#line.ask({ do: "options", state: cursorStep(run).outcome.state });
    } finally {
      this.#set({ ...more, run, options });
    }
  }

  /**
   * Goes on from the cursor by what `play` asks of the machine: the run that comes of it is shown whole. A fault on the way is told, and
   * what was played before it stays.
   */
  extend(play: (run: Run, ask: Runner["ask"]) => Promise<Played>): Promise<void> {
    return this.#line
      .inTurn(async () => {
        const { run: from, showBefore } = this.#state;
        if (!from || showBefore) return;
        this.#set({ fault: null, refused: null, asking: null });
        const { run, fault, asking } = await play(from, this.#line.ask);
        if (run !== from) {
          this.#left.forget();
          const now = this.#state.run ?? from;
          const later = playedOn(run, now);
          // Who has gone elsewhere meanwhile stays there.
          const isElsewhere = now.cursor !== from.cursor;
          await this.#arrive(isElsewhere ? moveTo(later, now.cursor) : later, { replayed: null });
        }
        if (asking && this.#state.run?.cursor === run.cursor) this.#set({ asking });
        if (fault) throw new PlayError(fault);
      })
      .then(() => undefined);
  }

  /** A person answers the guard that is asked: the step is tried with that. */
  say(verdict: boolean): void {
    const { asking, playable, chart } = this.#state;
    if (!asking) return;
    const what = { ...asking.do, verdicts: withVerdict(asking, verdict) };
    if (what.kind !== "start") void this.#step(what);
    else if (playable && chart) void this.#start(playable, chart, what);
  }

  /** Nobody answers: the step is not taken. */
  leaveOpen(): void {
    this.#set({ asking: null });
  }

  /** Sends an event at the cursor. When the cursor is not at a tip, the step begins a branch. */
  send(event: PlayEvent): Promise<void> {
    return this.#step({ kind: "send", event });
  }

  /** An actor answers at the cursor. */
  answer(answer: PlayAnswer): Promise<void> {
    return this.#step({ kind: "answer", answer });
  }

  /** Why an event would be taken at the cursor, or not; null without a play. Beside everything else: nothing waits for it. */
  async why(event: PlayEvent): Promise<WhyAnswer | null> {
    const { run, showBefore } = this.#state;
    if (!run || showBefore) return null;
    return this.#line.aside?.ask({ do: "why", state: cursorStep(run).outcome.state, event }) ?? null;
  }

  /** A payload of an event for a seat, such as chance, as it comes by a seed; null when none is accepted, or the machine fails at it: that is told. */
  async draw(event: { readonly type: string; readonly by: string }, seed: number): Promise<PlayEvent | null> {
    const { run } = this.#state;
    if (!run) return null;
    try {
      const { state } = cursorStep(run).outcome;
      return (await this.#line.aside?.ask({ do: "random", state, seed, only: event })) ?? null;
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      if (this.#state.run === run) this.#set({ fault: error.fault });
      return null;
    }
  }

  advance(ms: number): Promise<void> {
    return this.#step({ kind: "advance", ms });
  }

  /** Goes on from the cursor with what was changed by hand, as a step of its own. Gives why it is refused: then nothing is changed. */
  async edit(edit: HandEdit): Promise<PlayFault | null> {
    const refused = await this.#line.inTurn(async () => {
      const { run } = this.#state;
      const outcome = await this.#edited(edit);
      if (!run || !outcome) return null;
      if (!("view" in outcome)) return outcome;
      this.#left.forget();
      this.#set({
        run: this.#added(run, { kind: "edit", edit }, outcome),
        replayed: null,
        refused: null,
        fault: null,
      });
      await this.#look();
      return null;
    });
    return refused ?? null;
  }

  /** What an edit by hand at the cursor would lead to, or why it is refused; null while there is no run to change. */
  tryEdit(edit: HandEdit): Promise<Outcome | PlayFault | null> {
    return this.#line.inTurnQuietly(() => this.#edited(edit));
  }

  async #edited(edit: HandEdit): Promise<Outcome | PlayFault | null> {
    const { run, showBefore } = this.#state;
    if (!run || showBefore) return null;
    try {
      return await this.#line.ask({ do: "edit", state: cursorStep(run).outcome.state, edit });
    } catch (error) {
      if (error instanceof PlayError) return error.fault;
      throw error;
    }
  }

  /** A run with one step more. */
  #added(run: Run, what: StepDo, outcome: Outcome): Run {
    return playedOn(addStep(run, what, outcome), this.#state.run ?? run);
  }

  #step(what: StepDo): Promise<void> {
    return this.#line
      .inTurn(async () => {
        const { run, showBefore } = this.#state;
        if (!run || showBefore) return;
        this.#set({ fault: null, refused: null, asking: null });
        let outcome: Outcome;
        try {
          outcome = await playAgain(this.#line.ask, { do: what }, run);
        } catch (error) {
          const asking = askingOf(error, what);
          if (!asking) throw error;
          return this.#set({ asking });
        }
        if (outcome.refused && what.kind === "send") {
          const refused = { after: run.cursor, event: what.event, outcome, ...sentWith(what) };
          return this.#set({
            refused: { step: run.cursor, event: what.event, outcome },
            refusals: withRefusal(this.#state.refusals, refused),
          });
        }
        this.#left.forget();
        await this.#arrive(this.#added(run, what, outcome), { replayed: null });
      })
      .then(() => undefined);
  }

  /** Moves the cursor; nothing runs but the question what can happen there. */
  go(step: number): void {
    this.show({ step, micro: null });
  }

  /** Moves the cursor, into a step too. What can happen is asked where a step ends: inside it nothing is waited for. */
  show({ step, micro }: Place): void {
    const { run, before, showBefore } = this.#state;
    if (showBefore && before) this.#set({ before: { ...before, run: moveTo(before.run, step) }, micro });
    else if (run) this.#set({ run: moveTo(run, step), micro, refused: null, fault: null });
    if (micro === null) void this.#line.inTurn(() => this.#look());
    else if (this.#state.options.length > 0) this.#set({ options: [] });
  }

  /** Where one looks; null without a run. */
  place(): Place | null {
    const run = this.shown();
    return run && { step: run.cursor, micro: this.#state.micro };
  }

  /** Writes to a step of the run, such as a name or a note. */
  mark(step: number, change: MarkChange): void {
    this.#change(step, (run, id) => markStep(run, id, change));
  }

  /** Deletes a step with all that comes of it. */
  prune(step: number): void {
    this.#change(step, prune);
    void this.#line.inTurn(() => this.#look());
  }
  unprune(step: number): void {
    this.#change(step, unprune);
    void this.#line.inTurn(() => this.#look());
  }

  /** Changes the run, and what it was before the machine was edited: the next edit starts from that. */
  #change(step: number, change: (run: Run, step: number) => Run): void {
    const { run, before, showBefore } = this.#state;
    if (!run || showBefore) return;
    this.#left.change(step, change);
    this.#set({
      run: change(run, step),
      before: before && { ...before, run: this.#left.run ?? before.run },
    });
  }

  /**
   * The machine was edited: the run is played again on the new one. The old run stays beside it. Through edits that follow each
   * other it is always the run that a person made, so that a half-typed name on the way costs no step of it.
   */
  edited(playable: Playable, chart: Chart): Promise<void> {
    const edit = ++this.#edits;
    return this.#line
      .inTurn(async () => {
        const { run: shown, playable: current } = this.#state;
        const old = this.#left.run ?? shown;
        if (!old || !current) return;
        if (current.hash === playable.hash) {
          if (this.#state.notTaken) this.#set({ notTaken: null, fault: null });
          return;
        }
        try {
          await this.#line.load(playable);
        } catch (error) {
          if (error instanceof PlayError) this.#set({ notTaken: error.fault });
          throw error;
        }
        const back = old.machineHash === playable.hash;
        const isLate = () => this.#edits > edit;
        this.#left.begin(old, this.#state.chart);
        const names = this.#left.chart ? renamedBetween(this.#left.chart, chart) : {};
        const asNamed = {
          ...old,
          steps: old.steps.map((one) => ({ ...one, do: inNamesNow(one.do, names) })),
        };
        const isNamed = asNamed.steps.some(({ do: what }, i) => what !== old.steps[i]!.do);
        const { run, divergence, oldId }: Rerun = back
          ? { run: old, oldId: new Map() }
          : await rerun(this.#line.ask, asNamed, playable.hash, isLate);
        const left = this.#left.end(back, oldId) ?? old;
        this.#set({
          run: back ? left : run && withWritten(run, left, old, oldId),
          before: back ? null : { run: left, divergence: divergence ?? null, ...(isNamed ? { names } : {}) },
          notTaken: null,
          showBefore: false,
          refused: null,
          refusals: [],
          fault: null,
          playable,
          chart,
        });
        await this.#look();
      })
      .then(() => undefined);
  }

  showBefore(showBefore: boolean): void {
    this.#set({ showBefore });
    void this.#line.inTurn(() => this.#look());
  }
  forgetBefore(): void {
    this.#left.accept();
    this.#set({ before: null, showBefore: false });
    void this.#line.inTurn(() => this.#look());
  }

  /** How the replay went need not be told any more. */
  forgetReplay(): void {
    this.#set({ replayed: null });
  }

  /**
   * How the scenario that was replayed, and went otherwise, can be mended; nothing when it goes as expected. Where it differs on the
   * machine of now becomes its divergence.
   * @param isLate ends the search, as giving up does
   */
  async mends(news?: NameNews, isLate = () => false): Promise<readonly Mend[]> {
    const found = await this.#line.inTurn(async () => {
      const { replayed, playable } = this.#state;
      if (!replayed?.divergence || !playable) return [];
      const { scenario } = replayed;
      const { hash: machineHash } = playable;
      const { ask } = this.#line;
      // The machine may have been edited since the replay.
      const { divergence } = await replayScenario(ask, scenario, machineHash);
      if (this.#line.gaveUp || isLate()) return [];
      if (!jsonEqual(divergence ?? null, replayed.divergence))
        this.#set({ replayed: { ...replayed, divergence: divergence ?? null } });
      if (!divergence) return [];
      const given = { ask, scenario, divergence, machineHash, isLate: () => this.#line.gaveUp || isLate() };
      return mends({ ...given, ...(news ? { news } : {}) });
    });
    return found ?? [];
  }

  /** What may be sent at a step of the run that is shown. */
  async optionsAt(step: number): Promise<readonly Option[]> {
    const run = this.shown();
    const state = run && stepOf(run, step)?.outcome.state;
    return (state && (await this.#line.inTurn(() => this.#line.ask({ do: "options", state })))) ?? [];
  }
}
