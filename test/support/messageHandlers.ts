import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import type { Failure } from "#core/diagnostic/failure.ts";
import { connect } from "#core/inspect/connect.ts";
import { readDefinition } from "#core/inspect/definition.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import { StoreError } from "#core/project/store.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { RunnerRequest } from "#core/run/play/playRequest.ts";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { relayLine } from "#adapters/inspect/relayLine.ts";
import { windowLine } from "#adapters/inspect/windowLine.ts";
import { hearRequests } from "#adapters/sandbox/hearRequests.ts";
import type { RunnerAnswer } from "#adapters/sandbox/hearRequests.ts";
import { watchedRunner } from "#adapters/sandbox/watched.ts";
import { serve } from "#adapters/server/serve.ts";
import { serverStore } from "#adapters/storage/serverStore.ts";
import { editBatch } from "#cli/edit/batch.ts";
import { readingJudge } from "#cli/edit/judge.ts";
import { playStdio } from "#cli/play/stdio.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";

/** A place where messages of others come in, and what is tried on it. */
export interface MessageHandler {
  readonly name: string;
  /**
   * Sends it so many messages made by chance.
   * @returns what went wrong, each with the message that did it; empty when all were answered or let be
   */
  attack(seed: number, count: number): Promise<readonly string[]>;
}

const machine = `import { setup } from "xstate";
export const machine = setup({ guards: { open: ({ context }) => context.n < 3 } }).createMachine({
  id: "lamp", context: { n: 0, list: [1] }, initial: "off",
  states: { off: { on: { FLIP: { target: "on", guard: "open" } } }, on: { after: { 1000: "off" }, on: { FLIP: "off" } } },
});
`;
const brief = (value: unknown): string => {
  try {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text === undefined ? typeof value : text.slice(0, 400);
  } catch {
    return `a value without text (${typeof value})`;
  }
};
const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : brief(error);

/** Notes what a handler throws. */
function tries(faults: string[]) {
  return (message: unknown, handle: () => void) => {
    try {
      handle();
    } catch (error) {
      faults.push(`${errorText(error)} at ${brief(message)}`);
    }
  };
}
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

// ---- the server ----

const file = { name: "machine", text: machine };
const bodies: readonly (readonly [verb: string, body: object])[] = [
  ["list", {}],
  ["read", { game: "lamp" }],
  ["siblings", { game: "lamp" }],
  ["others", {}],
  ["save", { game: "lamp", changes: [{ name: "layout", text: "{}", base: null }] }],
  ["create", { game: "other", files: [file] }],
  ["rename", { game: "other", to: "third" }],
  ["duplicate", { game: "lamp", to: "fourth" }],
  ["remove", { game: "fourth" }],
  ["inspect", { do: "join", code: "123456", foreign: ["lamp"] }],
  ["inspect", { do: "take", trace: 1 }],
  ["session", {}],
];

