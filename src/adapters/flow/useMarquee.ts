import { useReactFlow } from "@xyflow/react";
import { useSelector } from "@xstate/react";
import { type MouseEvent, type PointerEvent, useCallback } from "react";
import { fromCallback } from "xstate";
import { followPointer, type HeldEvent } from "#adapters/flow/gestures/heldPointer.ts";
import { marqueeMachine, type Spot } from "#adapters/flow/gestures/marquee.machine.ts";
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
  const machine = () =>
    marqueeMachine.provide({
      actors: {
        held: fromCallback<HeldEvent>(({ sendBack }) =>
          followPointer((event) =>
            sendBack("at" in event ? { type: event.type, spot: spotAt(event.at) } : event),
          ),
        ),
      },
    });
  const actor = useGesture(machine, {
    click: ({ at }) => click(at),
    frame: ({ around }) => frame(around),
  });
  const shown = useSelector(actor, (s) => s.context.frame);
  const start = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      if (!on || !isFrameStart(event)) return;
      event.preventDefault();
      event.stopPropagation();
      // The keys that follow are for what is selected now.
      event.currentTarget.focus({ preventScroll: true });
      actor.send({ type: "pointer.down", spot: spotAt({ x: event.clientX, y: event.clientY }) });
    },
    [actor, on, spotAt],
  );
  /** React Flow pans and drags by the mouse events that follow, and a click of its own would select one state. */
  const still = useCallback(
    (event: MouseEvent) => {
      if (on && isFrameStart(event)) event.stopPropagation();
    },
    [on],
  );
  return { shown, start, still };
}

const isFrameStart = ({ shiftKey, button, target }: MouseEvent): boolean =>
  shiftKey && button === 0 && target instanceof Element && target.closest(".react-flow__renderer") !== null;
