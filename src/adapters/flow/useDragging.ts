import type { NodeChange } from "@xyflow/react";
import { useCallback, useMemo, useState } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { dropParent } from "#adapters/flow/dropTarget.ts";
import { dragEdges, type FlowNode, statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { pathOf } from "#core/chart/places.ts";
import { PAD } from "#core/layout/arrange.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";
import type { Position, Positions } from "#core/layout/layoutFile.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * States under the pointer. React Flow holds where they are; the drop is one gesture: moved within their compound, or handed to
 * another one.
 */
export function useDragging(
  picture: Picture,
  nodes: readonly FlowNode[],
  edges: readonly TransitionFlowEdge[],
  positions: Positions,
  gestures: Pick<ChartCanvasProps, "onMoveNodes" | "onReparent">,
  setDropInto: (id: string | undefined) => void,
) {
  const { scene } = picture;
  const [drag, setDrag] = useState<ReadonlyMap<string, Point> | undefined>();
  const shownNodes = useMemo(
    () =>
      drag
        ? nodes.map((node) => (drag.has(node.id) ? { ...node, position: drag.get(node.id) as Point } : node))
        : nodes,
    [nodes, drag],
  );
  const shownEdges = useMemo(
    () => (drag ? dragEdges(edges, deltas(drag, nodes), picture.boxes) : edges),
    [drag, edges, nodes, picture],
  );

  const onNodesChange = useCallback((changes: NodeChange<FlowNode>[]) => {
    for (const change of changes)
      if (change.type === "position" && change.dragging && change.position) {
        const { id, position } = change;
        setDrag((now) => new Map(now).set(id, position));
      }
  }, []);

  // what React Flow reports is relative to the enclosing state, and newer than what is drawn
  const cornerOf = (node: FlowNode, id: string): Point => {
    const parent = picture.boxes.get(scene.items.get(id)?.parent ?? "") as Rect;
    return { x: parent.x + node.position.x, y: parent.y + node.position.y };
  };
  const parentFor = (node: FlowNode, id: string) =>
    gestures.onReparent
      ? dropParent(scene, picture.boxes, middleOf(node, cornerOf(node, id)), id)
      : (scene.items.get(id)?.parent ?? "");

  const onNodeDrag = (_: unknown, node: FlowNode) => {
    const id = statePathId(node.id);
    if (id === undefined) return;
    const into = parentFor(node, id);
    setDropInto(into === scene.items.get(id)?.parent ? undefined : into);
  };
  const onNodeDragStop = (_: unknown, first: FlowNode, all: FlowNode[]) => {
    setDrag(undefined);
    setDropInto(undefined);
    const moved: Record<string, Position> = {};
    for (const node of all.length > 0 ? all : [first]) {
      const id = statePathId(node.id);
      const item = id === undefined ? undefined : scene.items.get(id);
      const box = id === undefined ? undefined : picture.boxes.get(id);
      if (id === undefined || !item || !box) continue;
      const into = parentFor(node, id);
      const parent = picture.boxes.get(into) as Rect;
      const at = cornerOf(node, id);
      const head = scene.items.get(into)?.content.head ?? 0;
      const known = positions[id];
      const place: Position = {
        x: Math.round(Math.max(PAD.right / 2, at.x - parent.x)),
        y: Math.round(Math.max(head + PAD.top / 2, at.y - parent.y)),
        // The room that it was given, not what it takes: who makes way for it still does.
        w: known?.w ?? box.w,
        h: known?.h ?? box.h,
      };
      if (into !== item.parent) {
        gestures.onReparent?.(item.path, pathOf(into), place);
        return;
      }
      if (known && known.x === place.x && known.y === place.y) continue;
      moved[id] = place;
    }
    if (Object.keys(moved).length > 0) gestures.onMoveNodes?.(moved);
  };

  return {
    nodes: shownNodes as FlowNode[],
    edges: shownEdges as TransitionFlowEdge[],
    onNodesChange,
    onNodeDrag,
    onNodeDragStop,
  };
}

const middleOf = (node: FlowNode, corner: Point): Point => ({
  x: corner.x + (node.width ?? 0) / 2,
  y: corner.y + (node.height ?? 0) / 2,
});

function deltas(drag: ReadonlyMap<string, Point>, nodes: readonly FlowNode[]): Map<string, Point> {
  const found = new Map<string, Point>();
  for (const node of nodes) {
    const now = drag.get(node.id);
    const id = statePathId(node.id);
    if (now && id !== undefined) found.set(id, { x: now.x - node.position.x, y: now.y - node.position.y });
  }
  return found;
}