const api: MessageHandler = {
  name: "server, calls of the page",
  async attack(seed, count) {
    const root = await mkdtemp(join(tmpdir(), "turnwright-messages-"));
    await writeFile(join(root, "index.html"), "<!doctype html><html><head></head></html>");
    const faults: string[] = [];
    const workspace = await openWorkspace(root);
    await workspace.create("lamp", [file]);
    const failed = ({ place, message }: Failure) =>
      faults.push(`told as a fault of ours (${place}): ${message}`);
    const serving = await serve({ store: workspace, place: root, studioDir: root, port: 0, failed });
    const port = Number(new URL(serving.url).port);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const messages = foreignMessages(
      seed,
      bodies.map(([, body]) => body),
    );
    const call = (verb: string, body: Uint8Array) =>
      new Promise<void>((done) => {
        const secret =
          verb === "session" ? { "x-turnwright-key": serving.key } : { "x-turnwright-token": serving.token };
        const headers = { "content-type": "application/json", "sec-fetch-site": "none", ...secret };
        const sent = request(
          { host: "127.0.0.1", port, agent, method: "POST", path: `/api/${verb}`, headers },
          (answer) => {
            const { statusCode = 0 } = answer;
            if (statusCode >= 500)
              faults.push(`${statusCode} for ${verb} ${brief(new TextDecoder().decode(body))}`);
            answer.resume().once("end", done);
          },
        );
        sent.once("error", (error) => {
          faults.push(`${verb} broke off: ${errorText(error)}`);
          done();
        });
        sent.end(body);
      });
    /** Bytes that may be no HTTP at all: the connection may close, the server goes on. */
    const raw = (bytes: Uint8Array) =>
      new Promise<void>((done) => {
        const socket = connectTcp(port, "127.0.0.1", () => socket.end(bytes));
        socket.setTimeout(2_000, () => socket.destroy());
        socket.resume().once("error", () => undefined);
        socket.once("close", () => done());
      });
    try {
      for (let i = 0; i < count; i += 8)
        await Promise.all(
          Array.from({ length: Math.min(8, count - i) }, (_, j) => {
            if ((i + j) % 50 === 49) return raw(rawRequest(messages.bytes(), port));
            const [verb, valid] = bodies[(i + j) % bodies.length]!;
            // Now and then what is right, so that there are games to be spoken of.
            return call(verb, j === 0 ? new TextEncoder().encode(JSON.stringify(valid)) : messages.bytes());
          }),
        );
      await call("list", new TextEncoder().encode("{}"));
    } finally {
      agent.destroy();
      await serving.close();
      await workspace.close();
      await rm(root, { recursive: true, force: true });
    }
    return faults;
  },
};
/** A request whose path, range and headers are noise. */
function rawRequest(bytes: Uint8Array, port: number): Uint8Array {
  const noise = Array.from(bytes.slice(0, 60), (byte) => String.fromCharCode(byte)).join("");
  const line = noise.replace(/[\r\n]/g, " ");
  return new TextEncoder().encode(
    `${noise.length % 2 ? "GET" : line.slice(0, 5)} /${line.slice(5, 20)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nrange: bytes=${line.slice(20, 30)}\r\nif-none-match: ${line}\r\nconnection: close\r\n\r\n${noise}`,
  );
}

// ---- the page: its server ----

const game = {
  id: "lamp",
  title: { en: "Lamp" },
  files: [{ name: "machine", hash: "sha256:0" }],
  place: "/x/lamp",
  path: "machines/lamp.machine.ts",
  machines: ["lamp"],
};
const answers: readonly unknown[] = [
  [game],
  [{ name: "machine", hash: "sha256:0", text: machine }],
  { ok: true, files: [{ name: "machine", hash: "sha256:0" }] },
  { ok: false, code: "stale", theirs: [{ name: "machine", text: null, hash: null }] },
  { code: "refused", message: "no", facts: { file: "a" } },
  { address: "x", asking: ["1"], joined: 0, apps: 1, traces: [{ trace: 1, game: "a", scenario: "{}" }] },
  [{ path: "a.ts", text: "" }],
  ["a.ts"],
];
const lines: readonly unknown[] = [
  { ready: true },
  { inspector: true },
  { failure: { place: "call", message: "x" } },
  { game: "lamp", files: [{ name: "machine", hash: "sha256:1" }], removed: ["layout"] },
  { game: "lamp", files: [], removed: [], siblings: true },
];

