import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import type { WorkLimit } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { watchedRunner, type WatchOptions } from "#adapters/sandbox/watched.ts";
import { number, object, readText, readValue, unknown } from "#core/text/schema.ts";
import code from "#adapters/sandbox/runner.ts?sandbox";

/** What a machine's values may take of the engine's heap, in MB. The engine ends its process beyond it. */
const HEAP_MB = 256;
/** What the whole process of a machine may take, in MB: typed arrays and buffers lie outside of the heap. */
const PROCESS_MB = 512;
/** Milliseconds between two looks at a process that is at work. */
const LOOK_MS = 20;
/** The number of the stream on which a process reports while it is at work. Node opens it for nothing else, so that a write waits for its reader. */
const REPORT_FD = 3;
/** What the monitor writes before it ends a process that has taken too much. */
const TOO_LARGE = "process too large";

/**
 * Runs beside the machine, in a thread of its own, as the machine's thread hears nothing while it is at work. While a request is under
 * way it writes how many milliseconds of a processor the process has had, and ends the process when that is too large, or when nobody is
 * left who would read: an endless machine must not outlive the command that started it.
 */
const monitor = `
const { workerData: isBusy } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const end = () => process.kill(process.pid, "SIGKILL");
const write = (line) => {
  try { writeSync(${REPORT_FD}, line + "\\n"); } catch { end(); }
};
for (;;) {
  Atomics.wait(isBusy, 0, 0);
  Atomics.wait(isBusy, 0, 1, ${LOOK_MS});
  if (Atomics.load(isBusy, 0) === 0) continue;
  if (process.memoryUsage.rss() > ${PROCESS_MB * 2 ** 20}) { write(${JSON.stringify(TOO_LARGE)}); end(); }
  const { user, system } = process.cpuUsage();
  write("cpu " + (user + system) / 1000);
}
`;

/**
 * What the process starts with: it has the monitor started and waits for the runner's text, to which it gives a port (`RunnerPort`).
 * What code comes next is written at once, for the process may come to nothing after it: a channel of Node keeps back what is more
 * than it can hold until the thread rests.
 * A promise that machine code left rejected, or what it throws later on, has had its answer: it must not end the process in the middle of
 * the next one. Ctrl+C is for the command, which ends this process when it ends. Node makes its modules globals in a script that is
 * given as an argument; a machine has none.
 */
const prelude = `(() => {
  const { Worker } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  const { stringify } = JSON;
  const web = { process, console, crypto: require("node:crypto").webcrypto };
  for (const name of require("node:module").builtinModules) delete globalThis[name];
  for (const name in web) Object.defineProperty(globalThis, name, { value: web[name], writable: true, configurable: true });
  const isBusy = new Int32Array(new SharedArrayBuffer(4));
  const { store, notify } = Atomics;
  new Worker(${JSON.stringify(monitor)}, { eval: true, workerData: isBusy }).unref();
  const { cpuUsage } = process;
  const send = process.send.bind(process);
  for (const name of ["unhandledRejection", "uncaughtException", "SIGINT"]) process.on(name, () => undefined);
  process.on("disconnect", () => process.exit());
  globalThis.runnerPort = {
    post: (answer) => {
      if (answer.at !== undefined) return writeSync(${REPORT_FD}, "at " + stringify(answer) + "\\n");
      const { user, system } = cpuUsage();
      send({ cpuMs: (user + system) / 1000, answer });
    },
    listen: (listener) => process.on("message", (message) => {
      store(isBusy, 0, 1);
      notify(isBusy, 0);
      try { listener(message); } finally { store(isBusy, 0, 0); }
    }),
  };
  process.once("message", (text) => (0, eval)(text));
})();
`;

/** The limit of memory that a process had reached when it wrote this line; V8 says so in several ways as it ends the process. */
const memoryLimitIn = (line: string): WorkLimit | undefined =>
  line === TOO_LARGE
    ? { unit: "memory", value: PROCESS_MB }
    : /fatal.*(?:memory|invalid size)/i.test(line)
      ? { unit: "memory", value: HEAP_MB }
      : undefined;

function onLine(stream: Socket, listener: (line: string) => void): void {
  let unended = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (unended + text).split("\n");
    unended = lines.pop() ?? "";
    lines.forEach(listener);
  });
}

/** What the process posts: an answer of the runner, and the milliseconds of a processor that it has had until then. */
const processMessage = object({ cpuMs: number, answer: unknown });

/**
 * A runner in a process of its own: it can be stopped, has an empty environment, no output and bounded memory, but it is no jail
 * (DECISIONS 4). It runs only what the person named on the command line, as `node FILE` would. A thread would not do: beyond its limit
 * of memory V8 ends the process that the thread is in, unless the allocation is a small one.
 */
export function nodeRunner(options: WatchOptions = {}): Runner {
  return watchedRunner((onAnswer, onDeath) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, "--max-semi-space-size=16", "--eval", prelude],
      {
        stdio: ["ignore", "ignore", "pipe", "pipe", "ipc"],
        serialization: "advanced",
        env: {},
        // The folder that the command is run in may be removed meanwhile.
        cwd: dirname(process.execPath),
        windowsHide: true,
      },
    );
    /** Milliseconds of processor time, as the process last reported. */
    let cpuMs = 0;
    let memoryLimit: WorkLimit | undefined;
    const streams = [child.stderr, child.stdio[REPORT_FD]] as Socket[];
    for (const stream of streams)
      onLine(stream, (line) => {
        if (line.startsWith("cpu ")) cpuMs = Math.max(cpuMs, Number(line.slice(4)));
        else if (line.startsWith("at ")) {
          const report = readText(unknown, line.slice(3));
          if (report.ok) onAnswer(report.value);
        } else memoryLimit ??= memoryLimitIn(line);
      });
    child.on("message", (content: unknown) => {
      const result = readValue(processMessage, content);
      if (!result.ok) return onAnswer(content);
      ({ cpuMs } = result.value);
      onAnswer(result.value.answer);
    });
    child.on("error", (error) => onDeath(`The machine's process could not be started: ${error.message}`));
    child.on("close", (exitCode, signal) => {
      if (memoryLimit)
        onDeath(`The machine took more than ${memoryLimit.value} MB of memory and was stopped`, memoryLimit);
      else onDeath(`The machine's process ended (${signal ?? `exit code ${exitCode}`})`);
    });
    const post = (message: object | string) => void child.send(message, () => undefined);
    post(code);
    // A play that nobody waits for must not keep the command alive; one that is waited for has its watchdog's timer.
    child.unref();
    child.channel?.unref();
    for (const stream of streams) stream.unref();
    return {
      post,
      end: () => void child.kill("SIGKILL"),
      alarm: (ms, ring) => {
        const from = cpuMs;
        let timer: ReturnType<typeof setTimeout>;
        const lookIn = (remainingMs: number) => (timer = setTimeout(look, Math.max(remainingMs, LOOK_MS)));
        const look = () => {
          const remainingMs = ms - (cpuMs - from);
          if (remainingMs > 0) lookIn(remainingMs);
          else ring();
        };
        lookIn(ms);
        return () => clearTimeout(timer);
      },
    };
  }, options);
}
