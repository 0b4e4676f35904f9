import { useReactFlow } from "@xyflow/react";
import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { holdPointer } from "#adapters/flow/holdPointer.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/** In pixels of the page: less than this is a click. */
const CLICK = 4;

/**
 * Shift and the pointer: a click adds the state under it to the selection or takes it out, a drag draws a frame around states. The
 * canvas and what lies on it stay where they are meanwhile; Escape ends it.
 */
export function useLasso(
  on: boolean,
  { click, frame }: { click: (at: Point) => void; frame: (around: Rect) => void },
) {
  const flow = useReactFlow();
  const [shown, setShown] = useState<Rect | undefined>();
  const now = useRef({ click, frame });
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    now.current = { click, frame };
  });
  useEffect(() => () => stop.current?.(), []);
  const start = useCallback(
    (event: ReactPointerEvent<HTMLElement>) => {
      const onGraph = event.target instanceof Element && event.target.closest(".react-flow__renderer");
      if (!on || !event.shiftKey || event.button !== 0 || !onGraph) return;
      event.preventDefault();
      event.stopPropagation();
      // The keys that follow are for what is selected now.
      event.currentTarget.focus({ preventScroll: true });
      const place = (e: { clientX: number; clientY: number }) =>
        flow.screenToFlowPosition({ x: e.clientX, y: e.clientY });
      const first = { x: event.clientX, y: event.clientY };
      const from = place(event);
      let drawn: Rect | undefined;
      stop.current = holdPointer({
        move: (e) => {
          if (!drawn && Math.hypot(e.clientX - first.x, e.clientY - first.y) < CLICK) return;
          drawn = between(from, place(e));
          setShown(drawn);
        },
        up: () => (drawn ? now.current.frame(drawn) : now.current.click(from)),
        end: () => setShown(undefined),
      });
    },
    [flow, on],
  );
  /** React Flow pans and drags by the mouse events that follow, and a click of its own would select one state. */
  const still = useCallback(
    (event: React.MouseEvent) => {
      if (!on || !event.shiftKey || event.button !== 0) return;
      if (event.target instanceof Element && event.target.closest(".react-flow__renderer"))
        event.stopPropagation();
    },
    [on],
  );
  return { shown, start, still };
}

const between = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  w: Math.abs(a.x - b.x),
  h: Math.abs(a.y - b.y),
});