const pageAnswers: MessageHandler = {
  name: "page, answers of its server",
  async attack(seed, count) {
    const faults: string[] = [];
    const messages = foreignMessages(seed, answers);
    let body: Uint8Array = new Uint8Array();
    let status = 200;
    const store = serverStore({
      token: () => "t",
      fetch: (() => Promise.resolve(new Response(body.slice(), { status }))) as typeof fetch,
    });
    const calls: readonly (() => Promise<unknown>)[] = [
      () => store.list(),
      () => store.read("lamp"),
      () => store.save("lamp", []),
      () => store.create("lamp", []),
      () => store.rename("lamp", "b"),
      () => store.duplicate("lamp", "b"),
      () => store.remove("lamp"),
      () => store.siblings("lamp"),
      () => store.others(),
      () => store.inspector.ask({ do: "look" }),
    ];
    for (let i = 0; i < count; i++) {
      body = messages.bytes();
      status = i % 5 === 0 ? 409 : i % 7 === 0 ? 503 : 200;
      await calls[i % calls.length]!().catch((error: unknown) => {
        if (!(error instanceof StoreError))
          faults.push(`${errorText(error)} at ${brief(new TextDecoder().decode(body))}`);
      });
    }
    return faults;
  },
};

const pageLines: MessageHandler = {
  name: "page, news of its server",
  async attack(seed, count) {
    const faults: string[] = [];
    const messages = foreignMessages(seed, lines);
    const encoder = new TextEncoder();
    let streams = 0;
    const news = () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            if (streams++ > 0) return;
            for (let i = 0; i < count; i++) {
              controller.enqueue(encoder.encode(`${messages.text().replaceAll("\n", " ")}\n`));
              if (i % 100 === 0) await turn();
            }
            controller.enqueue(
              encoder.encode(`${JSON.stringify({ game: "last", files: [], removed: ["x"] })}\n`),
            );
          },
        }),
      );
    const store = serverStore({
      token: () => "t",
      fetch: ((url: string) =>
        Promise.resolve(
          url.endsWith("events") ? news() : new Response(JSON.stringify([game])),
        )) as typeof fetch,
    });
    await new Promise<void>((done) => {
      const stop = store.watch((event) => {
        if (event.game === "last") {
          stop();
          done();
        } else if (event.files.length % 2 === 1) throw new Error("a listener that fails");
      });
      setTimeout(
        () => {
          faults.push("the news after it were not heard");
          stop();
          done();
        },
        10_000 + count * 5,
      ).unref();
    });
    return faults;
  },
};

// ---- the sandbox ----

const event = { type: "FLIP", by: "P1" };
const state = {
  snapshot: { status: "active", value: "off", context: { n: 0, list: [1] }, children: {} },
  clock: 0,
  timers: [],
};
const requests: readonly object[] = [
  { do: "load", code: machine, lang: "ts", machine: "machine", spec: {} },
  { do: "start", input: { seats: ["P1"] }, verdicts: [{ guard: "open", verdict: true }] },
  { do: "send", state, event },
  { do: "can", state, event },
  { do: "why", state, event },
  { do: "advance", state, ms: 5 },
  { do: "answer", state, answer: { actor: "a", value: 1 } },
  { do: "restore", state },
  { do: "edit", state, edit: { context: { n: 1 } } },
  { do: "options", state },
  { do: "may", state },
  { do: "moves", state, event },
  { do: "random", state, seed: 1, only: { type: "FLIP", by: "P1" } },
];

const sandboxRequests: MessageHandler = {
  name: "sandbox, requests of the page",
  async attack(seed, count) {
    const faults: string[] = [];
    const attempt = tries(faults);
    const posted: RunnerAnswer[] = [];
    let hear: (message: unknown) => void = () => undefined;
    hearRequests(
      { post: (answer) => posted.push(answer), listen: (listener) => (hear = listener) },
      undefined,
    );
    // A module of noise is code to be run: that is tried in workers that can be stopped. Here is what stands around it.
    const messages = foreignMessages(seed, requests.slice(1));
    const outside = foreignMessages(seed + 1, [
      { id: 1, request: JSON.stringify(requests[1]), work: { step: 1e8, telling: 1e8 }, tell: true },
    ]);
    attempt("load", () =>
      hear({ id: 0, request: JSON.stringify(requests[0]), work: { step: 1e8, telling: 1e8 } }),
    );
    for (let i = 1; i <= count; i++) {
      posted.length = 0;
      const message =
        i % 4 === 0
          ? outside.cloned()
          : { id: i, request: messages.text(), work: { step: 1e8, telling: 1e8 } };
      attempt(message, () => hear(message));
      const replies = posted.filter(({ worked, at }) => !worked && at === undefined);
      if (i % 4 !== 0 && replies.length !== 1) faults.push(`${replies.length} replies to ${brief(message)}`);
      if (i % 500 === 0) await turn();
    }
    return faults;
  },
};

