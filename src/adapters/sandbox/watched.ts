import {
  PlayError,
  type Outcome,
  type PlayFault,
  type PlayState,
  type WorkLimit,
} from "#core/run/play/play.ts";
import type {
  Runner,
  RunnerAnswers,
  RunnerReply,
  RunnerRequest,
  Whereabouts,
} from "#core/run/play/playRequest.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import {
  faultText,
  literal,
  number,
  object,
  optional,
  readText,
  readValue,
  string,
  unknown,
  type Schema,
  type TypeOf,
} from "#core/text/schema.ts";
import { checkReply } from "#adapters/sandbox/checkReply.ts";
import { countingLoads } from "#adapters/sandbox/countingLoads.ts";
import type { LargeState } from "#adapters/sandbox/largeStates.ts";
import type { RunnerMessage } from "#adapters/sandbox/hearRequests.ts";
import { overBudget, requestClock, type ProcessorClock } from "#adapters/sandbox/requestClock.ts";

/** A worker that was started: how to talk to it and how to end it. */
export interface StartedWorker extends ProcessorClock {
  post(message: RunnerMessage): void;
  end(): void;
}

/** Starts a worker. `onAnswer` hears what it says, of any form, `onDeath` that it ended by itself and why. */
export type StartWorker = (
  onAnswer: (answer: unknown) => void,
  onDeath: (why: string, limit?: WorkLimit) => void,
) => StartedWorker | Promise<StartedWorker>;

/** All in milliseconds of a processor, each with the work that belongs to it (`WORK_PER_MS`). */
export interface WatchOptions {
  /** What a request may take; 2,000 when left out. */
  readonly budgetMs?: number;
  /** What the machine's own code may take in one step; 1,000 when left out, and as much as `budgetMs` when that is given. */
  readonly stepMs?: number;
  /** What loading a module may take, the start of the worker included; 5,000 when left out. */
  readonly loadMs?: number;
}

/**
 * Rounds of loops and calls of functions that a machine may come to for each millisecond that it may take. Counted work is the limit
 * that is meant, for it is the same everywhere; a round takes 1 to 30 ns, so that it is mostly reached first. The processor's clock
 * is for what cannot be counted (docs/decisions/21-work.md).
 */
export const WORK_PER_MS = 20_000;

/** As the runner says it (`RunnerAnswer`); what the reply is worth is `checkReply`'s to say. */
const runnerAnswer = object({
  id: number,
  reply: unknown,
  large: optional(object({ name: string, text: unknown as Schema<Blob> })),
  worked: optional(literal(true)),
  at: optional(string),
});
const whereabouts: Schema<Whereabouts> = object({
  state: optional(string),
  guard: optional(string),
  action: optional(string),
});

type LoadRequest = Extract<RunnerRequest, { do: "load" }>;

/** Requests that are one step of the play, or the check of one. */
const STEPS: ReadonlySet<RunnerRequest["do"]> = new Set([
  "start",
  "send",
  "can",
  "advance",
  "answer",
  "restore",
]);
/** Requests that bring a module along, and run it first. */
const RUNS_MODULE: ReadonlySet<RunnerRequest["do"]> = new Set(["load", "resolve"]);
/** A runner whose worker may be given up between two requests. */
export interface WatchedRunner extends Runner {
  /**
   * Ends the worker while it has no request; the next request starts another one and gives it the machine again. Answers whether the
   * runner has no worker now: one that is at work keeps it.
   */
  rest(): boolean;
}

/** The request that a worker is at. */
interface CurrentRequest {
  readonly id: number;
  readonly request: RunnerRequest;
  /** The machine's code has come to its end; what is left is to tell of it. */
  worked(): void;
  /** What code of the machine comes next. */
  onReport?(at: Whereabouts): void;
  done(reply: RunnerReply): void;
  fail(why: PlayError): void;
}

/**
 * A runner over a worker that counts what the machine does and says when that is too much. A worker that does not even say so is ended; for
 * the next request a new one is started and given the machine again. Requests are answered one at a time, in order: each has its whole budget
 * to itself.
 */
