import { assign, createActor, createMachine, setup, type AnyStateMachine } from "xstate";
import { describe, expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { Recomputation } from "#core/inspect/recompute.ts";
import type { Session } from "#core/inspect/session.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { PlayError, type PlayEvent } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { toScenario } from "#core/run/scenario/toScenario.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { statelyInspector } from "#test/core/inspect/wireMessages.ts";

interface Rules {
  /** How many a player may take at once. */
  readonly most: number;
  readonly taken?: (left: number, count: number) => number;
}

/** Nim, with rules that an app may have got wrong. Its state lies deep: the eleventh object of the context is cut off over a window. */
const nim = ({ most, taken = (left, count) => left - count }: Rules) =>
  setup({
    types: {
      context: {} as { left: number; pads: Record<string, object>; z: { log: number[] } },
      events: {} as { type: string; count?: number },
    },
    guards: { few: ({ event }) => (event.count ?? 0) <= most, none: ({ context }) => context.left <= 0 },
  }).createMachine({
    id: "nim",
    context: {
      left: 9,
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`pad${String(i).padStart(2, "0")}`, { i }]),
      ),
      z: { log: [] },
    } as never,
    initial: "turn",
    states: {
      turn: {
        always: { guard: "none", target: "over" },
        on: {
          TAKE: {
            guard: "few",
            meta: { clauses: ["N-1"] },
            actions: assign({
              left: ({ context, event }) => taken(context.left, event.count ?? 0),
              z: ({ context, event }) => ({ log: [...context.z.log, event.count ?? 0] }),
            }),
          },
        },
      },
      over: { type: "final" },
    },
  });

const take = (count: number): PlayEvent => ({ type: "TAKE", count });

/** What is seen of an app, from message `from` on. */
function watched(
  machine: AnyStateMachine,
  way: "window" | "socket",
  events: readonly PlayEvent[],
  from = 0,
  snapshot?: unknown,
): Session {
  const messages: unknown[] = [];
  const [inspect, flush] = statelyInspector(way, (message) => messages.push(message));
  const actor = createActor(machine, {
    inspect,
    ...(snapshot ? { snapshot: snapshot as never } : {}),
  }).start();
  for (const event of events) actor.send(event);
  flush();
  const seen = new Inspection();
  seen.open("a", { wire: "stately", origin: "", at: 0 });
  for (const message of messages.slice(from)) seen.receive("a", message, { origin: "", at: 0 });
  return seen.session(seen.app("a")?.sessions[0] ?? "") as Session;
}

async function recomputed(
  session: Session,
  model: AnyStateMachine = nim({ most: 3 }),
): Promise<Recomputation> {
  const copy = new Recomputation(playerAsk(model));
  await copy.follow(session);
  return copy;
}

test("each event has its microsteps, guard verdicts and clauses again", async () => {
  const copy = await recomputed(watched(nim({ most: 3 }), "socket", [take(2), take(5)]));

  const [, two, five] = [...copy.steps.values()];
  expect(two?.microsteps).toMatchObject([{ event: "TAKE", taken: [{ source: "turn", clauses: ["N-1"] }] }]);
  expect(five).toMatchObject({
    refused: true,
    reasons: [{ code: "guard", guard: "few", clauses: ["N-1"] }],
    considered: [{ source: "turn", verdict: false }],
  });
  expect(copy.findings).toEqual([]);
});

test("what the wire cut off is our copy's, and marked", async () => {
  const session = watched(nim({ most: 3 }), "window", [take(2)]);
  expect(session.now?.context?.["z"]).toBe("[...]");

  const copy = await recomputed(session);

  expect(copy.steps.get(1)?.context?.["z"]).toEqual({ log: [2] });
  expect(copy.steps.get(1)?.filled).toContainEqual(["z"]);
});

test("an app that accepts what the model refuses is found, told once, and followed on", async () => {
  const session = watched(nim({ most: 5 }), "socket", [take(2), take(5), take(1)]);

  const copy = await recomputed(session);

  expect(copy.findings).toMatchObject([
    { step: 2, what: "accepted", app: true, copy: [{ code: "guard", guard: "few" }] },
    { step: 2, what: "context", at: "left", app: 2, copy: 7 },
    { step: 2, what: "context", at: "z.log", app: [2, 5], copy: [2] },
  ]);
  expect(copy.steps.get(3)?.context).toMatchObject({ left: 1 });
});

