import { gzipSync } from "node:zlib";
import { assign, createActor, fromPromise, raise, setup } from "xstate";
import { rolldown } from "rolldown";
import { afterEach, expect, test, vi } from "vitest";
import { connect, type Connection } from "#core/inspect/connect.ts";
import { connectAsk } from "#core/inspect/connectWire.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import { LIMITS } from "#core/inspect/limits.ts";
import type { Session } from "#core/inspect/session.ts";
import { connectTo, FakeSocket } from "#test/core/inspect/fakeSocket.ts";

const lamp = setup({
  types: { context: {} as { flips: number; log: string[] }, events: {} as { type: string; by?: number } },
  actors: { warm: fromPromise(async () => "warm") },
  guards: { gently: ({ event }) => (event.by ?? 0) < 10 },
  actions: { flip: assign({ flips: ({ context }) => context.flips + 1 }), click: () => {} },
}).createMachine({
  id: "lamp",
  context: { flips: 0, log: ["made"] },
  initial: "off",
  states: {
    off: {
      on: {
        FLIP: [
          { guard: "gently", target: "on.dim", actions: ["flip", { type: "click", params: { loud: true } }] },
          "broken",
        ],
      },
    },
    on: {
      states: {
        dim: { always: { target: "bright", guard: ({ context }) => context.flips > 1 } },
        bright: {},
      },
      initial: "dim",
      invoke: { id: "warm", src: "warm" },
      on: { FLIP: "off", STEP: { actions: raise({ type: "FLIP" }) } },
    },
    broken: { type: "final" },
  },
});

/** An inspection that receives what a connection sends. */
function inspected(options: Parameters<typeof connectTo>[1] = {}) {
  const seen = new Inspection();
  seen.open("a", { wire: "connect", origin: "", at: 0 });
  const texts: string[] = [];
  const take = (text: string) => seen.receive("a", text, { origin: "", at: 0 });
  const { connection, socket } = connectTo((text) => {
    texts.push(text);
    take(text);
  }, options);
  const session = (name = "lamp") =>
    seen
      .app("a")
      ?.sessions.map((key) => seen.session(key) as Session)
      .findLast((one) => one.name === name) as Session;
  return { seen, connection, socket, texts, session, take };
}

const started = (connection: Connection) => createActor(lamp, { inspect: connection.inspect }).start();

afterEach(() => vi.unstubAllGlobals());

test("a step is told with its microsteps, transitions and actions, and a refusal is no guess", () => {
  const { connection, session } = inspected();
  const actor = started(connection);
  actor.send({ type: "FLIP" });
  actor.send({ type: "NOPE" });
  actor.send({ type: "FLIP" });
  actor.send({ type: "FLIP" });

  const [begin, flip, nope, , again] = session().steps;
  expect(session()).toMatchObject({ observedFrom: "start", definition: { id: "lamp", initial: "off" } });
  expect(begin).toMatchObject({
    event: { type: "xstate.init" },
    after: { value: "off", context: { flips: 0, log: ["made"] } },
  });
  expect(flip).toMatchObject({
    microsteps: [
      {
        event: "FLIP",
        taken: [{ source: "off", event: "FLIP", index: 0, targets: ["on.dim"], guard: "gently" }],
        value: { on: "dim" },
      },
    ],
    after: { value: { on: "dim" }, context: { flips: 1, log: ["made"] }, children: ["warm"] },
  });
  expect(flip?.actions).toContainEqual({ type: "click", params: { loud: true } });
  expect(flip?.refused).toBeUndefined();
  expect(nope).toMatchObject({ refused: { by: "told" } });
  expect(again?.microsteps).toMatchObject([
    { event: "FLIP", value: { on: "dim" } },
    {
      event: "",
      taken: [{ source: "on.dim", event: "", index: 0, targets: ["on.bright"] }],
      value: { on: "bright" },
    },
  ]);
});

