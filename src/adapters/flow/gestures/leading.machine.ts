import { assign, emit, setup } from "xstate";
import type { Ending } from "#adapters/flow/gestures/followPointer.ts";
import { heldPointer } from "#adapters/flow/gestures/heldPointer.ts";
import type { Point } from "#core/layout/geometry.ts";

/** What is led somewhere: a new transition from a state, or the end of one that is drawn. */
export interface LooseEnd {
  /** Path id of the state it leaves. */
  readonly source: string;
  /** Id of the arrow whose end it is; undefined for a new one. */
  readonly arrow?: string;
  /** Where its line begins, on the canvas. */
  readonly from: Point;
}

/** Where a loose end is held. */
export interface Goal {
  /** On the canvas. */
  readonly at: Point;
  /** Path id of the state under it. */
  readonly target: string | undefined;
  /** Why it may not lead there, in words. */
  readonly refused: string | undefined;
}

/**
 * Drawing a transition, and leading the end of one elsewhere: the loose end follows the pointer, and leads to what it is let go over
 * when that is allowed.
 */
export const leadingMachine = setup({
  types: {
    context: {} as { readonly end: LooseEnd | undefined; readonly goal: Goal | undefined },
    events: {} as
      | Ending
      | { readonly type: "pointer.down"; readonly end: LooseEnd }
      | { readonly type: "pointer.move" | "pointer.up"; readonly goal: Goal },
    emitted: {} as
      | { readonly type: "lead"; readonly end: LooseEnd; readonly target: string }
      | { readonly type: "refuse"; readonly why: string },
  },
  actors: { held: heldPointer },
  guards: {
    isRefused: (_, { refused }: Goal) => refused !== undefined,
    isAllowed: (_, { target }: Goal) => target !== undefined,
  },
}).createMachine({
  id: "leading",
  context: { end: undefined, goal: undefined },
  initial: "idle",
  states: {
    idle: {
      entry: assign({ end: undefined, goal: undefined }),
      on: { "pointer.down": { target: "leading", actions: assign({ end: ({ event }) => event.end }) } },
    },
    leading: {
      invoke: { src: "held" },
      on: {
        "pointer.move": { actions: assign({ goal: ({ event }) => event.goal }) },
        "pointer.up": [
          {
            guard: { type: "isRefused", params: ({ event }) => event.goal },
            target: "idle",
            actions: emit(({ event }) => ({ type: "refuse" as const, why: event.goal.refused ?? "" })),
          },
          {
            guard: { type: "isAllowed", params: ({ event }) => event.goal },
            target: "idle",
            actions: emit(({ context, event }) => ({
              type: "lead" as const,
              end: context.end as LooseEnd,
              target: event.goal.target ?? "",
            })),
          },
          { target: "idle" },
        ],
        escape: "idle",
        blur: "idle",
      },
    },
  },
});
