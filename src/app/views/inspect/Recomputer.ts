import type { Session } from "#core/inspect/session.ts";
import { Recomputation, type Finding, type Recomputed } from "#core/inspect/recompute.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { PlayError } from "#core/run/play/play.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { pointOut } from "#core/run/scenario/pointOut.ts";
import { browserRunner } from "#adapters/sandbox/browserRunner.ts";
import type { LibraryMachine } from "#app/views/inspect/Library.ts";

/** What our copy of the machine has recomputed of a session so far. A new object whenever there is more. */
export interface CopyView {
  readonly machine: LibraryMachine;
  /** By id of the step. */
  readonly steps: ReadonlyMap<number, Recomputed>;
  readonly findings: readonly Finding[];
  /** Why the copy could not be played. */
  readonly fault?: string;
}

interface Run {
  readonly machine: LibraryMachine;
  readonly recomputation: Recomputation;
  readonly runner: Promise<Runner>;
  busy: boolean;
  /** What came while it was busy. */
  next: Session | undefined;
  view: CopyView;
}

/**
 * Plays the events of sessions again on our copies of their machines, in the sandbox where machines always run. Only machines that
 * may run are played; what an app sent never is.
 */
export class Recomputer {
  readonly #runs = new Map<string, Run>();
  readonly #runners = new Map<LibraryMachine, Promise<Runner>>();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  get = (session: string): CopyView | undefined => this.#runs.get(session)?.view;

  /** Goes on to where the session is now. */
  follow(session: Session, machine: LibraryMachine): void {
    if (!machine.trusted || !machine.whole) return;
    let run = this.#runs.get(session.key);
    if (run?.machine !== machine) {
      const runner = this.#runnerOf(machine);
      const recomputation = new Recomputation(async (request) => (await runner).ask(request));
      run = {
        machine,
        recomputation,
        runner,
        busy: false,
        next: undefined,
        view: { machine, steps: recomputation.steps, findings: [] },
      };
      this.#runs.set(session.key, run);
    }
    void this.#go(run, session);
  }

  /** Machines that left the library: what played them is ended. */
  keep(machines: readonly LibraryMachine[]): void {
    const stay = new Set(machines);
    for (const [machine, runner] of this.#runners) {
      if (stay.has(machine)) continue;
      this.#runners.delete(machine);
      void runner.then(
        (current) => current.stop(),
        () => undefined,
      );
    }
    for (const [key, { machine }] of this.#runs) if (!stay.has(machine)) this.#runs.delete(key);
  }

  async #go(run: Run, session: Session): Promise<void> {
    if (run.view.fault !== undefined) return;
    if (run.busy) return void (run.next = session);
    run.busy = true;
    try {
      let fault: string | undefined;
      for (let now: Session | undefined = session; now && fault === undefined; now = run.next) {
        run.next = undefined;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await run.recomputation.follow(now).catch((error: unknown) => {
          if (!(error instanceof PlayError)) throw error;
          fault = error.fault.message;
        });
        // Each time: under a steady stream there is always a next one.
        this.#show(run, fault);
      }
    } finally {
      run.busy = false;
    }
  }

  #show(run: Run, fault: string | undefined): void {
    const { machine, recomputation } = run;
    run.view = {
      machine,
      steps: new Map(recomputation.steps),
      findings: recomputation.findings,
      ...(fault === undefined ? {} : { fault }),
    };
    for (const listener of this.#listeners) listener();
  }

  #runnerOf(machine: LibraryMachine): Promise<Runner> {
    const known = this.#runners.get(machine);
    if (known) return known;
    const runner = (async () => {
      const runner = await browserRunner();
      const { reading, chart, key } = machine;
      await runner.ask({
        do: "load",
        code: reading.charts.length > 1 ? pointOut(reading.text, chart.callAt) : reading.text,
        lang: reading.lang,
        machine: machineKeys(reading.charts).includes(key) ? key : "0",
        spec: playSpecOf(chart, reading.consts),
      });
      return runner;
    })();
    this.#runners.set(machine, runner);
    return runner;
  }
}
