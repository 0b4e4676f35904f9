import { useReactFlow } from "@xyflow/react";
import { type MouseEvent, type PointerEvent, useCallback } from "react";
import type { EventFrom } from "xstate";
import { followPointer } from "#adapters/flow/gestures/followPointer.ts";
import type { marqueeMachine, Spot } from "#adapters/flow/gestures/marquee.machine.ts";
import { useGesture } from "#adapters/flow/gestures/useGesture.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/**
 * Shift and the pointer: a click adds the state under it to the selection or takes it out, a drag draws a frame around states. The
 * canvas and what lies on it stay where they are meanwhile; Escape ends it.
 */
export function useMarquee(
  on: boolean,
  { click, frame }: { click: (at: Point) => void; frame: (around: Rect) => void },
) {
  const flow = useReactFlow();
  const spotAt = useLatest((page: Point): Spot => ({ page, canvas: flow.screenToFlowPosition(page) }));
  const follow = (send: (event: EventFrom<typeof marqueeMachine>) => void) =>
    followPointer((event) => send("at" in event ? { type: event.type, spot: spotAt(event.at) } : event));
  const gesture = useGesture<typeof marqueeMachine>(
    { machine: (all) => all.marqueeMachine.provide({ actors: { held: all.heldBy(follow) } }), follow },
    { click: ({ at }) => click(at), frame: ({ around }) => frame(around) },
  );
  const start = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      if (!on || !isFrameStart(event)) return;
      event.preventDefault();
      event.stopPropagation();
      // The keys that follow are for what is selected now.
      event.currentTarget.focus({ preventScroll: true });
      gesture.send({ type: "pointer.down", spot: spotAt({ x: event.clientX, y: event.clientY }) });
    },
    [gesture, on, spotAt],
  );
  /** React Flow pans and drags by the mouse events that follow, and a click of its own would select one state. */
  const still = useCallback(
    (event: MouseEvent) => {
      if (on && isFrameStart(event)) event.stopPropagation();
    },
    [on],
  );
  return { gesture, start, still };
}

const isFrameStart = ({ shiftKey, button, target }: MouseEvent): boolean =>
  shiftKey && button === 0 && target instanceof Element && target.closest(".react-flow__renderer") !== null;