const outcome = {
  state,
  view: {
    value: "off",
    in: ["off"],
    context: { n: 0 },
    status: "active",
    asks: [],
    enabled: [{ example: event, clauses: [] }],
    candidates: ["FLIP"],
  },
  refused: false,
  reasons: [{ code: "no" }],
  considered: [
    { source: "off", slot: "on", index: 0, clauses: [], verdict: true, guard: { sign: "and", of: [] } },
  ],
  microsteps: [
    {
      event: "FLIP",
      cause: "event",
      considered: [],
      taken: [{ source: "off", slot: "on", index: 0, clauses: [] }],
      exits: ["off"],
      entries: [{ state: "on", clauses: [] }],
      actions: [{ name: "a", state: "on" }],
      effects: [{ type: "x" }],
      changes: [{ at: "n" }],
      in: ["on"],
    },
  ],
};
const replies: readonly unknown[] = [
  { ok: true, value: outcome },
  { ok: true, value: { id: "lamp" } },
  { ok: true, value: { can: true, reasons: [], considered: [] } },
  { ok: true, value: [{ type: "FLIP", by: ["P1"], fields: {}, example: event, accepted: true }] },
  { ok: false, fault: { code: "machine-error", message: "x" } },
];

const sandboxReplies: MessageHandler = {
  name: "page, replies of the sandbox",
  async attack(seed, count) {
    const faults: string[] = [];
    const inside = foreignMessages(seed, replies);
    const outside = foreignMessages(seed + 1, [
      { id: 1, reply: JSON.stringify(replies[0]) },
      { id: 1, reply: "", at: '{"guard":"open"}' },
      { id: 1, reply: "", worked: true },
    ]);
    let i = 0;
    const runner = watchedRunner((onAnswer, onDeath) => ({
      post({ id, request: text }) {
        const isLoad = (JSON.parse(text) as RunnerRequest).do === "load";
        if (isLoad) return onAnswer({ id, reply: '{"ok":true,"value":{"id":"m"}}' });
        if (i % 3 !== 0) return onAnswer({ id, reply: inside.text() });
        onAnswer(outside.cloned());
        // It may have been let be: then the worker comes to its end.
        queueMicrotask(() => onDeath("the end"));
      },
      end: () => undefined,
      alarm: () => () => undefined,
    }));
    await runner.ask({ do: "load", code: "", lang: "ts", machine: 0, spec: {} });
    const asked = requests.slice(1) as RunnerRequest[];
    for (i = 0; i < count; i++)
      await runner.ask(asked[i % asked.length]!).catch((error: unknown) => {
        if (!(error instanceof PlayError)) faults.push(errorText(error));
      });
    runner.stop();
    return faults;
  },
};

// ---- the inspector ----

