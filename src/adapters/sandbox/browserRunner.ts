import type { Runner } from "#core/run/play/playRequest.ts";
import { watchedRunner, type WatchedRunner, type WatchOptions } from "#adapters/sandbox/watched.ts";
import { openFrame, startInFrame } from "#adapters/sandbox/sandboxFrame.ts";

/** Sandbox frames of a page: one for the run, one for the scenarios that are replayed beside it. */
const MAX_FRAMES = 2;
/** Milliseconds after the last request in which a machine still has its frame. Another one costs a tenth of a second then. */
const REST_MS = 20_000;

/** Runners that have a frame, the one with the newest request at the end. */
const framed = new Set<WatchedRunner>();

/** Takes frames from the runners with the oldest requests; a runner that is at work keeps its frame until it is done. */
function takeFrames(): void {
  for (const runner of framed) {
    if (framed.size <= MAX_FRAMES) return;
    runner.rest();
  }
}

export interface BrowserRunnerOptions extends WatchOptions {
  /** Milliseconds after the last request in which the frame stays. */
  readonly restMs?: number;
}

/**
 * A runner in the browser: a worker inside a frame of an opaque origin (`sandbox="allow-scripts"`), with a policy that lets
 * nothing out. The page stays responsive whatever the machine does; a request that takes too long ends the worker.
 *
 * The frame comes with a request and goes some time after the last one, or when more machines are played than may have one: a request
 * carries the state that it works from, so the next one goes on in another frame.
 */
export async function browserRunner({
  restMs = REST_MS,
  ...options
}: BrowserRunnerOptions = {}): Promise<Runner> {
  const { default: code } = await import("#adapters/sandbox/runner.ts?sandbox");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runner = watchedRunner(async (onAnswer, onDeath) => {
    const frame = await openFrame();
    framed.add(runner);
    takeFrames();
    const worker = await startInFrame(frame, code, onAnswer, onDeath);
    const end = () => {
      framed.delete(runner);
      worker.end();
      frame.remove();
    };
    return { ...worker, end };
  }, options);
  /** The frame is needed until the answer is there, and a while longer. */
  const during = async <T>(answer: Promise<T>): Promise<T> => {
    clearTimeout(timer);
    if (framed.delete(runner)) framed.add(runner);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      timer = setTimeout(runner.rest, restMs);
      takeFrames();
    }
  };
  return {
    ask: (request) => during(runner.ask(request)),
    ...(runner.whereIn && { whereIn: (request) => during(runner.whereIn!(request)) }),
    ...(runner.interrupt && { interrupt: runner.interrupt }),
    stop: runner.stop,
  };
}
