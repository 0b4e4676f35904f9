import { PlayError } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { coverageOf, type Coverage } from "#core/run/debugging/coverage.ts";
import { replayScenario, outcomesOf } from "#core/run/scenario/replay.ts";
import { isWorkStop, type Divergence, type Scenario, type WorkStop } from "#core/run/scenario/scenario.ts";
import { differencePlace, inChart, type DifferencePlace } from "#core/run/scenario/differencePlace.ts";
import {
  touchedFirst,
  touchedParts,
  type MachineReading,
  type TouchedParts,
} from "#core/run/scenario/touched.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";
import type { Playable } from "#app/play/sessionState.ts";

/** How a scenario went on the machine as it is now; null: as expected. A stop says neither. */
export type ScenarioResult = Divergence | WorkStop | null;

export interface RunsState {
  readonly results: ReadonlyMap<string, ScenarioResult>;
  /** Of those that differ, where they left their expectation. */
  readonly places: ReadonlyMap<string, DifferencePlace>;
  /** What of the machine each of them played, to where it differed. */
  readonly coverage: ReadonlyMap<string, Coverage>;
  /** How many there are to play; done are those with a result. */
  readonly of: number;
  readonly playing: boolean;
  /** Why none can be played. */
  readonly fault: string | null;
}

const nothing: RunsState = {
  results: new Map(),
  places: new Map(),
  coverage: new Map(),
  of: 0,
  playing: false,
  fault: null,
};

/** Limits that a busy computer may come to with a machine that is quick elsewhere. */
const TIME_LIMITS: ReadonlySet<string | undefined> = new Set(["cpu", "wait"]);

/** Milliseconds between two reports of results while scenarios are played: each copies all of them and draws what shows them again. */
const REPORT_INTERVAL_MS = 100;

/** What decides how a scenario goes. */
interface Played {
  /** Of machine and text. */
  readonly key: string;
  readonly scenario: Scenario;
}

/**
 * Plays all scenarios of a game on its machine, one after the other, in a runner of its own, and keeps how each went: of the newest text that
 * it came to, and no older one. Those that an edit touched come first. Another text of the machine or another scenario is another question: what
 * is under way for the old ones is dropped. What was stopped for time is tried once more at the end, when nothing else is to be done.
 */
export class ScenarioRuns {
  #state = nothing;
  #listeners = new Set<() => void>();
  #runner: Runner | undefined;
  readonly #makeRunner: () => Promise<Runner>;
  readonly #idle: () => Promise<void>;
  readonly #reportIntervalMs: number;
  /** Counts what was requested: an older request that is under way ends. */
  #request = 0;
  /** What is played or was, by key; undefined when the same is to be played again. */
  #current: { readonly key: string; readonly scenarios: Readonly<Record<string, Scenario>> } | undefined;
  /** What is known by now; listeners are given copies of it from time to time. */
  readonly #results = new Map<string, ScenarioResult>();
  readonly #places = new Map<string, DifferencePlace>();
  readonly #coverage = new Map<string, Coverage>();
  #reportedAt = -Infinity;
  /** What each result is of. */
  readonly #played = new Map<string, Played>();
  /** The machine that the newest results are of. */
  #reading: MachineReading | undefined;

  /** @param idle is awaited before what was stopped for time is tried once more */
  constructor(
    makeRunner: () => Promise<Runner>,
    idle: () => Promise<void> = () => Promise.resolve(),
    reportIntervalMs = REPORT_INTERVAL_MS,
  ) {
    this.#makeRunner = makeRunner;
    this.#idle = idle;
    this.#reportIntervalMs = reportIntervalMs;
  }

