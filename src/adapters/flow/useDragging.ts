import type { NodeChange } from "@xyflow/react";
import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useRef } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { dropPlace, rowDropPlace } from "#adapters/flow/dropPlace.ts";
import { dropParent } from "#adapters/flow/dropTarget.ts";
import { dragEdges, type FlowNode, statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { draggingMachine, type Over } from "#adapters/flow/gestures/dragging.machine.ts";
import { useGesture } from "#adapters/flow/gestures/useGesture.ts";
import type { Dropped } from "#adapters/flow/motion/moves.ts";
import { pathOf } from "#core/chart/places.ts";
import { moveInto } from "#core/layout/arrangement/arrange.ts";
import {
  type Arrangement,
  type CompoundLines,
  compoundIn,
  lastKey,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * States under the pointer. React Flow holds where they are; the drop is one gesture: another place in the lines of their compound, or
 * handed to another one. What it would be is told while one drags.
 */
export function useDragging(
  picture: Picture,
  arrangement: Arrangement,
  nodes: readonly FlowNode[],
  edges: readonly TransitionFlowEdge[],
  gestures: Pick<ChartCanvasProps, "onArrange" | "onReparent"> & { onDropped: (what: Dropped) => void },
) {
  const { scene, boxes } = picture;
  /** A compound's lines before and after a drop; undefined where it changes none of them. */
  const linesAfter = (
    id: string,
    { into, drop }: Over,
  ): { before: CompoundLines; after: CompoundLines } | undefined => {
    const compound = scene.items.get(into);
    if (!drop || !compound) return undefined;
    const before = linesOf(compound.node, compound.path, compoundIn(arrangement, into));
    const after = moveInto(before, [lastKey(id)], drop.place);
    return JSON.stringify(after.lines) === JSON.stringify(before.lines) ? undefined : { before, after };
  };
  const held = useRef<{ readonly from: Point; readonly to: Point }>(undefined);
  const actor = useGesture(draggingMachine, {
    drop: ({ id, over }) => {
      const item = scene.items.get(id);
      if (!item) return;
      const { from, to } = held.current ?? {};
      if (from && to) gestures.onDropped({ id, by: { x: to.x - from.x, y: to.y - from.y } });
      if (over.into !== item.parent) gestures.onReparent?.(item.path, pathOf(over.into), over.drop?.place);
      else {
        const lines = linesAfter(id, over);
        if (lines) gestures.onArrange?.(over.into, lines.after);
      }
    },
  });
  const { id, places, over } = useSelector(actor, (s) => s.context);
  const shownNodes = useMemo(
    () =>
      places.size === 0
        ? nodes
        : nodes.map((node) =>
            places.has(node.id) ? { ...node, position: places.get(node.id) as Point } : node,
          ),
    [nodes, places],
  );
  const shownEdges = useMemo(
    () => (places.size === 0 ? edges : dragEdges(edges, deltas(places, nodes))),
    [places, edges, nodes],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      for (const change of changes)
        if (change.type === "position" && change.dragging && change.position)
          actor.send({ type: "place", node: change.id, at: change.position });
    },
    [actor],
  );
  // what React Flow reports is relative to the enclosing state, and newer than what is drawn
  const overOf = (node: FlowNode, dragged: string): Over => {
    const own = scene.items.get(dragged)?.parent ?? scene.root;
    const parent = boxes.get(own) ?? { x: 0, y: 0 };
    const at = {
      x: parent.x + node.position.x + (node.width ?? 0) / 2,
      y: parent.y + node.position.y + (node.height ?? 0) / 2,
    };
    const into = gestures.onReparent ? dropParent(scene, boxes, at, dragged) : own;
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
  const tell = (type: "pointer.move" | "pointer.up") => (_: unknown, node: FlowNode) => {
    const dragged = statePathId(node.id);
    if (dragged === undefined) return;
    const from = nodes.find(({ id: own }) => own === node.id)?.position;
    held.current = from && { from, to: node.position };
    actor.send({ type, over: overOf(node, dragged) });
  };
  return {
    nodes: shownNodes as FlowNode[],
    edges: shownEdges as TransitionFlowEdge[],
    /** The dragged state, by path id. */
    id,
    over,
    /** What the drop would change in the layout file. */
    lines: id !== undefined && over ? linesAfter(id, over) : undefined,
    onNodesChange,
    onNodeDragStart: (_: unknown, node: FlowNode) => {
      const taken = statePathId(node.id);
      if (taken !== undefined) actor.send({ type: "pointer.down", id: taken });
    },
    onNodeDrag: tell("pointer.move"),
    onNodeDragStop: tell("pointer.up"),
  };
}

function deltas(places: ReadonlyMap<string, Point>, nodes: readonly FlowNode[]): Map<string, Point> {
  const found = new Map<string, Point>();
  for (const node of nodes) {
    const now = places.get(node.id);
    const id = statePathId(node.id);
    if (now && id !== undefined) found.set(id, { x: now.x - node.position.x, y: now.y - node.position.y });
  }
  return found;
}
