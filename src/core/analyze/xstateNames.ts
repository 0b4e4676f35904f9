/** What `xstate` 5.33 exports as values; a test keeps the list in step with the package. */
export const XSTATE_EXPORTS: ReadonlySet<string> = new Set(
  `Actor SimulatedClock SpecialTargets StateMachine StateNode __unsafe_getAllOwnEventDescriptors and assertEvent assign cancel createActor
  createEmptyActor createMachine emit enqueueActions forwardTo fromCallback fromEventObservable fromObservable fromPromise
  fromTransition getInitialMicrosteps getInitialSnapshot getMicrosteps getNextSnapshot getNextTransitions getStateNodes
  initialTransition interpret isMachineSnapshot log mapState matchesState not or pathToStateValue raise sendParent sendTo setup
  spawnChild stateIn stop stopChild toObserver toPromise transition waitFor`.split(/\s+/),
);

/** What `xstate` 4 exported under another name. The empty text: it has no successor of one name. */
export const FORMER_EXPORTS: Readonly<Record<string, string>> = {
  Machine: "createMachine",
  actions: "",
  choose: "enqueueActions",
  createSchema: "",
  doneInvoke: "",
  escalate: "",
  pure: "enqueueActions",
  respond: "sendTo",
  send: "raise",
  sendUpdate: "",
  spawn: "spawnChild",
  start: "spawnChild",
};

/** Names that code may use without declaring them: of the language, the browser, Node and the usual test runners. */
export const GLOBAL_NAMES: ReadonlySet<string> = new Set(
  `undefined NaN Infinity globalThis arguments eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape unescape Object Function Boolean Symbol Error AggregateError EvalError RangeError ReferenceError SyntaxError
  TypeError URIError SuppressedError Number BigInt Math Date String RegExp Array Int8Array Uint8Array Uint8ClampedArray Int16Array
  Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef
  FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView Atomics JSON Promise Reflect Proxy Intl WebAssembly Iterator
  DisposableStack AsyncDisposableStack
  console setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone reportError fetch
  crypto performance atob btoa URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event EventTarget CustomEvent
  MessageChannel MessagePort MessageEvent BroadcastChannel Blob File FileReader FormData Headers Request Response ReadableStream
  WritableStream TransformStream WebSocket EventSource Worker SharedWorker XMLHttpRequest DOMException Crypto CompressionStream
  DecompressionStream caches indexedDB navigator
  window document self location history localStorage sessionStorage screen parent top frames alert confirm prompt open close print
  getComputedStyle matchMedia requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback addEventListener
  removeEventListener dispatchEvent postMessage scrollTo scrollBy scroll innerWidth innerHeight devicePixelRatio customElements
  Node Element HTMLElement HTMLInputElement HTMLVideoElement HTMLAudioElement HTMLCanvasElement SVGElement Document DocumentFragment
  Window Image Audio AudioContext MediaRecorder MediaStream MediaSource Notification IntersectionObserver MutationObserver
  ResizeObserver PerformanceObserver KeyboardEvent MouseEvent PointerEvent TouchEvent FocusEvent InputEvent DragEvent WheelEvent
  ClipboardEvent ClipboardItem StorageEvent PopStateEvent ErrorEvent PromiseRejectionEvent CSS DOMParser DOMRect DOMMatrix XMLSerializer Range
  Selection SpeechSynthesisUtterance speechSynthesis RTCPeerConnection RTCSessionDescription RTCIceCandidate OffscreenCanvas Path2D
  ImageData createImageBitmap NodeFilter HTMLDialogElement HTMLButtonElement HTMLFormElement HTMLIFrameElement
  require module exports __dirname __filename process Buffer global Deno Bun
  describe it test expect suite beforeEach afterEach beforeAll afterAll before after vi jest assert chai cy Cypress fixture xit xdescribe
  XState`.split(/\s+/),
);
