import { PlayError, type Option, type PlayEvent } from "#core/run/play/play.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import { findRepairs, type Repair } from "#core/run/scenario/findRepairs.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { NameNews } from "#core/run/scenario/scenarioNames.ts";
import { cursorStep, stepOf } from "#core/run/timeline/timeline.ts";
import { jsonEqual } from "#core/text/json.ts";
import type { RunnerLine } from "#app/play/RunnerLine.ts";
import type { SessionStore } from "#app/play/SessionStore.ts";

/** Queries about the run of a session; none of them adds a step. */
export class RunQuestions {
  readonly #store: SessionStore;
  readonly #line: RunnerLine;

  constructor(store: SessionStore, line: RunnerLine) {
    this.#store = store;
    this.#line = line;
  }

  /** Asks what can happen at the cursor, and shows that. */
  async look(): Promise<void> {
    const run = this.#store.shown();
    if (!run || this.#store.get().showBefore) return this.#store.set({ options: [] });
    this.#store.set({
      options: await this.#line.ask({ do: "options", state: cursorStep(run).outcome.state }),
    });
  }

  /** What may be sent at a step of the run that is shown. */
  async optionsAt(step: number): Promise<readonly Option[]> {
    const run = this.#store.shown();
    const state = run && stepOf(run, step)?.outcome.state;
    return (state && (await this.#line.inTurn(() => this.#line.ask({ do: "options", state })))) ?? [];
  }

  /** Why an event would be taken at the cursor, or not; null without a play. Beside everything else: nothing waits for it. */
  async why(event: PlayEvent): Promise<WhyAnswer | null> {
    const { run, showBefore } = this.#store.get();
    if (!run || showBefore) return null;
    return this.#line.aside?.ask({ do: "why", state: cursorStep(run).outcome.state, event }) ?? null;
  }

  /** A payload of an event for a seat, such as chance, as it comes by a seed; null when none is accepted, or the machine fails at it: that is reported. */
  async draw(
    { type, by }: { readonly type: string; readonly by: string },
    seed: number,
  ): Promise<PlayEvent | null> {
    const { run } = this.#store.get();
    if (!run) return null;
    try {
      const { state } = cursorStep(run).outcome;
      return (await this.#line.aside?.ask({ do: "random", state, seed, only: { type, by } })) ?? null;
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      if (this.#store.get().run === run) this.#store.set({ fault: error.fault });
      return null;
    }
  }

  /**
   * How the scenario that was replayed, and went otherwise, can be fixed; nothing when it goes as expected. Where it differs on the
   * machine of now becomes its divergence.
   * @param isLate ends the search, as giving up does
   */
  async repairs(news?: NameNews, isLate = () => false): Promise<readonly Repair[]> {
    const found = await this.#line.inTurn(async () => {
      const { replayed, playable } = this.#store.get();
      if (!replayed?.divergence || !playable) return [];
      const { scenario } = replayed;
      const { hash: machineHash } = playable;
      const { ask } = this.#line;
      // The machine may have been edited since the replay.
      const { divergence, stop } = await replayScenario(ask, scenario, machineHash, { keep: "tip" });
      if (this.#line.gaveUp || isLate()) return [];
      if (!jsonEqual(divergence ?? null, replayed.divergence))
        this.#store.set({
          replayed: { ...replayed, divergence: divergence ?? null, ...(stop ? { stop } : {}) },
        });
      if (stop) throw new PlayError(stop.fault);
      if (!divergence) return [];
      const request = { ask, scenario, divergence, machineHash, isLate: () => this.#line.gaveUp || isLate() };
      return findRepairs({ ...request, ...(news ? { news } : {}) });
    });
    return found ?? [];
  }
}
