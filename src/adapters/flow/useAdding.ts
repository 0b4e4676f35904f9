import { useReactFlow } from "@xyflow/react";
import type { MouseEvent } from "react";
import type { AddWay, ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { dropParent } from "#adapters/flow/dropTarget.ts";
import { withLateParts } from "#adapters/flow/gestures/Gesture.ts";
import { hiddenMachine } from "#core/chart/opaqueParts.ts";
import { pathOf } from "#core/chart/places.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Item } from "#core/layout/scene/scene.ts";

const NONE: ReadonlySet<string> = new Set();

/** Whether a state may lead on to a new one beside it. */
export function canLeadOn({ scene }: Picture, item: Item | undefined): item is Item {
  if (!item || item.id === "" || item.id === scene.root) return false;
  const parent = item.parent === undefined ? undefined : scene.items.get(item.parent);
  const leads = item.shape !== "final" && item.shape !== "history" && item.shape !== "port";
  return leads && item.node.type !== "final" && item.node.type !== "history" && parent?.shape !== "parallel";
}

/** New states: on empty ground, and as the next one of a state. */
export function useAdding(
  picture: Picture,
  { chart, readOnly, onAddState, onAddNext }: ChartCanvasProps,
  enter: (id: string) => boolean,
) {
  const flow = useReactFlow();
  const { scene, boxes } = picture;
  /** A next state in the way that the lines run, or in the one that is wanted. */
  const next = (id: string, way?: AddWay) => {
    const item = scene.items.get(id);
    if (readOnly || !onAddNext || !canLeadOn(picture, item)) return false;
    const { flow: runs } = picture.orders.get(item.parent ?? "") ?? { flow: "down" as const };
    onAddNext(item.path, way ?? runs, runs);
    return true;
  };
  const first = () => {
    if (!readOnly) onAddState?.(pathOf(scene.root), undefined);
  };
  /**
   * A double click on ground that belongs to no state but the one around it: on the map, where one looks from afar, a phase is entered
   * wherever it is met; else a state is added there.
   */
  const onDoubleClick = ({ target, clientX, clientY }: MouseEvent) => {
    const onGround = target instanceof Element && target.classList.contains("react-flow__pane");
    if (!onGround) return;
    const at = flow.screenToFlowPosition({ x: clientX, y: clientY });
    const parent = dropParent(scene, boxes, at, "\n");
    if (parent !== scene.root && scene.items.get(parent)?.level === "map" && enter(parent)) return;
    if (readOnly || !onAddState) return;
    withLateParts(({ dropPlace }) => onAddState(pathOf(parent), dropPlace(picture, parent, at, NONE)?.place));
  };
  // Where code that is not read brings the states, none is the first.
  const isEmpty = chart.root.children.length === 0 && !hiddenMachine(chart.root) && boxes.size > 0;
  return { next, first, onDoubleClick, isEmpty: isEmpty && !readOnly && onAddState !== undefined };
}