export function watchedRunner(start: StartWorker, options: WatchOptions = {}): WatchedRunner {
  const runner = new WorkerRunner(start, options);
  return {
    ask: (request) => runner.ask(request),
    whereIn: (request) => runner.whereIn(request),
    interrupt: () => runner.interrupt(),
    rest: () => runner.rest(),
    stop: () => runner.stop(),
  };
}

class WorkerRunner implements WatchedRunner {
  readonly #start: StartWorker;
  readonly #limitOf: (request: RunnerRequest) => number;
  /** Milliseconds in which a reply is put together, when the machine's code has come to its end. */
  readonly #replyMs: number;
  readonly #counted = countingLoads();
  #worker: StartedWorker | undefined;
  #loaded: LoadRequest | undefined;
  #current: CurrentRequest | undefined;
  #lastId = 0;
  /** Counts workers; what an ended one still says is not heard. */
  #generation = 0;
  #stopped = false;
  #queue: Promise<unknown> = Promise.resolve();
  /** Requests that are under way or wait for their turn. */
  #unanswered = 0;
  /** Large states, by what stands for them here. */
  readonly #large = new WeakMap<object, LargeState>();

  constructor(start: StartWorker, { budgetMs, stepMs = budgetMs ?? 1_000, loadMs = 5_000 }: WatchOptions) {
    const requestMs = budgetMs ?? 2_000;
    this.#start = start;
    this.#replyMs = Math.max(stepMs, requestMs);
    this.#limitOf = ({ do: kind }) => (RUNS_MODULE.has(kind) ? loadMs : STEPS.has(kind) ? stepMs : requestMs);
  }

  ask<R extends RunnerRequest>(request: R): Promise<RunnerAnswers[R["do"]]> {
    return this.#inTurn(() => this.#answer(request)) as Promise<RunnerAnswers[R["do"]]>;
  }

  whereIn(request: RunnerRequest): Promise<Whereabouts | undefined> {
    return this.#inTurn(() => this.#whereabouts(request));
  }

