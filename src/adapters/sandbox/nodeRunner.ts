import { Worker } from "node:worker_threads";
import type { Runner } from "#core/run/playRequest.ts";
import { watchedRunner, type WatchOptions } from "#adapters/sandbox/watched.ts";
import code from "#adapters/sandbox/runner.ts?sandbox";

/**
 * Runs before the runner: gives it its port (`RunnerPort`), by the `require` that Node hands to a worker made from text. A promise
 * that machine code left rejected has had its answer: it must not end the worker in the middle of the next one.
 */
const prelude = `(() => {
  const { parentPort } = require("node:worker_threads");
  process.on("unhandledRejection", () => undefined);
  globalThis.runnerPort = { post: (answer) => parentPort.postMessage(answer), listen: (listener) => parentPort.on("message", listener) };
})();
`;

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
    worker.on("message", onAnswer);
    worker.on("error", (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? onDeath(`The machine took more than ${MEMORY_MB} MB of memory and was stopped`, true)
        : onDeath(`The machine ended its worker: ${error.message}`),
    );
    worker.on("exit", () => onDeath("The machine ended its worker"));
    // A play that nobody waits for must not keep the process alive; one that is waited for has its watchdog's timer.
    worker.unref();
    return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
  }, options);
}