describe("a payload that is not of the declared type", () => {
  const spec: PlaySpec = {
    events: [
      { type: "TAKE", fields: [{ name: "count", type: { kind: "number" }, optional: false }] },
      { type: "STOP", fields: [] },
    ],
  };
  const extra = { ...take(2), extra: 1 };

  test("is taken as XState takes it: no finding, but a note of what does not fit", async () => {
    const session = watched(nim({ most: 3 }), "socket", [extra, take(1)]);
    const copy = new Recomputation(playerAsk(nim({ most: 3 }), spec));
    await copy.follow(session);

    expect(copy.findings).toEqual([]);
    expect(copy.steps.get(1)).toMatchObject({
      refused: false,
      unfit: [{ at: "extra", code: "unknown-field" }],
      context: { left: 7 },
    });
    expect(copy.steps.get(2)?.unfit).toBeUndefined();
  });

  test("replays in the trace, which says so", async () => {
    const session = watched(nim({ most: 3 }), "socket", [extra, take(1)]);
    const ask = playerAsk(nim({ most: 3 }), spec);
    const copy = new Recomputation(ask);
    await copy.follow(session);
    const traced = traceToScenario(session, { title: { en: "t" }, recomputed: copy.steps });
    if ("impossible" in traced) throw new Error(traced.impossible);

    expect(traced.scenario.steps[1]).toMatchObject({ send: extra, untyped: true });
    expect(traced.scenario.steps[2]).not.toHaveProperty("untyped");
    const { divergence, run } = await replayScenario(ask, traced.scenario, "sha256:...");
    expect(divergence).toBeUndefined();
    // Saved again it says so again.
    expect(run && toScenario(run, { en: "t" }).steps[1]).toMatchObject({ send: extra, untyped: true });
  });

  test("of an event that the model refuses for its guard too stays the reason", async () => {
    const copy = new Recomputation(playerAsk(nim({ most: 3 }), spec));
    await copy.follow(watched(nim({ most: 3 }), "socket", [{ type: "TAKE", count: 5, extra: 1 }]));

    expect(copy.findings).toEqual([]);
    expect(copy.steps.get(1)).toMatchObject({ refused: true, reasons: [{ code: "payload" }] });
  });
});

describe("an actor that was started from a snapshot", () => {
  const door = createMachine({
    id: "door",
    context: { knocks: 0 },
    initial: "shut",
    states: {
      shut: { on: { OPEN: "open" } },
      open: {
        initial: "wide",
        states: { wide: {}, ajar: {} },
        on: { KNOCK: { actions: assign({ knocks: ({ context }) => context.knocks + 1 }) }, SHUT: "shut" },
      },
    },
  });
  const events = [{ type: "KNOCK" }, { type: "SHUT" }];
  const restored = () => {
    const from = createActor(door).start();
    from.send({ type: "OPEN" });
    from.send({ type: "KNOCK" });
    return watched(door, "socket", events, 0, from.getPersistedSnapshot());
  };

  test("is played on from there, and told to begin in the middle", async () => {
    const copy = await recomputed(restored(), door);

    expect(copy.findings).toEqual([]);
    expect(copy.steps.get(0)).toMatchObject({ restored: true, context: { knocks: 1 } });
    expect(copy.steps.get(1)).toMatchObject({ refused: false, context: { knocks: 2 } });
  });

  test("has a trace that begins there and replays", async () => {
    const session = restored();
    const copy = await recomputed(session, door);
    const note = { en: "In the middle" };
    const traced = traceToScenario(session, { title: {}, recomputed: copy.steps, restored: note });
    if ("impossible" in traced) throw new Error(traced.impossible);

    expect(traced.notes).toEqual([{ step: 0, code: "restored" }]);
    expect(traced.scenario.steps[0]).toMatchObject({ note, edit: { in: ["open", "open.wide"] } });
    const { divergence } = await replayScenario(playerAsk(door), traced.scenario, "sha256:...");
    expect(divergence).toBeUndefined();
  });

  test("is none where the app's own machine begins there: that is a difference", async () => {
    const model = createMachine({ ...door.config, initial: "open" } as typeof door.config);
    const copy = await recomputed(watched(door, "socket", events), model);

    expect(copy.steps.get(0)?.restored).toBeUndefined();
    expect(copy.findings[0]).toMatchObject({ step: 0, what: "configuration" });
  });

  test("where the model has no such state the difference is found", async () => {
    const other = createMachine({ id: "door", initial: "shut", states: { shut: {}, locked: {} } });
    const copy = await recomputed(restored(), other);

    expect(copy.steps.get(0)?.restored).toBeUndefined();
    expect(copy.findings[0]).toMatchObject({ step: 0, what: "configuration" });
  });
});