test("only what changed of a context is sent, and the whole is put together again", () => {
  const { connection, session, texts } = inspected();
  const actor = started(connection);
  actor.send({ type: "FLIP" });

  const step = JSON.parse(texts.at(-1) as string) as { snapshot: object };
  expect(step.snapshot).toMatchObject({ set: { flips: 1 }, unset: [] });
  expect(step.snapshot).not.toHaveProperty("context");
  expect(session().now?.context).toEqual({ flips: 1, log: ["made"] });
});

test("a field that is changed in place, and one that is taken away, are told too", () => {
  const machine = setup({
    types: { context: {} as Record<string, unknown>, events: {} as { type: string } },
  }).createMachine({
    id: "lamp",
    context: { list: [1], gone: 1 },
    on: {
      PUSH: { actions: ({ context }) => void (context["list"] as number[]).push(2) },
      DROP: { actions: assign({ gone: undefined }) },
    },
  });
  const { connection, session } = inspected();
  const actor = createActor(machine, { inspect: connection.inspect }).start();
  actor.send({ type: "PUSH" });
  actor.send({ type: "DROP" });

  expect(session().now?.context).toEqual({ list: [1, 2] });
});

test("values that JSON lacks do not stop the app", () => {
  const round: Record<string, unknown> = { big: 10n, f: () => 1, m: new Map(), d: new Date(0) };
  round["self"] = round;
  const machine = setup({
    types: { context: {} as Record<string, unknown>, events: {} as { type: string } },
  }).createMachine({
    id: "lamp",
    context: { round, same: [round["d"], round["d"]] },
  });
  const { connection, session } = inspected();
  createActor(machine, { inspect: connection.inspect }).start();

  expect(session().now).toMatchObject({
    context: {
      round: { big: 10, f: { type: "f" }, m: {}, d: "1970-01-01T00:00:00.000Z", self: "[Circular]" },
      same: ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
    },
    cut: [["round", "self"]],
  });
});

test("an inspector that comes later is told everything, one that was there folds it", () => {
  const { connection, socket, seen, session, texts } = inspected();
  const actor = started(connection);
  actor.send({ type: "FLIP" });
  const before = texts.length;

  socket.say({ type: "turnwright.hello", version: 1 });

  expect(texts.length).toBeGreaterThan(before);
  expect(session().steps.length).toBe(2);
  expect(seen.counts.repeated).toBe(texts.length - before - 1);
  const later = inspected();
  for (const text of texts.slice(before)) later.take(text);
  expect(later.session().steps).toEqual(session().steps);
});

test("when more was said than is kept, a later inspector sees actors from where they stand", () => {
  const { connection, socket, session, texts } = inspected({ keep: 20 });
  const actor = started(connection);
  for (let i = 0; i < 50; i++) actor.send({ type: i % 2 ? "FLIP" : "NOPE" });
  const before = texts.length;
  socket.say({ type: "turnwright.hello", version: 1 });

  const later = inspected();
  for (const text of texts.slice(before)) later.take(text);

  expect(texts.length - before).toBeLessThan(30);
  expect(later.session().observedFrom).toBe("middle");
  expect(later.session().now).toEqual(session().now);
  // Who was there all the time has missed nothing.
  expect(session().steps).toHaveLength(51);
  expect(session().steps.every(({ after, lost }) => after && !lost)).toBe(true);
});

test("after a lost message the context is unknown, and known again once everything was said again", () => {
  const { connection, socket, texts, session } = inspected();
  const actor = started(connection);
  for (let i = 0; i < 5; i++) actor.send({ type: "FLIP" });
  const later = inspected();
  const receipts = texts
    .filter((text) => !(text.includes('"turnwright.step"') && text.includes('"flips":1}')))
    .map((text) => later.take(text));

  const wanted = receipts.filter((one) => one.became === "facts" && one.missed);
  expect(wanted).toHaveLength(1);
  expect(later.session().now).toMatchObject({ cut: [[]] });
  expect(later.session().now).not.toHaveProperty("context");
  const before = texts.length;
  socket.say({ type: "turnwright.hello", version: 1 });
  actor.send({ type: "NOPE" });
  for (const text of texts.slice(before)) later.take(text);

  expect(later.session().now).toEqual(session().now);
  expect(later.session().now?.context).toMatchObject({ flips: actor.getSnapshot().context.flips });
});

