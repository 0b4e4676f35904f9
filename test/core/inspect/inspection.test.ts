import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createActor, SimulatedClock, type AnyActorRef, type AnyMachineSnapshot } from "xstate";
import { Inspection, wireOf } from "#core/inspect/inspection.ts";
import type { Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { xstate4Event } from "#core/inspect/xstateInspect.ts";
import { LIMITS } from "#core/inspect/limits.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { EVENTS, madeMachine } from "#test/core/simulate/madeMachine.ts";

const ORIGIN = "http://app";

function opened(wire: Wire): { seen: Inspection; send: (...messages: object[]) => void } {
  const seen = new Inspection();
  seen.open("a", { wire, origin: ORIGIN, at: 0 });
  return {
    seen,
    send: (...messages) => messages.forEach((one) => seen.receive("a", one, { origin: ORIGIN, at: 0 })),
  };
}
const sessions = (seen: Inspection): Session[] =>
  (seen.app("a")?.sessions ?? []).map((key) => seen.session(key) as Session);
const first = (seen: Inspection): Session => sessions(seen)[0] as Session;

/** Messages of `@statelyai/inspect`; `made` is when they were built. */
const v5 = (type: string, made: number, more: object) => ({
  type: `@xstate.${type}`,
  _version: "0.7.2",
  createdAt: String(made),
  id: null,
  rootId: "x:0",
  sessionId: "x:0",
  ...more,
});
const actor = (made: number, more: object = {}) =>
  v5("actor", made, { name: "lamp", definition: '{"id":"lamp","states":{}}', ...more });
const event = (made: number, type: string) => v5("event", made, { event: { type } });
const snapshot = (made: number, type: string, value: string, more: object = {}) =>
  v5("snapshot", made, { event: { type }, snapshot: { status: "active", value, context: {}, ...more } });
const start = [actor(1), event(1, "xstate.init"), snapshot(2, "xstate.init", "off")];

/** Messages of `@xstate/inspect`. */
const v4state = (type: string, value: string, more: object = {}) =>
  JSON.stringify({
    value,
    context: {},
    actions: [],
    _event: { name: type, data: { type }, $$type: "scxml" },
    ...more,
  });
const v4 = (type: string, more: object) => ({ type: `service.${type}`, sessionId: "x:0", ...more });
const machine4 = JSON.stringify({ id: "lamp", key: "lamp", states: {} });

test("the last messages that are sent again at every hello are folded, equal ones of one millisecond kept", () => {
  const { seen, send } = opened("stately");
  // The same event twice within a millisecond, and refused both times.
  const twice = [event(3, "NOPE"), snapshot(3, "NOPE", "off"), event(3, "NOPE"), snapshot(3, "NOPE", "off")];
  send(...start, ...twice);

  seen.greeted("a");
  send(...start, ...twice, event(4, "FLIP"), snapshot(4, "FLIP", "on"));
  seen.greeted("a");
  send(...twice.slice(2), event(4, "FLIP"), snapshot(4, "FLIP", "on"), event(5, "NOPE"));

  expect(first(seen).steps.map((one) => one.event.type)).toEqual([
    "xstate.init",
    "NOPE",
    "NOPE",
    "FLIP",
    "NOPE",
  ]);
  expect(seen.counts.repeated).toBe(11);
});

test("a replay that nobody announced is known by its older times", () => {
  const { seen, send } = opened("stately");
  send(...start, event(3, "FLIP"), snapshot(3, "FLIP", "on"));

  send(...start, event(3, "FLIP"), snapshot(3, "FLIP", "on"), event(4, "FLIP"), snapshot(4, "FLIP", "off"));

  expect(sessions(seen)).toHaveLength(1);
  expect(first(seen).steps).toHaveLength(3);
});

test("an actor whose beginning was lost is taken from where it is first seen", () => {
  const { seen, send } = opened("stately");

  send(
    snapshot(9, "FLIP", "on"),
    event(10, "FLIP"),
    snapshot(10, "FLIP", "off"),
    event(11, "NOPE"),
    snapshot(11, "NOPE", "off"),
  );

  expect(first(seen)).toMatchObject({
    observedFrom: "middle",
    status: "active",
  });
  expect([first(seen).name, first(seen).definition]).toEqual([undefined, undefined]);
  expect(first(seen).steps).toMatchObject([
    { event: { type: "FLIP" }, lost: "event", after: { value: "on" } },
    { before: { value: "on" }, after: { value: "off" } },
    { event: { type: "NOPE" }, unchanged: {} },
  ]);
});

test("what an actor is told with is not where it began", () => {
  const { seen, send } = opened("stately");

  send(actor(1, { snapshot: { status: "done", value: "later", context: { n: 9 } } }), ...start.slice(1));

  expect(first(seen).steps[0]).toMatchObject({ after: { value: "off" } });
  expect(first(seen)).toMatchObject({ observedFrom: "start", status: "active", now: { value: "off" } });
});

test("messages of other actors between an event and its snapshot do not part them", () => {
  const { seen, send } = opened("stately");
  const child = { sessionId: "x:1", parentId: "x:0" };
  send(...start, event(3, "GO"));

  send(
    actor(3, child),
    { ...event(3, "xstate.init"), ...child },
    { ...snapshot(3, "xstate.init", "in"), ...child },
  );
  send(event(3, "BELL"), snapshot(4, "GO", "on"), snapshot(4, "BELL", "on"));

  expect(first(seen).steps).toMatchObject([
    {},
    { event: { type: "GO" }, before: { value: "off" }, after: { value: "on" } },
    {
      event: { type: "BELL" },
      before: { value: "on" },
      after: { value: "on" },
      refused: { by: "definition" },
    },
  ]);
  expect(sessions(seen)[1]).toMatchObject({ session: "x:1", parent: "x:0", observedFrom: "start" });
});

test("an event whose snapshot is lost is said to be lost, and the next one is not mistaken for it", () => {
  const { seen, send } = opened("stately");

  send(...start, event(3, "GO"), event(4, "BACK"), snapshot(4, "BACK", "off"));

  expect(first(seen).steps.slice(1)).toMatchObject([
    { event: { type: "GO" }, lost: "after" },
    { event: { type: "BACK" }, after: { value: "off" } },
  ]);
});

test("an app that is loaded anew uses its ids again: that is another session", () => {
  const { seen, send } = opened("stately");
  send(...start, event(3, "FLIP"), snapshot(3, "FLIP", "on"));

  send(actor(1_000), event(1_000, "xstate.init"), snapshot(1_000, "xstate.init", "off"));

  expect(sessions(seen)).toMatchObject([
    { status: "gone", now: { value: "on" } },
    { status: "active", observedFrom: "start", steps: [{ after: { value: "off" } }] },
  ]);
});

test("a change in a part that was cut off cannot be seen, and is not denied", () => {
  const { seen, send } = opened("stately");
  send(actor(1, { definition: '{"id":"lamp","on":{"A":{},"B":{}},"states":{"off":{}}}' }), ...start.slice(1));
  const cut = { context: { players: "[...]", list: [{ deep: "[Object]" }] } };

  send(event(3, "A"), snapshot(3, "A", "off", cut), event(4, "B"), snapshot(4, "B", "off", cut));

  expect(first(seen).steps[1]?.refused).toBeUndefined();
  expect(first(seen).steps[2]).toMatchObject({
    unchanged: { cut: true },
    after: { cut: [["players"], ["list", 0, "deep"]] },
  });
});

test("the inspector that stops leaves its sessions to be looked at", () => {
  const { seen, send } = opened("stately");
  send(...start, { type: "@statelyai.disconnected" });

  expect(seen.app("a")?.status).toBe("disconnected");
  expect(first(seen)).toMatchObject({ status: "gone", steps: [{}] });
});

test("an app that went away is known again by what it sends first on its new connection", () => {
  const { seen, send } = opened("stately");
  send(...start);
  const origin = { wire: "stately", origin: ORIGIN } as const;
  const again = JSON.stringify(start[0]);
  expect(seen.continued(again, origin)).toBeUndefined();

  seen.close("a");

  expect(seen.continued(again, origin)).toBe("a");
  expect(seen.continued(again, { ...origin, origin: "http://other" })).toBeUndefined();
  expect(seen.continued(actor(99, { name: "another" }), origin)).toBeUndefined();
  seen.open("a", { ...origin, at: 5 });
  send(...start, event(3, "FLIP"), snapshot(3, "FLIP", "on"));
  expect(seen.app("a")).toMatchObject({ status: "connected", sessions: [expect.any(String)] });
  expect(first(seen).steps).toHaveLength(2);
});

test("an app that is loaded anew over a new connection goes on as the same one, and its actors of before are gone", () => {
  const { seen, send } = opened("stately");
  const start = [actor(1), event(2, "@xstate.init"), snapshot(2, "@xstate.init", "off")];
  send(...start);
  const from = { wire: "stately", origin: ORIGIN } as const;
  seen.close("a");

  // From another page of that origin nothing is told yet but that it is one: an event alone does not tell.
  expect(seen.continued(event(98, "FLIP"), from)).toBeUndefined();
  expect(seen.continued(actor(99), { ...from, origin: "" })).toBeUndefined();
  expect(seen.continued(actor(99), from)).toBe("a");
  expect(first(seen).status).toBe("gone");
  seen.open("a", { ...from, at: 9 });
  send(actor(99), event(100, "@xstate.init"), snapshot(100, "@xstate.init", "off"));
  expect(seen.app("a")).toMatchObject({ status: "connected" });
  expect(sessions(seen).map(({ status }) => status)).toEqual(["gone", "active"]);
});

test("on turnwright/connect an app that is loaded anew is known by its name, and a program without one is not", () => {
  const hello = (run: string, name?: string) => ({
    type: "turnwright.app",
    version: 1,
    run,
    n: 0,
    allows: [],
    ...(name === undefined ? {} : { name }),
  });
  const seen = new Inspection();
  const from = { wire: "connect", origin: "" } as const;
  for (const [id, name] of [
    ["named", "Duel"],
    ["nameless", undefined],
  ] as const) {
    seen.open(id, { ...from, at: 0 });
    expect(seen.receive(id, hello(`run of ${id}`, name), { origin: "", at: 0 }).became).toBe("facts");
  }
  expect(seen.continued(hello("new", "Duel"), from)).toBeUndefined();
  seen.close("named");
  seen.close("nameless");

  expect(seen.continued(hello("new", "Duel"), from)).toBe("named");
  expect(seen.continued(hello("new", "Chess"), from)).toBeUndefined();
  expect(seen.continued(hello("new"), from)).toBeUndefined();
  expect(seen.continued(hello("run of nameless"), from)).toBe("nameless");
});

test("of two equal programs nobody knows which one is started anew", () => {
  const hello = (run: string) => ({
    type: "turnwright.app",
    version: 1,
    run,
    n: 0,
    allows: [],
    name: "Duel",
  });
  const seen = new Inspection();
  const from = { wire: "connect", origin: "" } as const;
  for (const id of ["one", "two"]) {
    seen.open(id, { ...from, at: 0 });
    seen.receive(id, hello(`run of ${id}`), { origin: "", at: 0 });
  }
  seen.close("one");

  expect(seen.continued(hello("new"), from)).toBeUndefined();
  seen.close("two");
  expect(seen.continued(hello("new"), from)).toBeUndefined();
  expect(seen.continued(hello("run of one"), from)).toBe("one");
  seen.forget("two");
  expect(seen.continued(hello("new"), from)).toBe("one");
});

test("microsteps and the like of other senders are no messages of this wire", () => {
  const { seen, send } = opened("stately");
  send({ ...event(1, "GO"), type: "@xstate.microstep" }, { ...event(1, "GO"), _version: undefined });

  expect(seen.counts.refused).toEqual({ "not-a-message": 2 });
});

test("XState 4 tells the services that run at a hello without name and past: they are seen from the middle", () => {
  const { seen, send } = opened("xstate4");
  send(v4("register", { machine: machine4, state: v4state("FLIP", "on") }));
  send(
    v4("event", { event: JSON.stringify({ name: "NOPE", data: { type: "NOPE" } }) }),
    v4("state", { state: v4state("NOPE", "on") }),
  );
  send(v4("register", { machine: machine4, state: v4state("NOPE", "on") }));

  expect(sessions(seen)).toHaveLength(1);
  expect(first(seen)).toMatchObject({
    observedFrom: "middle",
    name: "lamp",
    steps: [{ before: { value: "on" }, refused: { by: "definition" } }],
  });
});

test("a first state of XState 4 that is missing, and one that comes twice, are no steps", () => {
  const { seen, send } = opened("xstate4");
  const began = [
    v4("register", { id: "bulb", parent: "x:9", machine: machine4, state: v4state("xstate.init", "off") }),
    v4("event", { event: JSON.stringify({ name: "xstate.init", data: { type: "xstate.init" } }) }),
  ];

  send(
    ...began,
    v4("state", {}),
    v4("state", { state: v4state("xstate.init", "off") }),
    v4("state", { state: v4state("xstate.init", "off") }),
  );

  expect(first(seen)).toMatchObject({ name: "bulb", parent: "x:9", observedFrom: "start" });
  expect(first(seen).steps).toHaveLength(1);
});

test("an app of XState 4 that is loaded anew says that it leaves", () => {
  const { seen, send } = opened("xstate4");
  const register = v4("register", { machine: machine4, state: v4state("xstate.init", "off") });
  send(register, { type: "xstate.disconnect" }, register);

  expect(sessions(seen).map(({ status }) => status)).toEqual(["gone", "active"]);
});

test("what XState 4 did is no refusal, though nothing changed", () => {
  const { seen, send } = opened("xstate4");
  send(v4("register", { machine: machine4, state: v4state("FLIP", "on") }));
  send(v4("event", { event: JSON.stringify({ name: "CHEER", data: { type: "CHEER" } }) }));
  send(v4("state", { state: v4state("CHEER", "on", { actions: [{ type: "cheer" }] }) }));

  expect(first(seen).steps[0]).toMatchObject({ actions: [{ type: "cheer" }] });
  expect(first(seen).steps[0]?.refused).toBeUndefined();
});

test("an event into an app of XState 4 is what its own receiver sent in the recording", () => {
  const recorded = readFileSync(new URL("samples/v4-websocket.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.includes('"xstate.event"'))
    .map((line) => (JSON.parse(line) as { msg: { event: string; service: string } }).msg);
  const built = xstate4Event(LIMITS, "x:1", { type: "TAKE", count: 1, by: "P2" });
  if (!("message" in built)) throw new Error(built.refused);

  expect({ ...built.message, event: JSON.parse(String(built.message["event"])) }).toEqual({
    ...recorded[0],
    event: JSON.parse(recorded[0]?.event ?? ""),
  });
  expect(xstate4Event(LIMITS, "x:1", { type: "xstate.stop" })).toEqual({ refused: "reserved" });
});

test("a wire is known by its messages", () => {
  expect(wireOf(event(1, "GO"))).toBe("stately");
  expect(wireOf(v4("stop", {}))).toBe("xstate4");
  expect(wireOf({ type: "turnwright.app" })).toBe("connect");
  expect([wireOf({ type: "webpackOk" }), wireOf("x"), wireOf(null), wireOf([])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("200 events a second for a minute are all taken, and the last costs what the first did", () => {
  const { seen, send } = opened("stately");
  send(...start);
  const context = { players: Array.from({ length: 20 }, (_, i) => ({ id: i, hand: i, deck: 40 })), n: 0 };
  const work: number[] = [];

  for (let i = 0; i < 12_000; i++) {
    const at = i * 5;
    const told = [
      event(10 + i, "FLIP"),
      snapshot(10 + i, "FLIP", i % 2 ? "on" : "off", { context: { ...context, n: i } }),
    ];
    for (const message of told) work.push(seen.receive("a", message, { origin: ORIGIN, at }).work);
  }

  const { steps, dropped } = first(seen);
  expect(seen.counts).toMatchObject({ messages: 24_003, refused: {}, repeated: 0, droppedSteps: 0 });
  expect(dropped + steps.length).toBe(12_001);
  expect(steps.every(({ after }) => after !== undefined)).toBe(true);
  expect(Math.max(...work)).toBe(Math.max(...work.slice(0, 10)));
  // Parts that did not change are kept once.
  expect(steps[12_000]?.after?.context?.["players"]).toBe(steps[1]?.after?.context?.["players"]);
});

test("what makes an actor send events to others was taken, though it changes nothing of its own", () => {
  const { seen, send } = opened("stately");
  const child = { sessionId: "x:1", parentId: "x:0" };
  const ping = { ...event(3, "PING"), ...child, sourceId: "x:0" };
  send(...start, actor(2, child), { ...event(2, "xstate.init"), ...child });

  send(event(3, "TELL"), ping, snapshot(3, "TELL", "off"), event(4, "TELL"), snapshot(4, "TELL", "off"));

  expect(first(seen).steps.slice(1)).toMatchObject([
    { unchanged: { sent: true } },
    { refused: { by: "definition" } },
  ]);
});

test("no event that a machine takes is called refused, by the messages of `@statelyai/inspect` alone", () => {
  const counts = { taken: 0, refused: 0, unchanged: 0 };
  for (let seed = 1; seed <= 200; seed++) {
    const { seen, send } = opened("stately");
    const machine = madeMachine(seed);
    const random = randomSource(seed);
    /** By number of the step: whether XState took a transition that does something. */
    const taken: boolean[] = [];
    let isTaken = false;
    const app = createActor(machine, {
      systemId: "app",
      clock: new SimulatedClock(),
      inspect(inspected) {
        const self = inspected.actorRef as AnyActorRef;
        if (self !== self.system.get("app")) return;
        if (inspected.type === "@xstate.microstep")
          isTaken ||= inspected._transitions.some(
            ({ target, actions }) => target !== undefined || actions.length > 0,
          );
        if (inspected.type === "@xstate.event") {
          isTaken = false;
          send(v5("event", taken.length, { event: inspected.event }));
        }
        if (inspected.type !== "@xstate.snapshot") return;
        const whole = inspected.snapshot as AnyMachineSnapshot;
        taken.push(isTaken);
        const { status, value, context } = whole;
        send(v5("snapshot", taken.length, { event: inspected.event, snapshot: { status, value, context } }));
      },
    });
    send(actor(0, { definition: JSON.stringify(machine.config) }));
    // A machine that goes round for ever ends with an error, which is its own.
    app.subscribe({ error: () => undefined });
    app.start();
    for (let i = 0; i < 40 && app.getSnapshot().status === "active"; i++)
      app.send({ type: [...EVENTS, "NOPE"][Math.floor(random() * (EVENTS.length + 1))]! });
    app.stop();

    for (const step of first(seen).steps.slice(1)) {
      if (taken[step.id]) counts.taken++;
      if (step.unchanged) counts.unchanged++;
      if (!step.refused) continue;
      counts.refused++;
      expect(taken[step.id], `seed ${seed}: ${step.event.type} at step ${step.id}`).toBe(false);
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200);
});
