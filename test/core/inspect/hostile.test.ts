import { expect, test } from "vitest";
import { Inspection, wireOf } from "#core/inspect/inspection.ts";
import { readDefinition } from "#core/inspect/definition.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { LIMITS, refusedEvent } from "#core/inspect/limits.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { draws, type Draws } from "#test/support/dice.ts";

/** Small limits, so that ten thousand messages reach all of them. */
const SMALL = {
  ...LIMITS,
  characters: 20_000,
  values: 2_000,
  depth: 20,
  keys: 200,
  apps: 3,
  actors: 20,
  steps: 50,
  storedValues: 20_000,
};

const WIRES: readonly Wire[] = ["stately", "xstate4", "connect"];
const MESSAGES = process.env["LONG"] ? 100_000 : 10_000;

/** Values that nobody should send. @param wild also ones that no text can hold, because they are gigabytes when written out */
function nastyValue({ int, chance, pick }: Draws, depth: number, wild: boolean): unknown {
  const inner = () => nastyValue(draws(int(0, 1e9)), depth - 1, wild);
  switch (int(0, depth > 0 ? 22 : 9)) {
    case 0:
      return null;
    case 1:
      return int(-5, 5);
    case 2:
      return pick(["", "[...]", "[Object]", "__proto__", "constructor", "x".repeat(int(0, 3_000))]);
    case 3:
      return pick([NaN, Infinity, undefined, 10n ** 30n, Symbol.iterator, () => 1]);
    case 4:
      return pick([
        new Date(NaN),
        new Date(0),
        new Map([[1, 2]]),
        new Set([1]),
        /x/,
        new Error("x"),
        new Uint8Array(64),
      ]);
    case 5: {
      const holes: unknown[] = [];
      holes.length = pick(wild ? [3, 2_500, 4_000_000_000] : [3, 2_500]);
      return holes;
    }
    case 6:
      return chance(0.5);
    case 7:
      return JSON.parse(
        '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
      );
    case 8: {
      const round: Record<string, unknown> = { a: 1 };
      round["self"] = round;
      round["list"] = [round];
      return round;
    }
    case 9:
      return new Proxy(
        {},
        {
          ownKeys: () => ["x"],
          getOwnPropertyDescriptor: () => {
            throw new Error("no");
          },
        },
      );
    case 10: {
      let deep: unknown = 1;
      for (let i = 0; i < pick([10, 30, 2_500]); i++) deep = chance(0.5) ? [deep] : { a: deep };
      return deep;
    }
    case 11: {
      // A few objects that are a billion values when they are written out.
      let many: unknown = [1, 2];
      for (let i = 0; i < (wild ? 30 : 11); i++) many = [many, many];
      return many;
    }
    case 12:
      return Object.fromEntries(Array.from({ length: pick([5, 300]) }, (_, i) => [`k${i}`, i]));
    case 13:
      return {
        get value() {
          throw new Error("looked at");
        },
      };
    case 14:
    case 15:
    case 16:
      return Array.from({ length: int(0, 4) }, inner);
    default:
      return Object.fromEntries(
        Array.from({ length: int(0, 4) }, () => [
          pick(["a", "value", "context", "states", "on", "id", "type", "toString"]),
          inner(),
        ]),
      );
  }
}

let sent = 0;

