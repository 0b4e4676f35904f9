import { beforeEach, describe, expect, test, vi } from "vitest";
import { answerer } from "#adapters/sandbox/answer.ts";
import { readModule } from "#core/read/readModule.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { Runner, RunnerAnswers, RunnerRequest } from "#core/run/play/playRequest.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { RunSession } from "#app/play/RunSession.ts";
import type { Playable } from "#app/play/sessionState.ts";
import { Stepping } from "#app/play/stepping/Stepping.ts";
import { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";

const code = `import { assign, setup } from "xstate";
type Event = { type: "GO"; n: number } | { type: "BACK" };
const LIMIT = 6;
export const machine = setup({
  types: {} as { context: { sum: number }; events: Event },
  guards: { positive: ({ event }) => event.type === "GO" && event.n > 0, full: ({ context }) => context.sum > LIMIT },
}).createMachine({
  id: "m",
  context: { sum: 0 },
  initial: "a",
  states: {
    a: { on: { GO: { guard: "positive", target: "b", actions: assign({ sum: ({ context, event }) => context.sum + event.n }) } } },
    b: { always: [{ guard: "full", target: "done" }, { target: "c" }] },
    c: { on: { BACK: "a" } },
    done: { on: { BACK: "a" } },
  },
});
`;
const chart = readModule(code).charts[0]!;
const playable: Playable = {
  code,
  lang: "ts",
  machine: "machine",
  hash: "h",
  spec: playSpecOf(chart, [{ name: "LIMIT", text: "6" }] as never, {
    format: 1,
    moves: { GO: [{ fields: { n: { values: [1, 2, 3] } } }], BACK: [{}] },
  }),
};

/** The real runner without a worker around it; a request that is held answers when it is let go, or is interrupted. */
function inProcess() {
  const answer = answerer();
  const asked: string[] = [];
  let held: { kind: string; fail?: (error: unknown) => void } | undefined;
  const runner: Runner = {
    ask<R extends RunnerRequest>(request: R) {
      asked.push(request.do);
      if (held?.kind === request.do)
        return new Promise<never>((_, fail) => {
          if (held) held.fail = fail;
        });
      const reply = answer(request);
      if (!reply.ok) return Promise.reject(new PlayError(reply.fault));
      return new Promise<RunnerAnswers[R["do"]]>((done) =>
        setTimeout(() => done(JSON.parse(JSON.stringify(reply.value)) as RunnerAnswers[R["do"]])),
      );
    },
    interrupt() {
      const fail = held?.fail;
      held = undefined;
      fail?.(new PlayError({ code: "not-started", message: "interrupted" }));
    },
    stop: () => undefined,
  };
  return { runner, asked, hold: (kind: string) => (held = { kind }) };
}

let made: ReturnType<typeof inProcess>;
let session: RunSession;
let stepping: Stepping;
let kept: StoredBreakpoints;
let nothing = 0;
const go = (n: number) => ({ type: "GO", n });
const names = () =>
  way(session.shown()!).map((step) => (step.do.kind === "send" ? step.do.event.type : step.do.kind));
const rests = () =>
  vi.waitFor(() => expect(stepping.get().mode).toMatch(/paused|stopped/), { timeout: 50_000 });
const idle = () => vi.waitFor(() => expect(session.get().busy).toBe(false));

beforeEach(async () => {
  made = inProcess();
  nothing = 0;
  session = new RunSession(() => Promise.resolve(made.runner));
  kept = new StoredBreakpoints("test");
  stepping = new Stepping(session, kept, () => nothing++);
  await session.start(playable, chart, {});
});

describe("at random", () => {
  test("as many moves are taken as wanted, and what can happen is of the same moment as the picture", async () => {
    const torn: string[] = [];
    session.subscribe(() => {
      const { run, options } = session.get();
      if (!run || options.length === 0) return;
      const open = session.shown()!.steps[run.cursor]!.outcome.view.candidates;
      if (options.some(({ type, accepted }) => accepted && !open.includes(type))) torn.push(names().join());
    });

    stepping.random(40, 7);
    expect(stepping.get().mode).toBe("random");
    await rests();

    expect(names()).toHaveLength(41);
    expect(stepping.get()).toMatchObject({ mode: "paused", taken: 40, of: 40 });
    expect(torn).toEqual([]);
  });

  test("the same seed takes the same moves, another one others", async () => {
    const played = async (seed: number) => {
      await session.start(playable, chart, {});
      stepping.random(12, seed);
      await rests();
      return way(session.shown()!).map(({ outcome }) => outcome.view.context["sum"]);
    };

    const first = await played(5);
    expect(await played(5)).toEqual(first);
    expect(await played(6)).not.toEqual(first);
  });

  test("a thousand steps go through", async () => {
    stepping.random(1_000, 1);
    await rests();

    expect(names()).toHaveLength(1_001);
  }, 60_000);

  test("stop works while a request hangs; the run stays, and goes on", async () => {
    stepping.random(3, 1);
    await rests();
    made.hold("random");
    stepping.random(1_000, 1);
    await vi.waitFor(() => expect(made.asked.at(-1)).toBe("random"));
    const from = performance.now();

    stepping.stop();

    expect(stepping.get().mode).toBe("paused");
    await idle();
    expect(performance.now() - from).toBeLessThan(500);
    expect(session.get().fault).toBeNull();
    expect(names()).toHaveLength(4);
    stepping.random(1, 1);
    await rests();
    expect(names()).toHaveLength(5);
  });

  test("what was played before it was stopped stays", async () => {
    stepping.random(1_000, 1);
    await vi.waitFor(() => expect(names().length).toBeGreaterThan(3));
    stepping.stop();
    await idle();

    expect(names().length).toBeGreaterThan(3);
    expect(names().length).toBeLessThan(1_001);
  });

  test("who goes elsewhere meanwhile stays there, and it does not go on from there", async () => {
    stepping.random(1_000, 1);
    await vi.waitFor(() => expect(names().length).toBeGreaterThan(3));
    session.go(1);
    await rests();
    await idle();

    expect(session.place()).toEqual({ step: 1, micro: null });
    const { steps, cursor } = session.shown()!;
    expect(steps.length).toBeLessThan(1_001);
    expect(steps.filter(({ parent }) => parent === cursor)).toHaveLength(1);
  });

  test("what is written and deleted meanwhile stays so", async () => {
    stepping.random(1_000, 1);
    await vi.waitFor(() => expect(names().length).toBeGreaterThan(3));
    session.mark(1, { name: "first" });
    session.prune(2);
    await rests();
    await idle();

    expect(session.shown()).toMatchObject({
      marks: { 1: { name: "first" } },
      pruned: [2],
      cursor: 1,
      tip: 1,
    });
  });

  test("where no move is accepted that is told", async () => {
    await session.start({ ...playable, spec: {} }, chart, {});
    stepping.random(2, 1);
    await rests();

    expect([names(), nothing]).toEqual([["start"], 1]);
  });
});

describe("over what was played", () => {
  beforeEach(async () => {
    await session.send(go(3));
    await session.send({ type: "BACK" });
    made.asked.length = 0;
  });

  test("one steps into microsteps and back, and nothing of the game runs", () => {
    stepping.into(-1);
    stepping.into(-1);
    stepping.into(-1);
    expect(session.place()).toEqual({ step: 1, micro: 0 });
    expect(session.get().options).toEqual([]);

    stepping.into(1);
    stepping.out(1);
    expect(session.place()).toEqual({ step: 1, micro: null });
    stepping.over(1);
    expect(session.place()).toEqual({ step: 2, micro: null });
    expect(made.asked.filter((what) => what !== "options")).toEqual([]);
  });

  test("a run to a breakpoint moves the cursor there, forward and back", async () => {
    kept.add({ on: "state", state: "c", when: "entered" });
    session.go(0);

    stepping.runTo("breakpoint", 1, 1);
    await rests();
    expect(stepping.get()).toMatchObject({ mode: "stopped", stop: { place: { step: 1, micro: 1 } } });
    expect(session.place()).toEqual({ step: 1, micro: 1 });

    session.go(2);
    expect(stepping.get().mode).toBe("paused");
    stepping.runTo("breakpoint", -1, 1);
    await rests();
    expect(session.place()).toEqual({ step: 1, micro: 1 });
    expect(made.asked.filter((what) => what !== "options")).toEqual([]);
  });

  test("with a pace the way is gone microstep by microstep", async () => {
    const seen: unknown[] = [];
    session.go(0);
    session.subscribe(() => seen.push(JSON.stringify(session.place())));
    stepping.setPace(5);

    stepping.run(10, 1);
    await rests();

    expect([...new Set(seen)]).toEqual(
      [
        { step: 1, micro: 0 },
        { step: 1, micro: 1 },
        { step: 2, micro: 0 },
        { step: 2, micro: null },
      ].map((place) => JSON.stringify(place)),
    );
  });
});

describe("a breakpoint", () => {
  test("stops random play at the microstep, is counted, and says why", async () => {
    kept.add({ on: "guard", guard: "full", verdict: true });
    stepping.random(1_000, 3);
    await rests();

    const { mode, stop, counts } = stepping.get();
    expect(mode).toBe("stopped");
    expect(session.place()).toEqual({ step: session.shown()!.tip, micro: 1 });
    expect(stop?.hits).toMatchObject([
      { trial: { verdict: true, name: "full" }, candidate: { source: "b" } },
    ]);
    expect([...counts.values()]).toEqual([1]);

    stepping.random(1_000, 3);
    await rests();
    expect([...stepping.get().counts.values()]).toEqual([2]);
  });

  test("stops at a sent event, and one that is refused", async () => {
    kept.add({ on: "context", formula: "sum >= 3" });
    kept.add({ on: "guard", guard: "positive", verdict: false });

    await session.send(go(-1));
    expect(stepping.get()).toMatchObject({ mode: "stopped", stop: { hits: [{ micro: null }] } });
    await session.send(go(3));
    await rests();
    expect(session.place()).toEqual({ step: 1, micro: 0 });
    await vi.waitFor(() => expect(stepping.get().stop?.hits[0]?.breakpoint.on).toBe("context"));
  });

  test("that is switched off or removed stops nothing", async () => {
    const full = { on: "guard", guard: "full", verdict: null } as const;
    kept.add(full);
    kept.switch(full, false);
    stepping.random(12, 3);
    await rests();
    expect(stepping.get().mode).toBe("paused");

    kept.remove(full);
    expect(kept.get().breakpoints).toEqual([]);
  });

  test("with a formula that fails goes on and says so", async () => {
    kept.add({ on: "context", formula: "cards > LIMIT" });
    stepping.random(3, 3);
    await rests();

    expect([...stepping.get().failures.values()]).toMatchObject([{ code: "unknown-name" }]);
    expect(names()).toHaveLength(4);
  });
});

test("a run to the next decision passes what nobody decides, and stops where somebody does", async () => {
  const asking = code
    .replace("context: { sum: 0 }", 'context: { sum: 0, seats: ["P1"] }')
    .replace("a: { on", 'a: { meta: { asks: "chance" }, on')
    .replace("c: { on", 'c: { meta: { asks: "anyone" }, on');
  await session.start({ ...playable, code: asking }, chart, {});

  stepping.runTo("decision", 1, 1);
  await rests();
  expect(names()).toEqual(["start", "GO"]);

  stepping.runTo("decision", 1, 1);
  await rests();
  expect(names()).toEqual(["start", "GO", "BACK", "GO"]);
});

test("breakpoints follow what is renamed", () => {
  kept.add({ on: "state", state: "b.x", when: "left" });
  kept.add({ on: "transition", transition: "b|on|GO|0" });
  kept.add({ on: "event", event: "GO" });
  kept.add({ on: "guard", guard: "full", verdict: true });

  kept.follow({ b: "d", "b.x": "d.x" }, [
    { kind: "event", from: "GO", to: "RUN" },
    { kind: "guard", from: "full", to: "isFull" },
  ]);

  expect(kept.get().breakpoints).toEqual([
    { on: "state", state: "d.x", when: "left" },
    { on: "transition", transition: "d|on|RUN|0" },
    { on: "event", event: "RUN" },
    { on: "guard", guard: "isFull", verdict: true },
  ]);
});
