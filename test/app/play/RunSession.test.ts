import { beforeEach, expect, test, vi } from "vitest";
import { answerer } from "#adapters/sandbox/answer.ts";
import { RunSession } from "#app/play/RunSession.ts";
import type { Playable } from "#app/play/sessionState.ts";
import { readModule } from "#core/read/readModule.ts";
import { toStoredRun } from "#core/run/scenario/storedRun.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Runner, RunnerAnswers, RunnerRequest } from "#core/run/play/playRequest.ts";
import { way } from "#core/run/timeline/timeline.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

const one = (scenario: Scenario) => ({ name: "one", file: "one", scenario });

const code = `import { assign, setup } from "xstate";
type Event = { type: "GO"; by: string; n: number } | { type: "BACK"; by: string };
export const machine = setup({
  types: {} as { context: { seats: string[]; sum: number }; events: Event },
  guards: { positive: ({ event }) => event.type === "GO" && event.n > 0 },
}).createMachine({
  id: "m",
  context: { seats: ["P1", "P2"], sum: 0 },
  initial: "a",
  states: {
    a: { on: { GO: { guard: "positive", target: "b", actions: assign({ sum: ({ context, event }) => context.sum + event.n }) } } },
    b: { on: { BACK: "a" } },
  },
});
`;

const playable = (
  text: string,
): { playable: Playable; chart: NonNullable<ReturnType<typeof readModule>["charts"][0]> } => {
  const chart = readModule(text).charts[0];
  if (!chart) throw new Error("no machine");
  const spec: PlaySpec = {
    ...(chart.events ? { events: chart.events } : {}),
    moves: { format: 1, moves: { GO: [{ fields: { n: { values: [1] } } }], BACK: [{}] } },
  };
  return {
    playable: { code: text, lang: "ts", machine: "machine", hash: String(text.length) + text, spec },
    chart,
  };
};

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** The real runner without a worker around it. */
function inProcess(): Runner & { asked: string[] } {
  const answer = answerer();
  const asked: string[] = [];
  return {
    asked,
    ask<R extends RunnerRequest>(request: R) {
      asked.push(request.do);
      const reply = answer(request);
      if (!reply.ok) return Promise.reject(new PlayError(reply.fault));
      return Promise.resolve(JSON.parse(JSON.stringify(reply.value)) as RunnerAnswers[R["do"]]);
    },
    stop: () => undefined,
  };
}

let runner: ReturnType<typeof inProcess>;
let session: RunSession;
const go = (n: number) => ({ type: "GO", by: "P1", n });
const back = { type: "BACK", by: "P1" };
const names = () =>
  way(session.shown()!).map((step) => (step.do.kind === "send" ? step.do.event.type : step.do.kind));
const sum = () =>
  session.shown()?.steps.find((s) => s.id === session.shown()?.cursor)?.outcome.view.context["sum"];

beforeEach(async () => {
  runner = inProcess();
  session = new RunSession(() => Promise.resolve(runner));
  const { playable: on, chart } = playable(code);
  await session.start(on, chart, {});
});

test("a run starts, and says what may happen", () => {
  expect(session.get()).toMatchObject({ phase: "ready", busy: false, fault: null });
  expect(
    session
      .get()
      .options.filter((o) => o.accepted)
      .map((o) => o.type),
  ).toContain("GO");
});

test("walking back moves the cursor and sends nothing; another event there begins a branch", async () => {
  await session.send(go(1));
  await session.send(back);
  runner.asked.length = 0;

  session.go(0);
  await session.send(go(5));

  expect(runner.asked.filter((what) => what !== "options")).toEqual(["send"]);
  expect(names()).toEqual(["start", "GO"]);
  expect(sum()).toBe(5);
  session.go(2);
  expect(names()).toEqual(["start", "GO", "BACK"]);
  expect(sum()).toBe(1);
});

test("a refused event becomes part of no run", async () => {
  await session.send(go(-1));

  expect(names()).toEqual(["start"]);
  expect(session.get().refused?.outcome.reasons).toMatchObject([{ code: "guard", guard: "positive" }]);
  await session.send(go(1));
  expect(session.get().refused).toBeNull();
});

test("events that are sent at once go one after the other", async () => {
  await Promise.all([session.send(go(1)), session.send(back), session.send(go(2))]);

  expect(names()).toEqual(["start", "GO", "BACK", "GO"]);
  expect(sum()).toBe(3);
});

