import { useReactFlow } from "@xyflow/react";
import { type MouseEvent as ReactMouseEvent, useState } from "react";
import type { ChartCanvasProps, Selection } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { type FlowNode, statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import type { useManyStates } from "#adapters/flow/useManyStates.ts";
import type { PointerRest } from "#adapters/flow/PointerRest.ts";
import type { useViews } from "#adapters/flow/useViews.ts";
import { pathId, pathOf, transitionId, transitionRef, type TransitionRef } from "#core/chart/places.ts";
import type { Picture } from "#core/layout/picture.ts";
import { portOf } from "#core/layout/scene/ports.ts";

/** What a pointer can do to the canvas. */
interface PointerActions {
  readonly many: ReturnType<typeof useManyStates>;
  readonly views: ReturnType<typeof useViews>;
  readonly rename: (id: string) => void;
  readonly select: (selection: Selection | undefined) => void;
  readonly selectTransition: (id: string) => void;
  readonly rest: PointerRest;
  /** On whatever is neither a state nor a transition. */
  readonly onDoubleClick: (event: ReactMouseEvent) => void;
}

/** Clicks, menus and what the pointer is over, by what it meets: a transition's line or label, else the innermost state at that point. */
export function usePointer(
  { scene, boxes }: Picture,
  { selection, readOnly, onSelectStates, onContextMenu, onEditTransition }: ChartCanvasProps,
  { many, views, rename, select, selectTransition, rest, onDoubleClick }: PointerActions,
) {
  const flow = useReactFlow();
  const [hovered, setHovered] = useState<string | undefined>();
  // What was pointed at on another page is no longer there, or stands elsewhere.
  const [page, setPage] = useState(scene.root);
  if (page !== scene.root) {
    setPage(scene.root);
    setHovered(undefined);
  }
  const transitionAt = (target: EventTarget | null) => {
    const marked = target instanceof Element ? target.closest("[data-transition]") : null;
    return marked ? transitionRef(marked.getAttribute("data-transition") ?? "") : undefined;
  };
  const edit = (ref: TransitionRef) => {
    if (!readOnly) onEditTransition?.(ref);
  };
  const selectionAt = ({ target, clientX, clientY }: MouseEvent | ReactMouseEvent): Selection | undefined => {
    const ref = transitionAt(target);
    if (ref) return { kind: "transition", ref };
    const note = target instanceof Element ? target.closest("[data-about]") : null;
    const about = note?.getAttribute("data-about");
    if (about !== null && about !== undefined)
      return about === "" ? undefined : { kind: "state", path: pathOf(about) };
    const item = stateAtPoint(scene, boxes, flow.screenToFlowPosition({ x: clientX, y: clientY }));
    return item && item.id !== "" ? { kind: "state", path: item.path } : undefined;
  };
  const onClick = (event: MouseEvent | ReactMouseEvent) => {
    const target = selectionAt(event);
    if ((event.ctrlKey || event.metaKey) && onSelectStates && target?.kind === "state")
      many.toggle(pathId(target.path));
    else select(target);
  };
  const onMenu = (event: MouseEvent | ReactMouseEvent) => {
    if (!onContextMenu) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    const target = selectionAt(event);
    const isOneOfMany = target?.kind === "state" && many.has(pathId(target.path));
    if (target && !isOneOfMany) select(target);
    onContextMenu(isOneOfMany ? selection : target, at, flow.screenToFlowPosition(at));
  };
  /** A phase opens on the map, a port leads to where it comes from, anything else is renamed. */
  const onNodeDoubleClick = ({ target }: ReactMouseEvent, node: FlowNode) => {
    const id = statePathId(node.id);
    if (id === undefined) return;
    const item = scene.items.get(id);
    const port = portOf(id);
    if (port) {
      if (!views.enter(port.state)) views.whole();
    } else if ((item?.level === "map" || item?.folded) && id !== scene.root && views.enter(id)) return;
    else {
      const ref = transitionAt(target);
      if (ref) edit(ref);
      else rename(id);
    }
  };
  /** A line that takes up part of a phase's head, as on the map from afar, leaves it the double click. Any other is edited. */
  const onEdgeDoubleClick = ({ clientX, clientY }: ReactMouseEvent, edge: TransitionFlowEdge) => {
    const item = stateAtPoint(scene, boxes, flow.screenToFlowPosition({ x: clientX, y: clientY }));
    const isPhase = item?.level === "map" && item.id !== scene.root && item.node.children.length > 0;
    if (isPhase) views.enter(item.id);
    else edit((edge.data as NonNullable<typeof edge.data>).arrow.ref);
  };
  /** Words of a line stand beside it, and are none of its. */
  const onLabelDoubleClick = (event: ReactMouseEvent) => {
    const { target } = event;
    const ref =
      target instanceof Element && target.closest("[data-label-of]") ? transitionAt(target) : undefined;
    if (ref) edit(ref);
    else onDoubleClick(event);
  };
  return {
    hovered,
    events: {
      onDoubleClick: onLabelDoubleClick,
      onEdgeDoubleClick,
      onNodeClick: onClick,
      onPaneClick: onClick,
      onEdgeClick: (_: unknown, edge: TransitionFlowEdge) =>
        selectTransition(transitionId((edge.data as NonNullable<typeof edge.data>).arrow.ref)),
      onNodeDoubleClick,
      onNodeMouseEnter: (_: unknown, node: FlowNode) =>
        rest.point(node.id, () => setHovered(statePathId(node.id) || undefined)),
      onNodeMouseLeave: (_: unknown, node: FlowNode) => {
        rest.leave(node.id);
        setHovered(undefined);
      },
      onNodeContextMenu: onMenu,
      onEdgeContextMenu: onMenu,
      onPaneContextMenu: onMenu,
    },
  };
}
