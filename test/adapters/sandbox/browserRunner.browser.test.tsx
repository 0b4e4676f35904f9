import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { PlayError, type Outcome, type PlayFault } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { browserRunner } from "#adapters/sandbox/browserRunner.ts";
import { openFrame, startInFrame } from "#adapters/sandbox/sandboxFrame.ts";
import { load, withGuard } from "#test/adapters/sandbox/machines.ts";

const runners: Runner[] = [];
const started = async (options: Parameters<typeof browserRunner>[0] = {}): Promise<Runner> => {
  const runner = await browserRunner(options);
  runners.push(runner);
  return runner;
};
afterEach(() => runners.splice(0).forEach((runner) => runner.stop()));

const PATTERN = `/^(a+)+$/.test("a".repeat(60) + "!")`;
const faultOf = (asked: Promise<unknown>): Promise<PlayFault> =>
  asked.then(
    () => Promise.reject(new Error("It was answered")),
    (error: unknown) => (error instanceof PlayError ? error.fault : Promise.reject(error)),
  );

/** The longest time between two frames of the page while something goes on. */
async function longestPause(doing: Promise<unknown>): Promise<{ pause: number; frames: number }> {
  let on = true;
  let last = performance.now();
  let pause = 0;
  let frames = 0;
  const tick = () => {
    const now = performance.now();
    pause = Math.max(pause, now - last);
    last = now;
    frames++;
    if (on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  await doing;
  on = false;
  return { pause, frames };
}

describe("the runner in a page", () => {
  test.each([
    ["a guard that never ends", withGuard("for (;;) {}")],
    ["a pattern that never ends", withGuard(`return ${PATTERN};`)],
    [
      "a context function that never ends",
      `import { createMachine } from "xstate"; export const machine = createMachine({ context: ({ input }) => { while (input.stuck) {} return {}; }, on: { FLIP: { actions: () => {} } } });`,
    ],
  ])("stops %s while the page lives, and answers the next request", async (_, code) => {
    const runner = await started({ budgetMs: 600 });
    await runner.ask(load(code));
    const { state } = await runner.ask({ do: "start", input: {} });
    const inStart = code.includes("input.stuck");

    const stuck = faultOf(
      runner.ask(
        inStart ? { do: "start", input: { stuck: true } } : { do: "send", state, event: { type: "STUCK" } },
      ),
    );
    const { pause, frames } = await longestPause(stuck);

    expect((await stuck).code).toBe("over-budget");
    // What is counted ends before many frames are due.
    if (code.includes(PATTERN)) expect(frames).toBeGreaterThan(5);
    expect(pause).toBeLessThan(500);
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).refused).toBe(false);
  });

  test.each([
    ["of its own work", "for (;;) {}", { unit: "work", value: 20_000_000 }],
    ["of native code", `return ${PATTERN};`, { unit: "cpu", value: 1_000 }],
  ])("stops a step %s that never ends, keeps the state and says where it was", async (_, body, limit) => {
    const runner = await started();
    await runner.ask(load(withGuard(body)));
    const { state } = await runner.ask({ do: "start", input: {} });
    const stuck = { do: "send", state, event: { type: "STUCK" } } as const;

    const fault = await faultOf(runner.ask(stuck));

    expect(fault).toMatchObject({ code: "over-budget", event: "STUCK", limit });
    expect(await runner.whereIn?.(stuck)).toEqual({ state: "off", guard: "hard" });
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).view.in).toEqual(["on"]);
  });

  test("functions have the text that their author wrote", async () => {
    const runner = await started();
    await runner.ask(
      load(`import { createMachine } from "xstate";
        const add = (a: number, b: number) => a + b;
        function loop() { for (;;) break; }
        export const machine = createMachine({ context: { texts: [String(add), loop.toString(), String(Math.max)] } });`),
    );

    expect((await runner.ask({ do: "start", input: {} })).view.context).toEqual({
      texts: [
        "(a, b) => a + b",
        "function loop() { for (;;) break; }",
        expect.stringContaining("[native code]"),
      ],
    });
  });

  test("tells endless automatic transitions", async () => {
    const runner = await started();
    await runner.ask(load(withGuard("return true;")));
    const { state } = await runner.ask({ do: "start", input: {} });

    const fault = await faultOf(runner.ask({ do: "send", state, event: { type: "ENDLESS" } }));

    expect(fault.code).toBe("machine-error");
    expect(fault.message).toContain("microsteps for one event");
  });

  const giants: [string, string][] = [
    ["a text of a hundred thousand characters", `"x".repeat(1e5)`],
    ["a text of five million characters", `"x".repeat(5e6)`],
    ["a text of twenty million characters", `"x".repeat(2e7)`],
    ["a list of a hundred thousand numbers", `Array.from({ length: 1e5 }, (_, i) => i)`],
    [
      "twenty thousand objects",
      `Array.from({ length: 2e4 }, (_, i) => ({ id: "card " + i, tags: ["a", "b"] }))`,
    ],
  ];
  test.each(giants)(
    "%s in the context keep the page from nothing, and are played on",
    async (_, value) => {
      const runner = await started({ budgetMs: 30_000, loadMs: 30_000 });
      await runner.ask(
        load(`import { assign, createMachine } from "xstate";
        export const machine = createMachine({ context: () => ({ n: 0, giant: ${value} }),
          on: { ADD: { actions: assign({ n: ({ context }) => context.n + 1 }) }, HANG: { actions: () => { for (;;) {} } } } });`),
      );
      let last: Outcome | undefined;
      const playing = async () => {
        const first = await runner.ask({ do: "start", input: {} });
        const second = await runner.ask({ do: "send", state: first.state, event: { type: "ADD" } });
        last = await runner.ask({ do: "send", state: second.state, event: { type: "ADD" } });
      };
      // Another program may take the processor for a moment; what holds the page up does so each time.
      const tries: { idle: number; pause: number }[] = [];
      const held = () => tries.every(({ idle, pause }) => pause > 3 * idle);
      while (tries.length < 4 && held()) {
        const { pause: idle } = await longestPause(new Promise((done) => setTimeout(done, 500)));
        const { pause } = await longestPause(playing());
        tries.push({ idle, pause });
      }

      expect(last?.view.context["n"]).toBe(2);
      expect(last?.view.cut).toEqual(["giant"]);
      expect(JSON.stringify(last).length).toBeLessThan(100_000);
      expect(held(), JSON.stringify(tries)).toBe(false);
    },
    120_000,
  );

  test("a large state outlives the worker that made it", async () => {
    const runner = await started({ budgetMs: 3_000 });
    await runner.ask(
      load(`import { assign, createMachine } from "xstate";
        export const machine = createMachine({ context: () => ({ n: 0, giant: "x".repeat(1e6) }),
          on: { ADD: { actions: assign({ n: ({ context }) => context.n + context.giant.length }) }, HANG: { guard: () => { for (;;) {} } } } });`),
    );
    const { state } = await runner.ask({ do: "start", input: {} });
    expect((await faultOf(runner.ask({ do: "send", state, event: { type: "HANG" } }))).code).toBe(
      "over-budget",
    );

    const next = await runner.ask({ do: "send", state: { ...state }, event: { type: "ADD" } });

    expect(next.view.context["n"]).toBe(1e6);
    const copied = faultOf(
      runner.ask({
        do: "send",
        state: JSON.parse(JSON.stringify(next.state).replace(/"large":"/, '"large":"x')),
        event: { type: "ADD" },
      }),
    );
    expect((await copied).code).toBe("bad-snapshot");
  });

  test("leaves a machine none of the ways out", async () => {
    const names =
      "fetch XMLHttpRequest WebSocket EventSource importScripts indexedDB caches Worker BroadcastChannel MessageChannel postMessage onmessage addEventListener navigator location setTimeout scheduler close localStorage".split(
        " ",
      );
    const runner = await started();
    await runner.ask(
      load(`import { createMachine } from "xstate";
        export const machine = createMachine({ context: { seen: ${JSON.stringify(names)}.filter((name) => (0, eval)("typeof " + name) !== "undefined") } });`),
    );

    expect((await runner.ask({ do: "start", input: {} })).view.context).toEqual({ seen: [] });
  });

  test("a machine that throws megabytes where nobody catches is told in short, however often it does", async () => {
    const runner = await started();
    await runner.ask(
      load(
        withGuard(
          `for (let i = 0; i < 200; i++) { const c = new AbortController(); c.signal.onabort = () => { throw new Error("x".repeat(1e6)); }; c.abort(); }`,
        ),
      ),
    );
    const { state } = await runner.ask({ do: "start", input: {} });

    const fault = await faultOf(runner.ask({ do: "send", state, event: { type: "STUCK" } }));

    expect(fault.code).toBe("machine-error");
    expect(fault.message).toMatch(/Error: x+$/);
    expect(fault.message.length).toBeLessThan(2_100);
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).refused).toBe(false);
  });

  const frames = () => document.querySelectorAll("iframe").length;
  const counter = load(`import { assign, createMachine } from "xstate";
    export const machine = createMachine({ context: { n: 0 }, on: { ADD: { actions: assign({ n: ({ context }) => context.n + 1 }) } } });`);
  const add = { type: "ADD" };

  test("has a frame from its first request on, and takes it along when it is stopped", async () => {
    const before = frames();
    const runner = await browserRunner();
    expect(frames()).toBe(before);
    await runner.ask(counter);
    expect(frames()).toBe(before + 1);

    runner.stop();

    expect(frames()).toBe(before);
  });

  test("one that is stopped while its frame comes up leaves none", async () => {
    const before = frames();
    const runner = await browserRunner();
    const loading = faultOf(runner.ask(counter));
    await vi.waitFor(() => expect(frames()).toBe(before + 1));

    runner.stop();

    expect((await loading).code).toBe("not-started");
    await vi.waitFor(() => expect(frames()).toBe(before));
  });

  test("gives its frame back when nothing is asked for a while, and plays on from the state of the next request", async () => {
    const before = frames();
    const runner = await started({ restMs: 10 });
    await runner.ask(counter);
    const { state } = await runner.ask({ do: "start", input: {} });
    await vi.waitFor(() => expect(frames()).toBe(before));

    const next = await runner.ask({ do: "send", state, event: add });

    expect(next.view.context).toEqual({ n: 1 });
  });

  test("of five machines that are played by turns two have a frame, and each plays on from where it was", async () => {
    const before = frames();
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => started()));
    const states = await Promise.all(
      five.map(async (runner) => {
        await runner.ask(counter);
        return (await runner.ask({ do: "start", input: {} })).state;
      }),
    );
    const values: unknown[] = [];
    for (const round of [1, 2])
      for (const [i, runner] of five.entries()) {
        const { state, view } = await runner.ask({ do: "send", state: states[i]!, event: add });
        states[i] = state;
        values.push(view.context["n"]);
        expect(frames() - before, `round ${round}, machine ${i}`).toBeLessThanOrEqual(2);
      }

    expect(values).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  });
});

