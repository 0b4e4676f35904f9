import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { sandboxPlugin } from "../../../scripts/sandboxPlugin.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import { load, withGuard } from "#test/adapters/sandbox/machines.ts";

/** A machine whose action puts off what it does. */
const deferring = (body: string): string => `import { setup } from "xstate";
  export const machine = setup({ actions: { putOff: () => { Promise.resolve().then(() => { ${body} }); } } }).createMachine({
    initial: "a", states: { a: { on: { GO: { actions: "putOff" }, FLIP: "b" } }, b: {} } });`;

const runners: Runner[] = [];
const started = (options: Parameters<typeof nodeRunner>[0] = {}): Runner => {
  const runner = nodeRunner(options);
  runners.push(runner);
  return runner;
};
afterEach(() => runners.splice(0).forEach((runner) => runner.stop()));

const faultOf = (asked: Promise<unknown>): Promise<PlayFault> =>
  asked.then(
    () => Promise.reject(new Error("It was answered")),
    (error: unknown) => (error instanceof PlayError ? error.fault : Promise.reject(error)),
  );

describe("the runner in Node", () => {
  test("plays a TypeScript module", async () => {
    const runner = started();
    expect(await runner.ask(load(withGuard("return true;")))).toEqual({ id: "(machine)" });

    const { state } = await runner.ask({ do: "start", input: {} });
    const on = await runner.ask({ do: "send", state, event: { type: "STUCK" } });

    expect(on.view.in).toEqual(["on"]);
    expect(await runner.ask({ do: "can", state, event: { type: "NOPE" } })).toEqual({
      can: false,
      reasons: [{ code: "unknown-event", event: "NOPE" }],
      considered: [],
    });
    expect(await runner.ask({ do: "random", state, seed: 1 })).toMatchObject({ type: expect.any(String) });
  });

  test.each([
    [
      "a guard that never ends",
      "for (;;) {}",
      {
        message:
          "The machine came to more than 6000000 rounds of loops and calls of functions and was stopped",
        limit: { unit: "work", value: 6_000_000 },
        state: "off",
        guard: "hard",
      },
    ],
    [
      "a guard that never ends and catches what stops it",
      "try { for (;;) {} } catch { return true; }",
      {
        message:
          "The machine came to more than 6000000 rounds of loops and calls of functions and was stopped",
        limit: { unit: "work", value: 6_000_000 },
        state: "off",
        guard: "hard",
      },
    ],
    [
      "a pattern that never ends",
      'return /^(a+)+$/.test("a".repeat(60) + "!");',
      {
        message: "The machine took more than 300 ms of a processor and was stopped",
        limit: { unit: "cpu", value: 300 },
      },
    ],
  ])("stops %s, and answers the next request", async (_, body, fault) => {
    const runner = started({ budgetMs: 300 });
    await runner.ask(load(withGuard(body)));
    const { state } = await runner.ask({ do: "start", input: {} });

    const stuck = faultOf(runner.ask({ do: "send", state, event: { type: "STUCK" } }));
    const next = runner.ask({ do: "send", state, event: { type: "FLIP" } });

    expect(await stuck).toEqual({ code: "over-budget", event: "STUCK", ...fault });
    expect((await next).view.in).toEqual(["on"]);
  });

  test("says in which guard or action a step never ended, and goes on from the state before", async () => {
    const runner = started({ budgetMs: 400 });
    await runner.ask(load(withGuard('return /^(a+)+$/.test("a".repeat(60) + "!");')));
    const { state } = await runner.ask({ do: "start", input: {} });
    const stuck = { do: "send", state, event: { type: "STUCK" } } as const;
    await faultOf(runner.ask(stuck));

    expect(await runner.whereIn?.(stuck)).toEqual({ state: "off", guard: "hard" });
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).view.in).toEqual(["on"]);
    expect(await runner.whereIn?.({ do: "send", state, event: { type: "FLIP" } })).toBeUndefined();

    await runner.ask(
      load(`import { createMachine } from "xstate";
      export const machine = createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: { entry: [function first() {}, function spin() { for (;;) {} }] } } });`),
    );
    const begun = await runner.ask({ do: "start", input: {} });
    const spinning = { do: "send", state: begun.state, event: { type: "GO" } } as const;
    expect((await faultOf(runner.ask(spinning))).code).toBe("over-budget");
    expect(await runner.whereIn?.(spinning)).toEqual({ state: "b", action: "spin" });
  });

  test("names the last of very many actions", async () => {
    const runner = started({ budgetMs: 1_000 });
    await runner.ask(
      load(`import { setup } from "xstate";
      export const machine = setup({ actions: { small: () => {}, spin: () => { /^(a+)+$/.test("a".repeat(60) + "!"); } } })
        .createMachine({ on: { GO: { actions: [...Array(4_000).fill("small"), "spin"] } } });`),
    );
    const { state } = await runner.ask({ do: "start", input: {} });
    const stuck = { do: "send", state, event: { type: "GO" } } as const;
    await faultOf(runner.ask(stuck));

    expect(await runner.whereIn?.(stuck)).toMatchObject({ action: "spin" });
  });

  test("a request that is interrupted fails at once, and the next one is answered", async () => {
    const runner = started({ budgetMs: 20_000 });
    await runner.ask(load(withGuard('return /^(a+)+$/.test("a".repeat(60) + "!");')));
    const { state } = await runner.ask({ do: "start", input: {} });
    const stuck = faultOf(runner.ask({ do: "send", state, event: { type: "STUCK" } }));
    await new Promise((done) => setTimeout(done, 100));

    runner.interrupt?.();

    expect((await stuck).code).toBe("not-started");
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).view.in).toEqual(["on"]);
  });

  test("stops a module that never ends while it loads", async () => {
    const runner = started({ loadMs: 1_500 });

    expect((await faultOf(runner.ask(load("for (;;) {}")))).code).toBe("over-budget");
    expect(await runner.ask(load(withGuard("return true;")))).toEqual({ id: "(machine)" });
  });

  test("survives a machine that takes all memory", async () => {
    const runner = started({ budgetMs: 20_000 });
    await runner.ask(load(withGuard("const all = []; for (;;) all.push(new Array(1e6).fill(all.length));")));
    const { state } = await runner.ask({ do: "start", input: {} });

    const fault = await faultOf(runner.ask({ do: "send", state, event: { type: "STUCK" } }));

    expect(fault).toMatchObject({ code: "over-budget", message: expect.stringContaining("memory") });
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).view.in).toEqual(["on"]);
  });

  test.each([
    ["time", '/^(a+)+$/.test("a".repeat(60) + "!");', { unit: "cpu", value: 400 }],
    [
      "memory",
      "const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1));",
      { unit: "memory", value: 512 },
    ],
  ])("what an action puts off has the limit of %s of its request, and is named", async (_, body, limit) => {
    const { unit } = limit;
    const runner = started({ budgetMs: unit === "cpu" ? 400 : 20_000 });
    await runner.ask(load(deferring(body)));
    const { state } = await runner.ask({ do: "start", input: {} });
    const deferred = faultOf(runner.ask({ do: "send", state, event: { type: "GO" } }));

    expect(await deferred).toMatchObject({ code: "over-budget", event: "GO", limit });
    expect((await runner.ask({ do: "send", state, event: { type: "FLIP" } })).view.in).toEqual(["b"]);
  });

  test("tells endless automatic transitions with their states", async () => {
    const runner = started();
    await runner.ask(load(withGuard("return true;")));
    const { state } = await runner.ask({ do: "start", input: {} });

    expect(await faultOf(runner.ask({ do: "send", state, event: { type: "ENDLESS" } }))).toMatchObject({
      code: "machine-error",
      message: expect.stringMatching(/round -> and -> round|and -> round -> and/),
    });
  });

  test("names guards of every kind though its text is minified", async () => {
    const runner = started();
    await runner.ask(
      load(`import { and, not, or, setup } from "xstate";
        export const machine = setup({ guards: { yes: () => true, no: () => false } }).createMachine({
          on: { GO: { guard: and(["yes", or(["no", not("yes")])]), actions: () => {} } } });`),
    );
    const { state } = await runner.ask({ do: "start", input: {} });

    const { reasons } = await runner.ask({ do: "can", state, event: { type: "GO" } });

    expect(reasons.map(({ guard }) => guard)).toEqual(["no", "not yes"]);
  });

  test("an answer that a machine makes up is not heard", async () => {
    const runner = started();
    await runner.ask(load(withGuard("try { postMessage({ id: 3, reply: '{}' }); } catch {} return false;")));
    const { state } = await runner.ask({ do: "start", input: {} });

    expect((await runner.ask({ do: "send", state, event: { type: "STUCK" } })).refused).toBe(true);
  });

  test("is ended by stop, and by nothing that was still asked", async () => {
    const runner = started();
    await runner.ask(load(withGuard('return /^(a+)+$/.test("a".repeat(60) + "!");')));
    const { state } = await runner.ask({ do: "start", input: {} });
    const asked = faultOf(runner.ask({ do: "send", state, event: { type: "STUCK" } }));

    setTimeout(() => runner.stop(), 50);

    expect((await asked).message).toBe("The runner was stopped");
    expect((await faultOf(runner.ask({ do: "start", input: {} }))).code).toBe("not-started");
  });

  const endless = '/^(a+)+$/.test("a".repeat(60) + "!");';
  test.skipIf(process.platform === "win32").each([
    ["in a guard", withGuard(`return ${endless}`), "STUCK"],
    ["in what an action put off", deferring(endless), "GO"],
  ])("does not outlive a command that is killed: endless %s", async (_, code, event) => {
    const folder = await mkdtemp(join(tmpdir(), "turnwright-runner-"));
    await build({
      configFile: false,
      logLevel: "error",
      plugins: [sandboxPlugin()],
      ssr: { noExternal: true },
      build: { ssr: "src/adapters/sandbox/nodeRunner.ts", outDir: folder },
    });
    await writeFile(
      join(folder, "command.mjs"),
      `import { nodeRunner } from "./nodeRunner.js";
       const runner = nodeRunner({ budgetMs: 600_000 });
       await runner.ask(${JSON.stringify(load(code))});
       const { state } = await runner.ask({ do: "start", input: {} });
       console.log("started");
       await runner.ask({ do: "send", state, event: { type: "${event}" } });
       setTimeout(() => {}, 600_000);`,
    );
    const command = spawn(process.execPath, [join(folder, "command.mjs")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(command.stdout, "data");
    const machines = (await processes()).filter(({ parent }) => parent === command.pid);
    await new Promise((done) => setTimeout(done, 300));

    command.kill("SIGKILL");

    expect(machines).toHaveLength(1);
    await vi.waitFor(
      async () => {
        const left = (await processes()).filter(({ id }) => id === machines[0]?.id);
        expect(left.filter(({ hasEnded }) => !hasEnded)).toEqual([]);
      },
      { timeout: 10_000 },
    );
    await rm(folder, { recursive: true });
  });
});

