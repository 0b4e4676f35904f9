import { type OnConnectEnd, type OnConnectStart, useReactFlow } from "@xyflow/react";
import { useRef } from "react";
import type { EventFrom } from "xstate";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { followPointer } from "#adapters/flow/gestures/followPointer.ts";
import type { Goal, leadingMachine, LooseEnd as Held } from "#adapters/flow/gestures/leading.machine.ts";
import { useGesture, useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { fullRoute } from "#core/layout/fullRoute.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Drawing a transition from a state's grip, and leading the head of an arrow to another state. */
export function useLeading(
  picture: Picture,
  edges: readonly TransitionFlowEdge[],
  gestures: Pick<ChartCanvasProps, "onConnect" | "onRetarget" | "whyNot">,
  late: { readonly fullRoute: typeof fullRoute } | undefined,
) {
  const flow = useReactFlow();
  const refOf = (arrow: string | undefined) => edges.find((edge) => edge.id === arrow)?.data?.arrow.ref;
  const taken = useRef<Held>(undefined);
  const goalAt = useLatest((page: Point): Goal => {
    const at = flow.screenToFlowPosition(page);
    const target = stateAtPoint(picture.scene, picture.boxes, at);
    const end = taken.current;
    const refused = target && end && gestures.whyNot?.(pathOf(end.source), target.path, refOf(end.arrow));
    return { at, target: target && pathId(target.path), refused };
  });
  const follow = (send: (event: EventFrom<typeof leadingMachine>) => void) =>
    followPointer((event) => send("at" in event ? { type: event.type, goal: goalAt(event.at) } : event));
  const gesture = useGesture<typeof leadingMachine>(
    { machine: (all) => all.leadingMachine.provide({ actors: { held: all.heldBy(follow) } }), follow },
    {
      lead: ({ end, target }) => {
        const ref = refOf(end.arrow);
        if (end.arrow === undefined) gestures.onConnect?.(pathOf(end.source), pathOf(target));
        else if (ref) gestures.onRetarget?.(ref, pathOf(target));
      },
    },
  );
  const isHeld = useGestureContext(gesture, (known) => known?.end !== undefined);

  const take = (held: Held) => {
    taken.current = held;
    gesture.send({ type: "pointer.down", end: held });
  };
  const onConnectStart: OnConnectStart = (_, { nodeId }) => {
    const source = nodeId === null ? undefined : statePathId(nodeId);
    const box = source === undefined ? undefined : picture.boxes.get(source);
    if (source === undefined || !box || !gestures.onConnect) return;
    take({ source, from: { x: box.x + box.w, y: box.y + box.h / 2 } });
  };
  // Where no pointer is heard of (a synthetic mouse), React Flow tells of the end.
  const onConnectEnd: OnConnectEnd = (event) => {
    const touch = "changedTouches" in event ? event.changedTouches[0] : event;
    if (touch) gesture.send({ type: "pointer.up", goal: goalAt({ x: touch.clientX, y: touch.clientY }) });
  };
  const startRetarget = useLatest((id: string, event: React.PointerEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const { arrow, route, picture: around } = edges.find((edge) => edge.id === id)?.data ?? {};
    const from = (route ?? (arrow && around && late?.fullRoute(around, arrow)))?.points[0];
    if (arrow && from) take({ source: arrow.from, arrow: id, from });
  });
  return {
    gesture,
    isHeld,
    events: { onConnectStart, onConnectEnd },
    startRetarget,
  };
}