/** The walls around the runner hold by themselves: this worker has all its globals. */
describe("the sandbox", () => {
  const page = location.origin;
  /** Runs a body of an async function in a bare worker of a sandbox frame and gives what it returns, or the name of its error. */
  async function inSandbox(body: string): Promise<string> {
    const frame = await openFrame();
    try {
      const script = `(async () => { ${body} })().then((v) => "got " + v, (e) => "refused " + e.name).then((reply) => postMessage({ id: 1, reply }));`;
      return await new Promise<string>((done, fail) => {
        void startInFrame(
          frame,
          script,
          (answer) => done((answer as { reply: string }).reply),
          (why) => fail(new Error(why)),
        );
      });
    } finally {
      frame.remove();
    }
  }
  beforeAll(async () => {
    // The page itself can do what the sandbox must not.
    expect((await fetch(page)).ok).toBe(true);
  });

  test("runs code", async () => {
    expect(await inSandbox("return 1 + 1;")).toBe("got 2");
    expect(await inSandbox("return new Function('return 7')();")).toBe("got 7");
  });

  test.each([
    ["fetch of the page's server", `await fetch("${page}/"); return "out";`, "refused TypeError"],
    [
      "fetch without reading",
      `await fetch("${page}/", { mode: "no-cors" }); return "out";`,
      "refused TypeError",
    ],
    [
      "a request the old way",
      `const r = new XMLHttpRequest(); r.open("GET", "${page}/", false); r.send(); return r.status;`,
      "refused NetworkError",
    ],
    [
      "a web socket",
      `return new Promise((done) => { const s = new WebSocket("${page.replace("http", "ws")}/"); s.onopen = () => done("out"); s.onerror = () => done("closed"); });`,
      "got closed",
    ],
    [
      "an event source",
      `return new Promise((done) => { const s = new EventSource("${page}/"); s.onopen = () => done("out"); s.onerror = () => done("closed"); });`,
      "got closed",
    ],
    ["importScripts", `importScripts("${page}/x.js"); return "out";`, "refused NetworkError"],
    [
      "importScripts of data",
      `importScripts("data:text/javascript,1"); return "out";`,
      "refused NetworkError",
    ],
    ["import()", `await import("${page}/x.js"); return "out";`, "refused TypeError"],
    ["a worker from elsewhere", `new Worker("${page}/x.js"); return "out";`, "refused SecurityError"],
  ])("refuses %s", async (_, body, expected) => {
    expect(await inSandbox(body)).toBe(expected);
  });

  test("refuses a database", async () => {
    const said = await inSandbox(
      `return new Promise((done, fail) => { const r = indexedDB.open("x"); r.onsuccess = () => done("out"); r.onerror = () => fail(r.error); });`,
    );
    expect(said).toMatch(/^refused (SecurityError|UnknownError|InvalidStateError)$/);
  });

  test.each(["localStorage", "sessionStorage", "document", "parent"])("has no %s", async (name) => {
    expect(await inSandbox(`return typeof self[${JSON.stringify(name)}];`)).toBe("got undefined");
  });

  test("stands on an origin of its own", async () => {
    expect(await inSandbox("return self.origin;")).toBe("got null");
  });
});
