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
import type { PlaySpec } from "#core/run/playSpec.ts";
import type { Runner, RunnerRequest, SiblingCode } from "#core/run/playRequest.ts";
import type { Place } from "#core/run/microcursor.ts";
import type { Run, StepDo } from "#core/run/run.ts";
import type { Divergence, Scenario } from "#core/run/scenario.ts";
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
import { rerun, type Rerun } from "#core/run/rerun.ts";
import { mends, type Mend } from "#core/run/mends.ts";
import { replayScenario, type RefusedEvent } from "#core/run/replay.ts";
import type { NameNews } from "#core/run/scenarioNames.ts";
import { jsonEqual, type JsonObject } from "#core/text/json.ts";

/** What a run is made on: the text of one moment. */
export interface Playable {
  readonly code: string;
  readonly lang: "ts" | "js";
  readonly machine: string | number;
  readonly hash: string;
  readonly spec: PlaySpec;
  /** The files of the project that the code imports. */
  readonly siblings?: SiblingCode;
}

export interface SessionState {
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly busy: boolean;
  readonly run: Run | null;
  /** The microstep of the cursor's step that is looked at; null for the step as a whole. */
  readonly micro: number | null;
  /** What may be sent at the cursor, by seat. */
  readonly options: readonly Option[];
  readonly fault: PlayFault | null;
  /** An event that was refused at the cursor: shown in the timeline, part of no run. */
  readonly refused: { readonly step: number; readonly event: PlayEvent; readonly outcome: Outcome } | null;
  /** All that were refused in this run, at the steps at which they were sent. */
  readonly refusals: readonly RefusedEvent[];
  /** After an edit: the run as it was, and where the new machine first went another way. */
  readonly before: { readonly run: Run; readonly divergence: Divergence | null } | null;
  /** The newest text made no machine that can be played: the run goes on with the one before. */
  readonly notTaken: PlayFault | null;
  /** The old run is looked at. */
  readonly showBefore: boolean;
  readonly replayed: ReplayedScenario | null;
  /** The machine that the run is on. */
  readonly playable: Playable | null;
  readonly chart: Chart | null;
}

/** A scenario that the run is a replay of. */
export interface ReplayedScenario {
  /** Its title. */
  readonly name: string;
  /** Its name among those of the game. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly divergence: Divergence | null;
}

const nothing: SessionState = {
  phase: "idle",
  busy: false,
  run: null,
  micro: null,
  options: [],
  fault: null,
  refused: null,
  refusals: [],
  before: null,
  notTaken: null,
  showBefore: false,
  replayed: null,
  playable: null,
  chart: null,
};

/**
 * One play of the open game: a runner, the tree of steps, the cursor. Requests go one after the other; each carries the state
 * it works from, so a runner that was killed costs nothing.
 */
export class RunSession {
  #state: SessionState = nothing;
  #listeners = new Set<() => void>();
  #runner: Runner | undefined;
  #makeRunner: () => Promise<Runner>;
  #queue: Promise<unknown> = Promise.resolve();
  #gaveUp = false;
  #naming = false;
  /** What was asked last: where it took too long, its cause is looked for. */
  #asked: RunnerRequest | undefined;
  /** The run as a person left it, while nothing but edits of the machine came after. */
  #left: Run | null = null;
  /** By the id of a step that was played again, its id in `#left`. */
  #leftId: ReadonlyMap<number, number> = new Map();
  /** The run was taken up without some of its steps, and none was added since. */
  #short = false;
  /** Edits of the machine that came, so that a rerun for an older one ends early. */
  #edits = 0;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#makeRunner = makeRunner;
  }

  get = (): SessionState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Another step, or another run, is looked at as a whole. */
  #set(patch: Partial<SessionState>): void {
    const whole = "run" in patch || "before" in patch || "showBefore" in patch ? { micro: null } : {};
    this.#state = { ...this.#state, ...whole, ...patch };
    for (const listener of this.#listeners) listener();
  }

  stop(): void {
    this.#runner?.stop();
    this.#runner = undefined;
    this.#left = null;
    this.#set(nothing);
  }

