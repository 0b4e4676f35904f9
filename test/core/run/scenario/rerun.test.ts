import { expect, test } from "vitest";
import { PlayError } from "#core/run/play/play.ts";
import type { Run, StepDo } from "#core/run/timeline/run.ts";
import { markStep } from "#core/run/timeline/marks.ts";
import { rerun } from "#core/run/scenario/rerun.ts";
import { addStep, cursorStep, moveTo, prune, startRun, way } from "#core/run/timeline/timeline.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { add, counter } from "#test/core/run/play/counter.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { machine as haikyu } from "../../../../machines/haikyu-break.machine.ts";

/** A run of these steps on the counter as it is. */
async function played(...steps: StepDo[]): Promise<Run> {
  const ask = playerAsk(counter());
  let run = startRun("old", {}, await ask({ do: "start", input: {} }));
  for (const step of steps) {
    const { state } = cursorStep(run).outcome;
    if (step.kind === "send") run = addStep(run, step, await ask({ do: "send", state, event: step.event }));
    if (step.kind === "advance") run = addStep(run, step, await ask({ do: "advance", state, ms: step.ms }));
    if (step.kind === "restore")
      run = addStep(run, step, await ask({ do: "restore", state: run.steps[1]!.outcome.state }));
  }
  return run;
}
const send = (amount: number): StepDo => ({ kind: "send", event: add(amount) });
const event = (type: string): StepDo => ({ kind: "send", event: { type } });

test("on the same machine a run goes as before, with time and restored states", async () => {
  const old = await played(
    send(1),
    send(2),
    { kind: "restore", name: "a" },
    event("REST"),
    { kind: "advance", ms: 1000 },
    event("END"),
  );

  const { run, divergence } = await rerun(playerAsk(counter()), old, "new");

  expect(divergence).toBeUndefined();
  expect(run).toEqual({ ...old, machineHash: "new" });
});

test("the first step that differs is told, and the run goes on while events are accepted", async () => {
  const old = await played(event("REST"), { kind: "advance", ms: 1000 }, send(1), send(2));

  const { run, divergence } = await rerun(playerAsk(counter({ factor: 2 })), old, "new");

  expect(divergence).toEqual({ step: 3, what: "context", at: "sum", expected: 1, got: 2 });
  expect(way(run!)).toHaveLength(5);
  expect(cursorStep(run!).outcome.view.context).toMatchObject({ sum: 6 });
});

test("a refused event stops it there; the first difference stays the one that is told", async () => {
  const old = await played(send(2), send(3));

  const { run, divergence } = await rerun(playerAsk(counter({ most: 4 })), old, "new");

  expect(divergence).toEqual({ step: 2, what: "accepted", expected: true, got: ["fits"] });
  expect(way(run!)).toHaveLength(2);
});

test("a machine that fails stops it there with what it said", async () => {
  const old = await played(send(2), send(3));

  const { run, divergence } = await rerun(playerAsk(counter({ breaksAt: 2 })), old, "new");

  expect(divergence).toMatchObject({ step: 2, what: "fault", got: "the counter is broken" });
  expect(way(run!)).toHaveLength(2);
});

/** start - 1 - 2, and beside the 2 a 5, which is in view. */
async function forked(): Promise<Run> {
  const run = await played(send(1), send(2));
  const { state } = run.steps[1]!.outcome;
  return addStep(moveTo(run, 1), send(5), await playerAsk(counter())({ do: "send", state, event: add(5) }));
}

test("every branch is played again, and the way in view is the same", async () => {
  const old = await forked();

  const { run } = await rerun(playerAsk(counter()), old, "new");

  expect(run).toEqual({ ...old, machineHash: "new" });
  expect(cursorStep(run!).outcome.view.context).toMatchObject({ sum: 6 });
});

test("names, bookmarks and notes go along with their steps", async () => {
  let old = await forked();
  old = markStep(markStep(old, 2, { name: "careful" }), 3, { bookmark: true, note: "risky" });

  const { run } = await rerun(playerAsk(counter({ factor: 1.5 })), old, "new");

  expect(run?.marks).toEqual({ 2: { name: "careful" }, 3: { bookmark: true, note: "risky" } });
});

test("a branch that is refused is left out, and marks keep to their steps", async () => {
  let old = await forked();
  old = markStep(markStep(moveTo(old, 2), 2, { name: "small" }), 3, { name: "large" });

  const { run, divergence } = await rerun(playerAsk(counter({ most: 4 })), old, "new");

  expect(divergence).toBeUndefined();
  expect(run?.steps).toHaveLength(3);
  expect(run?.marks).toEqual({ 2: { name: "small" } });
  const shifted = await rerun(playerAsk(counter()), prune(moveTo(old, 3), 2), "new");
  expect(shifted.run?.steps).toHaveLength(3);
  expect(shifted.run?.marks).toEqual({ 2: { name: "large" } });
  expect(cursorStep(shifted.run!).outcome.view.context).toMatchObject({ sum: 6 });
});

test("what nobody waits for any more is not played to its end", async () => {
  const old = await played(send(1), send(1), send(1));
  let asked = 0;

  const { run } = await rerun(playerAsk(counter()), old, "new", () => ++asked > 2);

  expect(run?.steps).toHaveLength(2);
});

test("a step that was made by hand is made again by hand", async () => {
  const ask = playerAsk(counter());
  const start = await played();
  const edit = { context: { sum: 3 }, in: ["resting"] };
  const { state } = start.steps[0]!.outcome;
  const old = addStep(start, { kind: "edit", edit }, await ask({ do: "edit", state, edit }));

  const { run, divergence } = await rerun(ask, old, "new");

  expect(divergence).toBeUndefined();
  expect(run).toEqual({ ...old, machineHash: "new" });
});

test("a rule that is changed in a copy of the volleyball game is found at its first effect", async () => {
  const player = createParsingPlayer(haikyu as never, haikyuSpec);
  let run = startRun("old", {}, player.start({}));
  for (let seed = 0; seed < 40; seed++) {
    const { state } = cursorStep(run).outcome;
    const move = player.random(state, seed);
    if (!move) break;
    run = addStep(run, { kind: "send", event: move }, player.send(state, move));
  }
  const firstPass = way(run).findIndex(({ do: what }) => what.kind === "send" && what.event.type === "PASS");
  const noPass = haikyu.provide({
    guards: {
      byTurnPlayer: ({ context, event }) => event.type !== "PASS" && event.by === context.turnPlayer,
    },
  });

  const { divergence } = await rerun(playerAsk(noPass as never, haikyuSpec), run, "new");

  expect(firstPass).toBeGreaterThan(0);
  expect(divergence).toMatchObject({ step: firstPass, what: "accepted" });
});

test("where it is stopped for too much work is told as that, not as a difference", async () => {
  const old = await played(send(1), send(2), send(3));
  const plain = playerAsk(counter());
  const fault = { code: "over-budget", message: "too much" } as const;
  const ask: typeof plain = (request) =>
    request.do === "send" && request.event["amount"] === 2
      ? Promise.reject(new PlayError(fault))
      : plain(request);

  const { run, divergence, stop } = await rerun(ask, old, "new");

  expect(stop).toEqual({ step: 2, fault });
  expect(divergence).toBeUndefined();
  expect(way(run!)).toHaveLength(2);
});
