import type { Chart } from "#core/chart/chart.ts";
import {
  PlayError,
  type Option,
  type Outcome,
  type PlayAnswer,
  type PlayEvent,
  type PlayFault,
} from "#core/run/play.ts";
import type { WhyAnswer } from "#core/run/why.ts";
import type { PlaySpec } from "#core/run/playSpec.ts";
import type { Runner, SiblingCode } from "#core/run/playRequest.ts";
import type { Run, StepDo } from "#core/run/run.ts";
import type { Divergence, Scenario } from "#core/run/scenario.ts";
import { addStep, cursorStep, moveTo, startRun } from "#core/run/timeline.ts";
import { rerun } from "#core/run/rerun.ts";
import { replayScenario } from "#core/run/replay.ts";
import type { JsonObject } from "#core/text/json.ts";

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
  /** What may be sent at the cursor, by seat. */
  readonly options: readonly Option[];
  readonly fault: PlayFault | null;
  /** An event that was refused at the cursor: shown in the timeline, part of no run. */
  readonly refused: { readonly step: number; readonly event: PlayEvent; readonly outcome: Outcome } | null;
  /** After an edit: the run as it was, and where the new machine first went another way. */
  readonly before: { readonly run: Run; readonly divergence: Divergence | null } | null;
  /** The newest text made no machine that can be played: the run goes on with the one before. */
  readonly notTaken: PlayFault | null;
  /** The old run is looked at. */
  readonly showBefore: boolean;
  readonly replayed: {
    readonly name: string;
    readonly count: number;
    readonly divergence: Divergence | null;
  } | null;
  /** The machine that the run is on. */
  readonly playable: Playable | null;
  readonly chart: Chart | null;
}

const nothing: SessionState = {
  phase: "idle",
  busy: false,
  run: null,
  options: [],
  fault: null,
  refused: null,
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
  /** The run as a person left it, while nothing but edits of the machine came after. */
  #left: Run | null = null;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#makeRunner = makeRunner;
  }

  get = (): SessionState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #set(patch: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...patch };
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
      this.#set({ busy: true });
      try {
        return await doing();
      } catch (error) {
        if (!(error instanceof PlayError)) throw error;
        this.#set({ fault: error.fault });
        return undefined;
      } finally {
        this.#set({ busy: false });
      }
    });
    this.#queue = done.catch(() => undefined);
    return done;
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

  #ask(): Runner {
    if (!this.#runner) throw new Error("The session has no runner");
    return this.#runner;
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

  /** A payload of an event for a seat, such as chance, as it comes by a seed; null when none is accepted. */
  async draw(event: { readonly type: string; readonly by: string }, seed: number): Promise<PlayEvent | null> {
    const { run } = this.#state;
    if (!run || !this.#runner) return null;
    return this.#runner.ask({ do: "random", state: cursorStep(run).outcome.state, seed, only: event });
  }

  advance(ms: number): Promise<void> {
    return this.#step((run) => ({
      do: { kind: "advance", ms },
      outcome: this.#ask().ask({ do: "advance", state: cursorStep(run).outcome.state, ms }),
    }));
  }

  #step(make: (run: Run) => { do: StepDo; outcome: Promise<Outcome> }): Promise<void> {
    return this.#inTurn(async () => {
      const { run, showBefore } = this.#state;
      if (!run || showBefore) return;
      this.#set({ fault: null, refused: null });
      const { do: what, outcome: coming } = make(run);
      const outcome = await coming;
      if (outcome.refused && what.kind === "send")
        return this.#set({ refused: { step: run.cursor, event: what.event, outcome } });
      this.#left = null;
      this.#set({ run: addStep(run, what, outcome), replayed: null });
      await this.#look();
    }).then(() => undefined);
  }

  /** Takes up to `count` random moves; stops where none is accepted. Returns how many were taken. */
  async random(count: number, seed: () => number): Promise<number> {
    let taken = 0;
    while (taken < count) {
      const run = this.#state.run;
      if (!run || this.#state.showBefore) break;
      const state = cursorStep(run).outcome.state;
      const event = await this.#inTurn(() => this.#ask().ask({ do: "random", state, seed: seed() }));
      if (!event) break;
      await this.send(event);
      if (this.#state.fault || this.#state.refused) break;
      taken++;
    }
    return taken;
  }

  /** Moves the cursor; nothing runs but the question what can happen there. */
  go(step: number): void {
    const { run, before, showBefore } = this.#state;
    if (showBefore && before) this.#set({ before: { ...before, run: moveTo(before.run, step) } });
    else if (run) this.#set({ run: moveTo(run, step), refused: null, fault: null });
    void this.#inTurn(() => this.#look());
  }

  /**
   * The machine was edited: the run is played again on the new one. The old run stays beside it. Through edits that follow each
   * other it is always the run that a person made, so that a half-typed name on the way costs no step of it.
   */
  edited(playable: Playable, chart: Chart): Promise<void> {
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
      const { run, divergence } = back
        ? { run: old }
        : await rerun((request) => this.#ask().ask(request), old, playable.hash);
      this.#left = back ? null : old;
      this.#set({
        run,
        before: back ? null : { run: old, divergence: divergence ?? null },
        notTaken: null,
        showBefore: false,
        refused: null,
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
  replay(playable: Playable, chart: Chart, name: string, scenario: Scenario): Promise<void> {
    return this.#inTurn(async () => {
      this.#left = null;
      this.#set({ ...nothing, phase: "loading", busy: true });
      try {
        await this.#load(playable);
        const { run, divergence } = await replayScenario(
          (request) => this.#ask().ask(request),
          scenario,
          playable.hash,
        );
        this.#set({
          phase: "ready",
          run,
          playable,
          chart,
          replayed: { name, count: scenario.steps.length, divergence: divergence ?? null },
        });
        await this.#look();
      } catch (error) {
        this.#set({ phase: "failed" });
        throw error;
      }
    }).then(() => undefined);
  }
}
