import type { Chart } from "#core/chart/chart.ts";
import { PlayError } from "#core/run/play/play.ts";
import { inNamesNow, renamedBetween } from "#core/run/scenario/renamedBetween.ts";
import { rerun, withWritten, type Rerun } from "#core/run/scenario/rerun.ts";
import type { RunBeforeEdits } from "#app/play/RunBeforeEdits.ts";
import type { RunnerLine } from "#app/play/RunnerLine.ts";
import type { RunQuestions } from "#app/play/RunQuestions.ts";
import type { SessionStore } from "#app/play/SessionStore.ts";
import type { Playable } from "#app/play/sessionState.ts";

/**
 * Edits of the machine while a run of it is open: the run is played again on the new one. The old run stays beside it. Through edits that
 * follow each other it is always the run that a person played, so that a half-typed name on the way costs no step of it.
 */
export class MachineEdits {
  readonly #store: SessionStore;
  readonly #line: RunnerLine;
  readonly #left: RunBeforeEdits;
  readonly #questions: RunQuestions;
  /** Those that came, so that a rerun for an older one ends early. */
  #edits = 0;

  constructor(store: SessionStore, line: RunnerLine, left: RunBeforeEdits, questions: RunQuestions) {
    this.#store = store;
    this.#line = line;
    this.#left = left;
    this.#questions = questions;
  }

  /** The machine was edited: the run is played again on this one. */
  play(playable: Playable, chart: Chart): Promise<void> {
    const edit = ++this.#edits;
    return this.#line
      .inTurn(async () => {
        const { run: shown, playable: current } = this.#store.get();
        const old = this.#left.run ?? shown;
        if (!old || !current) return;
        if (current.hash === playable.hash) {
          if (this.#store.get().notTaken) this.#store.set({ notTaken: null, fault: null });
          return;
        }
        try {
          await this.#line.load(playable);
        } catch (error) {
          if (error instanceof PlayError) this.#store.set({ notTaken: error.fault });
          throw error;
        }
        const back = old.machineHash === playable.hash;
        const isLate = () => this.#edits > edit;
        this.#left.begin(old, this.#store.get().chart);
        const names = this.#left.chart ? renamedBetween(this.#left.chart, chart) : {};
        const asNamed = {
          ...old,
          steps: old.steps.map((step) => ({ ...step, do: inNamesNow(step.do, names) })),
        };
        const isNamed = asNamed.steps.some(({ do: what }, i) => what !== old.steps[i]!.do);
        const { run, divergence, stop, oldId }: Rerun = back
          ? { run: old, oldId: new Map() }
          : await rerun(this.#line.ask, asNamed, playable.hash, isLate);
        const left = this.#left.end(back, oldId) ?? old;
        this.#store.set({
          run: back ? left : run && withWritten(run, left, old, oldId),
          before: back
            ? null
            : {
                run: left,
                divergence: divergence ?? null,
                ...(stop ? { stop } : {}),
                ...(isNamed ? { names } : {}),
              },
          notTaken: null,
          showBefore: false,
          refused: null,
          refusals: [],
          fault: null,
          playable,
          chart,
        });
        await this.#questions.look();
        // Told as any step that is stopped, and its cause looked for.
        if (stop) throw new PlayError(stop.fault);
      })
      .then(() => undefined);
  }

  /** The run as it was is looked at, or that which was played again. */
  showBefore(showBefore: boolean): void {
    this.#store.set({ showBefore });
    void this.#line.inTurn(() => this.#questions.look());
  }
  /** The run that was played again is taken for one's own. */
  forgetBefore(): void {
    this.#left.accept();
    this.#store.set({ before: null, showBefore: false });
    void this.#line.inTurn(() => this.#questions.look());
  }
}
