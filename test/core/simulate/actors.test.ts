import { describe, expect, test } from "vitest";
import {
  assign,
  createMachine,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  spawnChild,
  type AnyActorRef,
} from "xstate";
import { faultOf, played, playerOf } from "#test/core/simulate/tools.ts";

const never = () => ({ subscribe: () => ({ unsubscribe: () => undefined }) });
const logics = {
  ask: fromPromise(() => new Promise(() => undefined)),
  listen: fromCallback(() => undefined),
  watch: fromObservable(never as never),
  count: fromTransition((n: number) => n, 0),
  inner: createMachine({ initial: "a", states: { a: {} } }),
};

interface Got {
  readonly got: readonly unknown[];
}
const take = (of: (event: never) => unknown) =>
  assign({ got: ({ context, event }: never) => [...(context as Got).got, of(event as never)] } as never);

const table = {
  context: { got: [] },
  initial: "waiting",
  on: { TICK: { actions: take((event: { n: number }) => event.n) } },
  states: {
    waiting: {
      invoke: [
        {
          id: "ask",
          src: "ask",
          onDone: { actions: take((event: { output: unknown }) => event.output) },
          onError: { target: "failed", actions: take((event: { error: unknown }) => event.error) },
        },
        { id: "listen", src: "listen" },
        {
          id: "watch",
          src: "watch",
          onSnapshot: {
            actions: take((event: { snapshot: { context?: unknown } }) => event.snapshot.context ?? null),
          },
        },
        { id: "inner", src: "inner" },
        { id: "count", src: "count" },
        { id: "none", src: "absent" },
      ],
      on: { LEAVE: "failed" },
    },
    failed: { entry: spawnChild("listen" as never, { id: "spawned" } as never) },
  },
};
const player = playerOf(table, { actors: logics });

describe("the actors of a play", () => {
  test("are listed with their kind, source, state and status", () => {
    const { view } = player.start({});

    expect(view.actors).toEqual([
      { id: "ask", kind: "promise", src: "ask", state: "waiting", status: "waiting", heard: false },
      { id: "listen", kind: "callback", src: "listen", state: "waiting", status: "waiting", heard: false },
      { id: "watch", kind: "observable", src: "watch", state: "waiting", status: "waiting", heard: true },
      { id: "inner", kind: "machine", src: "inner", state: "waiting", status: "waiting", heard: false },
      { id: "count", kind: "transition", src: "count", state: "waiting", status: "waiting", heard: false },
      { id: "none", kind: "unknown", src: "absent", state: "waiting", status: "waiting", heard: false },
    ]);
    expect(played(player, "LEAVE").view.actors).toEqual([
      { id: "spawned", kind: "callback", src: "listen", status: "waiting", heard: false },
    ]);
    expect(playerOf({ initial: "a", states: { a: {} } }).start({}).view).not.toHaveProperty("actors");
  });

  test("answer with a value, once", () => {
    const done = player.answer(player.start({}).state, { actor: "ask", value: { yes: 3 } });

    expect(done.view.context).toEqual({ got: [null, { yes: 3 }] });
    expect(done.view.actors?.[0]).toMatchObject({ id: "ask", status: "done" });
    expect(faultOf(() => player.answer(done.state, { actor: "ask", value: 1 })).code).toBe("bad-request");
  });

  test("fail with an error", () => {
    const failed = player.answer(player.start({}).state, { actor: "ask", error: "no connection" });

    expect(failed.view.in).toEqual(["failed"]);
    expect(failed.view.context).toEqual({ got: [null, "no connection"] });
  });

  test("have a next value where the machine listens, as often as it comes", () => {
    const first = player.answer(player.start({}).state, { actor: "watch", next: 7 });
    const second = player.answer(first.state, { actor: "watch", next: 8 });

    // When it starts, XState tells what it has then: nothing yet.
    expect(second.view.context).toEqual({ got: [null, 7, 8] });
    expect(second.microsteps[0]).toMatchObject({ event: "xstate.snapshot.watch", cause: "actor" });
    expect(second.view.actors?.[2]).toMatchObject({ id: "watch", status: "waiting" });
    expect(faultOf(() => player.answer(first.state, { actor: "ask", next: 1 })).message).toContain(
      "onSnapshot",
    );
  });

  test("send events to the machine, as often as they like", () => {
    const { state } = player.start({});

    const one = player.answer(state, { actor: "listen", event: { type: "TICK", n: 1 } });
    const two = player.answer(one.state, { actor: "listen", event: { type: "TICK", n: 2 } });

    expect(two.view.context).toEqual({ got: [null, 1, 2] });
    expect(two.microsteps[0]).toMatchObject({ event: "TICK", cause: "actor" });
    expect(
      faultOf(() => player.answer(state, { actor: "listen", event: { type: "xstate.stop" } })).code,
    ).toBe("bad-request");
  });

  test("answer with one thing at a time, and with JSON", () => {
    const { state } = player.start({});

    expect(faultOf(() => player.answer(state, { actor: "ask", value: 1, error: 2 })).message).toContain(
      "value, error",
    );
    expect(faultOf(() => player.answer(state, { actor: "ask", value: Number.NaN })).code).toBe("bad-request");
  });

  test("show what they answered to guards and actions that look at them", () => {
    const looking = playerOf(
      {
        context: ({ spawn }: never) => ({
          ref: (spawn as (src: string, how: object) => unknown)("watch", { id: "w", syncSnapshot: true }),
          last: 0,
        }),
        on: {
          "xstate.snapshot.w": {
            actions: assign({
              last: ({ context }: never) =>
                ((context as { ref: AnyActorRef }).ref.getSnapshot() as { context?: unknown }).context ??
                null,
            } as never),
          },
        },
      },
      { actors: logics },
    );

    const { view } = looking.answer(looking.start({}).state, { actor: "w", next: 5 });

    expect(view.context["last"]).toBe(5);
  });

  test("an event with a field that is called actor is delivered like any other", () => {
    const sending = playerOf({
      context: { got: [] },
      on: { GO: { actions: take((event: { actor: unknown }) => event.actor) } },
    });

    expect(sending.send(sending.start({}).state, { type: "GO", actor: "a" }).view.context).toEqual({
      got: ["a"],
    });
  });
});
