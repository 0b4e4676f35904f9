import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import type { Point, Rect } from "#core/layout/geometry.ts";
import { bundlesOf, DOT, type Picture, type Route } from "#core/layout/picture.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import { transitionSentence } from "#core/layout/content/transitionText.ts";
import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import { type Arrow, type DrawnNote, isFrame, type Item } from "#core/layout/scene/scene.ts";
import type { ChartNames } from "#core/layout/names.ts";

export type StateFlowNode = Node<{ item: Item; starts: boolean }, "state">;
export type MarkerFlowNode = Node<{ line: readonly [Point, Point] }, "marker">;
export type NoteFlowNode = Node<
  {
    drawn: DrawnNote;
    /** At which of its sides it points to what it is about, and how far down. */
    tip: { readonly side: "left" | "right"; readonly y: number } | undefined;
  },
  "note"
>;
export type FlowNode = StateFlowNode | MarkerFlowNode | NoteFlowNode;
export type TransitionFlowEdge = Edge<
  {
    arrow: Arrow;
    /** Absent for a named jump: its line is computed when it is looked at. */
    route: Route | undefined;
    picture: Picture | undefined;
    /** Lines of one bundle share their way. */
    bundle: string | undefined;
    /** On the way by which the turn comes round. */
    loop: boolean;
  },
  "transition"
>;

/** Node id of a state. React Flow wants a text that is not empty, and the root's path id is empty. */
export const nodeId = (pathId: string): string => `/${pathId}`;
/** Path id of a node, or undefined for a marker. */
export const statePathId = (id: string): string | undefined => (id.startsWith("/") ? id.slice(1) : undefined);

/** Layers: compounds by depth, cards, then lines, then states that hold nothing, then labels. */
export const Z = { card: 30, arrow: 40, leaf: 50, marker: 45, note: 52, near: 60 } as const;
const layerOf = (item: Item): number =>
  item.shape === "card" ? Z.card : isFrame(item) ? item.depth : Z.leaf;

/**
 * Turns pictures into React Flow's nodes and edges. Remembers the last ones: what looks the same stays the same object, so that
 * React Flow and React skip it.
 */
export class FlowGraph {
  #nodes = new Map<string, FlowNode>();
  #edges = new Map<string, TransitionFlowEdge>();

  nodes(picture: Picture, labelOf: (item: Item) => string, draggable: boolean): FlowNode[] {
    const next = new Map<string, FlowNode>();
    const { scene, boxes } = picture;
    const starting = new Set(scene.initials.values());
    for (const item of scene.items.values()) {
      const box = boxes.get(item.id);
      if (!box) continue;
      const parent = item.parent === undefined ? undefined : boxes.get(item.parent);
      const id = nodeId(item.id);
      const ariaLabel = labelOf(item);
      const movable = draggable && item.id !== scene.root && item.shape !== "port";
      const starts = starting.has(item.id);
      const known = this.#nodes.get(id) as StateFlowNode | undefined;
      const position = parent ? { x: box.x - parent.x, y: box.y - parent.y } : { x: box.x, y: box.y };
      if (
        known &&
        known.data.starts === starts &&
        sameItem(known.data.item, item) &&
        sameBox(known, position, box) &&
        known.ariaLabel === ariaLabel &&
        (known.draggable ?? false) === movable
      ) {
        next.set(id, known);
        continue;
      }
      const open = isFrame(item);
      next.set(id, {
        id,
        type: "state",
        data: { item, starts },
        position,
        ...(item.parent === undefined ? {} : { parentId: nodeId(item.parent) }),
        width: box.w,
        height: box.h,
        handles: handlesOf(box),
        zIndex: layerOf(item),
        draggable: movable,
        selectable: false,
        focusable: false,
        ariaRole: "group",
        domAttributes: { tabIndex: -1 },
        ariaLabel,
        ...(open ? { dragHandle: ".drag", className: "open" } : {}),
      });
    }
    for (const marker of picture.markers) this.#marker(picture, marker, next);
    for (const notesOfState of scene.notes?.values() ?? [])
      for (const drawn of notesOfState) this.#note(picture, drawn, next);
    this.#nodes = next;
    return [...next.values()];
  }

