import { expect, test } from "vitest";
import { answerer } from "#adapters/sandbox/answer.ts";
import { ScenarioRuns } from "#app/play/ScenarioRuns.ts";
import type { Playable } from "#app/play/sessionState.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { Runner, RunnerAnswers, RunnerRequest } from "#core/run/play/playRequest.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { readModule } from "#core/read/readModule.ts";
import type { MachineReading } from "#core/run/scenario/touched.ts";
import { scenariosOf } from "#core/run/scenario/scenarioClauses.ts";

const code = `import { setup } from "xstate";
export const machine = setup({
  types: {} as { context: { seats: string[] }; events: { type: "GO"; by: string; n: number } },
  guards: { enough: ({ event }) => event.n >= 3 },
}).createMachine({ id: "m", context: { seats: ["P1"] }, initial: "a",
  states: { a: { on: { GO: { guard: "enough", target: "b" } } }, b: { type: "final" } } });
`;
const on = (text: string): Playable => ({
  code: text,
  lang: "ts",
  machine: "machine",
  hash: text,
  spec: { moves: { format: 1, moves: {} } },
});

/** The real runner without a worker around it. */
function inProcess(): Runner {
  const answer = answerer();
  return {
    ask<R extends RunnerRequest>(request: R) {
      const reply = answer(request);
      if (!reply.ok) return Promise.reject(new PlayError(reply.fault));
      return Promise.resolve(JSON.parse(JSON.stringify(reply.value)) as RunnerAnswers[R["do"]]);
    },
    stop: () => undefined,
  };
}

/** Reports each result as it comes. */
const runsIn = (makeRunner: () => Promise<Runner>, idle?: () => Promise<void>) =>
  new ScenarioRuns(makeRunner, idle, 0);

const goes = (n: number, state: string): Scenario => ({
  format: 1,
  title: { en: `${n} leads to ${state}` },
  clauses: ["M-1"],
  steps: [{ send: { type: "GO", by: "P1", n }, expect: { in: [state] }, clauses: ["M-2"] }],
});
const scenarios = { three: goes(3, "b"), four: goes(4, "b") };

test("every scenario is played, and told where it goes another way", async () => {
  const runs = runsIn(() => Promise.resolve(inProcess()));
  await runs.play(on(code), scenarios);
  expect([...runs.get().results]).toEqual([
    ["three", null],
    ["four", null],
  ]);

  await runs.play(on(code.replace(">= 3", "> 3")), scenarios);
  expect(runs.get().results.get("three")).toMatchObject({ step: 0, what: "accepted" });
  expect(runs.get().results.get("four")).toBeNull();
  expect(runs.get()).toMatchObject({ playing: false, of: 2, fault: null });
});

test("a newer text wins, however slow the older one is", async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let made = 0;
  const runs = runsIn(async () => {
    if (made++ === 0) await gate;
    return inProcess();
  });
  const old = runs.play(on(code.replace(">= 3", "> 30")), scenarios);
  await runs.play(on(code), scenarios);
  open();
  await old;

  expect([...runs.get().results.values()]).toEqual([null, null]);
});

test("a machine that cannot be played is told so, and a mended one is played", async () => {
  const runs = runsIn(() => Promise.resolve(inProcess()));
  await runs.play(on("export const machine = nothing;"), scenarios);
  expect(runs.get().fault).toContain("nothing");
  expect(runs.get().results.size).toBe(0);

  await runs.play(on(code), scenarios);
  expect(runs.get()).toMatchObject({ fault: null, playing: false });
  expect(runs.get().results.size).toBe(2);
});

test("a clause has the scenarios that name it, as a whole, at a step, or as the reason of a refusal", () => {
  const refused: Scenario = {
    format: 1,
    title: { en: "refused" },
    steps: [{ send: { type: "GO", by: "P1" }, expect: { refused: { clause: "M-3" } } }],
  };
  const found = scenariosOf({ ...scenarios, refused });

  expect([...found]).toEqual([
    ["M-1", ["three", "four"]],
    ["M-2", ["three", "four"]],
    ["M-3", ["refused"]],
  ]);
});

