import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import type { Point, Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { DOT } from "#core/layout/picture.ts";
import { draggedRoute, type Route } from "#core/layout/route.ts";
import { transitionSentence } from "#core/layout/content.ts";
import type { Arrow, Item } from "#core/layout/scene.ts";
import type { ChartNames } from "#core/layout/names.ts";

export type StateFlowNode = Node<{ item: Item }, "state">;
export type MarkerFlowNode = Node<{ line: readonly [Point, Point] }, "marker">;
export type FlowNode = StateFlowNode | MarkerFlowNode;
export type TransitionFlowEdge = Edge<
  { arrow: Arrow; route: Route; picture: Picture | undefined },
  "transition"
>;

/** Node id of a state. React Flow wants a text that is not empty, and the root's path id is empty. */
export const nodeId = (pathId: string): string => `/${pathId}`;
/** Path id of a node, or undefined for a marker. */
export const statePathId = (id: string): string | undefined => (id.startsWith("/") ? id.slice(1) : undefined);

/** Layers: compounds by depth, then lines, then states that hold nothing, then labels. */
export const Z = { arrow: 40, leaf: 50, marker: 45, near: 60 } as const;

/**
 * Turns pictures into React Flow's nodes and edges. Remembers the last ones: what looks the same stays the same object, so that
 * React Flow and React skip it.
 */
export class FlowGraph {
  #nodes = new Map<string, FlowNode>();
  #edges = new Map<string, TransitionFlowEdge>();

  nodes(picture: Picture, labelOf: (item: Item) => string, draggable: boolean): FlowNode[] {
    const next = new Map<string, FlowNode>();
    for (const item of picture.scene.items.values()) {
      const box = picture.boxes.get(item.id);
      if (!box) continue;
      const parent = item.parent === undefined ? undefined : picture.boxes.get(item.parent);
      const id = nodeId(item.id);
      const ariaLabel = labelOf(item);
      const known = this.#nodes.get(id) as StateFlowNode | undefined;
      const position = parent ? { x: box.x - parent.x, y: box.y - parent.y } : { x: box.x, y: box.y };
      if (
        known &&
        sameItem(known.data.item, item) &&
        sameBox(known, position, box) &&
        known.ariaLabel === ariaLabel &&
        (known.draggable ?? false) === (draggable && item.id !== "")
      ) {
        next.set(id, known);
        continue;
      }
      const open = item.shape === "compound" || item.shape === "parallel";
      next.set(id, {
        id,
        type: "state",
        data: { item },
        position,
        ...(item.parent === undefined ? {} : { parentId: nodeId(item.parent) }),
        width: box.w,
        height: box.h,
        handles: handlesOf(box),
        zIndex: open ? item.depth : Z.leaf,
        draggable: draggable && item.id !== "",
        selectable: false,
        focusable: false,
        ariaRole: "group",
        domAttributes: { tabIndex: -1 },
        ariaLabel,
        ...(open ? { dragHandle: ".drag", className: "open" } : {}),
      });
    }
    for (const marker of picture.markers) {
      const id = `initial:${marker.parent}`;
      const parent = picture.boxes.get(marker.parent) as Rect;
      const position = { x: marker.at.x - parent.x, y: marker.at.y - parent.y };
      const [a, b] = marker.points as readonly [Point, Point];
      const known = this.#nodes.get(id) as MarkerFlowNode | undefined;
      const line: readonly [Point, Point] = [
        { x: 0, y: 0 },
        { x: b.x - a.x, y: b.y - a.y },
      ];
      if (
        known &&
        known.position.x === position.x &&
        known.position.y === position.y &&
        known.data.line[1].x === line[1].x &&
        known.data.line[1].y === line[1].y
      ) {
        next.set(id, known);
        continue;
      }
      next.set(id, {
        id,
        type: "marker",
        data: { line },
        position,
        parentId: nodeId(marker.parent),
        width: DOT,
        height: DOT,
        handles: handlesOf({ ...marker.at }),
        zIndex: Z.marker,
        draggable: false,
        selectable: false,
        focusable: false,
        connectable: false,
      });
    }
    this.#nodes = next;
    return [...next.values()];
  }

  /** `leads` is `from {source} to {target}` in the reader's language. */
  edges(picture: Picture, names: ChartNames, leads: string): TransitionFlowEdge[] {
    const next = new Map<string, TransitionFlowEdge>();
    for (const arrow of picture.scene.arrows) {
      const route = picture.routes.get(arrow.id);
      if (!route) continue;
      const target = picture.scene.items.get(arrow.to);
      const ends = leads
        .replace("{source}", names.state(arrow.ref.source, arrow.source.key))
        .replace("{target}", target ? names.state(target.path, target.node.key) : "");
      const ariaLabel = `${transitionSentence(arrow.transition, arrow.source, names)}, ${ends}`;
      const known = this.#edges.get(arrow.id);
      // a jump's whole way depends on the picture
      const kept =
        known?.data &&
        !arrow.jump &&
        sameArrow(known.data.arrow, arrow) &&
        sameRoute(known.data.route, route) &&
        known.ariaLabel === ariaLabel;
      next.set(
        arrow.id,
        kept
          ? known
          : {
              id: arrow.id,
              type: "transition",
              source: nodeId(arrow.from),
              target: nodeId(arrow.to),
              data: { arrow, route, picture: arrow.jump ? picture : undefined },
              zIndex: Z.arrow,
              ariaLabel,
              focusable: false,
              selectable: false,
            },
      );
    }
    this.#edges = next;
    return [...next.values()];
  }
}

/** The edges while states are dragged: lines inside what moves come along, lines to it go straight. Others are the same objects. */
export function dragEdges(
  edges: readonly TransitionFlowEdge[],
  moved: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Rect>,
): TransitionFlowEdge[] {
  const shifted = (id: string): Point | undefined => {
    for (
      let at: string | undefined = id;
      at !== undefined && at !== "";
      at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : undefined
    ) {
      const delta = moved.get(at);
      if (delta) return delta;
    }
    return undefined;
  };
  return edges.map((edge) => {
    const data = edge.data;
    if (!data) return edge;
    const [from, to] = [shifted(data.arrow.from), shifted(data.arrow.to)];
    if (!from && !to) return edge;
    if (from && to && (from === to || data.arrow.jump))
      return { ...edge, data: { ...data, route: shift(data.route, from) } };
    if (data.arrow.jump) return from ? { ...edge, data: { ...data, route: shift(data.route, from) } } : edge;
    const [a, b] = [boxes.get(data.arrow.from), boxes.get(data.arrow.to)];
    if (!a || !b) return edge;
    return {
      ...edge,
      data: { ...data, route: draggedRoute(shiftRect(a, from), shiftRect(b, to), data.route.label) },
    };
  });
}

const shiftRect = (r: Rect, by: Point | undefined): Rect => (by ? { ...r, x: r.x + by.x, y: r.y + by.y } : r);
const shift = (route: Route, by: Point): Route => ({
  points: route.points.map((p) => ({ x: p.x + by.x, y: p.y + by.y })),
  label: route.label && shiftRect(route.label, by),
});

const sameItem = (a: Item, b: Item): boolean =>
  a.node === b.node &&
  a.content === b.content &&
  a.shape === b.shape &&
  a.region === b.region &&
  a.folded === b.folded &&
  a.id === b.id;
const sameBox = (node: FlowNode, position: Point, box: Rect): boolean =>
  node.position.x === position.x &&
  node.position.y === position.y &&
  node.width === box.w &&
  node.height === box.h;
const sameArrow = (a: Arrow, b: Arrow): boolean =>
  a.transition === b.transition &&
  a.source === b.source &&
  a.label === b.label &&
  a.from === b.from &&
  a.to === b.to &&
  a.id === b.id;
const sameRect = (a: Rect | undefined, b: Rect | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h);
const sameRoute = (a: Route, b: Route): boolean =>
  sameRect(a.label, b.label) &&
  a.points.length === b.points.length &&
  a.points.every((p, i) => p.x === b.points[i]?.x && p.y === b.points[i]?.y);

/** Known before the first paint, so that React Flow measures nothing and edges of states out of view exist. */
const handlesOf = (box: Rect): NodeHandle[] => [
  { id: "in", type: "target", position: Position.Left, x: 0, y: box.h / 2, width: 1, height: 1 },
  { id: "out", type: "source", position: Position.Right, x: box.w, y: box.h / 2, width: 1, height: 1 },
];