test("an app that refuses what the model accepts is found", async () => {
  const copy = await recomputed(watched(nim({ most: 1 }), "socket", [take(2)]));

  expect(copy.findings).toMatchObject([
    { step: 1, what: "context", at: "left", app: 9, copy: 7 },
    { step: 1, what: "context", at: "z.log", app: [], copy: [2] },
  ]);
});

test("an app that comes to another state is found with both configurations", async () => {
  const wrong = nim({ most: 3, taken: () => 0 });

  const copy = await recomputed(watched(wrong, "socket", [take(2)]));

  expect(copy.findings).toMatchObject([
    { what: "configuration", app: "over", copy: "turn" },
    { what: "status", app: "done", copy: "active" },
    { what: "context", at: "left", app: 0, copy: 7 },
  ]);
});

test("a session that is seen from the middle is followed from where the app stands", async () => {
  const events = [take(1), take(2), take(4), take(3)];
  const session = watched(nim({ most: 3 }), "socket", events, 5);
  expect(session.observedFrom).toBe("middle");

  const copy = await recomputed(session);

  expect([...copy.steps.values()].map(({ skipped, refused }) => skipped ?? refused)).toEqual([
    "no-base",
    true,
    false,
  ]);
  expect(copy.findings).toEqual([]);
  expect(traceToScenario(session, { title: {} })).toEqual({ impossible: "middle" });
});

test("where what was cut off is not known, nothing is made up", async () => {
  const session = watched(nim({ most: 3 }), "window", [take(1), take(2)], 5);

  const copy = await recomputed(session);

  expect([...copy.steps.values()].every(({ skipped }) => skipped === "no-base")).toBe(true);
  expect(copy.steps.size).toBeGreaterThan(0);
});

test("a state that our copy does not know is a finding, and no end", async () => {
  const odd = watched(nim({ most: 3 }), "socket", [take(1), take(2)]);
  const moved = {
    ...odd,
    steps: odd.steps.map((step) =>
      step.id === 2 ? { ...step, before: { ...step.before!, value: "elsewhere" } } : step,
    ),
  };

  const copy = await recomputed(moved);

  expect(copy.findings).toMatchObject([{ step: 2, what: "fault" }]);
});

test("a step of which our copy finds no end is a finding, and those after it are played", async () => {
  const session = watched(nim({ most: 3 }), "socket", [take(1), take(2), take(3)]);
  const plain = playerAsk(nim({ most: 3 }));
  let asked = 0;
  const copy = new Recomputation((async (request: never) => {
    if (++asked === 2) throw new PlayError({ code: "over-budget", message: "Took too long" });
    return plain(request);
  }) as Runner["ask"]);

  await copy.follow(session);

  expect(copy.findings).toEqual([{ step: 1, what: "stopped", app: null, copy: "Took too long" }]);
  expect(copy.steps.get(3)).toMatchObject({ context: { left: 3 }, microsteps: [{ event: "TAKE" }] });
});

test("steps that come later are followed later, each once", async () => {
  const session = watched(nim({ most: 3 }), "socket", [take(1), take(2)]);
  const copy = new Recomputation(playerAsk(nim({ most: 3 })));
  await copy.follow({ ...session, steps: session.steps.slice(0, 2) });
  const [, one] = [...copy.steps.values()];

  await Promise.all([copy.follow(session), copy.follow(session)]);

  expect(copy.steps.size).toBe(3);
  expect(copy.steps.get(1)).toBe(one);
});

test("a trace without our copy infers its refusals, and says so", () => {
  const traced = traceToScenario(watched(nim({ most: 3 }), "socket", [take(5)]), {
    title: { en: "Nim" },
    machine: "sha256:1",
  });

  expect(traced).toMatchObject({
    scenario: {
      format: 1,
      title: { en: "Nim" },
      machine: "sha256:1",
      steps: [{}, { send: take(5), expect: { refused: true } }],
    },
    notes: [{ step: 1, code: "refusal-inferred" }],
  });
});

test("an event that came cut off makes no scenario", () => {
  const deep = {
    type: "TAKE",
    count: 1,
    why: { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } },
  };
  const session = watched(nim({ most: 3 }), "socket", [take(1), deep]);

  expect(traceToScenario(session, { title: {} })).toEqual({ impossible: "cut", step: 2 });
});