test("what each scenario covers is kept, up to where it went otherwise", async () => {
  const runs = runsIn(() => Promise.resolve(inProcess()));
  await runs.play(on(code), { ...scenarios, wrong: goes(1, "b") });

  const { coverage, results } = runs.get();
  expect([...coverage.get("three")!.transitions]).toEqual(["a|on|GO|0"]);
  expect([...coverage.get("wrong")!.transitions]).toEqual([]);
  expect([...coverage.get("wrong")!.guards]).toContain("a|on|GO|0#=false");
  expect(results.get("wrong")).toMatchObject({ what: "accepted" });
});

test("stopped, it keeps what it knows, and plays all when it is asked again", async () => {
  const made: ScenarioRuns = runsIn(() => Promise.resolve(inProcess()));
  const stop = made.subscribe(() => {
    if (made.get().results.size === 1 && made.get().playing) made.halt();
  });
  await made.play(on(code), scenarios);
  stop();
  expect([...made.get().results.keys()]).toEqual(["three"]);
  expect(made.get().playing).toBe(false);

  await made.play(on(code), scenarios);
  expect([...made.get().coverage.keys()]).toEqual(["three", "four"]);
});

test("one that is stopped at a step goes neither as expected nor otherwise, and the others are played", async () => {
  const hanging = (): Runner => {
    const { ask, ...runner } = inProcess();
    const isSlow = (request: RunnerRequest) => request.do === "send" && request.event["n"] === 7;
    const tooLong = new PlayError({ code: "over-budget", message: "too long" });
    return { ...runner, ask: (request) => (isSlow(request) ? Promise.reject(tooLong) : ask(request)) };
  };
  const runs = runsIn(() => Promise.resolve(hanging()));
  await runs.play(on(code), { seven: goes(7, "b"), ...scenarios });

  const { results, fault, playing } = runs.get();
  expect([...results.keys()]).toEqual(["seven", "three", "four"]);
  expect(results.get("seven")).toEqual({ step: 0, fault: { code: "over-budget", message: "too long" } });
  expect(results.get("three")).toBeNull();
  expect({ fault, playing }).toEqual({ fault: null, playing: false });
});

test("after a fault they can be played again on the same text", async () => {
  let made = 0;
  const runs = runsIn(() =>
    made++ === 0
      ? Promise.reject(new PlayError({ code: "load-error", message: "no worker" }))
      : Promise.resolve(inProcess()),
  );
  await runs.play(on(code), scenarios);
  expect(runs.get()).toMatchObject({ fault: "no worker", playing: false });

  await runs.play(on(code), scenarios);
  expect(runs.get()).toMatchObject({ fault: null, playing: false });
  expect(runs.get().results.size).toBe(2);
});

test("another machine of the same text is another question", async () => {
  const two =
    code +
    code.split("\n").slice(1).join("\n").replace("const machine", "const other").replace(">= 3", "> 3");
  const runs = runsIn(() => Promise.resolve(inProcess()));
  await runs.play(on(two), scenarios);
  await runs.play({ ...on(two), machine: "other" }, scenarios);

  expect(runs.get().results.get("three")).toMatchObject({ what: "accepted" });
});

const readingOf = (text: string): MachineReading => {
  const { charts, consts = [] } = readModule(text);
  return { chart: charts[0]!, consts };
};
/** The real runner, with the steps whose event has `n` as it is sent. */
function counting(sent: unknown[]): Runner {
  const { ask, ...runner } = inProcess();
  return {
    ...runner,
    ask: (request) => {
      if (request.do === "send") sent.push(request.event["n"]);
      return ask(request);
    },
  };
}

test("after an edit, those that pass what it touched are played first, and where they differ is said", async () => {
  const withStop = code
    .replace("GO: {", 'STOP: "b", GO: {')
    .replace("events: {", 'events: { type: "STOP" } | {');
  const stops: Scenario = {
    format: 1,
    title: { en: "stops" },
    steps: [{ send: { type: "STOP" }, expect: { in: ["b"] } }],
  };
  const all = { stops, ...scenarios };
  const seen: string[] = [];
  const runs = runsIn(() => Promise.resolve(inProcess()));
  await runs.play(on(withStop), all, readingOf(withStop));
  expect([...runs.get().results.values()]).toEqual([null, null, null]);

  let last = runs.get().coverage;
  runs.subscribe(() => {
    for (const [name, covered] of runs.get().coverage) if (covered !== last.get(name)) seen.push(name);
    last = runs.get().coverage;
  });
  const edited = withStop.replace(">= 3", "> 30").replace('STOP: "b"', 'STOP:  "b"');
  await runs.play(on(edited), all, readingOf(edited));

  expect(seen).toEqual(["three", "four", "stops"]);
  expect(runs.get().results.get("stops")).toBeNull();
  expect(runs.get().places.get("three")).toEqual({ state: "a", transition: "a|on|GO|0" });

  await runs.play(on(withStop), all, readingOf(withStop));
  expect([...runs.get().results.values()]).toEqual([null, null, null]);
  expect(runs.get().places.size).toBe(0);
});