test("one that joins late and hears the last messages first learns the machine from what is said again", () => {
  const { connection, socket, texts, session } = inspected();
  const actor = started(connection);
  for (let i = 0; i < 5; i++) actor.send({ type: "FLIP" });
  const later = inspected();
  for (const text of texts.slice(-4)) later.take(text);
  const before = texts.length;
  socket.say({ type: "turnwright.hello", version: 1 });
  actor.send({ type: "NOPE" });
  for (const text of texts.slice(before)) later.take(text);

  expect(later.session()).toMatchObject({ definition: { id: "lamp" }, now: session().now });
});

test("an actor that runs already can be attached, with those that it has started", () => {
  const { connection, session } = inspected();
  const actor = createActor(lamp).start();
  actor.send({ type: "FLIP" });

  connection.attach(actor);
  actor.send({ type: "FLIP" });

  expect(session()).toMatchObject({ observedFrom: "middle", now: { value: "off" } });
  expect(session().steps).toMatchObject([{ before: { value: { on: "dim" } }, after: { value: "off" } }]);
  expect(session("warm")).toBeDefined();
});

test("the inspector may only listen until the app allows more", () => {
  const { connection, socket, seen } = inspected();
  const actor = started(connection);
  const ask = (n: number, what: Parameters<typeof connectAsk>[2]) => {
    const asked = connectAsk(LIMITS, n, what);
    if ("message" in asked) socket.say(asked.message);
  };

  ask(1, { do: "send", session: actor.sessionId, event: { type: "FLIP" } });
  ask(2, { do: "read", session: actor.sessionId });
  ask(3, { do: "restore", session: actor.sessionId, snapshot: {} });

  expect(actor.getSnapshot().value).toBe("off");
  expect(seen.app("a")?.profile?.allows).toEqual([]);
  expect(seen.answers("a").map(({ ask: n, refused }) => [n, refused])).toEqual([
    [1, "not-allowed"],
    [2, "not-allowed"],
    [3, "not-allowed"],
  ]);
});

test("what the app allows is done: read, send, restore; XState's own events never", () => {
  const restored: unknown[] = [];
  const allow = { read: true, send: true, restore: (snapshot: unknown) => void restored.push(snapshot) };
  const { connection, socket, seen } = inspected({ allow, name: "Lamp shop" });
  const actor = started(connection);
  const session = actor.sessionId;
  const say = (verb: string, ask: number, more: object) =>
    socket.say({ type: `turnwright.${verb}`, version: 1, ask, session, ...more });

  say("send", 1, { event: { type: "FLIP" } });
  say("read", 2, {});
  say("restore", 3, { snapshot: { value: "off" } });
  say("send", 4, { event: { type: "xstate.stop" } });
  say("send", 5, { event: null });
  say("send", 6, { session: "x:99", event: { type: "FLIP" } });

  expect(seen.app("a")?.profile).toEqual({ name: "Lamp shop", allows: ["read", "send", "restore"] });
  expect(actor.getSnapshot().value).toEqual({ on: "dim" });
  expect(actor.getSnapshot().status).toBe("active");
  expect(restored).toEqual([{ value: "off" }]);
  expect(seen.answers("a")).toMatchObject([
    { ask: 1 },
    { ask: 2, snapshot: { value: { on: "dim" }, context: { flips: 1 } } },
    { ask: 3 },
    { ask: 4, refused: "reserved" },
    { ask: 5, refused: "reserved" },
    { ask: 6, refused: "unknown-actor" },
  ]);
});

test("what is no message, or throws, does not reach the app", () => {
  const { connection, socket } = inspected({ allow: { send: true } });
  const actor = started(connection);
  for (const nasty of [
    "{",
    "null",
    "[]",
    '"x"',
    '{"type":"turnwright.send"}',
    '{"type":{"toString":1}}',
    '{"type":"turnwright.read","session":{}}',
  ])
    expect(() => socket.say(nasty)).not.toThrow();
  expect(actor.getSnapshot().status).toBe("active");
});

