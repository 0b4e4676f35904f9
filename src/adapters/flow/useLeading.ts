import { type OnConnectEnd, type OnConnectStart, useReactFlow } from "@xyflow/react";
import { useSelector } from "@xstate/react";
import { useRef } from "react";
import { fromCallback } from "xstate";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { followPointer, type HeldEvent } from "#adapters/flow/gestures/heldPointer.ts";
import { type Goal, leadingMachine, type LooseEnd as Held } from "#adapters/flow/gestures/leading.machine.ts";
import { useGesture } from "#adapters/flow/gestures/useGesture.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import type { Point } from "#core/layout/geometry.ts";
import { fullRoute, type Picture } from "#core/layout/picture.ts";

/** Drawing a transition from a state's grip, and leading the head of an arrow to another state. */
export function useLeading(
  picture: Picture,
  edges: readonly TransitionFlowEdge[],
  gestures: Pick<ChartCanvasProps, "onConnect" | "onRetarget" | "whyNot">,
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
  const machine = () =>
    leadingMachine.provide({
      actors: {
        held: fromCallback<HeldEvent>(({ sendBack }) =>
          followPointer((event) =>
            sendBack("at" in event ? { type: event.type, goal: goalAt(event.at) } : event),
          ),
        ),
      },
    });
  const actor = useGesture(machine, {
    lead: ({ end, target }) => {
      const ref = refOf(end.arrow);
      if (end.arrow === undefined) gestures.onConnect?.(pathOf(end.source), pathOf(target));
      else if (ref) gestures.onRetarget?.(ref, pathOf(target));
    },
  });
  const { end, goal } = useSelector(actor, (s) => s.context);

  const take = (held: Held) => {
    taken.current = held;
    actor.send({ type: "pointer.down", end: held });
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
    if (touch) actor.send({ type: "pointer.up", goal: goalAt({ x: touch.clientX, y: touch.clientY }) });
  };
  const startRetarget = useLatest((id: string, event: React.PointerEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const { arrow, route, picture: around } = edges.find((edge) => edge.id === id)?.data ?? {};
    const from = (route ?? (arrow && around && fullRoute(around, arrow)))?.points[0];
    if (arrow && from) take({ source: arrow.from, arrow: id, from });
  });
  return {
    /** What is led now, and to where. */
    end,
    goal,
    onConnectStart,
    onConnectEnd,
    startRetarget,
  };
}