test("an edit of the machine plays the run again, tells the first difference and keeps the old run", async () => {
  await session.send(go(2));
  const { playable: on, chart } = playable(
    code.replace("context.sum + event.n", "context.sum + 10 * event.n"),
  );

  await session.edits.play(on, chart);

  expect(sum()).toBe(20);
  expect(session.get().before?.divergence).toMatchObject({
    step: 1,
    what: "context",
    at: "sum",
    expected: 2,
    got: 20,
  });
  session.edits.showBefore(true);
  expect(sum()).toBe(2);
  session.edits.forgetBefore();
  expect(sum()).toBe(20);
});

test("an edit after which an event is refused stops the run there and says which guard", async () => {
  await session.send(go(2));
  const { playable: on, chart } = playable(code.replace("event.n > 0", "event.n > 5"));

  await session.edits.play(on, chart);

  expect(names()).toEqual(["start"]);
  expect(session.get().before?.divergence).toMatchObject({ step: 1, what: "accepted", got: ["positive"] });
});

test("edits that follow each other play the run that a person made, so no step is lost on the way", async () => {
  await session.send(go(2));
  await session.send(back);
  const whole = session.shown();
  for (const guard of ["event.n > 5", "missing(event)"]) {
    const { playable: on, chart } = playable(code.replace("event.n > 0", guard));
    await session.edits.play(on, chart);
    expect(names()).toEqual(["start"]);
    expect(session.get().before?.run).toBe(whole);
  }

  const { playable: on, chart } = playable(code.replace("event.n > 0", "event.n > 1"));
  await session.edits.play(on, chart);
  expect(names()).toEqual(["start", "GO", "BACK"]);
  expect(session.get().before?.divergence).toBeNull();

  const first = playable(code);
  await session.edits.play(first.playable, first.chart);
  expect(session.get()).toMatchObject({ before: null });
  expect(session.shown()).toBe(whole);
});

test("what is done on the new machine belongs to the run that the next edit plays", async () => {
  await session.send(go(2));
  const other = playable(code.replace("event.n > 0", "event.n > 5"));
  await session.edits.play(other.playable, other.chart);
  await session.send(go(6));

  const third = playable(code.replace("event.n > 0", "event.n > 4"));
  await session.edits.play(third.playable, third.chart);

  expect(names()).toEqual(["start", "GO"]);
  expect(sum()).toBe(6);
});

test("a text that makes no machine is told until it does, and the run goes on with the machine before", async () => {
  const wrong = playable(`${code}const x = nothere;\n`);
  await session.edits.play(wrong.playable, wrong.chart);
  expect(session.get()).toMatchObject({ notTaken: { message: expect.stringContaining("nothere") } });

  await session.send(go(2));
  expect(names()).toEqual(["start", "GO"]);
  expect(session.get()).toMatchObject({
    fault: null,
    notTaken: { message: expect.stringContaining("nothere") },
  });

  const { playable: on, chart } = playable(code);
  await session.edits.play(on, chart);
  expect(session.get()).toMatchObject({ fault: null, notTaken: null });
});

test("a machine that fails says where; the run stands where it stood and goes on", async () => {
  const { playable: on, chart } = playable(
    code.replace("event.n > 0", "(() => { throw new Error('no') })()"),
  );
  await session.start(on, chart, {});

  await session.send(go(1));

  expect(session.get()).toMatchObject({
    busy: false,
    fault: { code: "machine-error", message: expect.stringContaining("no") },
  });
  expect(names()).toEqual(["start"]);
});

test("a scenario is replayed as a run, and its first difference told", async () => {
  const { playable: on, chart } = playable(code);
  const steps = [
    { send: go(2), expect: { in: ["b"] } },
    { send: back, expect: { in: ["b"] } },
  ];

  await session.replay(on, chart, one({ format: 1, title: {}, steps }));

  expect(names()).toEqual(["start", "GO", "BACK"]);
  expect(session.get().replayed).toMatchObject({
    name: "one",
    file: "one",
    divergence: { step: 1, what: "in" },
  });

  // Put away, it is not told any more; the run stays.
  session.forgetReplay();
  expect(session.get().replayed).toBeNull();
  expect(names()).toEqual(["start", "GO", "BACK"]);
});

test("what is written to a step stays with it through edits of the machine, back to the first", async () => {
  await session.send(go(2));
  session.mark(1, { name: "two" });
  const other = playable(code.replace("event.n > 0", "event.n > 1"));

  await session.edits.play(other.playable, other.chart);
  session.mark(1, { note: "still here" });
  expect(session.shown()?.marks).toEqual({ 1: { name: "two", note: "still here" } });
  expect(session.get().before?.run.marks).toEqual({ 1: { name: "two", note: "still here" } });

  const first = playable(code);
  await session.edits.play(first.playable, first.chart);
  expect(session.shown()?.marks).toEqual({ 1: { name: "two", note: "still here" } });
});

