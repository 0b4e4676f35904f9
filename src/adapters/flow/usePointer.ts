import { type OnConnectEnd, useReactFlow } from "@xyflow/react";
import type { ChartCanvasProps, Selection } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { statePathId } from "#adapters/flow/flowGraph.ts";
import type { useManyStates } from "#adapters/flow/useManyStates.ts";
import { pathId, pathOf, transitionRef } from "#core/chart/places.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** What of the canvas a pointer works on. */
interface Pointed extends Pick<
  ChartCanvasProps,
  "selection" | "onSelectStates" | "onConnect" | "onContextMenu"
> {
  readonly scene: Scene;
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly many: ReturnType<typeof useManyStates>;
  readonly select: (what: Selection | undefined) => void;
}

/** Clicks, menus and drawn lines, by what they meet: a transition's line or label, else the innermost state at that point. */
export function usePointer({
  scene,
  boxes,
  selection,
  many,
  select,
  onSelectStates,
  onConnect,
  onContextMenu,
}: Pointed) {
  const flow = useReactFlow();
  const stateAt = (x: number, y: number) => stateAtPoint(scene, boxes, flow.screenToFlowPosition({ x, y }));
  const whatAt = ({ target, clientX, clientY }: MouseEvent | React.MouseEvent): Selection | undefined => {
    const marked = target instanceof Element ? target.closest("[data-transition]") : null;
    const ref = marked ? transitionRef(marked.getAttribute("data-transition") ?? "") : undefined;
    if (ref) return { kind: "transition", ref };
    const note = target instanceof Element ? target.closest("[data-about]") : null;
    const about = note?.getAttribute("data-about");
    if (about !== null && about !== undefined)
      return about === "" ? undefined : { kind: "state", path: pathOf(about) };
    const item = stateAt(clientX, clientY);
    return item && item.id !== "" ? { kind: "state", path: item.path } : undefined;
  };
  const onClick = (event: MouseEvent | React.MouseEvent) => {
    const what = whatAt(event);
    if ((event.ctrlKey || event.metaKey) && onSelectStates && what?.kind === "state")
      many.toggle(pathId(what.path));
    else select(what);
  };
  const onMenu = (event: MouseEvent | React.MouseEvent) => {
    if (!onContextMenu) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    const what = whatAt(event);
    const isOneOfMany = what?.kind === "state" && many.has(pathId(what.path));
    if (what && !isOneOfMany) select(what);
    onContextMenu(isOneOfMany ? selection : what, at, flow.screenToFlowPosition(at));
  };
  const onConnectEnd: OnConnectEnd = (event, { fromNode }) => {
    const source = fromNode ? statePathId(fromNode.id) : undefined;
    const touch = "changedTouches" in event ? event.changedTouches[0] : event;
    if (source === undefined || !onConnect || !touch) return;
    const target = stateAt(touch.clientX, touch.clientY);
    if (target) onConnect(pathOf(source), target.path);
  };
  return { onClick, onMenu, onConnectEnd };
}
