import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import type { Runner, RunnerRequest } from "#core/run/play/playRequest.ts";
import type { Playable } from "#app/play/sessionState.ts";

const STOPPED: PlayFault = { code: "not-started", message: "The session was stopped" };

/** What a line tells while it works. */
export interface LineNews {
  readonly busy: (busy: boolean) => void;
  readonly fault: (fault: PlayFault) => void;
  /** More is known of a reported fault: where the machine hung. */
  readonly named: (fault: PlayFault, where: Partial<PlayFault>) => void;
}

/**
 * The way to a session's runner. What is done with it is done one after the other; each request carries the state it works from, so a
 * runner that was killed costs nothing.
 */
export class RunnerLine {
  readonly #makeRunner: () => Promise<Runner>;
  readonly #news: LineNews;
  #runner: Runner | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #gaveUp = false;
  #naming = false;
  /** How often the session was stopped: what was queued before the last time is not done any more. */
  #stops = 0;
  /** The last request: where it took too long, its cause is searched for. */
  #lastRequest: RunnerRequest | undefined;

  constructor(makeRunner: () => Promise<Runner>, news: LineNews) {
    this.#makeRunner = makeRunner;
    this.#news = news;
  }

  /** Whether what is under way was given up. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }
  /** The runner, for requests outside the queue. */
  get aside(): Pick<Runner, "ask"> | undefined {
    return this.#runner;
  }

  /** Ends the runner and all that was to be done with it. The next `load` makes another. */
  stop(): void {
    this.#stops++;
    this.#runner?.stop();
    this.#runner = undefined;
  }

  /**
   * Does one thing after the other; a fault of the machine is reported, one of ours is thrown on. Undefined for what a stop of the session came
   * before or into: whoever stopped it waits for nothing of it.
   */
  inTurn<T>(task: () => Promise<T>): Promise<T | undefined> {
    const stops = this.#stops;
    return this.inTurnQuietly(async () => {
      if (stops !== this.#stops) return undefined;
      // Whoever goes on does not wait until a cause is named.
      if (this.#naming) this.#runner?.interrupt?.();
      this.#gaveUp = false;
      this.#news.busy(true);
      try {
        return await task();
      } catch (error) {
        if (stops !== this.#stops) return undefined;
        if (!(error instanceof PlayError)) throw error;
        if (!this.#gaveUp) this.#fails(error.fault);
        return undefined;
      } finally {
        this.#news.busy(false);
      }
    });
  }

  /** The same without reporting anything: the caller handles the result and the fault. */
  inTurnQuietly<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Gives up the current request: one that hangs ends at once. */
  interrupt(): void {
    this.#gaveUp = true;
    this.#runner?.interrupt?.();
  }

  async load(playable: Playable): Promise<void> {
    this.#runner ??= await this.#openRunner();
    const { code, lang, machine, spec, siblings } = playable;
    await this.#runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) });
  }

  /** A runner; one that is ready only after a stop is stopped as well. @throws PlayError `not-started` then */
  async #openRunner(): Promise<Runner> {
    const stops = this.#stops;
    const runner = await this.#makeRunner();
    if (stops === this.#stops) return runner;
    runner.stop();
    throw new PlayError(STOPPED);
  }

  ask: Runner["ask"] = (request) => {
    if (!this.#runner) throw new PlayError(STOPPED);
    this.#lastRequest = request;
    return this.#runner.ask(request);
  };

  /** A fault is reported; of what the processor's clock stopped, the guard or action is named as soon as it is known. */
  #fails(fault: PlayFault): void {
    this.#news.fault(fault);
    const [runner, request] = [this.#runner, this.#lastRequest];
    const isNamed = fault.guard !== undefined || fault.action !== undefined;
    if (fault.code !== "over-budget" || isNamed || !request || !runner?.whereIn) return;
    this.#naming = true;
    void runner.whereIn(request).then((where) => {
      this.#naming = false;
      if (where) this.#news.named(fault, where);
    });
  }
}
