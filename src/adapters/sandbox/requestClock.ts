import { PlayError, type WorkLimit } from "#core/run/play/play.ts";
import type { RunnerRequest } from "#core/run/play/playRequest.ts";

/** Milliseconds of time for each millisecond of a processor after which a worker is given up, though it had no processor at all. */
const WAIT_PER_MS = 60;

/** After the end of a budget: an answer that has come while the page was at something else is heard in it. In milliseconds. */
const GRACE_MS = 50;

/** What tells how long code has had a processor. */
export interface ProcessorClock {
  /**
   * Rings when the worker has had so many milliseconds of a processor from now on, as far as can be measured: on a busy computer that is
   * long after as many milliseconds of time. Gives what calls it off.
   */
  alarm(ms: number, ring: () => void): () => void;
}

/** Watches over the time of one request. @param end is called with the fault when it took too long */
export function requestClock(request: RunnerRequest, end: (why: PlayError) => void) {
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
    within(worker: ProcessorClock, ms: number): void {
      stop();
      waitFor(ms);
      callOff = worker.alarm(ms, () => (grace = setTimeout(stopsAt("cpu", ms), GRACE_MS)));
    },
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
/** The fault of a request that came to a limit. */
export const overBudget = (
  message: string,
  limit: WorkLimit,
  request: RunnerRequest | undefined,
): PlayError =>
  new PlayError({
    code: "over-budget",
    message,
    limit,
    ...(request?.do === "send" ? { event: request.event.type } : {}),
  });
