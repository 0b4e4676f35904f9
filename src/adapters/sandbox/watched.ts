import { countWork } from "#core/run/play/countWork.ts";
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
import { freshMark } from "#core/run/play/workCounter.ts";
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
import type { LargeState } from "#adapters/sandbox/largeStates.ts";
import type { RunnerMessage } from "#adapters/sandbox/hearRequests.ts";

/** A worker that was started: how to talk to it and how to end it. */
export interface StartedWorker {
  post(message: RunnerMessage): void;
  end(): void;
  /**
   * Rings when the worker has had so many milliseconds of a processor from now on, as far as can be measured: on a busy computer that is
   * long after as many milliseconds of time. Gives what calls it off.
   */
  alarm(ms: number, ring: () => void): () => void;
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

/** Milliseconds of time for each millisecond of a processor after which a worker is given up, though it had no processor at all. */
const WAIT_PER_MS = 60;

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
/** After the end of a budget: an answer that has come while the page was at something else is heard in it. In milliseconds. */
const GRACE_MS = 50;

/** A runner whose worker may be given up between two requests. */
export interface WatchedRunner extends Runner {
  /**
   * Ends the worker while it has no request; the next request starts another one and gives it the machine again. Answers whether the
   * runner has no worker now: one that is at work keeps it.
   */
  rest(): boolean;
}

/**
 * A runner over a worker that counts what the machine does and says when that is too much, and that is ended when it does not even say so; for the next one a new worker is started and given the
 * machine again. Requests are answered one at a time, in order: each has its whole budget to itself.
 */
export function watchedRunner(
  start: StartWorker,
  { budgetMs, stepMs = budgetMs ?? 1_000, loadMs = 5_000 }: WatchOptions = {},
): WatchedRunner {
  const requestMs = budgetMs ?? 2_000;
  const limitOf = ({ do: kind }: RunnerRequest) =>
    RUNS_MODULE.has(kind) ? loadMs : STEPS.has(kind) ? stepMs : requestMs;
  const replyMs = Math.max(stepMs, requestMs);
  const counted = countingLoads();
  let worker: StartedWorker | undefined;
  let loaded: LoadRequest | undefined;
  let current:
    | {
        readonly id: number;
        readonly request: RunnerRequest;
        /** The machine's code has come to its end; what is left is to tell of it. */
        worked(): void;
        /** What code of the machine comes next. */
        onReport?(at: Whereabouts): void;
        done(reply: RunnerReply): void;
        fail(why: PlayError): void;
      }
    | undefined;
  let lastId = 0;
  let generation = 0;
  let stopped = false;
  let queue: Promise<unknown> = Promise.resolve();
  /** Requests that are under way or wait for their turn. */
  let unanswered = 0;

  /** Large states, by what stands for them here. */
  const large = new WeakMap<object, LargeState>();
  const readReply = (answer: TypeOf<typeof runnerAnswer>, kind: RunnerRequest["do"]): RunnerReply => {
    const reply = checkReply(answer.reply, kind);
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
    const newWorker = await start(
      (content) => {
        const result = readValue(runnerAnswer, content);
        // Nothing but what the runner posts comes this way, unless the machine's code got at its port.
        if (!result.ok)
          return mine === generation
            ? end(died(`The machine's worker said ${faultText(result.fault)}`))
            : undefined;
        const answer = result.value;
        if (mine !== generation || answer.id !== current?.id) return;
        if (answer.worked) return current.worked();
        if (answer.at !== undefined) {
          const at = readText(whereabouts, answer.at);
          return at.ok ? current.onReport?.(at.value) : undefined;
        }
        const { request, done, fail } = current;
        current = undefined;
        try {
          done(readReply(answer, request.do));
        } catch (error) {
          fail(error instanceof PlayError ? error : died(thrownText(error)));
        }
      },
      (why, limit) => {
        if (mine === generation) end(limit ? overBudget(why, limit, current?.request) : died(why));
      },
    );
    // Ended while it came up.
    if (mine !== generation) return void newWorker.end();
    return (worker = newWorker);
  };

  const once = (request: RunnerRequest, onReport?: (at: Whereabouts) => void): Promise<RunnerReply> =>
    new Promise((done, fail) => {
      const id = ++lastId;
      const limit = limitOf(request);
      const clock = requestClock(request, end);
      current = {
        id,
        request,
        worked: () => worker && clock.within(worker, replyMs),
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
      const tell = onReport ? ({ tell: true } as const) : {};
      const work = { step: limit * WORK_PER_MS, telling: replyMs * WORK_PER_MS };
      started().then(
        (to) => {
          if (!to || current?.id !== id) return;
          clock.within(to, limit);
          const { request: countingRequest, ...mark } = counted(request);
          to.post({
            id,
            request: JSON.stringify(countingRequest),
            ...mark,
            ...largeOf(request),
            work,
            ...tell,
          });
        },
        (error: unknown) => end(loadError(error)),
      );
      clock.waitFor(limit);
    });

  const ask = async (request: RunnerRequest): Promise<unknown> => {
    if (stopped) throw wasStopped();
    if (!worker && loaded && !RUNS_MODULE.has(request.do)) {
      const again = await once(loaded);
      if (!again.ok) throw new PlayError(again.fault);
    }
    const reply = await once(request);
    if (!reply.ok) throw new PlayError(reply.fault);
    if (request.do === "load") loaded = request;
    return reply.value;
  };

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    unanswered++;
    const done = queue.then(task).finally(() => unanswered--);
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
      const reply = await once(request, (at) => (last = at));
      return !reply.ok && reply.fault.code === "over-budget" ? placeOf(reply.fault) : undefined;
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
    rest() {
      if (unanswered === 0) end(wasStopped());
      return worker === undefined && unanswered === 0;
    },
    stop() {
      stopped = true;
      end(wasStopped());
    },
  };
}

const placeOf = ({ state, guard, action }: PlayFault): Whereabouts => ({
  ...(state === undefined ? {} : { state }),
  ...(guard === undefined ? {} : { guard }),
  ...(action === undefined ? {} : { action }),
});

/** Watches over the time of one request. */
function requestClock(request: RunnerRequest, end: (why: PlayError) => void) {
  let callOff = (): void => undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let wait: ReturnType<typeof setTimeout> | undefined;
  const stopsAt = (unit: "cpu" | "wait", ms: number) => () => end(tooLong(unit, ms, request));
  /** An answer may be missing for as long as a very busy computer needs. */
  const waitFor = (ms: number) => {
    clearTimeout(wait);
    wait = setTimeout(stopsAt("wait", ms * WAIT_PER_MS), ms * WAIT_PER_MS);
  };
  const stop = () => {
    callOff();
    clearTimeout(grace);
    clearTimeout(wait);
  };
  return {
    waitFor,
    stop,
    /** From now on the worker may take so many milliseconds of a processor. */
    within(worker: StartedWorker, ms: number): void {
      stop();
      waitFor(ms);
      callOff = worker.alarm(ms, () => (grace = setTimeout(stopsAt("cpu", ms), GRACE_MS)));
    },
  };
}

/** Loads, with texts that count their work, and the mark in them. A module is loaded again and again, so the texts of the last load are cached. */
function countingLoads(): (request: RunnerRequest) => {
  readonly request: RunnerRequest;
  readonly mark?: string;
} {
  let last: ReadonlyMap<string, string> = new Map();
  return (request) => {
    if (request.do !== "load" && request.do !== "resolve") return { request };
    const { code, lang, siblings } = request;
    const mark = freshMark([code, ...(siblings?.files.map(({ text }) => text) ?? [])]);
    const current = new Map<string, string>();
    const counted = (text: string, textLang: "ts" | "js"): string => {
      const key = `${mark} ${textLang} ${text}`;
      const result = last.get(key) ?? current.get(key) ?? countWork(text, textLang, mark);
      current.set(key, result);
      return result;
    };
    const countedCode = counted(code, lang);
    const files = siblings?.files.map((file) => ({ ...file, text: counted(file.text, file.lang) }));
    last = current;
    return {
      request: {
        ...request,
        code: countedCode,
        ...(siblings && files ? { siblings: { ...siblings, files } } : {}),
      },
      mark,
    };
  };
}

const tooLong = (unit: "cpu" | "wait", value: number, request: RunnerRequest): PlayError =>
  overBudget(
    unit === "cpu"
      ? `The machine took more than ${value} ms of a processor and was stopped`
      : `The machine did not answer within ${value} ms and was stopped`,
    { unit, value },
    request,
  );
const overBudget = (message: string, limit: WorkLimit, request: RunnerRequest | undefined): PlayError =>
  new PlayError({
    code: "over-budget",
    message,
    limit,
    ...(request?.do === "send" ? { event: request.event.type } : {}),
  });
const died = (message: string): PlayError => new PlayError({ code: "machine-error", message });
const wasStopped = (): PlayError => new PlayError({ code: "not-started", message: "The runner was stopped" });
const loadError = (error: unknown): PlayError =>
  error instanceof PlayError ? error : new PlayError({ code: "load-error", message: thrownText(error) });
