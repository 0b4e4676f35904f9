import { useReactFlow } from "@xyflow/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { holdPointer } from "#adapters/flow/holdPointer.ts";
import type { StatePath } from "#core/chart/chart.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Item } from "#core/layout/scene/scene.ts";

/** Taking an arrow by its head and dropping it on another state. While it is held a straight line shows where it would lead. */
export function useRetarget(
  edges: readonly TransitionFlowEdge[],
  stateAt: (at: Point) => Item | undefined,
  drop: (edgeId: string, target: StatePath) => void,
) {
  const flow = useReactFlow();
  const [line, setLine] = useState<{ from: Point; to: Point } | undefined>();
  const now = useRef({ edges, stateAt, drop });
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    now.current = { edges, stateAt, drop };
  });
  useEffect(() => () => stop.current?.(), []);
  const start = useCallback(
    (id: string, event: React.PointerEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const from = now.current.edges.find((edge) => edge.id === id)?.data?.route?.points[0];
      if (!from) return;
      const place = (e: PointerEvent) => flow.screenToFlowPosition({ x: e.clientX, y: e.clientY });
      stop.current = holdPointer({
        move: (e) => setLine({ from, to: place(e) }),
        up: (e) => {
          const target = now.current.stateAt(place(e));
          if (target) now.current.drop(id, target.path);
        },
        end: () => setLine(undefined),
      });
    },
    [flow],
  );
  return { line, start };
}