const SAMPLES: Readonly<Record<Exclude<Wire, "connect">, string>> = {
  stately: "v5-websocket",
  xstate4: "v4-websocket",
};
function sampleMessages(wire: Exclude<Wire, "connect">): unknown[] {
  const path = new URL(`test/core/inspect/samples/${SAMPLES[wire]}.jsonl`, `file://${process.cwd()}/`);
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly dir: string; readonly msg?: unknown })
    .flatMap(({ dir, msg }) => (msg !== undefined && dir.startsWith("app->") ? [msg] : []))
    .slice(0, 12);
}
const head = { version: 1, run: "r", n: 1, session: "x:0" };
const snapshot = {
  status: "active",
  value: "off",
  context: { n: 0 },
  tags: [],
  children: {},
  historyValue: {},
};
const connectMessages: readonly object[] = [
  { ...head, type: "turnwright.app", name: "Lamp", allows: ["read", "send"] },
  {
    ...head,
    type: "turnwright.actor",
    name: "lamp",
    definition: { id: "lamp", initial: "off", states: { off: {}, on: {} } },
    again: true,
    snapshot,
  },
  { ...head, n: 2, type: "turnwright.event", event: { type: "FLIP" }, source: "x:1" },
  {
    ...head,
    n: 3,
    type: "turnwright.step",
    event: { type: "FLIP" },
    microsteps: [
      {
        event: "FLIP",
        taken: [{ source: ["off"], event: "FLIP", index: 0, targets: [["on"]], guard: "open" }],
        value: "on",
      },
    ],
    actions: [{ type: "a", params: {} }],
    snapshot: { status: "active", value: "on", set: { n: 1 }, unset: ["list"] },
  },
  { ...head, type: "turnwright.answer", ask: 1, snapshot, refused: "no" },
  { ...head, n: 4, type: "turnwright.bye" },
];

const wire = (name: Wire): MessageHandler => ({
  name: `inspector, wire ${name}`,
  async attack(seed, count) {
    const faults: string[] = [];
    const attempt = tries(faults);
    const messages = foreignMessages(seed, name === "connect" ? connectMessages : sampleMessages(name));
    const from = { origin: "http://app", at: 0 };
    let seen = new Inspection({ burst: Infinity, storedValues: 200_000 });
    for (let i = 0; i < count; i++) {
      if (i % 2_000 === 0) {
        seen = new Inspection({ burst: Infinity, storedValues: 200_000 });
        seen.open("a", { wire: name, ...from });
        await turn();
      }
      const message = i % 2 === 0 ? messages.text() : messages.cloned();
      attempt(message, () => {
        if (i % 20 === 0) seen.continued(message, { wire: name, origin: from.origin });
        seen.receive("a", message, from);
        if (i % 50 !== 0) return;
        // What the page draws of it is read as well.
        for (const key of seen.app("a")?.sessions ?? []) {
          const definition = seen.session(key)?.definition;
          if (definition) readDefinition(definition, name);
        }
      });
    }
    return faults;
  },
});

class PageSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: PageSocket | undefined;
  readyState = 1;
  constructor() {
    super();
    PageSocket.last = this;
  }
  send(): void {
    // Nobody listens.
  }
  close(): void {
    this.dispatchEvent(new Event("close"));
  }
}
/** Dispatches as a browser does: what a listener throws would be an error event of the page; here it is thrown. */
function tell(target: EventTarget, name: string, fields: object): void {
  target.dispatchEvent(Object.assign(new Event(name), fields));
}

const fromRelay: readonly object[] = [
  { t: "hello", looks: true },
  { t: "open", app: 1, stage: "shown", way: "in", origin: null },
  { t: "message", app: 1, text: JSON.stringify(connectMessages[1]), at: 5 },
  { t: "refused", app: 1, refused: { rate: 1, binary: 0, old: 0 } },
  { t: "closed", app: 1, code: 1000 },
  { t: "dropped", app: 1 },
  { t: "crowded", app: 1 },
  { t: "not-reached", at: "localhost:1", why: "no-answer" },
  { t: "pairing", state: "joined", pass: "p" },
  { t: "library", games: [game] },
  { t: "game", game: "lamp", files: [{ name: "machine", hash: "h", text: machine }] },
  { t: "handed", trace: 1, state: "waiting" },
];