/** The processes of this computer; one that has ended may be listed until somebody asks how it ended. */
async function processes() {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,stat="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parent, stat]) => ({
      id: Number(id),
      parent: Number(parent),
      hasEnded: stat?.startsWith("Z") === true,
    }));
}

describe("a module", () => {
  test.each([
    [
      "that imports something else",
      'import fs from "node:fs"; export const machine = fs;',
      'imports "node:fs"',
    ],
    ["that cannot be parsed", "export const machine = {", "Unexpected token"],
    ["that throws", 'throw new Error("boom");', "boom"],
    ["without a machine", "export const a = 1;", "there is no machine"],
    [
      "whose machine cannot be built",
      'import { createMachine } from "xstate"; export const machine = createMachine({ initial: "a", states: { a: { on: { GO: "nowhere" } } } });',
      "nowhere",
    ],
    ["that waits at its top", "await null; export const machine = 1;", "await"],
    ["that reaches for the process", "export const machine = process.env;", "process is not defined"],
    ["that reaches for require", 'export const machine = globalThis.require("fs");', "not a function"],
    ["that starts a clock", "setTimeout(() => {}, 0);", "setTimeout is not defined"],
  ])("%s is a load error that says so", async (_, code, message) => {
    const fault = await faultOf(started().ask(load(code)));

    expect(fault.code).toBe("load-error");
    expect(fault.message).toContain(message);
  });

  test.each([
    ["by its export", "second", "second"],
    ["by its place", 1, "second"],
    ["by its place as a text", "0", "first"],
  ])("has its machine found %s", async (_, machine, id) => {
    const code = `import { createMachine, setup } from "xstate";
      export const first = createMachine({ id: "first" });
      export const second = setup({}).createMachine({ id: "second" });`;

    expect(await started().ask(load(code, { machine }))).toEqual({ id });
  });

  test("of JavaScript runs as it is, and a machine that is not exported is found when it is the only one", async () => {
    const code = 'import { createMachine } from "xstate"; const hidden = createMachine({ id: "hidden" });';

    expect(await started().ask(load(code, { lang: "js" }))).toEqual({ id: "hidden" });
  });

  test("reads the text of its functions, of native ones and of those that have the mark of counting, as it is", async () => {
    const runner = started();
    const marked = 'function marked() { return "/*\u27f2*/ a /*\u27f2*/"; }';
    await runner.ask(
      load(
        `import { createMachine } from "xstate"; import { loud } from "./loud.js";
        class Plain { text = "/*\u27f2*/ b /*\u27f2*/" }
        ${marked}
        const text = Function.prototype.toString;
        export const machine = createMachine({ context: { texts: [marked, loud, Plain, Math.max, text].map(String), name: text.name, own: Object.keys(Function.prototype), again: text.call(text) } });`,
        {
          siblings: {
            imports: { "./loud.js": "loud.ts" },
            files: [
              {
                path: "loud.ts",
                lang: "ts",
                imports: {},
                text: "export const loud = () => 1 /*\u27f2\u27f2*/ + 1;",
              },
            ],
          },
        },
      ),
    );

    const { context } = (await runner.ask({ do: "start", input: {} })).view;

    expect(context).toEqual({
      texts: [
        marked,
        "() => 1 /*\u27f2\u27f2*/ + 1",
        expect.stringMatching(/^class Plain \{.*"\/\*\u27f2\*\/ b \/\*\u27f2\*\/".*\}$/),
        "function max() { [native code] }",
        "function toString() { [native code] }",
      ],
      name: "toString",
      own: [],
      again: "function toString() { [native code] }",
    });
  });

  test("sees an empty environment and says nothing aloud", async () => {
    const runner = started();
    const wide =
      "process require Buffer fetch setTimeout postMessage WebAssembly Atomics FinalizationRegistry navigator".split(
        " ",
      );
    await runner.ask(
      load(`import { createMachine } from "xstate"; console.log("aloud");
        export const machine = createMachine({ context: { seen: ${JSON.stringify(wide)}.filter((name) => (0, eval)("typeof " + name) !== "undefined") } });`),
    );

    expect((await runner.ask({ do: "start", input: {} })).view.context).toEqual({ seen: [] });
  });
});
