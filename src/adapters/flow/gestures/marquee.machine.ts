import { assign, emit, setup } from "xstate";
import type { Ending } from "#adapters/flow/gestures/followPointer.ts";
import { heldPointer } from "#adapters/flow/gestures/heldPointer.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/** A pointer that has moved no farther than this, in pixels of the page, has clicked. */
const MAX_CLICK_PX = 4;

/** A place on the page and the same on the canvas. */
export interface Spot {
  readonly page: Point;
  readonly canvas: Point;
}

/** Shift and the pointer: a click takes one state, a drag draws a frame around several. */
export const marqueeMachine = setup({
  types: {
    context: {} as { readonly from: Spot | undefined; readonly frame: Rect | undefined },
    events: {} as
      | Ending
      | { readonly type: "pointer.down" | "pointer.move" | "pointer.up"; readonly spot: Spot },
    emitted: {} as
      | { readonly type: "click"; readonly at: Point }
      | { readonly type: "frame"; readonly around: Rect },
  },
  actors: { held: heldPointer },
  guards: {
    isDrawn: ({ context: { from } }, { page }: Spot) =>
      from !== undefined && Math.hypot(page.x - from.page.x, page.y - from.page.y) >= MAX_CLICK_PX,
  },
}).createMachine({
  id: "marquee",
  context: { from: undefined, frame: undefined },
  initial: "idle",
  states: {
    idle: {
      entry: assign({ from: undefined, frame: undefined }),
      on: { "pointer.down": { target: "held", actions: assign({ from: ({ event }) => event.spot }) } },
    },
    held: {
      invoke: { src: "held" },
      initial: "pressed",
      states: {
        pressed: {
          on: {
            "pointer.move": {
              guard: { type: "isDrawn", params: ({ event }) => event.spot },
              target: "framing",
              actions: assign({ frame: ({ context, event }) => between(context.from, event.spot) }),
            },
            "pointer.up": {
              target: "#marquee.idle",
              actions: emit(({ context, event }) => ({
                type: "click" as const,
                at: (context.from ?? event.spot).canvas,
              })),
            },
          },
        },
        framing: {
          on: {
            "pointer.move": {
              actions: assign({ frame: ({ context, event }) => between(context.from, event.spot) }),
            },
            "pointer.up": {
              target: "#marquee.idle",
              actions: emit(({ context, event }) => ({
                type: "frame" as const,
                around: context.frame ?? between(context.from, event.spot),
              })),
            },
          },
        },
      },
      on: { escape: "idle", blur: "idle" },
    },
  },
});

function between(from: Spot | undefined, to: Spot): Rect {
  const [a, b] = [(from ?? to).canvas, to.canvas];
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    w: Math.abs(a.x - b.x),
    h: Math.abs(a.y - b.y),
  };
}
