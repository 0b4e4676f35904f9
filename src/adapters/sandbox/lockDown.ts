import { withoutCounting, type WorkMeter } from "#core/run/play/workCounter.ts";

/**
 * Globals that a rules machine has no business with: ways out of the worker, ways to keep things, ways to do something later.
 * What a sandbox must forbid is forbidden from outside (opaque origin, content policy, empty environment); this is a second
 * line, and it makes a careless module fail at once instead of half working.
 */
const REMOVED_GLOBALS = [
  [
    "postMessage",
    "onmessage",
    "onmessageerror",
    "addEventListener",
    "removeEventListener",
    "dispatchEvent",
    "close",
    "reportError",
  ],
  ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "importScripts"],
  ["Worker", "SharedWorker", "MessageChannel", "MessagePort", "BroadcastChannel", "RTCPeerConnection"],
  [
    "indexedDB",
    "caches",
    "cookieStore",
    "localStorage",
    "sessionStorage",
    "navigator",
    "location",
    "Notification",
  ],
  [
    "setTimeout",
    "setInterval",
    "setImmediate",
    "queueMicrotask",
    "requestAnimationFrame",
    "scheduler",
    "FinalizationRegistry",
  ],
  ["require", "module", "exports", "process", "Buffer", "__filename", "__dirname", "WebAssembly", "Atomics"],
].flat();

/** Takes those globals away for good, wherever on the global object's prototypes they stand, and silences the console. */
export function lockDown(): void {
  for (const name of REMOVED_GLOBALS) {
    for (let owner: object | null = globalThis; owner; owner = Object.getPrototypeOf(owner) as object | null)
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    // What cannot be deleted is covered; what cannot be covered either is the outer walls' to stop.
    if (name in globalThis)
      Reflect.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
  }
  const silent = () => undefined;
  for (const name of Object.keys(console))
    if (typeof console[name as "log"] === "function") console[name as "log"] = silent;
}

/** Functions give their text as their author wrote it: what counts their work is not seen in it, nor is this function itself. */
export function hideCounting(meter: Pick<WorkMeter, "mark">): void {
  const prototype = Function.prototype as { toString(this: unknown): string };
  const native = prototype.toString;
  const textOf = native.call.bind(native) as (of: unknown) => string;
  const replacement = {
    toString(this: unknown): string {
      return withoutCounting(textOf(this === replacement.toString ? native : this), meter.mark);
    },
  };
  Object.defineProperty(prototype, "toString", { value: replacement.toString, enumerable: false });
}
