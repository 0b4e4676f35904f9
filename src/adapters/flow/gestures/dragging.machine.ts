import { assign, emit, setup } from "xstate";
import type { DropPlace } from "#adapters/flow/dropPlace.ts";
import type { Ending } from "#adapters/flow/gestures/followPointer.ts";
import { heldElsewhere } from "#adapters/flow/gestures/heldPointer.ts";
import type { Point } from "#core/layout/geometry.ts";

/** Where a dragged state would come to stand: in which compound, and where in its lines. */
export interface Over {
  readonly into: string;
  readonly drop: DropPlace | undefined;
  /** Lower left corner of what is dragged, on the canvas. */
  readonly at: Point;
}

/**
 * A state under the pointer. React Flow follows the pointer and tells where the node is; here it is decided what comes of it. What
 * was given up stays given up, though React Flow goes on dragging until the button is let go.
 */
export const draggingMachine = setup({
  types: {
    context: {} as {
      readonly id: string | undefined;
      /** How far it was dragged, in pixels of the canvas. */
      readonly by: Point | undefined;
      readonly over: Over | undefined;
    },
    events: {} as
      | Ending
      | { readonly type: "pointer.down"; readonly id: string }
      | { readonly type: "pointer.move" | "pointer.up"; readonly over: Over; readonly by: Point },
    emitted: {} as { readonly type: "drop"; readonly id: string; readonly over: Over; readonly by: Point },
  },
  actors: { held: heldElsewhere },
}).createMachine({
  id: "dragging",
  context: { id: undefined, by: undefined, over: undefined },
  initial: "idle",
  states: {
    idle: {
      entry: assign({ id: undefined, by: undefined, over: undefined }),
      on: { "pointer.down": { target: "dragging", actions: assign({ id: ({ event }) => event.id }) } },
    },
    dragging: {
      invoke: { src: "held" },
      on: {
        "pointer.move": { actions: assign({ over: ({ event }) => event.over, by: ({ event }) => event.by }) },
        "pointer.up": {
          target: "idle",
          actions: emit(({ context, event }) => ({
            type: "drop" as const,
            id: context.id ?? "",
            over: event.over,
            by: event.by,
          })),
        },
        escape: "idle",
        blur: "idle",
      },
    },
  },
});
