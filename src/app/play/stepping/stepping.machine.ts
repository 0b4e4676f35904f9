import { assign, emit, fromPromise, setup } from "xstate";
import type { Direction, Place } from "#core/run/debugging/microcursor.ts";
import type { Hit } from "#core/run/debugging/hits.ts";

/** Until when a run goes on: so many steps, until somebody decides, or until a breakpoint alone. */
export type Goal = "count" | "decision" | "breakpoint";

/** Why a run stands where it stands. */
export interface Stop {
  readonly place: Place;
  readonly hits: readonly Hit[];
}

/** What became of a stretch of a run. */
export interface Stretch {
  /** Steps that were played. */
  readonly taken: number;
  readonly stop: Stop | null;
  /** The goal is reached, or it cannot go on. */
  readonly isOver: boolean;
}

export interface MovesInput {
  readonly goal: Goal;
  /** Steps that are left. */
  readonly left: number;
  readonly seed: number;
  /** One at a time, for the way of each is lit. */
  readonly single: boolean;
}
export interface WalkInput {
  readonly goal: Goal;
  readonly by: Direction;
  readonly pace: number;
}

const none = () => Promise.reject(new Error("no actor was provided"));

/**
 * How a run is stepped through: it rests, goes on with random moves, walks over what was played, or stands at a breakpoint. What
 * plays and walks is provided (`Stepping`); a stretch that is left is given up by its signal, so that `stop` always works.
 */
export const steppingMachine = setup({
  types: {
    context: {} as {
      readonly goal: Goal;
      readonly by: Direction;
      readonly taken: number;
      readonly of: number;
      readonly seed: number;
      /** Milliseconds that each microstep is lit; 0 shows where steps lead at once. */
      readonly pace: number;
      readonly stop: Stop | null;
    },
    events: {} as
      | { readonly type: "play.opened" | "play.closed" | "stop" | "moved" | "step.added" }
      | { readonly type: "pace"; readonly pace: number }
      | { readonly type: "hit"; readonly stop: Stop }
      | { readonly type: "run.random"; readonly goal: Goal; readonly of: number; readonly seed: number }
      | { readonly type: "run.recorded"; readonly goal: Goal; readonly by: Direction },
    emitted: {} as { readonly type: "nothing" },
  },
  actors: {
    moves: fromPromise<Stretch, MovesInput>(none),
    light: fromPromise<undefined, { readonly pace: number }>(none),
    walk: fromPromise<Stretch, WalkInput>(none),
  },
  guards: {
    isPaced: ({ context }) => context.pace > 0,
    hasAll: ({ context }) => context.taken >= context.of,
  },
  actions: {
    forget: assign({ stop: null, taken: 0, of: 0 }),
  },
}).createMachine({
  id: "stepping",
  context: { goal: "count", by: 1, taken: 0, of: 0, seed: 0, pace: 0, stop: null },
  initial: "idle",
  on: {
    "play.closed": ".idle",
    pace: { actions: assign({ pace: ({ event }) => event.pace }) },
    hit: { target: ".resting.stopped", actions: assign({ stop: ({ event }) => event.stop }) },
  },
  states: {
    idle: {
      entry: "forget",
      on: { "play.opened": "resting" },
    },
    resting: {
      initial: "paused",
      on: {
        "run.random": {
          target: "random",
          actions: [
            "forget",
            assign({
              goal: ({ event }) => event.goal,
              of: ({ event }) => event.of,
              seed: ({ event }) => event.seed,
            }),
          ],
        },
        "run.recorded": {
          target: "recorded",
          actions: ["forget", assign({ goal: ({ event }) => event.goal, by: ({ event }) => event.by })],
        },
        "step.added": { guard: "isPaced", target: "recorded.lighting" },
      },
      states: {
        paused: {},
        /** At a breakpoint: until one goes on, or elsewhere. */
        stopped: { on: { moved: "paused" }, exit: assign({ stop: null }) },
      },
    },
    random: {
      initial: "moving",
      on: { stop: "resting", moved: "resting" },
      states: {
        moving: {
          invoke: {
            src: "moves",
            input: ({ context: { goal, of, taken, seed, pace } }) => ({
              goal,
              left: of - taken,
              seed,
              single: pace > 0,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.stop !== null,
                target: "#stepping.resting.stopped",
                actions: assign({
                  stop: ({ event }) => event.output.stop,
                  taken: ({ context, event }) => context.taken + event.output.taken,
                }),
              },
              {
                guard: ({ context, event }) => context.taken + event.output.taken === 0,
                target: "#stepping.resting",
                actions: emit({ type: "nothing" }),
              },
              {
                guard: ({ event }) => event.output.isOver,
                target: "#stepping.resting",
                actions: assign({ taken: ({ context, event }) => context.taken + event.output.taken }),
              },
              {
                target: "lighting",
                actions: assign({ taken: ({ context, event }) => context.taken + event.output.taken }),
              },
            ],
            onError: "#stepping.resting",
          },
        },
        lighting: {
          invoke: {
            src: "light",
            input: ({ context }) => ({ pace: context.pace }),
            onDone: [{ guard: "hasAll", target: "#stepping.resting" }, { target: "moving" }],
            onError: "#stepping.resting",
          },
        },
      },
    },
    recorded: {
      initial: "walking",
      on: { stop: "resting", moved: "resting" },
      states: {
        walking: {
          invoke: {
            src: "walk",
            input: ({ context: { goal, by, pace } }) => ({ goal, by, pace }),
            onDone: [
              {
                guard: ({ event }) => event.output.stop !== null,
                target: "#stepping.resting.stopped",
                actions: assign({ stop: ({ event }) => event.output.stop }),
              },
              { guard: ({ event }) => event.output.isOver, target: "#stepping.resting" },
              { target: "walking", reenter: true },
            ],
            onError: "#stepping.resting",
          },
        },
        lighting: {
          invoke: {
            src: "light",
            input: ({ context }) => ({ pace: context.pace }),
            onDone: "#stepping.resting",
            onError: "#stepping.resting",
          },
        },
      },
    },
  },
});