  get = (): RunsState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #set(patch: Partial<RunsState>): void {
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  }

  /** Gives listeners what is known by now. */
  #report(more: Partial<RunsState> = {}): void {
    this.#reportedAt = performance.now();
    this.#set({
      results: new Map(this.#results),
      places: new Map(this.#places),
      coverage: new Map(this.#coverage),
      ...more,
    });
  }

  /** The machine before its first edit: what that touches is known, though nothing was played yet. */
  begin(reading: MachineReading): void {
    this.#reading ??= reading;
  }

  stop(): void {
    this.halt();
    this.#played.clear();
    for (const known of [this.#results, this.#places, this.#coverage]) known.clear();
    this.#reading = undefined;
    this.#set(nothing);
  }

  /** Stops what is under way; what is known stays. Another `play` plays what is left. */
  halt(): void {
    this.#request++;
    this.#current = undefined;
    this.#runner?.stop();
    this.#runner = undefined;
    if (this.#state.playing) this.#report({ playing: false });
  }

  /**
   * Plays what was not played on this text. Results of the text before stay in sight until new ones come.
   * @param reading the machine as read, for the order and for the places of differences; without it there are none
   */
  async play(
    playable: Playable,
    scenarios: Readonly<Record<string, Scenario>>,
    reading?: MachineReading,
  ): Promise<void> {
    // The hash is of the text, which may hold several machines.
    const key = `${playable.hash} ${playable.machine}`;
    if (this.#current?.key === key && isSame(this.#current.scenarios, scenarios)) return;
    const request = ++this.#request;
    this.#current = { key, scenarios };
    const isCurrent = () => this.#request === request;
    this.#forget(scenarios);
    const touched = this.#reading && reading && touchedParts(this.#reading, reading);
    const order = touched ? touchedFirst(scenarios, this.#coverage, touched) : Object.keys(scenarios);
    // What differed at the last replay may be in order again: who looks at it waits for that.
    const open = [...new Set([...order.filter((name) => this.#results.get(name)), ...order])].filter(
      (name) => !this.#isPlayed(name, key, scenarios[name] as Scenario),
    );
    this.#set({ of: order.length, playing: open.length > 0, fault: null });
    if (open.length === 0) return;
    const game = {
      key,
      scenarios,
      playable,
      ...(reading ? { reading } : {}),
      ...(touched ? { touched } : {}),
    };
    try {
      this.#runner?.stop();
      const runner = await this.#makeRunner();
      if (!isCurrent()) return runner.stop();
      this.#runner = runner;
      const { code, lang, machine, spec, siblings } = playable;
      await runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) });
      const late: string[] = [];
      for (const name of open) {
        if (!isCurrent()) return;
        const result = await this.#replay(runner, game, name, isCurrent);
        if (result && isWorkStop(result) && TIME_LIMITS.has(result.fault.limit?.unit)) late.push(name);
      }
      if (isCurrent() && reading) this.#reading = reading;
      if (late.length > 0) await this.#idle();
      for (const name of late) if (isCurrent()) await this.#replay(runner, game, name, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      // Nothing is known: the same may be played again.
      this.#current = undefined;
      if (!(error instanceof PlayError)) throw error;
      this.#played.clear();
      this.#results.clear();
      this.#places.clear();
      this.#report({ fault: error.fault.message });
    } finally {
      if (isCurrent()) this.#report({ playing: false });
    }
  }

  async #replay(
    runner: Runner,
    { key, scenarios, playable, reading, touched }: GameToPlay,
    name: string,
    isCurrent: () => boolean,
  ): Promise<ScenarioResult | undefined> {
    const scenario = scenarios[name] as Scenario;
    const replayed = await replayScenario((request) => runner.ask(request), scenario, playable.hash);
    if (!isCurrent()) return undefined;
    const { run, refusals, divergence, stop } = replayed;
    const result = stop ?? divergence ?? null;
    const place =
      reading &&
      divergence &&
      (this.#placeOfSame(name, divergence, reading) ??
        differencePlace(reading.chart, replayed, divergence, scenario.steps, touched));
    if (place) this.#places.set(name, place);
    else this.#places.delete(name);
    this.#played.set(name, { key, scenario });
    this.#results.set(name, result);
    this.#coverage.set(name, coverageOf(outcomesOf(run, refusals)));
    if (performance.now() - this.#reportedAt >= this.#reportIntervalMs) this.#report();
    return result;
  }

  /** Where the last replay left its expectation, if that was in the same way: an edit since then is not what it comes from. */
  #placeOfSame(name: string, divergence: Divergence, { chart }: MachineReading): DifferencePlace | undefined {
    const [last, place] = [this.#results.get(name), this.#places.get(name)];
    const isSameDifference = last && jsonEqual(last as unknown as Json, divergence as unknown as Json);
    return isSameDifference && place ? inChart(chart, place) : undefined;
  }

  #isPlayed(name: string, key: string, scenario: Scenario): boolean {
    const played = this.#played.get(name);
    return played?.key === key && isSame(played.scenario, scenario);
  }

  /** What is known of scenarios that are gone goes. */
  #forget(scenarios: Readonly<Record<string, Scenario>>): void {
    for (const known of [this.#played, this.#results, this.#places, this.#coverage])
      for (const name of known.keys()) if (!scenarios[name]) known.delete(name);
    this.#report();
  }
}

/** Scenarios that are read again are other objects. */
const isSame = <T extends Scenario | Readonly<Record<string, Scenario>>>(a: T, b: T): boolean =>
  a === b || jsonEqual(a as unknown as Json, b as unknown as Json);

interface GameToPlay {
  readonly key: string;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly playable: Playable;
  readonly reading?: MachineReading;
  readonly touched?: TouchedParts;
}
