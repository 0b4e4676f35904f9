import { useReactFlow, type Viewport as FlowViewport } from "@xyflow/react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Look } from "#adapters/flow/canvasProps.ts";
import { useGesture } from "#adapters/flow/gestures/useGesture.ts";
import { type Anchor, anchorAt, anchorIn, levelsAfter, phaseAt } from "#adapters/flow/gestures/zoomLevels.ts";
import type { zoomingMachine } from "#adapters/flow/gestures/zooming.machine.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * Looking nearer opens the phase under the pointer in place, looking from farther away closes what was opened so. What is under the
 * pointer stays there. A level that the person chose is left alone.
 * @param busy something else has the pointer or the keys: nothing opens then
 */
export function useZoomLevels({
  frame,
  picture,
  look,
  set,
  busy,
}: {
  frame: RefObject<HTMLElement | null>;
  picture: Picture | undefined;
  look: Look | undefined;
  set: (look: Look) => void;
  busy: boolean;
}) {
  const flow = useReactFlow();
  const heldAnchor = useRef<{ anchor: Anchor; on: Point } | undefined>(undefined);
  useLayoutEffect(() => {
    const hold = heldAnchor.current;
    const at = hold && picture && anchorIn(picture, hold.anchor);
    if (!hold || !at) return;
    heldAnchor.current = undefined;
    const { zoom } = flow.getViewport();
    void flow.setViewport({ x: hold.on.x - at.x * zoom, y: hold.on.y - at.y * zoom, zoom });
  }, [picture, flow]);

  const gesture = useGesture<typeof zoomingMachine>(
    { machine: (all) => all.zoomingMachine },
    {
      zoomed: ({ zoom, at }) => {
        const area = frame.current?.getBoundingClientRect();
        if (!area || !picture || !look || look.pinned || look.level !== "map") return;
        const on = { x: at.x - area.left, y: at.y - area.top };
        const point = flow.screenToFlowPosition(at);
        const under = phaseAt(picture, point);
        const known = look.levels ?? new Map();
        const levels = levelsAfter(known, zoom, under);
        if (levels === known) return;
        const anchor = anchorAt(picture, point, picture.scene.root);
        if (anchor) heldAnchor.current = { anchor, on };
        set({ ...look, levels });
      },
    },
  );
  useEffect(() => {
    if (!busy) return undefined;
    gesture.send({ type: "busy" });
    return () => gesture.send({ type: "free" });
  }, [gesture, busy]);
  return {
    // Without an event it is moved by the canvas itself, which opens nothing.
    onMoveStart: (event: MouseEvent | TouchEvent | null, { zoom }: FlowViewport) => {
      if (event) gesture.send({ type: "move.start", zoom });
    },
    onMoveEnd: (event: MouseEvent | TouchEvent | null, { zoom }: FlowViewport) => {
      const at = event && "clientX" in event ? { x: event.clientX, y: event.clientY } : undefined;
      if (event) gesture.send({ type: "move.end", zoom, at });
    },
  };
}
