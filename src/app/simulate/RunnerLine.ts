import { PlayError, type PlayFault } from "#core/run/play.ts";
import type { Runner, RunnerRequest } from "#core/run/playRequest.ts";
import type { Playable } from "#app/simulate/sessionState.ts";

/** What a line tells while it works. */
export interface LineNews {
  readonly busy: (busy: boolean) => void;
  readonly fault: (fault: PlayFault) => void;
  /** More is known of a fault that was told: where the machine hung. */
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
  /** What was asked last: where it took too long, its cause is looked for. */
  #asked: RunnerRequest | undefined;

  constructor(makeRunner: () => Promise<Runner>, news: LineNews) {
    this.#makeRunner = makeRunner;
    this.#news = news;
  }

  /** Whether what is under way was given up. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }
  /** The runner, for what waits for nothing and for which nothing waits. */
  get aside(): Pick<Runner, "ask"> | undefined {
    return this.#runner;
  }

  stop(): void {
    this.#runner?.stop();
    this.#runner = undefined;
  }

  /** Does one thing after the other; a fault of the machine is told, one of ours is thrown on. */
  inTurn<T>(doing: () => Promise<T>): Promise<T | undefined> {
    return this.inTurnQuietly(async () => {
      // Whoever goes on does not wait until a cause is named.
      if (this.#naming) this.#runner?.interrupt?.();
      this.#gaveUp = false;
      this.#news.busy(true);
      try {
        return await doing();
      } catch (error) {
        if (!(error instanceof PlayError)) throw error;
        if (!this.#gaveUp) this.#fails(error.fault);
        return undefined;
      } finally {
        this.#news.busy(false);
      }
    });
  }

  /** The same without a word: whatever comes of it is the caller's. */
  inTurnQuietly<T>(doing: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(doing);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Gives up what is under way: a request that hangs ends at once. */
  interrupt(): void {
    this.#gaveUp = true;
    this.#runner?.interrupt?.();
  }

  async load(playable: Playable): Promise<void> {
    this.#runner ??= await this.#makeRunner();
    const { code, lang, machine, spec, siblings } = playable;
    await this.#runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) });
  }

  ask: Runner["ask"] = (request) => {
    if (!this.#runner) throw new Error("The session has no runner");
    this.#asked = request;
    return this.#runner.ask(request);
  };

  /** A fault is told; of what the processor's clock stopped, the guard or action is named as soon as it is known. */
  #fails(fault: PlayFault): void {
    this.#news.fault(fault);
    const [runner, asked] = [this.#runner, this.#asked];
    const isNamed = fault.guard !== undefined || fault.action !== undefined;
    if (fault.code !== "over-budget" || isNamed || !asked || !runner?.whereIn) return;
    this.#naming = true;
    void runner.whereIn(asked).then((where) => {
      this.#naming = false;
      if (where) this.#news.named(fault, where);
    });
  }
}