const relay: MessageHandler = {
  name: "inspector's page, its relay",
  async attack(seed, count) {
    const faults: string[] = [];
    const attempt = tries(faults);
    const messages = foreignMessages(seed, fromRelay);
    const before = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
    Object.defineProperty(globalThis, "WebSocket", { value: PageSocket, configurable: true, writable: true });
    try {
      let heard = 0;
      let told = 0;
      relayLine(
        {
          opened: () => undefined,
          received(what) {
            heard++;
            if (what.t === "closed") throw new Error("a listener that fails");
          },
          closed: () => undefined,
          failed: () => told++,
        },
        "http://127.0.0.1:1/inspect",
      );
      const socket = PageSocket.last!;
      for (let i = 0; i < count; i++) {
        const data = i % 10 === 0 ? messages.cloned() : messages.text();
        attempt(data, () => tell(socket, "message", { data }));
      }
      if (heard + told < count)
        faults.push(`${count - heard - told} messages were neither heard nor told of`);
    } finally {
      if (before) Object.defineProperty(globalThis, "WebSocket", before);
      else Reflect.deleteProperty(globalThis, "WebSocket");
    }
    return faults;
  },
};

const appWindow: MessageHandler = {
  name: "inspector's page, the app's window",
  async attack(seed, count) {
    const faults: string[] = [];
    const attempt = tries(faults);
    const messages = foreignMessages(seed, [...sampleMessages("stately"), ...connectMessages]);
    const page = new EventTarget() as EventTarget & Window;
    const app = {} as Window;
    const seen = new Inspection({ burst: Infinity, storedValues: 200_000 });
    seen.open("a", { wire: "stately", origin: "http://app", at: 0 });
    windowLine(
      app,
      {
        received: (message, origin) => void seen.receive("a", message, { origin, at: 0 }),
        failed: ({ message }) => faults.push(message),
      },
      page,
    );
    for (let i = 0; i < count; i++) {
      const data = messages.cloned();
      attempt(data, () => tell(page, "message", { source: app, origin: "http://app", data }));
      if (i % 500 === 0) await turn();
    }
    return faults;
  },
};

const connected: MessageHandler = {
  name: "app with turnwright/connect, its inspector",
  async attack(seed, count) {
    const faults: string[] = [];
    const attempt = tries(faults);
    const asked = foreignMessages(
      seed,
      ["hello", "read", "send", "restore"].map((verb) => ({
        type: `turnwright.${verb}`,
        version: 1,
        ask: 1,
        session: "x:0",
        event: { type: "FLIP" },
        snapshot,
      })),
    );
    let socket: { onopen: () => void; onmessage: (event: { data: unknown }) => void } | undefined;
    class AppSocket {
      readyState = 1;
      onopen: unknown;
      onmessage: unknown;
      onclose: unknown;
      onerror: unknown;
      constructor() {
        socket = this as never;
      }
      send = (): void => undefined;
      close = (): void => undefined;
    }
    const warn = console.warn;
    // It warns of each message that is none.
    console.warn = () => undefined;
    try {
      const connection = connect({
        to: "ws://127.0.0.1:1/app",
        WebSocket: AppSocket,
        allow: {
          read: true,
          send: true,
          restore: () => {
            throw Object.assign(new Error("x"), { toString: 1 });
          },
        },
      });
      socket?.onopen();
      const actor = {
        sessionId: "x:0",
        id: "lamp",
        send: () => undefined,
        getSnapshot: () => snapshot,
        getPersistedSnapshot: () => snapshot,
      };
      connection.attach(actor);
      for (let i = 0; i < count; i++) {
        const data = i % 10 === 0 ? asked.cloned() : asked.text();
        attempt(data, () => socket?.onmessage({ data }));
      }
      connection.close();
    } finally {
      console.warn = warn;
    }
    return faults;
  },
};

// ---- the command line ----