test("what is written and deleted while an edit is being played stays", async () => {
  await session.send(go(1));
  await session.send(back);
  session.go(1);
  await session.send(back);
  session.mark(1, { note: "before" });
  const next = playable(code.replace("context.sum + event.n", "context.sum + 2 * event.n"));

  // While the steps are on their way, as a person may who types a note after an edit.
  const { ask } = runner;
  let sends = 0;
  runner.ask = (request) => {
    if (request.do === "send" && ++sends === 1) {
      session.mark(2, { name: "meanwhile", bookmark: true });
      session.prune(3);
    }
    return ask(request);
  };
  await session.edits.play(next.playable, next.chart);

  expect(sends).toBe(3);
  expect(session.shown()?.marks).toEqual({ 1: { note: "before" }, 2: { name: "meanwhile", bookmark: true } });
  expect(session.shown()?.pruned).toEqual([3]);
  expect(session.get().before?.run.marks).toEqual(session.shown()?.marks);
  // Nor does the next edit lose it, which plays the run that a person made, or the one that takes the first back.
  sends = 1;
  const third = playable(code.replace("context.sum + event.n", "context.sum + 3 * event.n"));
  await session.edits.play(third.playable, third.chart);
  expect(session.shown()?.marks?.[2]).toEqual({ name: "meanwhile", bookmark: true });
  const { playable: first, chart } = playable(code);
  await session.edits.play(first, chart);
  expect(session.shown()?.marks).toEqual({ 1: { note: "before" }, 2: { name: "meanwhile", bookmark: true } });
  expect(session.shown()?.pruned).toEqual([3]);
});

test("a guard that the machine does not work out is asked; the step is taken with what was said, and an edit asks nobody", async () => {
  const open = playable(code.replace(/ {2}guards: .*\n/, ""));
  await session.start(open.playable, open.chart, {});

  await session.send(go(1));
  expect(session.get()).toMatchObject({
    fault: null,
    pendingGuard: { open: { guard: "positive", state: "a" } },
  });
  session.leaveOpen();
  expect(session.get().pendingGuard).toBeNull();
  expect(names()).toEqual(["start"]);
  await session.send(go(1));
  session.say(false);
  await vi.waitFor(() => expect(session.get().refused?.outcome.reasons[0]?.guard).toBe("positive"));
  await session.send(go(1));
  session.say(true);
  await vi.waitFor(() => expect(names()).toEqual(["start", "GO"]));
  expect(session.get().pendingGuard).toBeNull();

  const next = playable(code.replace(/ {2}guards: .*\n/, "").replace("context.sum + event.n", "7"));
  await session.edits.play(next.playable, next.chart);
  expect(names()).toEqual(["start", "GO"]);
  expect(sum()).toBe(7);
});

test("a branch is deleted and brought back; what is deleted is not played on the next machine", async () => {
  await session.send(go(2));
  session.go(0);
  await session.send(go(3));

  session.prune(2);
  expect(names()).toEqual(["start", "GO"]);
  expect(session.shown()?.cursor).toBe(0);
  session.unprune(2);
  expect(sum()).toBe(3);

  session.prune(1);
  const other = playable(code.replace("event.n > 0", "event.n > 1"));
  await session.edits.play(other.playable, other.chart);
  expect(session.shown()?.steps).toHaveLength(2);
  expect(sum()).toBe(3);
});

test("a change by hand is a step of its own, from which the machine goes on", async () => {
  expect(await session.edit({ in: ["b"], context: { sum: 40 } })).toBeNull();
  await session.send(back);
  await session.send(go(2));

  expect(names()).toEqual(["start", "edit", "BACK", "GO"]);
  expect(sum()).toBe(42);
});

test("a change that the machine does not take is told, and changes nothing", async () => {
  const fault = await session.edit({ context: { sum: "much" } });

  expect(fault).toMatchObject({ code: "bad-snapshot", message: 'context.sum: expected number, got "much"' });
  expect(names()).toEqual(["start"]);
  expect(session.get().fault).toBeNull();
  expect(await session.tryEdit({ in: ["b"] })).toMatchObject({ view: { in: ["b"] } });
  expect(names()).toEqual(["start"]);
});

test("a rerun for an edit that another one has followed ends early", async () => {
  for (let n = 0; n < 6; n++) await session.send(n % 2 === 0 ? go(2) : back);
  runner.asked.length = 0;
  const late = playable(code.replace("event.n > 0", "event.n > 1"));
  const last = playable(code.replace("event.n > 0", "event.n > -1"));

  await Promise.all([
    session.edits.play(late.playable, late.chart),
    session.edits.play(last.playable, last.chart),
  ]);

  expect(names()).toHaveLength(7);
  expect(session.get().before?.divergence).toBeNull();
  expect(runner.asked.filter((what) => what === "send")).toHaveLength(6);
});

