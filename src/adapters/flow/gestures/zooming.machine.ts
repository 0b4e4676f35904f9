import { assign, emit, setup } from "xstate";
import type { Point } from "#core/layout/geometry.ts";

/** Smaller changes of the zoom factor are rounding: the wheel has only moved the picture. */
const MIN_ZOOM_CHANGE = 0.001;

/**
 * Moving and zooming the picture. A step of a zoom (a turn of the wheel, a pinch) may open or close what is looked at, once; moving
 * alone opens nothing. Nothing opens while a state is dragged, an end is led or a name is in edit.
 */
export const zoomingMachine = setup({
  types: {
    context: {} as { readonly from: number },
    events: {} as
      | { readonly type: "move.start"; readonly zoom: number }
      | { readonly type: "move.end"; readonly zoom: number; readonly at: Point | undefined }
      /** Another gesture has the pointer or the keys, or gives them back. */
      | { readonly type: "busy" | "free" },
    emitted: {} as { readonly type: "zoomed"; readonly zoom: number; readonly at: Point },
  },
  guards: {
    isZoomed: ({ context }, { zoom, at }: { zoom: number; at: Point | undefined }) =>
      at !== undefined && Math.abs(zoom - context.from) > MIN_ZOOM_CHANGE,
  },
}).createMachine({
  id: "zooming",
  context: { from: 1 },
  initial: "idle",
  states: {
    idle: {
      on: {
        "move.start": { target: "moving", actions: assign({ from: ({ event }) => event.zoom }) },
        busy: "busy",
      },
    },
    moving: {
      on: {
        "move.end": [
          {
            guard: { type: "isZoomed", params: ({ event }) => event },
            target: "idle",
            actions: emit(({ event }) => ({
              type: "zoomed" as const,
              zoom: event.zoom,
              at: event.at as Point,
            })),
          },
          { target: "idle" },
        ],
        busy: "busy",
      },
    },
    busy: { on: { free: "idle" } },
  },
});