async function* asLines(seed: number, count: number, valid: readonly unknown[]): AsyncGenerator<Uint8Array> {
  const messages = foreignMessages(seed, valid);
  for (let i = 0; i < count; i++) {
    // One message, one line: what ends a line within it would make it several. An empty line is one, too.
    const bytes = messages.bytes().map((byte) => (byte === 0x0a ? 0x20 : byte));
    yield Uint8Array.from([0x20, ...bytes, 0x0a]);
  }
}
/** Each line has to be answered with one line of JSON. */
function countAnswers(faults: string[]) {
  let answered = 0;
  return {
    out(text: string) {
      answered++;
      try {
        if (!text.endsWith("\n") || text.indexOf("\n") !== text.length - 1) throw new Error("not one line");
        const answer = JSON.parse(text) as { readonly fault?: unknown };
        if (answer.fault !== undefined) faults.push(`a fault of ours: ${brief(answer)}`);
      } catch (error) {
        faults.push(`${errorText(error)} in the answer ${brief(text)}`);
      }
    },
    end(count: number) {
      if (answered !== count) faults.push(`${answered} answers to ${count} lines`);
    },
  };
}

const stdio: MessageHandler = {
  name: "play --stdio",
  async attack(seed, count) {
    const faults: string[] = [];
    const answered = countAnswers(faults);
    const valid = [
      { id: 1, describe: true },
      { id: "a", input: { seats: ["P1", "P2"] } },
      { send: event, verdicts: [{ guard: "open", verdict: true }] },
      { can: event },
      { why: event },
      { moves: "FLIP" },
      { advance: 100 },
      { answer: { actor: "a", value: 1 } },
      { save: true },
      { restore: state },
    ];
    const code = await playStdio({
      moduleText: machine,
      lang: "ts",
      spec: {},
      input: asLines(seed, count, valid),
      out: answered.out,
      err: (text) => faults.push(text),
      loadMs: 60_000,
      budgetMs: 60_000,
    });
    if (code !== 0) faults.push(`it ended with ${code}`);
    answered.end(count);
    return faults;
  },
};

const batch: MessageHandler = {
  name: "edit --batch",
  async attack(seed, count) {
    const faults: string[] = [];
    const answered = countAnswers(faults);
    const text = machine;
    const valid = [
      { id: 1, text, command: "state.rename", args: { state: ["on"], to: "lit" } },
      { id: "a", text, lang: "ts", machine: 0, command: "state.add", args: { parent: [], key: "dim" } },
      {
        text,
        machine: "machine",
        command: "transition.remove",
        args: { transition: { source: ["off"], slot: "on", event: "FLIP", index: 0 } },
      },
      { file: "none.ts", command: "state.delete", args: { state: ["on"] } },
    ];
    await editBatch({
      input: asLines(seed, count, valid),
      cwd: tmpdir(),
      language: "en",
      judge: readingJudge,
      out: answered.out,
    });
    answered.end(count);
    return faults;
  },
};

export const messageHandlers: readonly MessageHandler[] = [
  api,
  pageAnswers,
  pageLines,
  sandboxRequests,
  sandboxReplies,
  wire("stately"),
  wire("xstate4"),
  wire("connect"),
  relay,
  appWindow,
  connected,
  stdio,
  batch,
];

/** Attacks a handler, and has what nobody waited for count as a fault of it. @param count messages */
export async function attackHandler(
  handler: MessageHandler,
  seed: number,
  count: number,
): Promise<readonly string[]> {
  const loose: string[] = [];
  const note = (error: unknown) => loose.push(`nobody caught ${errorText(error)}`);
  // The listeners of whoever runs this would end the process.
  const names = ["uncaughtException", "unhandledRejection"] as const;
  const before = names.map((name) => process.listeners(name as "uncaughtException"));
  for (const name of names) process.removeAllListeners(name).on(name, note);
  try {
    const faults = await handler.attack(seed, count);
    await turn();
    const polluted = Object.keys(Object.prototype);
    return [
      ...faults,
      ...loose,
      ...(polluted.length > 0 ? [`Object.prototype has ${polluted.join(", ")}`] : []),
    ];
  } finally {
    for (const [i, name] of names.entries()) {
      process.removeAllListeners(name);
      for (const listener of before[i]!) process.on(name as "uncaughtException", listener);
    }
  }
}
