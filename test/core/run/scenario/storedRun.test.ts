import { expect, test } from "vitest";
import { isStoredRun, toStoredRun, replayStoredRun, type StoredRun } from "#core/run/scenario/storedRun.ts";
import { markStep } from "#core/run/timeline/marks.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { addStep, cursorStep, moveTo, prune } from "#core/run/timeline/timeline.ts";
import { add, counter } from "#test/core/run/play/counter.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";

const ask = playerAsk(counter());

/** start - 1 - 2 - restored 1 - REST - later; beside the 2 a 5, where the run stands. */
async function forked(): Promise<Run> {
  const steps = [
    { send: add(1) },
    { save: "x" },
    { send: add(2) },
    { restore: "x" },
    { send: { type: "REST" } },
    { advance: 1000 },
    { edit: { context: { sum: 9 } } },
  ];
  // A run that is stored was shown.
  const { run } = await replayScenario(ask, { format: 1, title: {}, steps }, "h", { enabled: true });
  const back = moveTo(run!, 1);
  const { state } = cursorStep(back).outcome;
  return addStep(back, { kind: "send", event: add(5) }, await ask({ do: "send", state, event: add(5) }));
}
const overJson = (kept: StoredRun | undefined) => JSON.parse(JSON.stringify(kept)) as StoredRun;

test("a run that is kept and played again is the same, branches, marks, cursor and all", async () => {
  const run = moveTo(markStep(await forked(), 3, { name: "restored", bookmark: true }), 4);

  const kept = overJson(toStoredRun(run));
  const again = await replayStoredRun(ask, kept, "h");

  expect(isStoredRun(kept)).toBe(true);
  expect(again).toEqual({ run, left: 0 });
});

test("what was deleted is not kept, and marks keep to their steps", async () => {
  const run = prune(markStep(await forked(), 7, { note: "here" }), 2);

  const kept = overJson(toStoredRun(run));

  expect(kept.steps).toHaveLength(3);
  expect(kept.marks).toEqual({ 2: { note: "here" } });
  const { run: again } = await replayStoredRun(ask, kept, "h");
  expect(cursorStep(again!).outcome.view.context).toMatchObject({ sum: 6 });
});

test("of too much the way in view is kept, of that too much nothing", async () => {
  const run = await forked();
  const whole = JSON.stringify(toStoredRun(run)).length;

  const way = toStoredRun(run, whole - 1);

  expect(way?.steps.map(({ do: { kind } }) => kind)).toEqual(["start", "send", "send"]);
  expect((await replayStoredRun(ask, way!, "h")).run?.cursor).toBe(2);
  expect(toStoredRun(run, 20)).toBeUndefined();
});

test("on a machine that takes less the run stands where its way ends, and says how many steps were left", async () => {
  const kept = overJson(toStoredRun(await forked()));

  const { run, left } = await replayStoredRun(playerAsk(counter({ most: 4 })), kept, "other");

  expect(run).toMatchObject({ machineHash: "other", cursor: 1, tip: 1 });
  expect(left).toBe(1);
  expect((await replayStoredRun(playerAsk(counter({ breaksAt: 0 })), kept, "o")).left).toBe(7);
});

test.each([
  null,
  [],
  {},
  { format: 2, machineHash: "h", steps: [], cursor: 0, tip: 0 },
  { format: 1, machineHash: "h", steps: [], cursor: 0, tip: 0 },
  { format: 1, machineHash: "h", steps: [{ parent: 0, do: { kind: "start" } }], cursor: 0, tip: 0 },
  {
    format: 1,
    machineHash: "h",
    steps: [
      { parent: null, do: { kind: "start" } },
      { parent: 1, do: { kind: "send" } },
    ],
    cursor: 0,
    tip: 0,
  },
  {
    format: 1,
    machineHash: "h",
    steps: [
      { parent: null, do: { kind: "start" } },
      { parent: 0, do: { kind: "leap" } },
    ],
    cursor: 0,
    tip: 0,
  },
  { format: 1, machineHash: "h", steps: [{ parent: null, do: { kind: "start" } }], cursor: 1, tip: 0 },
])("what is no kept run is told from one: %j", (value) => {
  expect(isStoredRun(value)).toBe(false);
});