/** A page with an inspector in another window. */
function pageWith(target: { postMessage: (message: unknown, origin: string) => void }) {
  const listeners = new Map<(event: object) => void, Set<string>>();
  vi.stubGlobal("addEventListener", (type: string, listener: (event: object) => void) =>
    listeners.set(listener, new Set([...(listeners.get(listener) ?? []), type])),
  );
  vi.stubGlobal("removeEventListener", (_: string, listener: (event: object) => void) =>
    listeners.delete(listener),
  );
  vi.stubGlobal("open", () => target);
  const tell = (type: string, event: object) =>
    listeners.forEach((types, listener) => types.has(type) && listener({ type, ...event }));
  return {
    hear: (event: object) => tell("message", event),
    leave: () => tell("pagehide", {}),
    listeners,
  };
}

test("over a window, nothing is said before the hello, and then to that one window and origin alone", () => {
  const sent: [unknown, string][] = [];
  const target = { postMessage: (message: unknown, origin: string) => void sent.push([message, origin]) };
  const { hear, listeners } = pageWith(target);
  const connection = connect({ to: "http://127.0.0.1:4611/inspect", allow: { send: true } });
  const actor = started(connection);
  const hello = { type: "turnwright.hello", version: 1 };
  const origin = "http://127.0.0.1:4611";

  hear({ source: target, origin: "http://127.0.0.1:4612", data: hello });
  hear({ source: {}, origin, data: hello });
  hear({ source: null, origin, data: hello });
  expect(sent).toEqual([]);

  hear({ source: target, origin, data: hello });
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent.map(([, to]) => to))).toEqual(new Set([origin]));

  const send = {
    type: "turnwright.send",
    version: 1,
    ask: 1,
    session: actor.sessionId,
    event: { type: "FLIP" },
  };
  hear({ source: target, origin: "http://evil", data: send });
  hear({ source: {}, origin, data: send });
  expect(actor.getSnapshot().value).toBe("off");
  hear({ source: target, origin, data: send });
  expect(actor.getSnapshot().value).toEqual({ on: "dim" });

  connection.close();
  expect(sent.at(-1)?.[0]).toMatchObject({ type: "turnwright.bye" });
  expect(listeners.size).toBe(0);
});

test("an app whose page is left says so, and is there again with what it did when it is back", () => {
  const inspection = new Inspection();
  const origin = "http://127.0.0.1:4611";
  const app = "http://localhost:5173";
  inspection.open("window:connect", { wire: "connect", origin: app, at: 0 });
  const target = {
    postMessage: (message: unknown) =>
      void inspection.receive("window:connect", message, { origin: app, at: 0 }),
  };
  const { hear, leave } = pageWith(target);
  const connection = connect({ to: `${origin}/inspect` });
  const actor = started(connection);
  const hello = { source: target, origin, data: { type: "turnwright.hello", version: 1 } };
  hear(hello);

  leave();
  const left = inspection.app("window:connect")?.status;
  hear(hello);
  actor.send({ type: "FLIP" });

  expect(left).toBe("disconnected");
  expect(inspection.app("window:connect")).toMatchObject({ status: "connected", sessions: { length: 2 } });
  const key = inspection.app("window:connect")?.sessions[0];
  expect(inspection.session(key ?? "")).toMatchObject({ status: "active", steps: { length: 2 } });
  connection.close();
});

test("a window that was not opened is no reason to fail", () => {
  const { hear } = pageWith(null as never);
  const connection = connect({ to: "http://127.0.0.1:4611/inspect" });
  hear({ source: null, origin: "http://127.0.0.1:4611", data: { type: "turnwright.hello" } });
  expect(started(connection).getSnapshot().value).toBe("off");
  connection.close();
});

