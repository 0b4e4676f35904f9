import type { RunnerReply, RunnerRequest } from "#core/run/playRequest.ts";
import { parseJson } from "#core/text/json.ts";
import { answerer } from "#adapters/sandbox/answer.ts";
import { lockDown } from "#adapters/sandbox/lockDown.ts";

/**
 * What runs inside the worker, in a browser (a blob worker of an opaque-origin frame) and in Node (a worker thread) alike. It takes
 * `{ id, request }` and gives `{ id, reply }`; values cross as JSON texts, so that nothing but data does.
 */
export interface RunnerMessage {
  readonly id: number;
  readonly request: string;
}
export interface RunnerAnswer {
  readonly id: number;
  readonly reply: string;
}

/** How the worker hears and speaks. `nodeRunner.ts` puts one under `runnerPort`; a browser's worker is one itself. */
export interface RunnerPort {
  post(answer: RunnerAnswer): void;
  listen(listener: (message: RunnerMessage) => void): void;
}

const scope = globalThis as unknown as { runnerPort?: RunnerPort };
const port: RunnerPort = scope.runnerPort ?? workerPort(globalThis as unknown as WorkerLike);
delete scope.runnerPort;

interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: RunnerMessage }) => void): void;
}
function workerPort(worker: WorkerLike): RunnerPort {
  // Bound now: the machine's code will not find them, nor be able to put others in their place.
  const post = worker.postMessage.bind(worker);
  const add = worker.addEventListener.bind(worker);
  return { post, listen: (listener) => add("message", (event) => listener(event.data)) };
}

const answer = answerer();
const { stringify } = JSON;
port.listen(({ id, request }) => {
  const reply: RunnerReply = answer(parseJson(request) as unknown as RunnerRequest);
  port.post({ id, reply: stringify(reply) });
});
lockDown();