test("before anything was played, the first edit is known by the machine as it was opened", async () => {
  const all = { ends: { ...goes(1, "a"), steps: [{ expect: { in: ["a"] } }] }, ...scenarios };
  const edited = code.replace(">= 3", "> 30");
  const runs = runsIn(() => Promise.resolve(inProcess()));
  runs.begin(readingOf(code));
  await runs.play(on(edited), all, readingOf(edited));

  expect([...runs.get().results.keys()]).toEqual(["three", "four", "ends"]);
  expect(runs.get().places.get("three")).toEqual({ state: "a", transition: "a|on|GO|0" });
});

test("a difference that stays through another edit stays at its place, and a new line is none", async () => {
  const runs = runsIn(() => Promise.resolve(inProcess()));
  const play = (text: string) => runs.play(on(text), scenarios, readingOf(text));
  await play(code);
  const broken = code.replace('target: "b"', 'target: "a"');
  await play(broken);
  const at = { state: "a", transition: "a|on|GO|0" };
  expect(runs.get().places.get("three")).toEqual(at);

  await play(broken.replace('seats: ["P1"]', 'seats: ["P2"]'));
  expect(runs.get().places.get("three")).toEqual(at);

  await play(code.replaceAll("{ ", "{\n  "));
  expect([...runs.get().results.values()]).toEqual([null, null]);
});

test("what was played on this text is not played again because the list of scenarios was read again", async () => {
  const sent: unknown[] = [];
  const runs = runsIn(() => Promise.resolve(counting(sent)));
  await runs.play(on(code), scenarios);
  await runs.play(on(code), { ...scenarios });
  expect(sent).toEqual([3, 4]);

  await runs.play(on(code), { ...scenarios, four: goes(5, "b") });
  expect(sent).toEqual([3, 4, 5]);
});

test.each([
  ["time", "wait", null, [7, 3, 4, 7]],
  ["time", "cpu", null, [7, 3, 4, 7]],
  ["work, which comes to the same again", "work", "stop", [7, 3, 4]],
] as const)("what is stopped for %s (%s) is no difference", async (_, unit, then, order) => {
  const sent: unknown[] = [];
  let idle = 0;
  const tooLong = new PlayError({ code: "over-budget", message: "too long", limit: { unit, value: 1 } });
  const { ask, ...runner } = counting(sent);
  const busyOnce = (): Runner => ({
    ...runner,
    ask: (request) => {
      const answer = ask(request);
      const isFirst = request.do === "send" && request.event["n"] === 7 && idle === 0;
      return isFirst ? answer.then(() => Promise.reject(tooLong)) : answer;
    },
  });
  const runs = runsIn(
    () => Promise.resolve(busyOnce()),
    () => Promise.resolve(void idle++),
  );
  const results: unknown[] = [];
  runs.subscribe(() => results.push(runs.get().results.get("seven")));
  await runs.play(on(code), { seven: goes(7, "b"), ...scenarios }, readingOf(code));

  // at no time it is told as a difference
  expect(results.filter((result) => result && "what" in (result as object))).toEqual([]);
  expect(results).toContainEqual({ step: 0, fault: tooLong.fault });
  expect(runs.get().results.get("seven")).toEqual(then === null ? null : { step: 0, fault: tooLong.fault });
  expect(sent).toEqual(order);
  expect(runs.get().playing).toBe(false);
});

test("many scenarios are reported now and then, not one by one, and all of them at the end", async () => {
  const runs = new ScenarioRuns(() => Promise.resolve(inProcess()));
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`s${i}`, goes(3, "b")]));
  let reports = 0;
  runs.subscribe(() => reports++);
  await runs.play(on(code), many);

  expect(runs.get().results.size).toBe(300);
  expect(reports).toBeLessThan(100);
});