test("a socket that breaks is opened again, and one that is closed is not", () => {
  vi.useFakeTimers();
  const { connection, socket, seen, session } = inspected();
  const actor = started(connection);
  (socket.onclose as () => void)();
  actor.send({ type: "FLIP" });
  vi.advanceTimersByTime(2_000);
  const again = FakeSocket.opened.at(-1) as FakeSocket;
  expect(again).not.toBe(socket);
  again.told = (text) => void seen.receive("a", text, { origin: "", at: 0 });
  again.open();

  expect(session().steps).toHaveLength(2);
  connection.close();
  (again.onclose as () => void)();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.opened.at(-1)).toBe(again);
  expect(again.isClosed).toBe(true);
  vi.useRealTimers();
});

test("a socket that was closed for a message that is too large is not opened again: it would be closed again", () => {
  vi.useFakeTimers();
  const { connection, socket } = inspected();
  started(connection);
  const opened = FakeSocket.opened.length;

  (socket.onclose as (end: { code: number }) => void)({ code: 1009 });
  vi.advanceTimersByTime(10_000);

  expect(FakeSocket.opened).toHaveLength(opened);
  vi.useRealTimers();
});

test("the events of XState 6 tell the same: one event with all that was taken", () => {
  // As xstate 6.0.0-alpha.52 gave them; `to` is the function that decides.
  const { connection, session } = inspected();
  const ref = {
    sessionId: "abc:0:0",
    id: "nim",
    src: {
      config: {
        id: "nim",
        initial: "turn",
        states: { turn: { on: { TAKE: () => ({ target: "taken" }) } }, taken: {}, over: {} },
      },
    },
    getSnapshot: () => ({}),
  };
  const snapshot = (value: string, left: number) => ({
    status: "active",
    value,
    context: { left },
    tags: new Set(),
    children: {},
    historyValue: {},
  });
  const transition = (type: string, more: object) => ({
    type: "@xstate.transition",
    actorRef: ref,
    targetRef: ref,
    rootId: "abc:0:0",
    actions: [],
    sent: [],
    eventType: type,
    ...more,
  });
  const look = (event: object) => connection.inspect(event);
  look({ type: "@xstate.actor", actorRef: ref, id: "nim", src: ref.src, rootId: "abc:0:0" });
  look(
    transition("@xstate.init", {
      event: { type: "@xstate.init" },
      snapshot: snapshot("turn", 3),
      microsteps: [],
    }),
  );
  look(
    transition("TAKE", { event: { type: "TAKE", count: 9 }, snapshot: snapshot("turn", 3), microsteps: [] }),
  );
  look(
    transition("TAKE", {
      event: { type: "TAKE", count: 2 },
      snapshot: snapshot("turn", 1),
      microsteps: [
        { source: { path: ["turn"] }, eventType: "TAKE", reenter: false },
        { source: { path: ["taken"] }, eventType: "", reenter: false },
      ],
    }),
  );
  look({ type: "@xstate.deadletter", event: { type: "NOPE" } });

  expect(session("nim")).toMatchObject({
    observedFrom: "start",
    definition: { states: { turn: { on: { TAKE: { type: "TAKE" } } } } },
  });
  expect(session("nim").steps).toMatchObject([
    { event: { type: "@xstate.init" }, after: { value: "turn" } },
    { event: { count: 9 }, refused: { by: "told" } },
    {
      event: { count: 2 },
      microsteps: [
        { event: "TAKE", taken: [{ source: "turn" }] },
        { event: "", taken: [{ source: "taken" }] },
      ],
    },
  ]);
});

test("an app bundles no more than 2 KiB of it", async () => {
  const bundle = await rolldown({ input: "src/core/entries/connect.ts" });
  const { output } = await bundle.generate({ format: "esm", minify: true });

  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(2_048);
});

test("an error of an actor is told with its message and where it was thrown", async () => {
  const { connection, session } = inspected();
  const loader = setup({ actors: { load: fromPromise(() => Promise.reject(new Error("load failed"))) } });
  const machine = loader.createMachine({ id: "loader", invoke: { src: "load", onError: {} } });
  createActor(machine, { inspect: connection.inspect }).start();
  await vi.waitFor(() => expect(session("loader").steps).toHaveLength(2));

  expect(session("loader").steps[1]?.event).toMatchObject({
    error: { message: "Error: load failed", stack: expect.stringContaining("connect.test.ts") },
  });
});
