import { expect, test } from "vitest";
import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  fromTransition,
  sendTo,
  spawnChild,
  stopChild,
  type AnyActorRef,
  type AnyStateMachine,
} from "xstate";
import type { PlayAnswer, PlayEvent } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { lawWalk, ownPlayer } from "#test/core/simulate/law.ts";
import { machineOf } from "#test/core/simulate/tools.ts";

// What the law of steps found on made machines, each in a machine of its own.

const logics = {
  voice: fromCallback(({ self, sendBack }) => void Object.assign(self, { speak: sendBack })),
  counter: fromTransition(
    (was: number, event: { type: string }) => (event.type === "SET" ? was + 1 : was),
    0,
  ),
  promise: fromPromise<unknown, unknown>(() => new Promise(() => undefined)),
};

const logging = (config: object): AnyStateMachine =>
  machineOf({ context: { log: [] }, ...config }, { actors: logics });

/** Notes something in the context. */
const note = (of: (given: never) => unknown): unknown =>
  assign({
    log: (given: never) => [...(given as { context: { log: unknown[] } }).context.log, of(given)],
  } as never);

/** The log after a play, in which events are sent and answers given. */
function logAfter(
  machine: AnyStateMachine,
  doing: readonly (PlayEvent | (PlayAnswer & { actor: string }))[],
): unknown {
  const player = createParsingPlayer(machine, {});
  let now = player.start({});
  for (const one of doing)
    now =
      "type" in one ? player.send(now.state, one as PlayEvent) : player.answer(now.state, one as PlayAnswer);
  return now.view.context["log"];
}

/** What a player and an actor of XState come to differently when these events are sent in this order. */
async function differenceIn(machine: AnyStateMachine, types: readonly string[]): Promise<string | undefined> {
  let n = 0;
  const event = (): PlayEvent => ({ type: types[n++ % types.length] as string });
  const given = { name: "machine", machine, probes: [], event, seed: 1, steps: types.length };
  return (await lawWalk(given, ownPlayer(createParsingPlayer(machine, {})))).difference;
}

test("an actor with a name in the system is known by it in later steps, until it is stopped", async () => {
  const known = note(
    ({ system }: never) => (system as { get(id: string): unknown }).get("judge") !== undefined,
  );
  const machine = logging({
    entry: spawnChild("voice" as never, { id: "a", systemId: "judge" } as never),
    on: {
      LOOK: { actions: known },
      TELL: {
        actions: sendTo(
          (({ system }: never) => (system as { get(id: string): AnyActorRef }).get("judge")) as never,
          { type: "X" } as never,
        ),
      },
      STOP: { actions: stopChild("a") },
      // The name is free at once.
      ANEW: {
        actions: [stopChild("a"), spawnChild("voice" as never, { id: "b", systemId: "judge" } as never)],
      },
    },
  });

  const events = ["LOOK", "TELL", "ANEW", "LOOK", "STOP", "LOOK"].map((type) => ({ type }));

  expect(logAfter(machine, events)).toEqual([true, true, true]);
  expect(await differenceIn(machine, ["LOOK", "TELL", "STOP", "LOOK"])).toBeUndefined();
});

test("code that looks at the running machine sees it where the step began, not in between", async () => {
  const look = note(
    ({ self }: never) =>
      ((self as AnyActorRef).getSnapshot() as { value: unknown } | undefined)?.value ?? null,
  );
  const machine = logging({
    initial: "a",
    states: {
      a: { entry: look, on: { GO: "b" } },
      b: { always: { target: "c", actions: look } },
      c: { entry: look },
    },
  });

  expect(logAfter(machine, [{ type: "GO" }])).toEqual([null, "a", "a"]);
});

test("a context goes on referring to a stopped actor when another one answers", () => {
  const machine = logging({
    context: ({ spawn }: never) => ({
      log: [],
      ref: (spawn as (src: string, how: object) => unknown)("voice", { id: "gone" }),
    }),
    invoke: { id: "ask", src: "promise" },
    on: {
      STOP: { actions: stopChild("gone") },
      LOOK: {
        actions: note(({ context }: never) => ((context as { ref?: AnyActorRef }).ref ?? { id: "lost" }).id),
      },
    },
  });

  const log = logAfter(machine, [{ type: "STOP" }, { actor: "ask", value: 1 }, { type: "LOOK" }]);

  expect(log).toEqual(["gone"]);
});

test("an actor that is stopped twice in one step is heard of once", async () => {
  const heard = { "xstate.snapshot.c": { actions: note(() => "heard") } };
  const machine = logging({
    context: ({ spawn }: never) => ({
      log: [],
      ref: (spawn as (src: string, how: object) => unknown)("counter", { id: "c", syncSnapshot: true }),
    }),
    on: {
      ...heard,
      STOP: {
        actions: [
          stopChild("c"),
          stopChild((({ context }: never) => (context as { ref: unknown }).ref) as never),
        ],
      },
    },
  });

  expect(logAfter(machine, [{ type: "STOP" }])).toEqual(["heard", "heard"]);
  expect(await differenceIn(machine, ["STOP"])).toBeUndefined();
});

test("an actor that a context spawns runs before the first actions: one of them that stops it is heard of", async () => {
  const machine = logging({
    context: ({ spawn }: never) => ({
      log: [],
      ref: (spawn as (src: string, how: object) => unknown)("counter", { id: "c", syncSnapshot: true }),
    }),
    entry: stopChild("c"),
    on: { "xstate.snapshot.c": { actions: note(() => "heard") } },
  });

  expect(logAfter(machine, [])).toEqual(["heard", "heard"]);
  expect(await differenceIn(machine, ["NEXT"])).toBeUndefined();
});

test("an event that nothing takes makes an automatic transition go whose guard looks at it", async () => {
  const machine = logging({
    initial: "a",
    states: {
      a: { always: { target: "b", guard: ({ event }: { event: PlayEvent }) => event.type === "KNOCK" } },
      b: {},
    },
  });
  const player = createParsingPlayer(machine, {});
  const { state } = player.start({});

  expect(player.send(state, { type: "RING" })).toMatchObject({ refused: true, state });
  expect(player.send(state, { type: "KNOCK" })).toMatchObject({ refused: false, view: { in: ["b"] } });
  expect(await differenceIn(machine, ["RING", "KNOCK"])).toBeUndefined();
});

test("an actor that has answered has forgotten what it was given", () => {
  const input = note(
    ({ self }: never) =>
      ((self as AnyActorRef).getSnapshot() as { children: Record<string, AnyActorRef> }).children[
        "ask"
      ]?.getSnapshot() as never,
  );
  const looking = enqueueActions((({ enqueue }: never) =>
    (enqueue as (action: unknown) => void)(input)) as never);
  const machine = logging({
    invoke: { id: "ask", src: "promise", input: { n: 1 } },
    on: { LOOK: { actions: looking } },
  });

  const log = logAfter(machine, [{ type: "LOOK" }, { actor: "ask", value: 2 }, { type: "LOOK" }]);

  expect(log).toEqual([
    { status: "active", input: { n: 1 } },
    { status: "done", output: 2 },
  ]);
});
