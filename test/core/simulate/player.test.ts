import { and, assign, cancel, fromPromise, not, or, raise, sendTo, stateIn } from "xstate";
import { describe, expect, test } from "vitest";
import type { PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { oddGame } from "#test/core/simulate/charts.ts";
import { faultOf, machineOf, played, playerOf } from "#test/core/simulate/tools.ts";

const lamp = { initial: "off", states: { off: { on: { FLIP: "on" } }, on: { on: { FLIP: "off" } } } };

describe("an event", () => {
  test("that is accepted leads to a new state and tells what was taken", () => {
    const player = playerOf({
      ...lamp,
      states: { ...lamp.states, off: { on: { FLIP: { target: "on", meta: { clauses: ["C1"] } } } } },
    });

    const { view, refused, microsteps } = played(player, "FLIP");

    expect(refused).toBe(false);
    expect(view.in).toEqual(["on"]);
    expect(microsteps).toEqual([
      {
        event: "FLIP",
        cause: "event",
        considered: [
          {
            source: "off",
            slot: "on",
            event: "FLIP",
            index: 0,
            clauses: ["C1"],
            verdict: true,
            taken: true,
          },
        ],
        taken: [{ source: "off", slot: "on", event: "FLIP", index: 0, targets: ["on"], clauses: ["C1"] }],
        exits: ["off"],
        entries: [{ state: "on", clauses: [] }],
        actions: [],
        effects: [],
        changes: [],
        in: ["on"],
      },
    ]);
  });

  test("that is refused gives back the very state", () => {
    const player = playerOf(lamp);
    const before = player.start({});

    const after = player.send(before.state, { type: "NOPE" });

    expect(after.refused).toBe(true);
    expect(after.state).toBe(before.state);
    expect(after.microsteps).toEqual([]);
    expect(after.reasons).toEqual([{ code: "unknown-event", event: "NOPE" }]);
  });

  test("that no state ever handles is told from one that is not possible now", () => {
    const player = playerOf({
      initial: "off",
      states: { off: { on: { FLIP: "on" } }, on: { on: { DIM: "off" } } },
    });
    const { state } = player.start({});

    expect(player.can(state, { type: "DIM" }).reasons).toEqual([{ code: "not-here", event: "DIM" }]);
    expect(player.can(state, { type: "FILP" }).reasons).toEqual([{ code: "unknown-event", event: "FILP" }]);
    const named = createParsingPlayer(machineOf(lamp), { events: [{ type: "FLIP", fields: [] }] });
    expect(named.can(named.start({}).state, { type: "FILP" }).reasons).toEqual([
      { code: "unknown-event", event: "FILP", near: ["FLIP"] },
    ]);
  });

  test.each(["xstate.stop", "xstate.error.actor.x", "xstate.done.state.m", "*"])(
    "of type %s is reserved",
    (type) => {
      expect(played(playerOf(lamp), type).reasons).toEqual([{ code: "reserved", event: type }]);
    },
  );

  test("after the end is refused as done", () => {
    const player = playerOf({ initial: "a", states: { a: { on: { GO: "b" } }, b: { type: "final" } } });

    const { view, reasons } = played(player, "GO", "GO");

    expect(view.status).toBe("done");
    expect(reasons).toEqual([{ code: "done", event: "GO" }]);
  });

  const circle: Record<string, unknown> = { type: "FLIP" };
  circle["self"] = circle;
  const deep = JSON.parse(`{"type":"FLIP","x":${"[".repeat(70)}${"]".repeat(70)}}`);
  const getter = {
    type: "FLIP",
    get x() {
      return () => 1;
    },
  };
  test.each([
    ["null", null],
    ["a text", "FLIP"],
    ["a list", []],
    ["nothing with a type", {}],
    ["a type that is a number", { type: 5 }],
    ["a type of 201 characters", { type: "x".repeat(201) }],
    ["a circle", circle],
    ["70 levels", deep],
    ["a function inside", getter],
    ["a date inside", { type: "FLIP", at: new Date(0) }],
    ["NaN inside", { type: "FLIP", n: Number.NaN }],
  ])("that is %s is a bad request", (_, event) => {
    const player = playerOf(lamp);
    const { state } = player.start({});

    expect(faultOf(() => player.send(state, event as never)).code).toBe("bad-request");
    expect(player.send(state, { type: "FLIP" }).refused).toBe(false);
  });

  test("cannot change a prototype", () => {
    const player = playerOf({
      context: { got: {} },
      on: { SET: { actions: assign({ got: ({ event }) => ({ ...event.what }) }) } },
    });
    const event = JSON.parse('{"type":"SET","what":{"__proto__":{"polluted":1},"x":2}}');

    const { view } = player.send(player.start({}).state, event);

    expect(view.context).toEqual({ got: { x: 2 } });
    expect((view.context["got"] as { polluted?: number }).polluted).toBeUndefined();
  });

  test("is checked against its type first", () => {
    const events = [
      { type: "ADD", fields: [{ name: "n", type: { kind: "number" as const }, optional: false }] },
    ];
    const player = playerOf({ on: { ADD: { actions: () => undefined } } }, {}, { events });
    const { state } = player.start({});

    expect(player.send(state, { type: "ADD", n: "1" }).reasons).toEqual([
      { code: "payload", event: "ADD", faults: [{ at: "n", code: "type", expected: "number", got: '"1"' }] },
    ]);
    expect(player.can(state, { type: "ADD", n: 1, m: 2 }).reasons[0]?.faults?.[0]?.code).toBe(
      "unknown-field",
    );
    expect(player.can(state, { type: "ADD", n: 1 })).toEqual({ can: true, reasons: [], considered: [] });
  });

  test("that no active state takes is told to be so before what its payload lacks", () => {
    const events = [
      { type: "PICK", fields: [{ name: "n", type: { kind: "number" as const }, optional: false }] },
      { type: "SHUT", fields: [{ name: "n", type: { kind: "number" as const }, optional: false }] },
      { type: "ANY", fields: [{ name: "n", type: { kind: "number" as const }, optional: false }] },
    ];
    const chart = {
      initial: "a",
      on: { SHUT: "#b" },
      states: { a: { on: { GO: "b", SHUT: {}, "ANY.*": "b" } }, b: { id: "b", on: { PICK: "a" } } },
    };
    const player = playerOf(chart, {}, { events });
    const { state } = player.start({});

    expect(player.send(state, { type: "PICK" }).reasons).toEqual([
      { code: "not-here", event: "PICK" },
      {
        code: "payload",
        event: "PICK",
        faults: [{ at: "n", code: "missing", expected: "number", got: "nothing" }],
      },
    ]);
    expect(player.can(state, { type: "SHUT" }).reasons).toMatchObject([
      { code: "not-here", state: "a" },
      { code: "payload" },
    ]);
    expect(player.can(state, { type: "ANY" }).reasons).toMatchObject([{ code: "payload" }]);
    const { state: there } = player.send(state, { type: "GO" });
    expect(player.why(there, { type: "PICK" }).reasons).toMatchObject([{ code: "payload" }]);
  });

  test("of a seat that its type does not name is refused by the guard, with its clause", () => {
    const events = [
      {
        type: "ROLL",
        fields: [{ name: "by", type: { kind: "literal" as const, value: "chance" }, optional: false }],
      },
    ];
    const byChance = ({ event }: { event: { by?: string } }) => event.by === "chance";
    const on = { ROLL: { guard: "byChance", actions: () => undefined, meta: { clauses: ["C2"] } } };

    const guarded = playerOf({ on }, { guards: { byChance } }, { events });
    const open = playerOf({ on }, { guards: { byChance: () => true } }, { events });

    expect(played(guarded, { type: "ROLL", by: "P1" }).reasons).toMatchObject([
      { guard: "byChance", clauses: ["C2"] },
    ]);
    expect(played(open, { type: "ROLL", by: "P1" }).reasons).toMatchObject([{ code: "payload" }]);
  });
});

describe("the reasons of a refusal", () => {
  const no = () => false;
  const yes = () => true;
  const why = (guard: unknown, more: object = {}) =>
    played(
      playerOf(
        { context: { n: 3 }, on: { GO: { guard, actions: () => undefined, ...more } } },
        { guards: { no, yes, both: and(["yes", "no"]), alias: "no" } },
      ),
      { type: "GO", n: 7 },
    ).reasons;
  const one = { code: "guard", state: "", event: "GO", index: 0 };

  test.each([
    ["a name", "no", [{ ...one, guard: "no" }]],
    ["a name for another", "alias", [{ ...one, guard: "alias" }]],
    ["a combinator with a name", "both", [{ ...one, guard: "both" }]],
    ["a function in place", () => false, [{ ...one, guard: "inline" }]],
    ["a function with a name", no, [{ ...one, guard: "no" }]],
    ["params", { type: "no", params: { low: 1 } }, [{ ...one, guard: "no", params: { low: 1 } }]],
    [
      "params that are worked out",
      { type: "no", params: ({ context, event }: never) => ({ n: context["n"], m: event["n"] }) },
      [{ ...one, guard: "no", params: { n: 3, m: 7 } }],
    ],
    ["and: the first that is false", and(["yes", "no", () => false]), [{ ...one, guard: "no" }]],
    [
      "or: all",
      or(["no", () => false]),
      [
        { ...one, guard: "no" },
        { ...one, guard: "inline" },
      ],
    ],
    ["not: what was true", not("yes"), [{ ...one, guard: "not yes" }]],
    [
      "nested",
      and(["yes", or([and(["yes", "no"]), not("yes")])]),
      [
        { ...one, guard: "no" },
        { ...one, guard: "not yes" },
      ],
    ],
    ["a state to be in", stateIn("elsewhere"), [{ ...one, guard: 'stateIn("elsewhere")' }]],
  ])("name the guard: %s", (_, guard, reasons) => {
    expect(why(guard)).toEqual(reasons);
  });

  test("have the clauses of the transition, else those of its state, and none when it is structural", () => {
    const guarded = (meta?: object) => ({ guard: "no", target: ".a", ...(meta ? { meta } : {}) });
    const player = playerOf(
      {
        meta: { clauses: ["S"] },
        initial: "a",
        on: { GO: [guarded({ clauses: ["T"] }), guarded(), guarded({ structural: "no rule" })] },
        states: { a: {} },
      },
      { guards: { no } },
    );

    expect(played(player, "GO").reasons.map(({ index, clauses }) => [index, clauses])).toEqual([
      [0, ["T"]],
      [1, ["S"]],
      [2, undefined],
    ]);
  });

  test("go from the inner state outwards, exact descriptors before wildcards", () => {
    const player = playerOf(
      {
        on: { "*": { guard: "c", target: ".a" } },
        initial: "a",
        states: { a: { on: { "go.*": { guard: "b", target: "a" }, "go.on": { guard: "a", target: "a" } } } },
      },
      { guards: { a: no, b: no, c: no } },
    );

    expect(played(player, "go.on").reasons.map(({ state, event, guard }) => [state, event, guard])).toEqual([
      ["a", "go.on", "a"],
      ["a", "go.*", "b"],
      ["", "*", "c"],
    ]);
  });

  test("end at a state that forbids the event", () => {
    const player = playerOf({ on: { GO: ".b" }, initial: "a", states: { a: { on: { GO: {} } }, b: {} } });
    const { reasons, view } = played(player, "GO");

    expect(reasons).toEqual([{ code: "not-here", event: "GO", state: "a" }]);
    expect(view.candidates).toEqual([]);
  });

  test("an event that one region forbids is not asked of what holds the regions", () => {
    const player = playerOf(
      {
        on: { GO: { guard: "no", target: ".p" } },
        initial: "p",
        states: { p: { type: "parallel", states: { one: { on: { GO: {} } }, two: {} } } },
      },
      { guards: { no } },
    );
    const { reasons, view } = played(player, "GO");

    expect(reasons).toEqual([{ code: "not-here", event: "GO", state: "p.one" }]);
    expect(view.candidates).toEqual([]);
  });

  test("a targetless transition with actions is no refusal", () => {
    expect(played(playerOf({ on: { GO: { actions: () => undefined } } }), "GO").refused).toBe(false);
  });
});

describe("machine code that fails", () => {
  const grow = assign({ n: ({ context }) => context.n + 1 });
  const cases: [string, object, object, object][] = [
    [
      "a guard that throws",
      { on: { GO: { guard: "bad", target: ".a" } }, initial: "a", states: { a: {} } },
      {
        bad: () => {
          throw new Error("boom");
        },
      },
      { guard: "bad", state: "", event: "GO", message: "boom" },
    ],
    [
      "a guard that is not there",
      { on: { GO: { guard: "nowhere", target: ".a" } }, initial: "a", states: { a: {} } },
      {},
      { code: "unanswered", guard: "nowhere", state: "", event: "GO" },
    ],
    [
      "a guard that writes to the context",
      { context: { n: 0 }, on: { GO: { guard: "bad", target: ".a" } }, initial: "a", states: { a: {} } },
      { bad: ({ context }: never) => ((context as { n: number }).n += 1) > 0 },
      { guard: "bad", state: "" },
    ],
    [
      "a guard of an always",
      { initial: "a", states: { a: { on: { GO: "b" } }, b: { always: { guard: "bad", target: "a" } } } },
      {
        bad: () => {
          throw new Error("boom");
        },
      },
      { guard: "bad", state: "b", message: "boom" },
    ],
    [
      "an assign that throws",
      {
        initial: "a",
        states: {
          a: {
            on: {
              GO: {
                target: "b",
                actions: assign(() => {
                  throw new Error("boom");
                }),
              },
            },
          },
          b: {},
        },
      },
      {},
      { action: "assign", state: "a", event: "GO", message: "boom" },
    ],
    [
      "a plain action that throws",
      {
        initial: "a",
        states: {
          a: {
            on: {
              GO: {
                actions: function shout() {
                  throw new Error("boom");
                },
              },
            },
          },
        },
      },
      {},
      { action: "shout", state: "a", message: "boom" },
    ],
    [
      "an action that writes to the context",
      {
        context: { list: [1] },
        on: { GO: { actions: ({ context }: never) => (context as { list: number[] }).list.push(2) } },
      },
      {},
      { action: "inline", state: "" },
    ],
    [
      "an assign that writes to the context",
      {
        context: { list: [2, 1] },
        on: { GO: { actions: assign({ list: ({ context }) => context.list.sort() }) } },
      },
      {},
      { action: "assign", state: "" },
    ],
    [
      "a context that is no JSON",
      { context: { m: 0 }, on: { GO: { actions: assign({ m: () => new Map() }) } } },
      {},
      { message: expect.stringContaining("context.m is a Map") },
    ],
    [
      "always to and fro",
      { initial: "a", states: { a: { on: { GO: "b" } }, b: { always: "c" }, c: { always: "b" } } },
      {},
      { message: expect.stringMatching(/b -> c -> b|c -> b -> c/) },
    ],
    [
      "an always that counts for ever",
      {
        context: { n: 0 },
        initial: "a",
        states: { a: { on: { GO: "b" } }, b: { always: { actions: grow } } },
      },
      {},
      { state: "b", message: expect.stringContaining("1000 microsteps") },
    ],
    [
      "an event raised for ever",
      { on: { GO: { actions: raise({ type: "GO" }) } } },
      {},
      { message: expect.stringContaining("ore than 1000") },
    ],
    [
      "an event sent to itself for ever",
      { on: { GO: { actions: sendTo(({ self }) => self, { type: "GO" }) } } },
      {},
      { message: expect.stringContaining("ore than 1000") },
    ],
  ];
  test.each(cases)("%s is a fault that says where, and changes nothing", (_, config, guards, fault) => {
    const player = playerOf(config, { guards });
    const before = player.start({});
    const text = JSON.stringify(before);

    expect(faultOf(() => player.send(before.state, { type: "GO" }))).toMatchObject({
      code: "machine-error",
      ...fault,
    });
    expect(JSON.stringify(before)).toBe(text);
    expect(player.send(before.state, { type: "OTHER" }).refused).toBe(true);
  });

  test("a guard that writes to the context while the play starts is a fault too", () => {
    const player = playerOf(
      {
        context: () => ({ n: 0 }),
        initial: "a",
        states: { a: { always: { guard: "bad", target: "b" } }, b: {} },
      },
      { guards: { bad: ({ context }: never) => ((context as { n: number }).n += 1) > 0 } },
    );

    expect(faultOf(() => player.start({}))).toMatchObject({
      code: "machine-error",
      message: expect.stringContaining("must not change"),
    });
  });

  test("a context function that throws is a bad input", () => {
    const player = playerOf({
      context: ({ input }: never) => {
        throw new Error(`input.cap: got ${JSON.stringify(input)}`);
      },
    });

    expect(faultOf(() => player.start({ cap: 1 }))).toEqual({
      code: "bad-input",
      message: 'input.cap: got {"cap":1}',
    });
  });

  test("an input of another type is a bad input, a missing field is not", () => {
    const input = [{ name: "cap", type: { kind: "number" as const }, optional: false }];
    const player = playerOf({}, {}, { input });

    expect(faultOf(() => player.start({ cap: "1" })).message).toContain("input.cap");
    expect(player.start({}).view.status).toBe("active");
  });

  test("the machine that was handed in stays as it is", () => {
    const machine = machineOf({ context: { list: [1] }, entry: () => undefined });
    const entry = machine.root.entry;
    createParsingPlayer(machine, {}).start({});

    expect(machine.root.entry).toBe(entry);
    expect(machine.options.maxIterations).toBe(Infinity);
    expect(Object.isFrozen(machine.config)).toBe(false);
  });
});

test("a long row of automatic transitions that ends is allowed where the machine sets a higher limit", () => {
  const count = {
    context: { n: 0 },
    initial: "count",
    states: {
      count: {
        always: [
          {
            guard: ({ context }: { context: { n: number } }) => context.n < 5000,
            target: "count",
            reenter: true,
            actions: assign({ n: ({ context }: { context: { n: number } }) => context.n + 1 }),
          },
          { target: "over" },
        ],
      },
      over: {},
    },
  };

  const fault = faultOf(() => playerOf(count).start({}));
  expect(fault).toMatchObject({ code: "machine-error", state: "count" });
  expect(fault.message).toContain("More than 1000 microsteps for one event: count -> count");
  expect(playerOf({ ...count, options: { maxIterations: 6000 } }).start({}).view.in).toEqual(["over"]);
});

describe("time", () => {
  const slow = {
    context: { log: [] as string[] },
    initial: "a",
    states: {
      a: {
        entry: raise({ type: "LATER" }, { delay: 300, id: "x" }),
        on: { LATER: { actions: note("later") }, STOP: { actions: cancel("x") }, GO: "b" },
        after: { 1000: "b", 500: { actions: note("half") } },
      },
      b: { after: { 1000: "c" } },
      c: {},
    },
  };
  function note(word: string) {
    return assign({ log: ({ context }) => [...context.log, word] });
  }

  test("fires what falls due, in order, on a clock of its own", () => {
    const player = playerOf(slow);
    const { state } = player.start({});
    expect(state.timers.map(({ due }) => due).toSorted((a, b) => a - b)).toEqual([300, 500, 1000]);

    const half = player.advance(state, 999);
    expect([half.view.in, half.view.context["log"], half.state.clock]).toEqual([
      ["a"],
      ["later", "half"],
      999,
    ]);

    // One long wait: the second delay counts from when the first was over, not from now.
    const all = player.advance(state, 2000);
    expect([all.view.in, all.state.clock, all.state.timers]).toEqual([["c"], 2000, []]);
    expect(all.microsteps.map(({ taken }) => taken[0]?.slot)).toEqual(["on", "after", "after", "after"]);
    expect(all.microsteps.at(-1)?.taken[0]).toMatchObject({ source: "b", event: "1000", index: 0 });
  });

  test("a cancelled event does not fire, nor one of a state that was left", () => {
    const player = playerOf(slow);

    const stopped = player.advance(played(player, "STOP").state, 400);
    const left = played(player, "GO");

    expect(stopped.view.context["log"]).toEqual([]);
    expect(left.state.timers.map(({ id }) => id)).toEqual(["x", "xstate.after.1000.(machine).b"]);
  });

  test.each([Infinity, Number.NaN, -5])("a delay of %s is over at once, as with setTimeout", (delay) => {
    const player = playerOf(
      {
        initial: "a",
        states: { a: { after: { never: "b" } }, b: {} },
      },
      { delays: { never: () => delay } },
    );

    const { state } = player.start({});
    expect(JSON.parse(JSON.stringify(state.timers))).toEqual([expect.objectContaining({ due: 0 })]);
    expect(player.advance(state, 0).view.in).toEqual(["b"]);
  });

  test("an after that goes on at once for ever is over budget", () => {
    const player = playerOf({
      initial: "a",
      states: { a: { after: { 0: { target: "a", reenter: true } } } },
    });

    expect(faultOf(() => player.advance(player.start({}).state, 0)).code).toBe("over-budget");
  });

  test.each([-1, Number.NaN, Infinity, "5"])("%s is no time", (ms) => {
    const player = playerOf(slow);
    expect(faultOf(() => player.advance(player.start({}).state, ms as number)).code).toBe("bad-request");
  });
});

describe("an invoked actor", () => {
  const ask = {
    initial: "wait",
    context: { got: null },
    states: {
      wait: {
        invoke: {
          id: "jury",
          src: "jury",
          onDone: { target: "done", actions: assign({ got: ({ event }) => event.output }) },
          onError: "failed",
        },
      },
      done: {},
      failed: {},
    },
  };
  const jury = fromPromise(() => Promise.reject(new Error("was run")));

  test.each([
    ["with", { jury }],
    ["without", {}],
  ])("is not run, it waits for an answer (%s implementation)", (_, actors) => {
    const player = playerOf(ask, { actors });
    const { state } = player.start({});
    const saved = JSON.parse(JSON.stringify(state)) as PlayState;

    const done = playerOf(ask, { actors }).answer(saved, { value: { yes: 3 } });
    const failed = player.answer(state, { actor: "jury", error: "none came" });

    expect([done.view.in, done.view.context["got"]]).toEqual([["done"], { yes: 3 }]);
    expect(done.microsteps[0]?.taken[0]).toMatchObject({
      source: "wait",
      slot: "invoke.onDone",
      event: "0",
      index: 0,
    });
    expect(failed.view.in).toEqual(["failed"]);
    expect(faultOf(() => player.answer(done.state, { value: 1 })).code).toBe("bad-request");
  });
});

describe("what can be seen", () => {
  test.each([
    ["in a field", (ref: unknown) => ref],
    ["in a list", (ref: unknown) => [ref]],
    ["in lists of records", (ref: unknown) => ({ seats: [{ player: ref }] })],
  ])("an actor in the context that gives way to another one, %s, changed by its id", (_, held) => {
    const spawned = (id: string) =>
      assign(({ spawn }) => ({ held: held(spawn("seat" as never, { id } as never)) }));
    const player = playerOf(
      { context: {}, entry: spawned("first"), on: { NEXT: { actions: spawned("second") } } },
      { actors: { seat: fromPromise(() => new Promise(() => undefined)) } },
    );

    const { microsteps } = played(player, "NEXT");

    const [{ at, before, after }] = JSON.parse(JSON.stringify(microsteps[0]?.changes));
    expect(at).toMatch(/^held.*\.id$/);
    expect([before, after]).toEqual(["first", "second"]);
  });

  test("active paths are in document order, the root left out", () => {
    expect(createParsingPlayer(oddGame, {}).start({}).view.in).toEqual([
      "play",
      "play.count",
      "play.count.low",
      "play.lamp",
      "play.lamp.off",
    ]);
  });

  test("the nearest state that asks says who is waited for", () => {
    const player = createParsingPlayer(oddGame, {});
    const high = played(player, { type: "ADD", by: "P1", points: 9 });

    expect(player.start({}).view.asks).toEqual(["P1"]);
    expect(high.view.in).toContain("play.count.high");
    expect(high.view.asks).toEqual(["P2", "P1"]);
    expect(played(player, { type: "PAUSE", by: "P1" }).view.asks).toEqual(["P1", "P2"]);
  });

  test.each([
    [{ context: "duel.left" }, ["P2"]],
    [{ context: "open" }, ["P3", "P1"]],
    [{ context: "duel.nobody" }, []],
    ["chance", ["chance"]],
    ["table", ["table"]],
    ["opponent", ["P2", "P3"]],
  ])("asks %j means %j", (asks, seats) => {
    const context = { seats: ["P1", "P2", "P3"], turnPlayer: "P1", duel: { left: "P2" }, open: ["P3", "P1"] };
    expect(
      playerOf({ context, initial: "a", states: { a: { meta: { asks } } } }).start({}).view.asks,
    ).toEqual(seats);
  });

  test("each automatic step can be seen with its actions", () => {
    const player = playerOf(
      {
        context: { n: 0 },
        initial: "a",
        entry: "begin",
        exit: "never",
        states: {
          a: {
            entry: assign({ n: 1 }),
            exit: "leave",
            always: { target: "b", actions: ["tell", { type: "count", params: { by: 2 } }] },
          },
          b: {
            entry: ["arrive"],
            always: [
              { guard: () => false, target: "a" },
              { guard: ({ context }: never) => context["n"] === 3, target: "c" },
            ],
          },
          c: {},
        },
      },
      {
        actions: {
          begin: () => undefined,
          leave: () => undefined,
          tell: () => undefined,
          arrive: () => undefined,
          count: assign({ n: ({ context }, { by }: { by: number }) => context.n + by }),
        },
      },
    );

    const { microsteps, view } = player.start({});

    expect(view.in).toEqual(["c"]);
    expect(
      microsteps.map(({ event, in: active, actions, taken }) => [
        event,
        active,
        actions.map(({ name }) => name),
        taken.map((t) => `${t.source} ${t.slot} ${t.index}`),
      ]),
    ).toEqual([
      ["xstate.init", ["a"], ["begin", "assign"], []],
      ["", ["b"], ["leave", "tell", "count", "arrive"], ["a always 0"]],
      ["", ["c"], [], ["b always 1"]],
    ]);
  });

  test("of two transitions that leave the regions only the one that is taken is told", () => {
    const player = playerOf({
      initial: "p",
      states: {
        p: {
          type: "parallel",
          states: {
            one: { on: { GO: "#x" } },
            two: { on: { GO: "#y" } },
            three: { initial: "i", states: { i: { on: { GO: "j" } }, j: {} } },
          },
        },
        x: { id: "x" },
        y: { id: "y" },
      },
    });

    const { view, microsteps } = played(player, "GO");

    expect(view.in).toEqual(["x"]);
    expect(microsteps[0]?.taken.map(({ source }) => source)).toEqual(["p.one"]);
  });

  test("the end has its output", () => {
    const over = played(createParsingPlayer(oddGame, {}), { type: "STOP", by: "P1" });
    const { view } = createParsingPlayer(oddGame, {}).answer(over.state, { value: "guilty" });

    expect([view.status, view.output, view.in, view.candidates]).toEqual([
      "done",
      { points: 0 },
      ["over"],
      [],
    ]);
  });
});

test("a chain of steps is no slower for looking at nothing: the moves are looked for when they are looked at", () => {
  let asked = 0;
  const guard = () => (asked++, true);
  const moves = { format: 1 as const, moves: { GO: [{ fields: { by: { values: ["P1"] } } }] } };
  const player = playerOf({ on: { GO: { guard, actions: () => undefined } } }, {}, { moves });
  const { view } = player.start({});
  expect(asked).toBe(0);

  expect(view.enabled).toEqual([{ type: "GO", example: { type: "GO", by: "P1" }, clauses: [] }]);
  expect(asked).toBeGreaterThan(0);
});
