import { raise } from "xstate";
import { expect, test } from "vitest";
import { applyChanges } from "#core/run/debugging/applyChanges.ts";
import {
  contextAfter,
  eventsOf,
  into,
  isDecision,
  momentAt,
  momentBefore,
  out,
  over,
  toDecision,
  type Place,
} from "#core/run/debugging/microcursor.ts";
import type { Outcome, PlayEvent } from "#core/run/play/play.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { addStep, cursorStep, startRun, way } from "#core/run/timeline/timeline.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { madeMachine } from "#test/core/simulate/madeMachine.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { playerOf } from "#test/core/simulate/tools.ts";
import { machine as haikyu } from "../../../../machines/haikyu-break.machine.ts";

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A game of volleyball at random. */
function volleyball(steps: number, seed: number): Run {
  const player = createParsingPlayer(haikyu.provide({}), haikyuSpec);
  let run = startRun("x", {}, asJson(player.start({})));
  for (let i = 0; i < steps; i++) {
    const { state } = cursorStep(run).outcome;
    const event = player.random(state, seed * 1000 + i);
    if (!event) break;
    run = addStep(run, { kind: "send", event }, asJson(player.send(state, event)));
  }
  return run;
}

test("the changes of all microsteps lead from the context before a step to the one after it", () => {
  let seen = 0;
  const follows = (before: Outcome | undefined, outcome: Outcome) => {
    let context = before?.view.context ?? {};
    outcome.microsteps.forEach(({ changes }, i) => {
      context = applyChanges(context, changes);
      seen += changes.length;
      if (i + 1 < outcome.microsteps.length)
        expect(contextAfter(before?.view.context ?? {}, outcome, i + 1)).toEqual(context);
    });
    if (outcome.microsteps.length > 0) expect(context).toEqual(outcome.view.context);
    expect(contextAfter({}, outcome, outcome.microsteps.length)).toBe(outcome.view.context);
  };

  for (const seed of [1, 2, 3]) {
    const run = volleyball(60, seed);
    for (const step of run.steps)
      follows(step.parent === null ? undefined : run.steps[step.parent]?.outcome, step.outcome);
  }
  for (let seed = 0; seed < 60; seed++) {
    const player = createParsingPlayer(madeMachine(seed), {});
    const random = randomSource(seed);
    let before = asJson(player.start({}));
    follows(undefined, before);
    for (let i = 0; i < 12; i++) {
      const sent: PlayEvent = { type: ["A", "B", "C", "D"][Math.floor(random() * 4)] ?? "A" };
      const outcome = asJson(player.send(before.state, sent));
      if (!outcome.refused) follows(before, (before = outcome));
    }
  }
  expect(seen).toBeGreaterThan(500);
});

test("walking into microsteps visits each of them once, and back the same way", () => {
  const run = volleyball(25, 7);
  const first: Place = { step: 0, micro: 0 };
  const forward: Place[] = [];
  for (let at: Place | undefined = first; at; at = into(run, at, 1)) forward.push(at);

  const all = way(run).flatMap(({ id, outcome }) =>
    outcome.microsteps.map((_, micro) => ({ step: id, micro })),
  );
  const end = { step: run.tip, micro: null };
  expect(forward).toEqual([...all, end]);

  const back: Place[] = [];
  for (let at: Place | undefined = end; at; at = into(run, at, -1)) back.push(at);
  expect(back.toReversed()).toEqual(forward);
});

test("over goes from step to step; in the middle of one it first ends that", () => {
  const run = volleyball(6, 3);
  const long = run.steps.find(({ outcome }) => outcome.microsteps.length > 2)!.id;

  expect(over(run, { step: long, micro: 0 }, 1)).toEqual({ step: long, micro: null });
  expect(over(run, { step: 1, micro: null }, 1)).toEqual({ step: 2, micro: null });
  expect(over(run, { step: long, micro: 1 }, -1)).toEqual({ step: long - 1, micro: null });
  expect(over(run, { step: run.tip, micro: null }, 1)).toBeUndefined();
  expect(over(run, { step: 0, micro: null }, -1)).toBeUndefined();
});

test("out leaves the microsteps at the end of the step, or at its first one", () => {
  expect(out({ step: 1, micro: 2 }, 1)).toEqual({ step: 1, micro: null });
  expect(out({ step: 1, micro: 2 }, -1)).toEqual({ step: 1, micro: 0 });
  expect(out({ step: 1, micro: null }, 1)).toBeUndefined();
});

test("a run to the next decision passes what dice and the table do", () => {
  const run = volleyball(40, 5);
  const passed: number[] = [];
  for (let at: Place | undefined = { step: 0, micro: null }; at; at = toDecision(run, at, 1))
    passed.push(at.step);

  expect(passed.slice(1, -1).every((id) => isDecision(run.steps[id]!))).toBe(true);
  const skipped = run.steps.filter(({ id }) => !passed.includes(id));
  expect(skipped.every((step) => !isDecision(step))).toBe(true);
  expect(toDecision(run, { step: run.tip, micro: null }, 1)).toBeUndefined();
});

test("what drove a microstep is told with its payload: sent, raised on the way, and of always the one before", () => {
  const next = { type: "NEXT", n: 4 };
  const player = playerOf({
    initial: "a",
    states: {
      a: { on: { GO: { target: "b", actions: raise(next as never) } } },
      b: { always: "c" },
      c: { on: { NEXT: "d" } },
      d: {},
    },
  });
  const sent = { type: "GO", n: 3 };
  const started = player.start({});
  const { microsteps } = player.send(started.state, sent);

  expect(eventsOf({ kind: "send", event: sent }, started.state, microsteps)).toEqual([sent, sent, next]);
});

test("what is seen at a microstep is the context after it; before the first one, what the step began with", () => {
  const run = volleyball(10, 2);
  const step = run.steps.find(({ id, outcome }) => id > 0 && outcome.microsteps.length > 1)!;
  const last = step.outcome.microsteps.length - 1;

  expect(momentAt(run, { step: step.id, micro: last })?.context).toBe(step.outcome.view.context);
  expect(momentBefore(run, { step: step.id, micro: 0 })?.context).toBe(
    run.steps[step.parent!]!.outcome.view.context,
  );
  expect(momentBefore(run, { step: step.id, micro: last })).toEqual(
    momentAt(run, { step: step.id, micro: last - 1 }),
  );
  expect(momentBefore(run, { step: 0, micro: null })).toBeUndefined();
  expect(momentAt(run, { step: 999, micro: null })).toBeUndefined();
});