  #marker({ boxes }: Picture, marker: Picture["markers"][number], next: Map<string, FlowNode>): void {
    const id = `initial:${marker.parent}`;
    const parent = boxes.get(marker.parent);
    if (!parent) return;
    const position = { x: marker.at.x - parent.x, y: marker.at.y - parent.y };
    const [a, b] = marker.points as readonly [Point, Point];
    const line: readonly [Point, Point] = [
      { x: 0, y: 0 },
      { x: b.x - a.x, y: b.y - a.y },
    ];
    const known = this.#nodes.get(id) as MarkerFlowNode | undefined;
    const same =
      known &&
      known.position.x === position.x &&
      known.position.y === position.y &&
      known.data.line[1].x === line[1].x &&
      known.data.line[1].y === line[1].y;
    next.set(
      id,
      same
        ? known
        : {
            id,
            type: "marker",
            data: { line },
            position,
            parentId: nodeId(marker.parent),
            width: DOT,
            height: DOT,
            handles: handlesOf(marker.at),
            zIndex: Z.marker,
            draggable: false,
            selectable: false,
            focusable: false,
            connectable: false,
          },
    );
  }

  #note({ notes }: Picture, drawn: DrawnNote, next: Map<string, FlowNode>): void {
    const place = notes.get(drawn.note.id);
    if (!place) return;
    const { at } = place;
    const tip = place.tip && {
      side: place.tip.x > at.x ? ("right" as const) : ("left" as const),
      y: place.tip.y - at.y,
    };
    const id = `note:${drawn.note.id}`;
    const known = this.#nodes.get(id) as NoteFlowNode | undefined;
    const same =
      known &&
      known.data.drawn.note === drawn.note &&
      known.data.tip?.side === tip?.side &&
      known.data.tip?.y === tip?.y &&
      sameBox(known, at, at);
    next.set(
      id,
      same
        ? known
        : {
            id,
            type: "note",
            data: { drawn, tip },
            position: { x: at.x, y: at.y },
            width: at.w,
            height: at.h,
            handles: [],
            zIndex: Z.note,
            draggable: false,
            selectable: false,
            focusable: false,
            connectable: false,
          },
    );
  }

  /** `leads` is `from {source} to {target}` in the reader's language. */
  edges(picture: Picture, names: ChartNames, leads: string): TransitionFlowEdge[] {
    const next = new Map<string, TransitionFlowEdge>();
    const bundles = bundlesOf(picture.scene);
    const loop = mainLoopOf(picture.scene);
    for (const arrow of [...picture.scene.arrows, ...(picture.scene.calls ?? [])]) {
      const bundle = bundles.get(arrow.id);
      const route = picture.routes.get(arrow.id);
      if (!route && arrow.role !== "far") continue;
      const target = picture.scene.items.get(arrow.to);
      const ends = leads
        .replace("{source}", names.state(arrow.ref.source, arrow.source.key))
        .replace("{target}", target ? names.state(target.path, target.node.key) : "");
      const sentences = arrow.parts.map((part) => transitionSentence(part.transition, part.source, names));
      const ariaLabel = `${sentences.join("; ")}, ${ends}`;
      const known = this.#edges.get(arrow.id);
      // the line of a named jump depends on the picture
      const previous =
        known?.data &&
        route &&
        known.data.route &&
        sameArrow(known.data.arrow, arrow) &&
        sameRoute(known.data.route, route) &&
        known.data.bundle === bundle &&
        known.data.loop === loop.has(arrow) &&
        known.ariaLabel === ariaLabel;
      next.set(
        arrow.id,
        previous
          ? known
          : {
              id: arrow.id,
              type: "transition",
              source: nodeId(arrow.from),
              target: nodeId(arrow.to),
              data: { arrow, route, picture: route ? undefined : picture, bundle, loop: loop.has(arrow) },
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

const sameItem = (a: Item, b: Item): boolean =>
  a.node === b.node &&
  a.content === b.content &&
  a.shape === b.shape &&
  a.level === b.level &&
  a.region === b.region &&
  a.folded === b.folded &&
  a.called === b.called &&
  a.apart === b.apart &&
  a.depth === b.depth &&
  a.id === b.id;
const sameBox = (node: FlowNode, position: Point, box: Rect): boolean =>
  node.position.x === position.x &&
  node.position.y === position.y &&
  node.width === box.w &&
  node.height === box.h;
const sameArrow = (a: Arrow, b: Arrow): boolean =>
  a.transition === b.transition &&
  a.source === b.source &&
  sameLabel(a.label, b.label) &&
  a.role === b.role &&
  a.from === b.from &&
  a.to === b.to &&
  a.id === b.id &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, i) => part.transition === b.parts[i]?.transition);
const sameWords = (a: Route["words"], b: Route["words"]): boolean =>
  a === b || (a !== undefined && b !== undefined && sameLabel(a, b));
const sameLabel = (a: Arrow["label"], b: Arrow["label"]): boolean =>
  a === b ||
  (a.size.w === b.size.w &&
    a.size.h === b.size.h &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, i) => sameChips(row.chips, b.rows[i]?.chips ?? [])));
const sameChips = (a: readonly Chip[], b: readonly Chip[]): boolean =>
  a.length === b.length &&
  a.every((chip, i) => chip.kind === b[i]?.kind && chip.text === b[i].text && chip.full === b[i].full);
const sameRect = (a: Rect | undefined, b: Rect | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h);
const sameRoute = (a: Route, b: Route): boolean =>
  sameRect(a.label, b.label) &&
  sameWords(a.words, b.words) &&
  a.fork?.x === b.fork?.x &&
  a.fork?.y === b.fork?.y &&
  a.points.length === b.points.length &&
  a.points.every((p, i) => p.x === b.points[i]?.x && p.y === b.points[i]?.y);

/** Known before the first paint, so that React Flow measures nothing and edges of states out of view exist. */
const handlesOf = (box: Rect): NodeHandle[] => [
  { id: "in", type: "target", position: Position.Left, x: 0, y: box.h / 2, width: 1, height: 1 },
  { id: "out", type: "source", position: Position.Right, x: box.w, y: box.h / 2, width: 1, height: 1 },
];
