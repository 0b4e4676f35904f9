import type { Chart } from "#core/chart/chart.ts";
import type { Run } from "#core/run/timeline/run.ts";

/**
 * The run as a person left it, while nothing but edits of the machine came after: what each edit is played from, so that a half-typed
 * name on the way costs no step of it.
 */
export class RunBeforeEdits {
  #run: Run | null = null;
  #chart: Chart | null = null;
  /** By the id of a step that was played again, its id in the run that was left. */
  #ids: ReadonlyMap<number, number> = new Map();
  #isShort = false;

  /** Null once a person went on. */
  get run(): Run | null {
    return this.#run;
  }

  /** The chart that it was played on, as it was read then. */
  get chart(): Chart | null {
    return this.#run && this.#chart;
  }

  /** A person goes on, or starts again: what is shown is what counts. */
  forget(): void {
    this.#run = null;
    this.#isShort = false;
  }

  /** The edits are settled: the run that is shown is taken for one's own. */
  accept(): void {
    this.#run = null;
  }

  /** The run was taken up without some of its steps. */
  shorten(): void {
    this.#isShort = true;
  }

  /** An edit is played. What a person writes to the run on the way, or deletes of it, is written to this one. */
  begin(run: Run, chart: Chart | null): void {
    if (!this.#run) {
      this.#ids = new Map(run.steps.map(({ id }) => [id, id]));
      this.#chart = chart;
    }
    this.#run = run;
  }

  /**
   * The edit was played. @param isBack the machine is the one that the run was played on @param oldId by the id of a step in the resulting run, its
   * id in the run that was left. Gives that run with what was written to it meanwhile.
   */
  end(isBack: boolean, oldId: ReadonlyMap<number, number>): Run | null {
    const run = this.#run;
    if (isBack) this.#run = null;
    this.#ids = oldId;
    return run;
  }

  /** Changes the step that stands for one of the run that is shown. */
  change(step: number, change: (run: Run, step: number) => Run): void {
    const id = this.#ids.get(step);
    if (this.#run && id !== undefined) this.#run = change(this.#run, id);
  }

  /**
   * The run that is worth keeping over a reload, whatever edits of the machine cost of the one that is shown. Null where that was taken up
   * without some of its steps: what was kept of it before is more, until a person goes on.
   */
  worthSaving(shown: Run | null): Run | null {
    return shown && !this.#isShort ? (this.#run ?? shown) : null;
  }
}
