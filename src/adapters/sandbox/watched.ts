import { PlayError, type Outcome, type PlayState } from "#core/run/play.ts";
import type {
  Runner,
  RunnerAnswers,
  RunnerReply,
  RunnerRequest,
  Whereabouts,
} from "#core/run/playRequest.ts";
import { checkReply } from "#adapters/sandbox/checkReply.ts";
import type { LargeState } from "#adapters/sandbox/largeStates.ts";
import type { RunnerAnswer, RunnerMessage } from "#adapters/sandbox/runner.ts";

/** A worker that was started: how to talk to it and how to end it. */
export interface StartedWorker {
  post(message: RunnerMessage): void;
  end(): void;
}

/** Starts a worker. `onAnswer` hears what it says, `onDeath` that it ended by itself and why. */
export type StartWorker = (
  onAnswer: (answer: RunnerAnswer) => void,
  onDeath: (why: string, overBudget?: boolean) => void,
) => StartedWorker | Promise<StartedWorker>;

export interface WatchOptions {
  /** Milliseconds that a request may take; 2,000 when left out. */
  readonly budgetMs?: number;
  /** Milliseconds that the machine's own code may take in one step; the same as `budgetMs` when left out. */
  readonly stepMs?: number;
  /** Milliseconds that loading a module may take, the start of the worker included; 5,000 when left out. */
  readonly loadMs?: number;
}

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
/** The last part of a budget: an answer that has come while the page was at something else is heard in it. In milliseconds. */
const GRACE = 50;

/**
 * A runner over a worker that is ended when a request takes too long; for the next one a new worker is started and given the
 * machine again. Requests are answered one at a time, in order: each has its whole budget to itself.
 */
export function watchedRunner(
  start: StartWorker,
  { budgetMs = 2_000, stepMs = budgetMs, loadMs = 5_000 }: WatchOptions = {},
): Runner {
  let worker: StartedWorker | undefined;
  let loaded: LoadRequest | undefined;
  let current:
    | {
        readonly id: number;
        readonly asked: RunnerRequest["do"];
        /** The machine's code has come to its end; what is left is to tell of it. */
        worked(): void;
        /** What code of the machine comes next. */
        heard?(at: Whereabouts): void;
        done(reply: RunnerReply): void;
        fail(why: PlayError): void;
      }
    | undefined;
  let lastId = 0;
  let generation = 0;
  let stopped = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** Large states, by what stands for them here. */
  const large = new WeakMap<object, LargeState>();
  const readReply = (answer: RunnerAnswer, asked: RunnerRequest["do"]): RunnerReply => {
    const reply = checkReply(answer.reply, asked);
    if (answer.large && reply.ok) large.set((reply.value as Outcome).state.snapshot, answer.large);
    return reply;
  };
  const largeOf = (request: RunnerRequest) => {
    // Whoever asks may hand in anything as a state; the worker says what is wrong with it.
    const state: Partial<PlayState> | null | undefined = "state" in request ? request.state : undefined;
    const found = state?.snapshot && large.get(state.snapshot);
    return found ? { large: found } : {};
  };

  /** Ends the worker, and with it the request that it has. What an ended worker still says is not heard. */
  const end = (why: PlayError): void => {
    generation++;
    worker?.end();
    worker = undefined;
    const failed = current;
    current = undefined;
    failed?.fail(why);
  };

  const started = async (): Promise<StartedWorker | undefined> => {
    if (worker) return worker;
    const mine = ++generation;
    const made = await start(
      (answer) => {
        if (mine !== generation || answer.id !== current?.id) return;
        if (answer.worked) return current.worked();
        if (answer.at !== undefined) return current.heard?.(JSON.parse(answer.at) as Whereabouts);
        const { done } = current;
        const { asked, fail } = current;
        current = undefined;
        try {
          done(readReply(answer, asked));
        } catch (error) {
          fail(error as PlayError);
        }
      },
      (why, tooMuch) => {
        if (mine === generation) end(tooMuch ? overBudget(why) : died(why));
      },
    );
    // Ended while it came up.
    if (mine !== generation) return void made.end();
    return (worker = made);
  };

  const once = (request: RunnerRequest, heard?: (at: Whereabouts) => void): Promise<RunnerReply> =>
    new Promise((done, fail) => {
      const id = ++lastId;
      const began = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const within = (ms: number) => {
        clearTimeout(timer);
        const left = ms - (performance.now() - began);
        const stop = () => end(tooLong(ms, request));
        timer = setTimeout(() => (timer = setTimeout(stop, GRACE)), Math.max(0, left - GRACE));
      };
      within(request.do === "load" ? loadMs : STEPS.has(request.do) ? stepMs : budgetMs);
      current = {
        id,
        asked: request.do,
        worked: () => within(Math.max(stepMs, budgetMs)),
        ...(heard ? { heard } : {}),
        done: (reply) => {
          clearTimeout(timer);
          done(reply);
        },
        fail: (why) => {
          clearTimeout(timer);
          fail(why);
        },
      };
      const tell = heard ? ({ tell: true } as const) : {};
      started().then(
        (to) => to?.post({ id, request: JSON.stringify(request), ...largeOf(request), ...tell }),
        (error: unknown) => end(loadError(error)),
      );
    });

  const ask = async (request: RunnerRequest): Promise<unknown> => {
    if (stopped) throw wasStopped();
    if (!worker && loaded && request.do !== "load") {
      const again = await once(loaded);
      if (!again.ok) throw new PlayError(again.fault);
    }
    const reply = await once(request);
    if (!reply.ok) throw new PlayError(reply.fault);
    if (request.do === "load") loaded = request;
    return reply.value;
  };

  const inTurn = <T>(doing: () => Promise<T>): Promise<T> => {
    const done = queue.then(doing);
    queue = done.catch(() => undefined);
    return done;
  };

  /** Plays a request once more in a worker that tells where it is; that one is ended whatever comes of it. */
  const whereIn = async (request: RunnerRequest): Promise<Whereabouts | undefined> => {
    if (stopped || !loaded) return undefined;
    end(wasStopped());
    let last: Whereabouts | undefined;
    try {
      await once(loaded, () => undefined);
      await once(request, (at) => (last = at));
      return undefined;
    } catch (error) {
      return error instanceof PlayError && error.fault.code === "over-budget" ? last : undefined;
    } finally {
      end(wasStopped());
    }
  };

  return {
    ask<R extends RunnerRequest>(request: R) {
      return inTurn(() => ask(request)) as Promise<RunnerAnswers[R["do"]]>;
    },
    whereIn: (request) => inTurn(() => whereIn(request)),
    interrupt() {
      if (current) end(new PlayError({ code: "not-started", message: "It was interrupted" }));
    },
    stop() {
      stopped = true;
      end(wasStopped());
    },
  };
}

const tooLong = (ms: number, request: RunnerRequest): PlayError =>
  new PlayError({
    code: "over-budget",
    message: `The machine took longer than ${ms} ms and was stopped`,
    ...(request.do === "send" ? { event: request.event.type } : {}),
  });
const overBudget = (message: string): PlayError => new PlayError({ code: "over-budget", message });
const died = (message: string): PlayError => new PlayError({ code: "machine-error", message });
const wasStopped = (): PlayError => new PlayError({ code: "not-started", message: "The runner was stopped" });
const loadError = (error: unknown): PlayError =>
  error instanceof PlayError
    ? error
    : new PlayError({ code: "load-error", message: error instanceof Error ? error.message : String(error) });
