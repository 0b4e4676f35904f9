import { readFileSync } from "node:fs";
import fc from "fast-check";
import { createActor, fromPromise, type EventFromLogic } from "xstate";
import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { places } from "#core/chart/places.ts";
import {
  steppingMachine,
  type MovesInput,
  type Stretch,
  type WalkInput,
} from "#app/play/stepping/stepping.machine.ts";

type Event = EventFromLogic<typeof steppingMachine>;
type Seconds = { readonly pace: number };

const hangs = <T>() => new Promise<T>(() => undefined);
/** Nothing that is begun ever ends, as with a machine that hangs. */
const hanging = steppingMachine.provide({
  actors: {
    moves: fromPromise<Stretch, MovesInput>(() => hangs()),
    light: fromPromise<undefined, Seconds>(() => hangs()),
    walk: fromPromise<Stretch, WalkInput>(() => hangs()),
  },
});
const stop = { place: { step: 0, micro: null }, hits: [] };
const anEvent: fc.Arbitrary<Event> = fc.constantFrom<Event[]>(
  { type: "play.opened" },
  { type: "play.closed" },
  { type: "stop" },
  { type: "moved" },
  { type: "step.added" },
  { type: "pace", pace: 100 },
  { type: "pace", pace: 0 },
  { type: "hit", stop },
  { type: "run.random", goal: "count", of: 10, seed: 1 },
  { type: "run.recorded", goal: "decision", by: -1 },
);
const after = (events: readonly Event[]) => {
  const actor = createActor(hanging).start();
  for (const event of events) actor.send(event);
  const snapshot = actor.getSnapshot();
  actor.stop();
  return snapshot;
};

test("whatever goes on and hangs, stop ends it, and closing the play ends all", () => {
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 12 }), (events) => {
      const stopped = after([...events, { type: "stop" }]);
      expect(stopped.matches("random") || stopped.matches("recorded")).toBe(false);
      expect(after([...events, { type: "play.closed" }]).value).toBe("idle");
    }),
    { numRuns: 500 },
  );
});

test("why it stands is forgotten as soon as one goes on or elsewhere", () => {
  const met: Event[] = [{ type: "play.opened" }, { type: "hit", stop }];

  expect(after(met)).toMatchObject({ value: { resting: "stopped" }, context: { stop } });
  for (const next of [{ type: "moved" }, { type: "run.random", goal: "count", of: 1, seed: 1 }] as const)
    expect(after([...met, next]).context.stop).toBeNull();
});

test("a stretch is played again and again until all steps are taken", async () => {
  const seen: number[] = [];
  const actor = createActor(
    steppingMachine.provide({
      actors: {
        moves: fromPromise<Stretch, MovesInput>(({ input }) => {
          seen.push(input.left);
          return Promise.resolve({ taken: Math.min(4, input.left), stop: null, isOver: input.left <= 4 });
        }),
        light: fromPromise<undefined, Seconds>(() => Promise.resolve(undefined)),
      },
    }),
  ).start();
  actor.send({ type: "play.opened" });
  actor.send({ type: "run.random", goal: "count", of: 10, seed: 1 });

  await expect.poll(() => actor.getSnapshot().value).toEqual({ resting: "paused" });
  expect(seen).toEqual([10, 6, 2]);
  expect(actor.getSnapshot().context.taken).toBe(10);
});

test("the chart of it can be read by the studio itself", () => {
  const text = readFileSync(
    new URL("../../../../src/app/play/stepping/stepping.machine.ts", import.meta.url),
    "utf8",
  );
  const [chart] = readModule(text).charts;

  expect([...places(chart!).keys()]).toEqual(
    expect.arrayContaining([
      "idle",
      "resting.paused",
      "resting.stopped",
      "random.moving",
      "recorded.walking",
    ]),
  );
});