/** Mostly like a message of the wire, with a part or two that is not. */
function nastyMessage(wire: Wire, random: Draws): unknown {
  const { int, chance, pick } = random;
  const asText = wire === "xstate4" || chance(0.2);
  const mild = () =>
    pick([undefined, 1, "x:1", "a", ["[...]"], { a: "b" }, { a: { b: "[Object]" } }, [["a"], ["b"]]]);
  const any = () => (chance(0.85) ? mild() : nastyValue(draws(int(0, 1e9)), 3, !asText));
  const session = chance(0.9) ? `x:${int(0, 30)}` : any();
  const event = chance(0.8)
    ? { type: pick(["GO", "xstate.init", "xstate.stop", "xstate.done.actor.a"]), n: any() }
    : any();
  const snapshot = chance(0.8)
    ? {
        status: pick(["active", "done", "odd"]),
        value: any(),
        context: any(),
        historyValue: any(),
        children: any(),
        tags: any(),
      }
    : any();
  const text = (value: unknown): unknown => {
    try {
      return chance(0.8)
        ? (JSON.stringify(value) ?? "{")
        : pick(["{", "[".repeat(15_000), "null", '"x', any()]);
    } catch {
      return "{";
    }
  };
  const tame = (known: object, keys: readonly string[]): object => ({
    ...known,
    ...Object.fromEntries(
      keys.map((key) => [key, chance(0.8) ? mild() : nastyValue(draws(int(0, 1e9)), 3, false)]),
    ),
  });
  const messages: Record<Wire, () => unknown> = {
    stately: () => ({
      type: pick([
        "@xstate.actor",
        "@xstate.event",
        "@xstate.snapshot",
        "@statelyai.disconnected",
        "@xstate.microstep",
      ]),
      _version: "0.7.2",
      createdAt: pick([String(int(0, 50)), any()]),
      sessionId: session,
      rootId: session,
      parentId: any(),
      name: any(),
      sourceId: any(),
      definition: text(tame({ id: "m" }, ["states", "on", "initial", "invoke"])),
      event,
      snapshot,
    }),
    xstate4: () => ({
      type: pick(["service.register", "service.event", "service.state", "service.stop", "xstate.disconnect"]),
      sessionId: session,
      id: any(),
      parent: any(),
      machine: text({ id: "m", states: any(), transitions: any() }),
      state: text({
        value: "a",
        context: any(),
        _event: { name: "GO", data: event },
        actions: any(),
        historyValue: any(),
      }),
      event: text({ name: "GO", data: event, origin: any() }),
    }),
    connect: () => ({
      type: `turnwright.${pick(["app", "actor", "event", "step", "answer", "bye", "send"])}`,
      version: pick([1, 1, 1, 2]),
      run: pick(["r", "r", "r", "s"]),
      n: chance(0.9) ? ++sent : any(),
      session,
      event,
      ask: any(),
      allows: any(),
      snapshot: chance(0.5) ? { status: "active", value: "a", set: any(), unset: any() } : snapshot,
      microsteps: chance(0.5)
        ? any()
        : [{ event: "GO", taken: [{ source: any(), event: "GO", targets: any() }] }],
      actions: any(),
      definition: any(),
    }),
  };
  if (chance(0.1)) return any();
  const message = messages[wire]();
  return asText && wire !== "xstate4" ? text(message) : message;
}

