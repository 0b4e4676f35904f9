import { closeSync, openSync, readSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Runner } from "#core/run/playRequest.ts";
import { watchedRunner, type WatchOptions } from "#adapters/sandbox/watched.ts";
import { nullable, object, readValue, string } from "#core/text/schema.ts";
import code from "#adapters/sandbox/runner.ts?sandbox";

/**
 * Runs before the runner: says which thread it is, where the system tells that, and gives the runner its port (`RunnerPort`), by the
 * `require` that Node hands to a worker made from text. A promise that machine code left rejected has had its answer: it must not end
 * the worker in the middle of the next one.
 */
const prelude = `(() => {
  const { parentPort } = require("node:worker_threads");
  process.on("unhandledRejection", () => undefined);
  let thread = null;
  try { thread = require("node:fs").readlinkSync("/proc/thread-self"); } catch {}
  parentPort.postMessage({ thread });
  globalThis.runnerPort = { post: (answer) => parentPort.postMessage(answer), listen: (listener) => parentPort.on("message", listener) };
})();
`;

/** How often at most the processor's clock is read, in milliseconds. */
const READ_MS = 10;

/** The milliseconds of a processor that something has had. */
interface CpuClock {
  read(): number;
  close(): void;
}

/** Of a thread that has not said which it is, or has ended. */
const NO_CLOCK: CpuClock = { read: () => 0, close: () => undefined };

/**
 * The clock of a thread of this process. Where the system does not tell that of threads it is that of the process, whose other threads
 * do little meanwhile: on a busy computer they stand still as the thread does.
 */
function clockOf(thread: string | null): CpuClock {
  const own = thread === null ? undefined : threadClock(thread);
  if (own) return own;
  const before = process.cpuUsage();
  return {
    read() {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    },
    close: () => undefined,
  };
}

/** Linux tells the nanoseconds that a thread was on a processor. Undefined on a system, or a version of it, that does not. */
function threadClock(thread: string): CpuClock | undefined {
  try {
    // Kept open: it is read twice in each request.
    const file = openSync(`/proc/${thread}/schedstat`, "r");
    const text = Buffer.alloc(64);
    let last = 0;
    const read = (): number => {
      try {
        return (last =
          parseInt(text.toString("latin1", 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6);
      } catch {
        // The thread has ended.
        return last;
      }
    };
    if (read() > 0) return { read, close: () => closeSync(file) };
    closeSync(file);
    return undefined;
  } catch {
    return undefined;
  }
}

/** What the prelude posts: which thread of the system the worker is. */
const threadMessage = object({ thread: nullable(string) });

/** Most memory that a machine's worker may take, in MB. */
const MEMORY_MB = 256;

/**
 * A runner in a worker thread: it can be stopped, has an empty environment, no output and bounded memory, but it is no jail
 * (DECISIONS 4). It runs only what the person named on the command line, as `node FILE` would.
 */
export function nodeRunner(options: WatchOptions = {}): Runner {
  return watchedRunner((onAnswer, onDeath) => {
    const worker = new Worker(prelude + code, {
      eval: true,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    });
    // Until the worker says which thread it is nothing of its work is known.
    let clock = NO_CLOCK;
    worker.on("message", (said: unknown) => {
      const read = readValue(threadMessage, said);
      if (read.ok) clock = clockOf(read.value.thread);
      else onAnswer(said);
    });
    worker.on("error", (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? onDeath(`The machine took more than ${MEMORY_MB} MB of memory and was stopped`, {
            unit: "memory",
            value: MEMORY_MB,
          })
        : onDeath(`The machine ended its worker: ${error.message}`),
    );
    worker.on("exit", () => {
      clock.close();
      clock = NO_CLOCK;
      onDeath("The machine ended its worker");
    });
    // A play that nobody waits for must not keep the process alive; one that is waited for has its watchdog's timer.
    worker.unref();
    return {
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      alarm: (ms, ring) => {
        const from = clock.read();
        let timer: ReturnType<typeof setTimeout>;
        const lookIn = (left: number) => (timer = setTimeout(look, Math.max(left, READ_MS)));
        const look = () => {
          const left = ms - (clock.read() - from);
          if (left > 0) lookIn(left);
          else ring();
        };
        lookIn(ms);
        return () => clearTimeout(timer);
      },
    };
  }, options);
}