test("events that were refused are kept where they were sent, the same one once; a new run has none", async () => {
  await session.send(go(0));
  await session.send(go(0));
  await session.send(go(-1));

  const at = session.shown()!.cursor;
  expect(session.get().refusals.map(({ after, event }) => [after, event["n"]])).toEqual([
    [at, 0],
    [at, -1],
  ]);
  const { playable: on, chart } = playable(code);
  await session.start(on, chart, {});
  expect(session.get().refusals).toEqual([]);
});

test("a replay has its refusals beside its steps", async () => {
  const { playable: on, chart } = playable(code);
  const steps = [{ send: go(0), expect: { refused: true } }, { send: go(2) }];

  await session.replay(on, chart, one({ format: 1, title: {}, steps }));

  expect(session.get().replayed?.divergence).toBeNull();
  expect(names()).toEqual(["start", "GO"]);
  expect(session.get().refusals).toMatchObject([{ after: 0, event: go(0) }]);
});

test("a replay that went otherwise can be mended; one that did not, not", async () => {
  const { playable: on, chart } = playable(code);
  const scenario = {
    format: 1,
    title: {},
    machine: "sha256:old",
    steps: [{ send: go(0) }, { send: go(2) }],
  } as const;

  await session.replay(on, chart, one(scenario));
  const found = await session.questions.repairs({ chart });
  expect(found.map(({ kind, left }) => [kind, left === undefined])).toEqual([
    ["here", true],
    ["leave-out", true],
  ]);

  await session.replay(on, chart, one(found[1]!.scenario));
  expect(session.get().replayed?.divergence).toBeNull();
  expect(await session.questions.repairs()).toEqual([]);
});

/** The machine after an edit that lets nobody go back. */
const oneWay = () => playable(code.replace('on: { BACK: "a" }', ""));

test("what is worth keeping is the run as a person left it, not what an edit made of it", async () => {
  await session.send(go(1));
  await session.send(back);
  const { playable: on, chart } = oneWay();
  await session.edits.play(on, chart);

  expect(session.shown()?.steps).toHaveLength(2);
  expect(session.worthSaving()?.steps).toHaveLength(3);
  await session.advance(1);
  expect(session.worthSaving()).toBe(session.shown());
});

test("a run that was taken up without some of its steps is not worth keeping until it goes on", async () => {
  await session.send(go(1));
  await session.send(back);
  const kept = toStoredRun(session.shown()!)!;
  const { playable: on, chart } = oneWay();

  expect(await session.takeUp(on, chart, kept)).toBe(1);
  expect(session.worthSaving()).toBeNull();
  session.mark(1, { name: "here" });
  expect(session.worthSaving()).toBeNull();
  await session.advance(1);
  expect(session.worthSaving()?.steps).toHaveLength(3);
});

test("a draw at which the machine fails is told, and the run stays", async () => {
  const run = session.shown();
  const fault = { code: "over-budget", message: "Too long" } as const;
  vi.spyOn(runner, "ask").mockRejectedValueOnce(new PlayError(fault));

  expect(await session.questions.draw({ type: "GO", by: "P1" }, 1)).toBeNull();
  expect(session.get()).toMatchObject({ run, fault });
});

/** A runner that is stopped for too much work at an event with this number. */
function stoppedAt(n: number): Runner {
  const { ask, ...rest } = inProcess();
  const fault = {
    code: "over-budget",
    message: "too much",
    limit: { unit: "work", value: 20 },
    guard: "positive",
  } as const;
  return {
    ...rest,
    ask: (request) =>
      request.do === "send" && request.event["n"] === n ? Promise.reject(new PlayError(fault)) : ask(request),
  };
}

test("a replay that is stopped shows the run up to there, and tells a stop, not a difference", async () => {
  const session = new RunSession(() => Promise.resolve(stoppedAt(7)));
  const { playable: on, chart } = playable(code);
  const steps = [{ send: go(1) }, { send: { type: "BACK", by: "P1" } }, { send: go(7) }, { send: go(2) }];
  await session.replay(on, chart, one({ format: 1, title: {}, steps }));

  expect(session.get()).toMatchObject({
    phase: "ready",
    fault: { code: "over-budget", guard: "positive", limit: { unit: "work" } },
    replayed: { divergence: null, stop: { step: 2 } },
  });
  expect(session.get().run?.steps).toHaveLength(3);
  expect(await session.questions.repairs()).toEqual([]);
});