  /** Does one thing after the other; a fault of the machine becomes state, one of ours is thrown on. */
  #inTurn<T>(doing: () => Promise<T>): Promise<T | undefined> {
    const done = this.#queue.then(async () => {
      // Whoever goes on does not wait until a cause is named.
      if (this.#naming) this.#runner?.interrupt?.();
      this.#gaveUp = false;
      this.#set({ busy: true });
      try {
        return await doing();
      } catch (error) {
        if (!(error instanceof PlayError)) throw error;
        if (!this.#gaveUp) this.#fails(error.fault);
        return undefined;
      } finally {
        this.#set({ busy: false });
      }
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Gives up what is under way: a request that hangs ends at once, and the run stays as it is. */
  interrupt(): void {
    this.#gaveUp = true;
    this.#runner?.interrupt?.();
    void this.#inTurn(() => this.#look());
  }

  /** A fault is shown; of what took too long, the guard or action is named as soon as it is known. */
  #fails(fault: PlayFault): void {
    this.#set({ fault });
    const [runner, asked] = [this.#runner, this.#asked];
    if (fault.code !== "over-budget" || !asked || !runner?.whereIn) return;
    this.#naming = true;
    void runner.whereIn(asked).then((where) => {
      this.#naming = false;
      if (where && this.#state.fault === fault) this.#set({ fault: { ...fault, ...where } });
    });
  }

  async #load(playable: Playable): Promise<void> {
    this.#runner ??= await this.#makeRunner();
    const { code, lang, machine, spec, siblings } = playable;
    await this.#runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) });
  }

  /** Starts a run with this input, on this text. */
  start(playable: Playable, chart: Chart, input: JsonObject): Promise<void> {
    return this.#inTurn(async () => {
      this.#left = null;
      this.#short = false;
      this.#set({ ...nothing, phase: "loading", busy: true });
      try {
        await this.#load(playable);
        const outcome = await this.#ask().ask({ do: "start", input });
        this.#set({ phase: "ready", run: startRun(playable.hash, input, outcome), playable, chart });
        await this.#look();
      } catch (error) {
        this.#set({ phase: "failed" });
        throw error;
      }
    }).then(() => undefined);
  }

