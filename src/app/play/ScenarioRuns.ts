import { PlayError } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { coverageOf, type Coverage } from "#core/run/debugging/coverage.ts";
import { replayScenario, outcomesOf } from "#core/run/scenario/replay.ts";
import type { Divergence, Scenario, WorkStop } from "#core/run/scenario/scenario.ts";
import type { Playable } from "#app/play/sessionState.ts";

/** How a scenario went on the machine as it is now; null: as expected. A stop says neither. */
export type ScenarioResult = Divergence | WorkStop | null;

export interface RunsState {
  readonly results: ReadonlyMap<string, ScenarioResult>;
  /** What of the machine each of them played, to where it differed. */
  readonly coverage: ReadonlyMap<string, Coverage>;
  /** How many there are to play; done are those with a result. */
  readonly of: number;
  readonly playing: boolean;
  /** Why none can be played. */
  readonly fault: string | null;
}

const nothing: RunsState = { results: new Map(), coverage: new Map(), of: 0, playing: false, fault: null };

/**
 * Plays all scenarios of a game on its machine, one after the other, in a runner of its own, and keeps how each went. Another text of the
 * machine or another scenario is another question: what is under way for the old ones is dropped.
 */
export class ScenarioRuns {
  #state = nothing;
  #listeners = new Set<() => void>();
  #runner: Runner | undefined;
  readonly #makeRunner: () => Promise<Runner>;
  /** What the results are of. */
  #key: string | undefined;
  #scenarios: Readonly<Record<string, Scenario>> | undefined;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#makeRunner = makeRunner;
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

  stop(): void {
    this.#key = undefined;
    this.#runner?.stop();
    this.#runner = undefined;
    this.#set(nothing);
  }

  /** Stops what is under way; what is known stays. Another `play` plays all. */
  halt(): void {
    this.#key = undefined;
    this.#runner?.stop();
    this.#runner = undefined;
    this.#set({ playing: false });
  }

  /** Plays what was not played on this text. Results of the text before stay in sight until new ones come. */
  async play(playable: Playable, scenarios: Readonly<Record<string, Scenario>>): Promise<void> {
    // The hash is of the text, which may hold several machines.
    const key = `${playable.hash} ${playable.machine}`;
    if (this.#key === key && this.#scenarios === scenarios) return;
    this.#key = key;
    this.#scenarios = scenarios;
    const current = () => this.#key === key && this.#scenarios === scenarios;
    const names = Object.keys(scenarios);
    const results = new Map([...this.#state.results].filter(([name]) => scenarios[name]));
    const coverage = new Map([...this.#state.coverage].filter(([name]) => scenarios[name]));
    this.#set({ results, coverage, of: names.length, playing: true, fault: null });
    try {
      this.#runner?.stop();
      const runner = await this.#makeRunner();
      if (!current()) return runner.stop();
      this.#runner = runner;
      const { code, lang, machine, spec, siblings } = playable;
      await runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) });
      for (const name of names) {
        if (!current()) return;
        const { run, refusals, divergence, stop } = await replayScenario(
          (request) => runner.ask(request),
          scenarios[name] as Scenario,
          playable.hash,
        );
        if (!current()) return;
        this.#set({
          results: new Map(this.#state.results).set(name, stop ?? divergence ?? null),
          coverage: new Map(this.#state.coverage).set(name, coverageOf(outcomesOf(run, refusals))),
        });
      }
    } catch (error) {
      if (!current()) return;
      // Nothing is known: the same may be played again.
      this.#key = undefined;
      this.#set({ playing: false });
      if (!(error instanceof PlayError)) throw error;
      this.#set({ fault: error.fault.message, results: new Map() });
    } finally {
      if (current()) this.#set({ playing: false });
    }
  }
}