test.each(WIRES)("ten thousand hostile messages of %s do nothing but count", { timeout: 300_000 }, (wire) => {
  const random = draws(20_261_123);
  const seen = new Inspection(SMALL);
  seen.open("app", { wire, origin: "http://app", at: 0 });
  let taken = 0;
  let worst = 0;

  for (let i = 0; i < MESSAGES; i++) {
    const message = nastyMessage(wire, random);
    const origin = random.chance(0.1)
      ? random.pick(["http://evil", "", "null", "http://app:1"])
      : "http://app";
    wireOf(message);
    const receipt = seen.receive("app", message, { origin, at: i });
    if (origin !== "http://app")
      expect(receipt).toEqual({ became: "refused", code: "wrong-origin", work: 0 });
    if (receipt.became === "facts") taken++;
    worst = Math.max(worst, receipt.work);
    if (random.chance(0.01)) seen.greeted("app");
    if (i % 500 === 0) lookAtAll(seen, wire);
  }

  // Some come through, so that what lies behind the gate is tried as well.
  expect(taken).toBeGreaterThan(MESSAGES / 20);
  expect(worst).toBeLessThanOrEqual(SMALL.values);
  expect(seen.counts.messages).toBe(MESSAGES);
  const { refused } = seen.counts;
  for (const code of ["wrong-origin", "too-large", "too-deep", "not-json", "not-a-message"] as const)
    expect(refused[code]).toBeGreaterThan(0);
  const app = seen.app("app");
  expect(app?.sessions.length).toBeLessThanOrEqual(SMALL.actors);
  for (const key of app?.sessions ?? [])
    expect(seen.session(key)?.steps.length).toBeLessThanOrEqual(SMALL.steps);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** What a page does with what came. */
function lookAtAll(seen: Inspection, wire: Wire): void {
  for (const key of seen.app("app")?.sessions ?? []) {
    const session = seen.session(key);
    if (!session) continue;
    readDefinition(session.definition, wire);
    traceToScenario(session, { title: {} });
    expect(() => JSON.stringify(session)).not.toThrow();
  }
}

test("what is kept of all apps together is bounded: the oldest steps go", () => {
  const seen = new Inspection({ ...LIMITS, storedValues: 5_000 });
  seen.open("a", { wire: "stately", origin: "", at: 0 });
  const big = Array.from({ length: 100 }, (_, i) => i);
  for (let i = 0; i < 300; i++)
    seen.receive("a", eventOf(`x:${i % 3}`, { type: "GO", i, big }), { origin: "", at: i * 100 });

  const sessions = (seen.app("a")?.sessions ?? []).map((key) => seen.session(key)!);
  const kept = sessions.flatMap(({ steps }) => steps);
  expect(kept.length).toBeLessThan(50);
  expect(seen.counts.droppedSteps).toBe(300 - kept.length);
  expect(kept.map(({ event }) => event["i"]).toSorted((a, b) => Number(a) - Number(b))[0]).toBe(
    300 - kept.length,
  );
  expect(sessions.map(({ steps, dropped }) => dropped + steps.length)).toEqual([100, 100, 100]);
});

const eventOf = (sessionId: string, event: object) => ({
  type: "@xstate.event",
  _version: "0.7.2",
  createdAt: String(Math.random()),
  sessionId,
  event,
});

test("messages beyond the rate are refused, and time gives room again", () => {
  const seen = new Inspection({ ...LIMITS, burst: 10, perSecond: 100 });
  seen.open("a", { wire: "stately", origin: "", at: 0 });
  const came = (at: number) => seen.receive("a", eventOf("x:0", { type: "GO" }), { origin: "", at }).became;

  const first = Array.from({ length: 12 }, () => came(0));

  expect(first.filter((one) => one === "facts")).toHaveLength(10);
  expect(seen.counts.refused).toEqual({ "too-fast": 2 });
  expect([came(100), came(50), came(100_000)]).toEqual(["facts", "facts", "facts"]);
});

test("an app is one wire and one origin; more apps than the limit are let in only for those that have gone", () => {
  const seen = new Inspection({ ...LIMITS, apps: 2 });
  const open = (id: string, origin: string) => seen.open(id, { wire: "stately", origin, at: 0 });

  expect([open("a", "http://a"), open("b", "http://b"), open("a", "http://evil")]).toEqual([
    undefined,
    undefined,
    "wrong-origin",
  ]);
  expect(open("c", "http://c")).toBe("too-many-apps");
  seen.close("a");
  expect(open("c", "http://c")).toBeUndefined();
  expect(seen.apps.map(({ id }) => id)).toEqual(["b", "c"]);
  expect(seen.receive("a", eventOf("x:0", { type: "GO" }), { origin: "http://a", at: 0 })).toMatchObject({
    code: "unknown-app",
  });
});

test("events that are XState's own are never sent into an app", () => {
  const reserved = [
    "xstate.stop",
    "xstate.done.actor.a",
    "@xstate.init",
    "done.invoke.a",
    "error.platform.a",
    "done.state.a",
    "*",
    "",
  ];
  for (const type of reserved) expect(refusedEvent(LIMITS, { type })).toBe("reserved");
  expect(refusedEvent(LIMITS, { type: "PASS", by: "P1" })).toBeUndefined();
  expect(refusedEvent(LIMITS, { type: "done" })).toBeUndefined();
  expect(refusedEvent(LIMITS, "PASS")).toBe("not-a-message");
});

test("an actor's name that says how it becomes a text is no name, also where messages are said again", () => {
  const seen = new Inspection();
  seen.open("a", { wire: "connect", origin: "", at: 0 });
  const step = (n: number, session: unknown) => ({
    type: "turnwright.event",
    version: 1,
    run: "r",
    n,
    session,
    event: { type: "GO" },
  });
  const say = (n: number, session: unknown) =>
    seen.receive("a", JSON.stringify(step(n, session)), { origin: "", at: 0 }).became;

  // The second is lost, so that what is said again is looked through.
  const became = [
    say(1, "x:0"),
    say(3, "x:0"),
    say(1, { toString: 1 }),
    say(2, [{ toString: 1 }]),
    say(4, "x:0"),
  ];

  expect(became).toEqual(["facts", "facts", "repeated", "repeated", "facts"]);
});