  interrupt(): void {
    if (this.#current) this.#end(new PlayError({ code: "not-started", message: "It was interrupted" }));
  }

  rest(): boolean {
    if (this.#unanswered === 0) this.#end(wasStopped());
    return this.#worker === undefined && this.#unanswered === 0;
  }

  stop(): void {
    this.#stopped = true;
    this.#end(wasStopped());
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    this.#unanswered++;
    const done = this.#queue.then(task).finally(() => this.#unanswered--);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #answer(request: RunnerRequest): Promise<unknown> {
    if (this.#stopped) throw wasStopped();
    if (!this.#worker && this.#loaded && !RUNS_MODULE.has(request.do)) {
      const again = await this.#once(this.#loaded);
      if (!again.ok) throw new PlayError(again.fault);
    }
    const reply = await this.#once(request);
    if (!reply.ok) throw new PlayError(reply.fault);
    if (request.do === "load") this.#loaded = request;
    return reply.value;
  }

  /** Plays a request once more in a worker that tells where it is; that one is ended whatever comes of it. */
  async #whereabouts(request: RunnerRequest): Promise<Whereabouts | undefined> {
    if (this.#stopped || !this.#loaded) return undefined;
    this.#end(wasStopped());
    let last: Whereabouts | undefined;
    try {
      await this.#once(this.#loaded, () => undefined);
      const reply = await this.#once(request, (at) => (last = at));
      return !reply.ok && reply.fault.code === "over-budget" ? placeOf(reply.fault) : undefined;
    } catch (error) {
      return error instanceof PlayError && error.fault.code === "over-budget" ? last : undefined;
    } finally {
      this.#end(wasStopped());
    }
  }

  /** Ends the worker, and with it the request that it has. */
  #end(why: PlayError): void {
    this.#generation++;
    this.#worker?.end();
    this.#worker = undefined;
    const failed = this.#current;
    this.#current = undefined;
    failed?.fail(why);
  }

  /** The worker; undefined where it was ended while it came up. */
  async #started(): Promise<StartedWorker | undefined> {
    if (this.#worker) return this.#worker;
    const mine = ++this.#generation;
    const isMine = () => mine === this.#generation;
    const newWorker = await this.#start(
      (content) => void (isMine() && this.#hear(content)),
      (why, limit) => {
        if (isMine()) this.#end(limit ? overBudget(why, limit, this.#current?.request) : died(why));
      },
    );
    if (!isMine()) return void newWorker.end();
    return (this.#worker = newWorker);
  }

  #hear(content: unknown): void {
    const result = readValue(runnerAnswer, content);
    // Nothing but what the runner posts comes this way, unless the machine's code got at its port.
    if (!result.ok) return this.#end(died(`The machine's worker said ${faultText(result.fault)}`));
    const answer = result.value;
    const current = this.#current;
    if (answer.id !== current?.id) return;
    if (answer.worked) return current.worked();
    if (answer.at !== undefined) {
      const at = readText(whereabouts, answer.at);
      return at.ok ? current.onReport?.(at.value) : undefined;
    }
    this.#current = undefined;
    try {
      current.done(this.#readReply(answer, current.request.do));
    } catch (error) {
      current.fail(error instanceof PlayError ? error : died(thrownText(error)));
    }
  }

  #readReply(answer: TypeOf<typeof runnerAnswer>, kind: RunnerRequest["do"]): RunnerReply {
    const reply = checkReply(answer.reply, kind);
    if (answer.large && reply.ok) this.#large.set((reply.value as Outcome).state.snapshot, answer.large);
    return reply;
  }

  #once(request: RunnerRequest, onReport?: (at: Whereabouts) => void): Promise<RunnerReply> {
    return new Promise((done, fail) => {
      const id = ++this.#lastId;
      const limit = this.#limitOf(request);
      const clock = requestClock(request, (why) => this.#end(why));
      this.#current = {
        id,
        request,
        worked: () => this.#worker && clock.within(this.#worker, this.#replyMs),
        ...(onReport ? { onReport } : {}),
        done: (reply) => {
          clock.stop();
          done(reply);
        },
        fail: (why) => {
          clock.stop();
          fail(why);
        },
      };
      this.#started().then(
        (to) => {
          if (!to || this.#current?.id !== id) return;
          clock.within(to, limit);
          to.post({ ...this.#messageOf(id, request, limit), ...(onReport ? { tell: true } : {}) });
        },
        (error: unknown) => this.#end(loadError(error)),
      );
      clock.waitFor(limit);
    });
  }

  #messageOf(id: number, request: RunnerRequest, limit: number): RunnerMessage {
    const { request: countingRequest, ...mark } = this.#counted(request);
    const work = { step: limit * WORK_PER_MS, telling: this.#replyMs * WORK_PER_MS };
    return { id, request: JSON.stringify(countingRequest), ...mark, ...this.#largeOf(request), work };
  }

  #largeOf(request: RunnerRequest): { readonly large?: LargeState } {
    // Whoever asks may hand in anything as a state; the worker says what is wrong with it.
    const state: Partial<PlayState> | null | undefined = "state" in request ? request.state : undefined;
    const large = state?.snapshot && this.#large.get(state.snapshot);
    return large ? { large } : {};
  }
}

const placeOf = ({ state, guard, action }: PlayFault): Whereabouts => ({
  ...(state === undefined ? {} : { state }),
  ...(guard === undefined ? {} : { guard }),
  ...(action === undefined ? {} : { action }),
});

const died = (message: string): PlayError => new PlayError({ code: "machine-error", message });
const wasStopped = (): PlayError => new PlayError({ code: "not-started", message: "The runner was stopped" });
const loadError = (error: unknown): PlayError =>
  error instanceof PlayError ? error : new PlayError({ code: "load-error", message: thrownText(error) });
