import { describe, expect, test } from "vitest";
import { assign, createMachine, fromPromise, setup, type AnyStateMachine } from "xstate";
import { PlayError, type PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";

const player = (machine: unknown) => createParsingPlayer(machine as AnyStateMachine, {});
const throughJson = (state: PlayState) => JSON.parse(JSON.stringify(state)) as PlayState;
const fault = (code: string) => expect.objectContaining({ fault: expect.objectContaining({ code }) });
const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
};

describe("an invoked actor answers once", () => {
  const machine = setup({
    types: {} as { context: { got: unknown[] } },
    actors: { ask: fromPromise(async () => 1) },
  }).createMachine({
    id: "m",
    context: { got: [] },
    initial: "a",
    states: {
      a: {
        invoke: {
          src: "ask",
          id: "one",
          onDone: { actions: assign({ got: ({ context, event }) => [...context.got, event.output] }) },
        },
        on: {
          AGAIN: { target: "a", reenter: true },
          STAY: { actions: assign({ got: ({ context }) => context.got }) },
        },
      },
    },
  });

  test("and not again, after other events and in another process either", () => {
    const here = player(machine);
    const once = here.answer(here.start({}).state, { value: 7 });
    const later = here.send(once.state, { type: "STAY" });
    const there = player(machine);
    const restored = there.restore(throughJson(later.state));

    for (const [one, { state }] of [
      [here, once],
      [here, later],
      [there, restored],
    ] as const)
      expect(thrown(() => one.answer(state, { value: 8 }))).toEqual(fault("bad-request"));
    expect(restored.view.context).toEqual({ got: [7] });
  });

  test("until its state is entered anew", () => {
    const here = player(machine);
    const once = here.answer(here.start({}).state, { value: 7 });

    const again = here.send(once.state, { type: "AGAIN" });

    expect(again.state.answered).toBeUndefined();
    expect(here.answer(again.state, { value: 8 }).view.context).toEqual({ got: [7, 8] });
  });
});

test("a state that a step led to can be gone back to, though its context has another shape than at the start", () => {
  const here = player(
    createMachine({
      id: "m",
      context: { winner: undefined, left: "x" } as { winner?: string | undefined; left?: string | undefined },
      on: { WIN: { actions: assign({ winner: "P1", left: undefined }) } },
    }),
  );

  const { state, view } = here.send(here.start({}).state, { type: "WIN" });

  expect(view.context).toEqual({ winner: "P1" });
  expect(here.restore(throughJson(state)).view.context).toEqual({ winner: "P1" });
});

test.each(["xstate.stop", "xstate.done.actor.x", "*", ""])(
  "a timer with the event %j is no timer",
  (type) => {
    const here = player(createMachine({ id: "m" }));
    const { state } = here.start({});

    const timers = [{ id: "x", due: 1, event: { type } }];

    expect(thrown(() => here.restore({ ...state, timers }))).toEqual(fault("bad-snapshot"));
    expect(thrown(() => here.advance({ ...state, timers }, 5))).toEqual(fault("bad-snapshot"));
  },
);

test("an actor that cannot be saved is the machine's fault", () => {
  const machine = createMachine({
    id: "m",
    context: ({ spawn }: { spawn: (logic: unknown) => unknown }) => ({
      ref: spawn(fromPromise(async () => 1)),
    }),
  } as never);

  expect(thrown(() => player(machine).start({}))).toBeInstanceOf(PlayError);
  expect(thrown(() => player(machine).start({}))).toEqual(fault("machine-error"));
});

test("what is handed in stays the caller's: it is neither changed nor frozen", () => {
  const machine = setup({
    types: {} as { context: { seats: string[]; last: unknown }; input: { seats: string[] } },
  }).createMachine({
    id: "m",
    context: ({ input }) => ({ seats: input.seats, last: null }),
    on: {
      PUT: { actions: assign({ last: ({ event }) => (event as unknown as { cards: string[] }).cards }) },
    },
  });
  const here = player(machine);
  const input = { seats: ["A"] };
  const event = { type: "PUT", cards: ["x"] };

  const { view } = here.send(here.start(input).state, event);
  input.seats.push("B");
  event.cards.push("y");

  expect(view.context).toEqual({ seats: ["A"], last: ["x"] });
});

test.each([null, 5, [], "x"])("an input of %j is a bad input", (input) => {
  expect(thrown(() => player(createMachine({ id: "m" })).start(input as never))).toEqual(fault("bad-input"));
});
