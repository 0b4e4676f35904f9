import { type NodeChange } from "@xyflow/react";
import { useCallback, useMemo, useState } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { dropPlace, type DropPlace } from "#adapters/flow/dropPlace.ts";
import { dropParent } from "#adapters/flow/dropTarget.ts";
import { dragEdges, type FlowNode, statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { pathOf } from "#core/chart/places.ts";
import { moveInto } from "#core/layout/arrangement/arrange.ts";
import { type Arrangement, compoundIn, lastKey } from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * States under the pointer. React Flow holds where they are; the drop is one gesture: another place in the lines of their compound, or
 * handed to another one. A mark shows where.
 */
export function useDragging(
  picture: Picture,
  arrangement: Arrangement,
  nodes: readonly FlowNode[],
  edges: readonly TransitionFlowEdge[],
  gestures: Pick<ChartCanvasProps, "onArrange" | "onReparent">,
  setDropInto: (id: string | undefined) => void,
) {
  const { scene, boxes } = picture;
  const [drag, setDrag] = useState<ReadonlyMap<string, Point> | undefined>();
  const [mark, setMark] = useState<Rect | undefined>();
  const shownNodes = useMemo(
    () =>
      drag
        ? nodes.map((node) => (drag.has(node.id) ? { ...node, position: drag.get(node.id) as Point } : node))
        : nodes,
    [nodes, drag],
  );
  const shownEdges = useMemo(
    () => (drag ? dragEdges(edges, deltas(drag, nodes)) : edges),
    [drag, edges, nodes],
  );

  const onNodesChange = useCallback((changes: NodeChange<FlowNode>[]) => {
    for (const change of changes)
      if (change.type === "position" && change.dragging && change.position) {
        const { id, position } = change;
        setDrag((now) => new Map(now).set(id, position));
      }
  }, []);

  // what React Flow reports is relative to the enclosing state, and newer than what is drawn
  const middleOf = (node: FlowNode, id: string): Point => {
    const parent = boxes.get(scene.items.get(id)?.parent ?? "") ?? { x: 0, y: 0 };
    return {
      x: parent.x + node.position.x + (node.width ?? 0) / 2,
      y: parent.y + node.position.y + (node.height ?? 0) / 2,
    };
  };
  const targetOf = (node: FlowNode, id: string): { into: string; drop: DropPlace | undefined } => {
    const at = middleOf(node, id);
    const own = scene.items.get(id)?.parent ?? scene.root;
    const into = gestures.onReparent ? dropParent(scene, boxes, at, id) : own;
    return { into, drop: dropPlace(picture, into, at, new Set([id])) };
  };

  const onNodeDrag = (_: unknown, node: FlowNode) => {
    const id = statePathId(node.id);
    if (id === undefined) return;
    const { into, drop } = targetOf(node, id);
    setDropInto(into === scene.items.get(id)?.parent ? undefined : into);
    setMark(drop?.mark);
  };
  const onNodeDragStop = (_: unknown, node: FlowNode) => {
    setDrag(undefined);
    setDropInto(undefined);
    setMark(undefined);
    const id = statePathId(node.id);
    const item = id === undefined ? undefined : scene.items.get(id);
    if (id === undefined || !item) return;
    const { into, drop } = targetOf(node, id);
    if (into !== item.parent) {
      gestures.onReparent?.(item.path, pathOf(into), drop?.place);
      return;
    }
    const compound = scene.items.get(into);
    if (!drop || !compound) return;
    const known = compoundIn(arrangement, into);
    const lines = linesOf(compound.node, compound.path, known);
    const next = moveInto(lines, [lastKey(id)], drop.place);
    if (JSON.stringify(next.lines) !== JSON.stringify(lines.lines)) gestures.onArrange?.(into, next);
  };

  return {
    nodes: shownNodes as FlowNode[],
    edges: shownEdges as TransitionFlowEdge[],
    mark,
    onNodesChange,
    onNodeDrag,
    onNodeDragStop,
  };
}

function deltas(drag: ReadonlyMap<string, Point>, nodes: readonly FlowNode[]): Map<string, Point> {
  const found = new Map<string, Point>();
  for (const node of nodes) {
    const now = drag.get(node.id);
    const id = statePathId(node.id);
    if (now && id !== undefined) found.set(id, { x: now.x - node.position.x, y: now.y - node.position.y });
  }
  return found;
}