  /** Plays a run that was kept over a reload. Gives how many of its steps the machine does not take any more. */
  takeUp(playable: Playable, chart: Chart, kept: KeptRun): Promise<number> {
    return this.#inTurn(async () => {
      this.#left = null;
      this.#short = false;
      this.#set({ ...nothing, phase: "loading", busy: true });
      try {
        await this.#load(playable);
        const { run, left } = await playKept((request) => this.#ask().ask(request), kept, playable.hash);
        this.#short = left > 0;
        this.#set({ phase: run ? "ready" : "failed", run, playable, chart });
        await this.#look();
        return left;
      } catch (error) {
        this.#set({ phase: "failed" });
        throw error;
      }
    }).then((left) => left ?? 0);
  }

  #ask(): Pick<Runner, "ask"> {
    const runner = this.#runner;
    if (!runner) throw new Error("The session has no runner");
    return {
      ask: (request) => {
        this.#asked = request;
        return runner.ask(request);
      },
    };
  }

  /**
   * The run as it is worth keeping: as a person left it, whatever edits of the machine cost of it. Null without a run, and where the
   * run was taken up without some of its steps: what was kept of it before is more, until a person goes on.
   */
  worthKeeping(): Run | null {
    const { run } = this.#state;
    return run && !this.#short ? (this.#left ?? run) : null;
  }

  /** The run that is shown. */
  shown(): Run | null {
    const { run, before, showBefore } = this.#state;
    return showBefore && before ? before.run : run;
  }

  async #look(): Promise<void> {
    const run = this.shown();
    if (!run || this.#state.showBefore) return this.#set({ options: [] });
    this.#set({ options: await this.#ask().ask({ do: "options", state: cursorStep(run).outcome.state }) });
  }

  /** Shows a run with what can happen at its cursor: both are of the same moment. */
  async #arrive(run: Run, more: Partial<SessionState> = {}): Promise<void> {
    let options: readonly Option[] = [];
    try {
      options = await this.#ask().ask({ do: "options", state: cursorStep(run).outcome.state });
    } finally {
      this.#set({ ...more, run, options });
    }
  }

  /**
   * Goes on from the cursor by what `play` asks of the machine: the run that comes of it is shown whole. A fault on the way is told, and
   * what was played before it stays.
   */
  extend(
    play: (run: Run, ask: Runner["ask"]) => Promise<{ readonly run: Run; readonly fault?: PlayFault }>,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const { run: from, showBefore } = this.#state;
      if (!from || showBefore) return;
      this.#set({ fault: null, refused: null });
      const { run, fault } = await play(from, (request) => this.#ask().ask(request));
      if (run !== from) {
        this.#left = null;
        this.#short = false;
        const now = this.#state.run ?? from;
        const later = playedOn(run, now);
        // Who has gone elsewhere meanwhile stays there.
        const isElsewhere = now.cursor !== from.cursor;
        await this.#arrive(isElsewhere ? moveTo(later, now.cursor) : later, { replayed: null });
      }
      if (fault) throw new PlayError(fault);
    }).then(() => undefined);
  }

  /** Sends an event at the cursor. When the cursor is not at a tip, the step begins a branch. */
  send(event: PlayEvent): Promise<void> {
    return this.#step((run) => ({
      do: { kind: "send", event },
      outcome: this.#ask().ask({ do: "send", state: cursorStep(run).outcome.state, event }),
    }));
  }

  /** An actor answers at the cursor. */
  answer(answer: PlayAnswer): Promise<void> {
    return this.#step((run) => ({
      do: { kind: "answer", answer },
      outcome: this.#ask().ask({ do: "answer", state: cursorStep(run).outcome.state, answer }),
    }));
  }

  /** Why an event would be taken at the cursor, or not; null without a play. Beside everything else: nothing waits for it. */
  async why(event: PlayEvent): Promise<WhyAnswer | null> {
    const { run, showBefore } = this.#state;
    if (!run || showBefore || !this.#runner) return null;
    return this.#runner.ask({ do: "why", state: cursorStep(run).outcome.state, event });
  }

  /** A payload of an event for a seat, such as chance, as it comes by a seed; null when none is accepted, or the machine fails at it: that is told. */
  async draw(event: { readonly type: string; readonly by: string }, seed: number): Promise<PlayEvent | null> {
    const { run } = this.#state;
    if (!run || !this.#runner) return null;
    try {
      const { state } = cursorStep(run).outcome;
      return await this.#runner.ask({ do: "random", state, seed, only: event });
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      if (this.#state.run === run) this.#set({ fault: error.fault });
      return null;
    }
  }

  advance(ms: number): Promise<void> {
    return this.#step((run) => ({
      do: { kind: "advance", ms },
      outcome: this.#ask().ask({ do: "advance", state: cursorStep(run).outcome.state, ms }),
    }));
  }

  /** Goes on from the cursor with what was changed by hand, as a step of its own. Gives why it is refused: then nothing is changed. */
  async edit(edit: HandEdit): Promise<PlayFault | null> {
    const refused = await this.#inTurn(async () => {
      const { run } = this.#state;
      const outcome = await this.#edited(edit);
      if (!run || !outcome) return null;
      if (!("view" in outcome)) return outcome;
      this.#left = null;
      this.#short = false;
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
    const asked = this.#queue.then(() => this.#edited(edit));
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  async #edited(edit: HandEdit): Promise<Outcome | PlayFault | null> {
    const { run, showBefore } = this.#state;
    if (!run || showBefore) return null;
    try {
      return await this.#ask().ask({ do: "edit", state: cursorStep(run).outcome.state, edit });
    } catch (error) {
      if (error instanceof PlayError) return error.fault;
      throw error;
    }
  }

  /** A run with one step more. */
  #added(run: Run, what: StepDo, outcome: Outcome): Run {
    return playedOn(addStep(run, what, outcome), this.#state.run ?? run);
  }

  #step(make: (run: Run) => { do: StepDo; outcome: Promise<Outcome> }): Promise<void> {
    return this.#inTurn(async () => {
      const { run, showBefore } = this.#state;
      if (!run || showBefore) return;
      this.#set({ fault: null, refused: null });
      const { do: what, outcome: coming } = make(run);
      const outcome = await coming;
      if (outcome.refused && what.kind === "send") {
        const refused = { after: run.cursor, event: what.event, outcome };
        return this.#set({
          refused: { step: run.cursor, event: what.event, outcome },
          refusals: withRefusal(this.#state.refusals, refused),
        });
      }
      this.#left = null;
      this.#short = false;
      await this.#arrive(this.#added(run, what, outcome), { replayed: null });
    }).then(() => undefined);
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
    if (micro === null) void this.#inTurn(() => this.#look());
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
    void this.#inTurn(() => this.#look());
  }
  unprune(step: number): void {
    this.#change(step, unprune);
    void this.#inTurn(() => this.#look());
  }

  /** Changes the run, and what it was before the machine was edited: the next edit starts from that. */
  #change(step: number, change: (run: Run, step: number) => Run): void {
    const { run, before, showBefore } = this.#state;
    if (!run || showBefore) return;
    const left = this.#left;
    const id = this.#leftId.get(step);
    if (left && id !== undefined) this.#left = change(left, id);
    this.#set({
      run: change(run, step),
      before: before && { ...before, run: this.#left ?? before.run },
    });
  }

  /**
   * The machine was edited: the run is played again on the new one. The old run stays beside it. Through edits that follow each
   * other it is always the run that a person made, so that a half-typed name on the way costs no step of it.
   */
  edited(playable: Playable, chart: Chart): Promise<void> {
    const edit = ++this.#edits;
    return this.#inTurn(async () => {
      const { run: shown, playable: current } = this.#state;
      const old = this.#left ?? shown;
      if (!old || !current) return;
      if (current.hash === playable.hash) {
        if (this.#state.notTaken) this.#set({ notTaken: null, fault: null });
        return;
      }
      try {
        await this.#load(playable);
      } catch (error) {
        if (error instanceof PlayError) this.#set({ notTaken: error.fault });
        throw error;
      }
      const back = old.machineHash === playable.hash;
      const isLate = () => this.#edits > edit;
      const { run, divergence, oldId }: Rerun = back
        ? { run: old, oldId: new Map() }
        : await rerun((request) => this.#ask().ask(request), old, playable.hash, isLate);
      this.#left = back ? null : old;
      this.#leftId = oldId;
      this.#set({
        run,
        before: back ? null : { run: old, divergence: divergence ?? null },
        notTaken: null,
        showBefore: false,
        refused: null,
        refusals: [],
        fault: null,
        playable,
        chart,
      });
      await this.#look();
    }).then(() => undefined);
  }

  showBefore(showBefore: boolean): void {
    this.#set({ showBefore });
    void this.#inTurn(() => this.#look());
  }
  forgetBefore(): void {
    this.#left = null;
    this.#set({ before: null, showBefore: false });
    void this.#inTurn(() => this.#look());
  }

  /** Plays a scenario as a run of its own and says where it first differs from what it expects. */
  replay(playable: Playable, chart: Chart, file: string, scenario: Scenario, name = file): Promise<void> {
    return this.#inTurn(async () => {
      this.#left = null;
      this.#short = false;
      this.#set({ ...nothing, phase: "loading", busy: true });
      try {
        await this.#load(playable);
        const { run, refusals, divergence } = await replayScenario(
          (request) => this.#ask().ask(request),
          scenario,
          playable.hash,
        );
        this.#set({
          phase: "ready",
          run,
          refusals,
          playable,
          chart,
          replayed: { name, file, scenario, divergence: divergence ?? null },
        });
        await this.#look();
      } catch (error) {
        this.#set({ phase: "failed" });
        throw error;
      }
    }).then(() => undefined);
  }

  /**
   * How the scenario that was replayed, and went otherwise, can be mended; nothing when it goes as expected. Where it differs on the
   * machine of now becomes its divergence.
   * @param isLate ends the search, as giving up does
   */
  async mends(news?: NameNews, isLate = () => false): Promise<readonly Mend[]> {
    const found = await this.#inTurn(async () => {
      const { replayed, playable } = this.#state;
      if (!replayed?.divergence || !playable) return [];
      const { scenario } = replayed;
      const { hash: machineHash } = playable;
      const ask: Runner["ask"] = (request) => this.#ask().ask(request);
      // The machine may have been edited since the replay.
      const { divergence } = await replayScenario(ask, scenario, machineHash);
      if (this.#gaveUp || isLate()) return [];
      if (!jsonEqual(divergence ?? null, replayed.divergence))
        this.#set({ replayed: { ...replayed, divergence: divergence ?? null } });
      if (!divergence) return [];
      const given = { ask, scenario, divergence, machineHash, isLate: () => this.#gaveUp || isLate() };
      return mends({ ...given, ...(news ? { news } : {}) });
    });
    return found ?? [];
  }

  /** What may be sent at a step of the run that is shown. */
  async optionsAt(step: number): Promise<readonly Option[]> {
    const run = this.shown();
    const state = run && stepOf(run, step)?.outcome.state;
    return (state && (await this.#inTurn(() => this.#ask().ask({ do: "options", state })))) ?? [];
  }
}

/** The refusals with one more; the same event at the same step is refused once, however often it is sent. */
const withRefusal = (all: readonly RefusedEvent[], one: RefusedEvent): readonly RefusedEvent[] => [
  ...all.filter((other) => other.after !== one.after || !jsonEqual(other.event, one.event)),
  one,
];
