import { describe, expect, test } from "vitest";
import { assign, fromCallback, fromObservable, fromPromise } from "xstate";
import { replayScenario, outcomesOf } from "#core/run/scenario/replay.ts";
import type { Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { prune, way } from "#core/run/timeline/timeline.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { add, counter } from "#test/core/run/play/counter.ts";
import { forkedRun, standing } from "#test/core/run/timeline/madeRun.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { machineOf } from "#test/core/simulate/tools.ts";
import type { Json } from "#core/text/json.ts";
import { machine as haikyu } from "../../../../machines/haikyu-break.machine.ts";

const replay = (steps: readonly ScenarioStep[], machine = counter()) =>
  replayScenario(playerAsk(machine), { format: 1, title: {}, steps }, "h");

test("actors answer with values, errors, next values and events, in a scenario as by hand", async () => {
  const quiet = () => ({ subscribe: () => ({ unsubscribe: () => undefined }) });
  const told = (of: (event: never) => unknown) => ({
    actions: assign({
      got: ({ context, event }: never) => [...(context as { got: [] }).got, of(event)],
    } as never),
  });
  const machine = machineOf(
    {
      context: { got: [] },
      invoke: [
        { id: "ask", src: "ask", onDone: told((event: { output: unknown }) => event.output) },
        { id: "fail", src: "ask", onError: told((event: { error: unknown }) => event.error) },
        {
          id: "watch",
          src: "watch",
          onSnapshot: told((e: { snapshot: { context?: unknown } }) => e.snapshot.context),
        },
        { id: "tick", src: "tick" },
      ],
      on: { TICK: told((event: { n: number }) => event.n) },
    },
    {
      actors: {
        ask: fromPromise(() => new Promise(() => undefined)),
        watch: fromObservable(quiet as never),
        tick: fromCallback(() => undefined),
      },
    },
  );
  const got = (...list: Json[]) => ({ context: { got: [null, ...list] } });

  const { run, divergence } = await replay(
    [
      { answer: { actor: "watch", next: 1 }, expect: got(1) },
      { answer: { actor: "tick", event: { type: "TICK", n: 2 } }, expect: got(1, 2) },
      { answer: { actor: "watch", next: 3 }, expect: got(1, 2, 3) },
      { answer: { actor: "fail", error: "e" }, expect: got(1, 2, 3, "e") },
      { answer: { actor: "ask", value: { v: 4 } }, expect: got(1, 2, 3, "e", { v: 4 }) },
    ],
    machine,
  );

  expect(divergence).toBeUndefined();
  const steps = run ? way(run).map((step) => step.do.kind) : [];
  expect(steps).toEqual(["start", "answer", "answer", "answer", "answer", "answer"]);
});

describe("what a step expects is compared", () => {
  const send = add(3);
  test.each<[string, ScenarioStep[]]>([
    ["active states", [{ expect: { in: ["open"], notIn: ["over", "resting"] } }]],
    ["named parts of the context", [{ send, expect: { context: { last: { amount: 3 } } } }]],
    ["lists as a whole", [{ send }, { send, expect: { context: { log: [3, 3] } } }]],
    ["what can be sent", [{ send, expect: { can: [add(7)], cannot: [add(8), { type: "NOPE" }] } }]],
    ["a refusal", [{ send: add(11), expect: { refused: true, in: ["open"], context: { sum: 0 } } }]],
    ["a refusal by a guard", [{ send: add(11), expect: { refused: { guard: "fits" } } }]],
    ["a refusal by a clause", [{ send: add(11), expect: { refused: { clause: "C-1" } } }]],
    ["an end with output", [{ send: { type: "END" }, expect: { status: "done", output: { sum: 0 } } }]],
    [
      "time",
      [
        { send: { type: "REST" } },
        { advance: 999, expect: { in: ["resting"] } },
        { advance: 1, expect: { in: ["open"] } },
      ],
    ],
    [
      "what was saved",
      [{ send }, { save: "a" }, { send }, { restore: "a", expect: { context: { sum: 3 } } }],
    ],
  ])("%s", async (_, steps) => {
    expect((await replay(steps)).divergence).toBeUndefined();
  });

  test.each<[string, ScenarioStep[], object]>([
    [
      "a state that is not active",
      [{ expect: { in: ["open", "over"] } }],
      { step: 0, what: "in", expected: ["open", "over"], got: ["open"], at: "over" },
    ],
    [
      "a state that is active",
      [{}, { expect: { notIn: ["open"] } }],
      { step: 1, what: "notIn", got: ["open"], at: "open" },
    ],
    [
      "another value, with its place",
      [{ send, expect: { context: { last: { amount: 4 } } } }],
      { step: 0, what: "context", at: "last.amount", expected: 4, got: 3 },
    ],
    [
      "a field that is not there",
      [{ expect: { context: { nobody: 1 } } }],
      { what: "context", at: "nobody", expected: 1, got: null },
    ],
    [
      "a list with one more item",
      [{ send, expect: { context: { log: [3, 3] } } }],
      { what: "context", at: "log", got: [3] },
    ],
    [
      "an event that cannot be sent",
      [{ expect: { can: [add(11)] } }],
      { what: "can", expected: add(11), got: false },
    ],
    [
      "an event that can be sent",
      [{ expect: { cannot: [add(1)] } }],
      { what: "cannot", expected: add(1), got: true },
    ],
    [
      "a refusal that was not expected",
      [{ send: add(11) }],
      { what: "accepted", got: [{ code: "guard", state: "open", event: "ADD", guard: "fits" }] },
    ],
    [
      "an acceptance that was not expected",
      [{ send, expect: { refused: true } }],
      { what: "refused", expected: true, got: false },
    ],
    [
      "a refusal by another guard",
      [{ send: add(11), expect: { refused: { guard: "other" } } }],
      { what: "refused", expected: { guard: "other" } },
    ],
    [
      "a refusal by another clause",
      [{ send: add(11), expect: { refused: { clause: "C-2" } } }],
      { what: "refused" },
    ],
    [
      "a refusal where nothing is sent",
      [{ advance: 5, expect: { refused: true } }],
      { what: "refused", got: false },
    ],
    [
      "a play that goes on",
      [{ expect: { status: "done" } }],
      { what: "status", expected: "done", got: "active" },
    ],
    [
      "another output",
      [{ send: { type: "END" }, expect: { output: { sum: 1 } } }],
      { what: "output", expected: { sum: 1 }, got: { sum: 0 } },
    ],
    [
      "a name that nothing was saved under",
      [{ save: "a" }, { restore: "b" }],
      { step: 1, what: "restore", expected: "b", got: ["a"] },
    ],
    ["something that is no event", [{ send: { type: "" } }], { step: 0, what: "fault" }],
  ])("%s is told", async (_, steps, told) => {
    expect((await replay(steps)).divergence).toMatchObject(told);
  });

  test("a guard that throws is a divergence with its message", async () => {
    const { divergence, run } = await replay([{ send: add(5) }, { send: add(1) }], counter({ breaksAt: 5 }));

    expect(divergence).toMatchObject({ step: 1, what: "fault", got: "the counter is broken" });
    expect(way(run!)).toHaveLength(2);
  });

  test("a start that fails is told before the first step", async () => {
    const scenario = shippedGame("haikyu-break").scenarios[0]?.scenario as Scenario;

    const { divergence, run } = await replayScenario(
      playerAsk(haikyu as never, haikyuSpec),
      { ...scenario, input: { seats: ["P1", "P1"] } },
      "h",
    );

    expect(divergence).toMatchObject({
      step: -1,
      what: "fault",
      got: expect.stringMatching(/^input\.seats: /),
    });
    expect(run).toBeNull();
  });
});

test("what was played is a run: the start, and a step for each that was accepted", async () => {
  const { run } = await replay([
    { send: add(1) },
    { send: add(20), expect: { refused: true } },
    { save: "a" },
    { send: { type: "REST" } },
    { restore: "a" },
  ]);

  expect(way(run!).map(({ do: { kind } }) => kind)).toEqual(["start", "send", "send", "restore"]);
});

describe("the shipped scenarios replay without a difference", () => {
  const { scenarios } = shippedGame("haikyu-break");
  const ask = playerAsk(haikyu as never, haikyuSpec);

  test("there are scenarios", () => expect(scenarios.length).toBeGreaterThan(20));
  test.each(scenarios)("$name", async ({ scenario }) => {
    const { run, divergence } = await replayScenario(ask, scenario, "h");

    expect(divergence).toBeUndefined();
    expect(way(run!).length).toBeGreaterThan(1);
  });
});

test.each([false, true])("enabled moves are looked for only for a run that is shown: %s", async (enabled) => {
  const requests: (boolean | undefined)[] = [];
  const ask = playerAsk(counter());
  const steps = [
    { send: add(1) },
    { save: "a" },
    { advance: 10 },
    { edit: { in: [] } },
    { restore: "a" },
  ] satisfies ScenarioStep[];

  await replayScenario(
    (request) => {
      requests.push("enabled" in request ? request.enabled : undefined);
      return ask(request);
    },
    { format: 1, title: {}, steps },
    "h",
    { enabled },
  );

  expect(requests).toEqual(Array.from({ length: 5 }, () => (enabled ? undefined : false)));
});

test("a scenario tells a changed rule", async () => {
  const { scenarios } = shippedGame("haikyu-break");
  const same = scenarios.find(({ name }) => name === "same-name-refused")?.scenario as Scenario;
  const lenient = haikyu.provide({ guards: { differsFromReceiver: () => true } });

  const { divergence } = await replayScenario(playerAsk(lenient as never, haikyuSpec), same, "h");

  const first = same.steps.findIndex(({ expect: wanted }) => wanted?.refused);
  expect(divergence).toEqual({
    step: first,
    what: "refused",
    expected: { guard: "differsFromReceiver" },
    got: false,
  });
});

test("what was deleted of a run is not told, nor what was refused there", () => {
  const refused = (after: number) => ({
    after,
    event: { type: "NO" },
    outcome: standing(`refused at ${after}`),
  });
  const told = outcomesOf(prune(forkedRun(), 2), [refused(1), refused(3)]);

  expect(told.map(({ view }) => view.value)).toEqual(["start", "A", "D", "E", "refused at 1"]);
});
