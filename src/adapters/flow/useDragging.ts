import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Carried } from "#adapters/flow/carried.ts";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { dropParent } from "#adapters/flow/dropTarget.ts";
import { type FlowNode, nodeId, statePathId } from "#adapters/flow/flowGraph.ts";
import type { draggingMachine, Over } from "#adapters/flow/gestures/dragging.machine.ts";
import { followEndings } from "#adapters/flow/gestures/followPointer.ts";
import { lateParts, type LateParts, withLateParts } from "#adapters/flow/gestures/Gesture.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import { useGesture, useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import type { Dropped } from "#adapters/flow/motion/moves.ts";
import { pathOf } from "#core/chart/places.ts";
import {
  type Arrangement,
  type CompoundLines,
  compoundIn,
  lastKey,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/**
 * A state under the pointer. React Flow tells where it is; its elements are moved as they are, and nothing else is drawn again. The
 * drop is one gesture: another place in the lines of their compound, or handed to another one. What it would be is told while one
 * drags.
 */
export function useDragging(
  frame: RefObject<HTMLElement | null>,
  picture: Picture,
  arrangement: Arrangement,
  nodes: readonly FlowNode[],
  gestures: Pick<ChartCanvasProps, "onArrange" | "onReparent"> & { onDropped: (dropped: Dropped) => void },
) {
  const { scene, boxes } = picture;
  const linesAfter = (id: string, over: Over) => linesAfterDrop(scene, arrangement, id, over);
  const gesture = useGesture<typeof draggingMachine>(
    { machine: (all) => all.draggingMachine, follow: followEndings },
    {
      drop: ({ id, over, by }) => {
        const item = scene.items.get(id);
        if (!item) return;
        gestures.onDropped({ id, by });
        if (over.into !== item.parent) gestures.onReparent?.(item.path, pathOf(over.into), over.drop?.place);
        else {
          const lines = linesAfter(id, over);
          if (lines) gestures.onArrange?.(over.into, lines.after);
        }
      },
    },
  );
  const id = useGestureContext(gesture, (known) => known?.id);
  const dropInto = useGestureContext(gesture, (known) => {
    const into = known?.over?.into;
    return into === scene.items.get(known?.id ?? "")?.parent ? undefined : into;
  });
  const carried = useRef<Carried>(undefined);
  useLayoutEffect(() => {
    const follow = () => {
      const { id: heldId, by } = gesture.context() ?? {};
      // A gesture that says something is there, and with it what moves the elements.
      carried.current ??= new (lateParts()!.Carried)();
      if (heldId === undefined) carried.current.end();
      else if (by && frame.current) carried.current.move(frame.current, heldId, by);
    };
    return gesture.subscribe(follow);
  }, [gesture, frame]);
  // What is held is on the page wherever one looks: React Flow leaves out what is not in sight.
  const shown = useMemo(
    () =>
      id === undefined
        ? nodes
        : nodes.map((node) => (node.id === nodeId(id) ? { ...node, dragging: true } : node)),
    [nodes, id],
  );

  // what React Flow reports is relative to the enclosing state, and newer than what is drawn
  const overOf = ({ dropPlace, rowDropPlace }: LateParts, node: FlowNode, dragged: string): Over => {
    const ownParent = scene.items.get(dragged)?.parent ?? scene.root;
    const parent = boxes.get(ownParent) ?? { x: 0, y: 0 };
    const at = {
      x: parent.x + node.position.x + (node.width ?? 0) / 2,
      y: parent.y + node.position.y + (node.height ?? 0) / 2,
    };
    const into = gestures.onReparent ? dropParent(scene, boxes, at, dragged) : ownParent;
    const corner = { x: at.x - (node.width ?? 0) / 2, y: at.y + (node.height ?? 0) / 2 };
    const compound = scene.items.get(into);
    const drop =
      compound?.shape === "card"
        ? rowDropPlace(
            picture,
            into,
            at,
            linesOf(compound.node, compound.path, compoundIn(arrangement, into)),
          )
        : dropPlace(picture, into, at, new Set([dragged]));
    return { into, drop, at: corner };
  };
  const from = useRef<FlowNode["position"]>(undefined);
  const tell = (type: "pointer.move" | "pointer.up", node: FlowNode) => {
    const dragged = statePathId(node.id);
    if (dragged === undefined || !from.current) return;
    const by = { x: node.position.x - from.current.x, y: node.position.y - from.current.y };
    withLateParts((parts) => gesture.send({ type, over: overOf(parts, node, dragged), by }));
  };
  const frames = useFrames(tell);
  return {
    gesture,
    nodes: shown as FlowNode[],
    /** The dragged state, by path id. */
    id,
    /** The compound it would be handed to; undefined while it stays in its own. */
    dropInto,
    /** What a drop would change in the layout file. */
    linesAfter,
    events: {
      onNodeDragStart: (_: unknown, node: FlowNode) => {
        const takenId = statePathId(node.id);
        from.current = nodes.find(({ id: own }) => own === node.id)?.position;
        if (takenId !== undefined) gesture.send({ type: "pointer.down", id: takenId });
      },
      onNodeDrag: (_: unknown, node: FlowNode) => frames.next("pointer.move", node),
      onNodeDragStop: (_: unknown, node: FlowNode) => frames.now("pointer.up", node),
    },
  };
}

/** A compound's lines before and after a drop; undefined where it changes none of them. */
function linesAfterDrop(
  { items }: Scene,
  arrangement: Arrangement,
  id: string,
  { into, drop }: Over,
): { before: CompoundLines; after: CompoundLines } | undefined {
  const compound = items.get(into);
  // A gesture that says where it is has loaded them.
  const { moveInto } = lateParts() ?? {};
  if (!drop || !compound || !moveInto) return undefined;
  const before = linesOf(compound.node, compound.path, compoundIn(arrangement, into));
  const after = moveInto(before, [lastKey(id)], drop.place);
  return JSON.stringify(after.lines) === JSON.stringify(before.lines) ? undefined : { before, after };
}

/** Runs a callback once a frame with its newest arguments, or at once; then the pending call is dropped. */
function useFrames<A extends unknown[]>(run: (...now: A) => void) {
  const done = useLatest(run);
  const [frames] = useState(() => {
    let frame: number | undefined;
    let last: A;
    const now = (...args: A) => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
      done(...args);
    };
    const next = (...args: A) => {
      last = args;
      frame ??= requestAnimationFrame(() => now(...last));
    };
    return { next, now };
  });
  return frames;
}
