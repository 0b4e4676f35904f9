import { PlayError, type Outcome, type PlayState } from "#core/run/play.ts";
import type { Runner, RunnerAnswers, RunnerReply, RunnerRequest } from "#core/run/playRequest.ts";
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
  /** Milliseconds that loading a module may take, the start of the worker included; 5,000 when left out. */
  readonly loadMs?: number;
}

type LoadRequest = Extract<RunnerRequest, { do: "load" }>;

/**
 * A runner over a worker that is ended when a request takes too long; for the next one a new worker is started and given the
 * machine again. Requests are answered one at a time, in order: each has its whole budget to itself.
 */
export function watchedRunner(
  start: StartWorker,
  { budgetMs = 2_000, loadMs = 5_000 }: WatchOptions = {},
): Runner {
  let worker: StartedWorker | undefined;
  let loaded: LoadRequest | undefined;
  let current:
    | {
        readonly id: number;
        readonly asked: RunnerRequest["do"];
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

  const once = (request: RunnerRequest): Promise<RunnerReply> =>
    new Promise((done, fail) => {
      const id = ++lastId;
      const ms = request.do === "load" ? loadMs : budgetMs;
      const timer = setTimeout(
        () => end(overBudget(`The machine took longer than ${ms} ms and was stopped`)),
        ms,
      );
      current = {
        id,
        asked: request.do,
        done: (reply) => {
          clearTimeout(timer);
          done(reply);
        },
        fail: (why) => {
          clearTimeout(timer);
          fail(why);
        },
      };
      started().then(
        (to) => to?.post({ id, request: JSON.stringify(request), ...largeOf(request) }),
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

  return {
    ask<R extends RunnerRequest>(request: R) {
      const answer = queue.then(() => ask(request));
      queue = answer.catch(() => undefined);
      return answer as Promise<RunnerAnswers[R["do"]]>;
    },
    stop() {
      stopped = true;
      end(wasStopped());
    },
  };
}

const overBudget = (message: string): PlayError => new PlayError({ code: "over-budget", message });
const died = (message: string): PlayError => new PlayError({ code: "machine-error", message });
const wasStopped = (): PlayError => new PlayError({ code: "not-started", message: "The runner was stopped" });
const loadError = (error: unknown): PlayError =>
  error instanceof PlayError
    ? error
    : new PlayError({ code: "load-error", message: error instanceof Error ? error.message : String(error) });