test("a run that was kept and is stopped on its way is not said to be refused", async () => {
  const session = new RunSession(() => Promise.resolve(stoppedAt(7)));
  const { playable: on, chart } = playable(code);
  const steps = [
    { parent: null, do: { kind: "start", input: {} } },
    { parent: 0, do: { kind: "send", event: go(7) } },
  ] as const;
  const lost = await session.takeUp(on, chart, { format: 1, machineHash: "x", cursor: 1, tip: 1, steps });

  expect(lost).toBe(0);
  expect(session.get()).toMatchObject({ phase: "ready", fault: { code: "over-budget" } });
  expect(session.get().run?.steps).toHaveLength(1);
});

test("mends are looked for on the machine as it is now, not as it was at the replay", async () => {
  const first = playable(code);
  const steps = [{ send: go(0) }, { send: go(2) }];
  await session.replay(first.playable, first.chart, one({ format: 1, title: {}, steps }));
  expect(session.get().replayed?.divergence).toMatchObject({ step: 0 });

  const looser = playable(code.replace("event.n > 0", "event.n > -1"));
  await session.edits.play(looser.playable, looser.chart);
  const found = await session.questions.repairs();
  expect(session.get().replayed?.divergence).toMatchObject({ step: 1 });
  expect(found.find(({ kind }) => kind === "leave-out")?.scenario.steps).toEqual([{ send: go(0) }]);

  const fitting = playable(code.replace("event.n > 0", "event.n > -1").replace('target: "b"', 'target: "a"'));
  await session.edits.play(fitting.playable, fitting.chart);
  expect(await session.questions.repairs()).toEqual([]);
  expect(session.get().replayed?.divergence).toBeNull();
});

test("what was said of a guard, and events that were sent, are of the same guard and event when these are renamed", async () => {
  const asking = (guard: string, event: string) =>
    playable(`import { createMachine } from "xstate";
export const machine = createMachine({
  id: "m",
  initial: "a",
  states: {
    a: { on: { ${event}: { guard: "${guard}", target: "b" } } },
    b: { on: { BACK: "a" } },
  },
});
`);
  const before = asking("mayGo", "GO");
  const session = new RunSession(() => Promise.resolve(inProcess()));
  await session.start(before.playable, before.chart, {});
  await session.send({ type: "GO", by: "P1" });
  session.say(true);
  await vi.waitFor(() => expect(session.get().run?.steps).toHaveLength(2));

  for (const [guard, event] of [
    ["isFree", "GO"],
    ["isFree", "LEAVE"],
    ["isOpen", "LEAVE"],
  ] as const) {
    const after = asking(guard, event);
    // oxlint-disable-next-line no-await-in-loop -- one edit after the other
    await session.edits.play(after.playable, after.chart);
    const { run, before: left } = session.get();
    expect(left?.divergence, guard).toBeNull();
    expect(left?.names, "the person is told").toMatchObject({ guard: ["mayGo", guard] });
    expect(run?.steps[1]?.do).toMatchObject({
      event: { type: event },
      verdicts: [{ guard, verdict: true }],
    });
  }
});

test("a session that is stopped does nothing more of what was queued, and nobody hears a fault of it", async () => {
  const runner = inProcess();
  const held = deferred<void>();
  const session = new RunSession(() =>
    Promise.resolve({ ...runner, ask: (request) => held.promise.then(() => runner.ask(request)) }),
  );
  const { playable: game, chart } = playable(code);

  const queued = [
    session.start(game, chart, {}),
    session.send({ type: "GO", by: "P1", n: 1 }),
    session.questions.optionsAt(0),
  ];
  session.stop();
  held.resolve();

  await expect(Promise.all(queued)).resolves.toBeDefined();
  expect(session.get()).toMatchObject({ run: null, fault: null, busy: false });
  // It is begun again as ever.
  await session.start(game, chart, {});
  expect(session.get().run).not.toBeNull();
});

test("a runner that is ready only after the session was stopped is stopped as well", async () => {
  const runner = inProcess();
  const stop = vi.fn();
  const ready = deferred<Runner>();
  const session = new RunSession(() => ready.promise);
  const { playable: game, chart } = playable(code);

  const started = session.start(game, chart, {});
  await Promise.resolve();
  session.stop();
  ready.resolve({ ...runner, stop });
  await started;

  expect(stop).toHaveBeenCalledOnce();
  expect(runner.asked).toEqual([]);
  expect(session.get()).toMatchObject({ run: null, fault: null });
});
