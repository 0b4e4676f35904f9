import { parseJson } from "#core/text/json.ts";
import { workMeter } from "#core/run/play/workCounter.ts";
import { hearRequests, type RunnerPort } from "#adapters/sandbox/hearRequests.ts";
import { largeStates, type Means } from "#adapters/sandbox/largeStates.ts";
import { hideCounting, lockDown } from "#adapters/sandbox/lockDown.ts";

/**
 * What runs inside the worker, in a browser (a blob worker of an opaque-origin frame) and in Node (a process) alike. It takes
 * `{ id, request }` and gives `{ id, reply }`; values cross as JSON texts, so that nothing but data does. In a browser large states
 * go beside them (`largeStates.ts`).
 */
const scope = globalThis as unknown as { runnerPort?: RunnerPort };
const { stringify } = JSON;
/** On the command line states cross whole: nobody waits for a picture there, and programs want all of it. */
const large = scope.runnerPort ? undefined : largeStates(meansOf(globalThis as unknown as WorkerLike));
const port: RunnerPort = scope.runnerPort ?? workerPort(globalThis as unknown as WorkerLike);
delete scope.runnerPort;

interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  readonly Blob: new (parts: string[]) => Blob;
  readonly FileReaderSync: new () => { readAsText(blob: Blob): string };
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
}
function workerPort(worker: WorkerLike): RunnerPort {
  // Bound now: the machine's code will not find them, nor be able to put others in their place.
  const post = worker.postMessage.bind(worker);
  const add = worker.addEventListener.bind(worker);
  return { post, listen: (listener) => add("message", (event) => listener(event.data)) };
}
function meansOf({ Blob: BlobOf, FileReaderSync, crypto }: WorkerLike): Means {
  const reader = new FileReaderSync();
  return {
    stringify,
    parse: parseJson,
    toBlob: (text) => new BlobOf([text]),
    toText: (blob) => reader.readAsText(blob),
    newName: () => crypto.getRandomValues(new Uint8Array(16)).join("-"),
  };
}

const meter = workMeter();
hearRequests(port, large, meter);
hideCounting(meter);
lockDown();
