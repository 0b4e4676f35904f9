import { afterEach, describe, expect, test } from "vitest";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { rerun } from "#core/run/scenario/rerun.ts";
import { addStep, cursorStep, startRun } from "#core/run/timeline/timeline.ts";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import { haikyuSpec, haikyuText } from "#test/core/simulate/haikyu.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { derived, machine as haikyu } from "../../../machines/haikyu-break.machine.ts";

const runners: Runner[] = [];
afterEach(() => {
  for (const runner of runners.splice(0)) runner.stop();
});
async function loaded(code: string, spec: PlaySpec = {}): Promise<Runner> {
  const runner = nodeRunner();
  runners.push(runner);
  await runner.ask({ do: "load", code, lang: "ts", machine: "machine", spec });
  return runner;
}

test("a play in a worker thread goes as on this side of it, step by step", async () => {
  const there = await loaded(haikyuText, haikyuSpec);
  const here = playerAsk(haikyu as never, haikyuSpec, derived);
  let a = await there.ask({ do: "start", input: {} });
  let b = await here({ do: "start", input: {} });

  for (let seed = 0; seed < 25; seed++) {
    expect(a).toEqual(b);
    const { state } = a;
    const event = await there.ask({ do: "random", state, seed });
    expect(await here({ do: "random", state: b.state, seed })).toEqual(event);
    if (!event) break;
    expect(await there.ask({ do: "options", state })).toEqual(await here({ do: "options", state: b.state }));
    a = await there.ask({ do: "send", state, event });
    b = await here({ do: "send", state: b.state, event });
  }

  expect(a).toEqual(b);
});

test("a request that does without the enabled moves is answered as any other but for these", async () => {
  const runner = await loaded(haikyuText, haikyuSpec);
  let outcome = await runner.ask({ do: "start", input: {} });

  for (let seed = 0; seed < 8; seed++) {
    const { state } = outcome;
    const event = await runner.ask({ do: "random", state, seed });
    if (!event) break;
    const brief = await runner.ask({ do: "send", state, event, enabled: false });
    outcome = await runner.ask({ do: "send", state, event });
    const { enabled, ...view } = outcome.view;

    expect(brief).toEqual({ ...outcome, view });
    expect(brief.view).not.toHaveProperty("enabled");
    expect(enabled).toBeDefined();
  }
});

test("a rule that is changed in a copy of the module is found at its first effect", async () => {
  const before = await loaded(haikyuText, haikyuSpec);
  let run = startRun("old", {}, await before.ask({ do: "start", input: {} }));
  for (let seed = 0; seed < 25; seed++) {
    const { state } = cursorStep(run).outcome;
    const event = await before.ask({ do: "random", state, seed });
    if (event) run = addStep(run, { kind: "send", event }, await before.ask({ do: "send", state, event }));
  }
  const rule = "byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,";
  expect(haikyuText).toContain(rule);
  const after = await loaded(
    haikyuText.replace(rule, rule.replace("event.by", 'event.type !== "PASS" && event.by')),
    haikyuSpec,
  );

  const same = await rerun((request) => before.ask(request), run, "new");
  const other = await rerun((request) => after.ask(request), run, "new");

  const firstPass = run.steps.findIndex(({ do: what }) => what.kind === "send" && what.event.type === "PASS");
  expect(firstPass).toBeGreaterThan(0);
  expect(same.divergence).toBeUndefined();
  expect(other.divergence).toMatchObject({ step: firstPass, what: "accepted" });
});

test("a promise that a guard leaves rejected does not end the next request", async () => {
  const runner = await loaded(`import { assign, createMachine } from "xstate";
export const machine = createMachine({ id: "m", context: { n: 0 }, on: {
  LATE: { guard: () => { void Promise.reject(new Error("late")); return false; }, actions: () => undefined },
  OK: { actions: assign({ n: ({ context }) => context.n + 1 }) } } });`);
  const { state } = await runner.ask({ do: "start", input: {} });

  const late = await runner.ask({ do: "send", state, event: { type: "LATE" } });
  const next = await runner.ask({ do: "send", state: late.state, event: { type: "OK" } });

  expect([late.refused, next.view.context]).toEqual([true, { n: 1 }]);
});

describe("code that is made while the machine runs sees nothing of the process", () => {
  test.each([
    ["indirect eval", "(0, eval)('typeof process + typeof require')"],
    ["a made function", "new Function('return typeof process + typeof require')()"],
    [
      "a constructor's constructor",
      "([] as any).map.constructor('return typeof process + typeof require')()",
    ],
    ["this of a sloppy function", "new Function('return typeof this.process + typeof this.require')()"],
  ])("%s", async (_, expression) => {
    const runner = await loaded(`import { createMachine } from "xstate";
export const machine = createMachine({ id: "m", context: () => ({ seen: ${expression} }) });`);

    const { view } = await runner.ask({ do: "start", input: {} });

    expect(view.context).toEqual({ seen: "undefinedundefined" });
  });
});
