import type { KeyboardEvent } from "react";
import type { ChartCanvasProps, Selection } from "#adapters/flow/canvasProps.ts";
import { withLateParts } from "#adapters/flow/gestures/Gesture.ts";
import { keyGesture } from "#adapters/flow/keyGesture.ts";
import type { useAdding } from "#adapters/flow/useAdding.ts";
import type { useProposing } from "#adapters/flow/useProposing.ts";
import type { useUnfolding } from "#adapters/flow/useUnfolding.ts";
import type { useViews } from "#adapters/flow/useViews.ts";
import { pathOf, placeOf, transitionRef } from "#core/chart/places.ts";
import type { Way } from "#core/layout/arrangement/arrange.ts";
import {
  type CompoundLines,
  compoundIn,
  lastKey,
  namesOf,
  parentId,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { moveRow } from "#core/layout/arrangement/rows.ts";
import type { Picture } from "#core/layout/picture.ts";

/** What the keys of the canvas do. */
export function useCanvasKeys(
  picture: Picture,
  {
    chart,
    arrangement,
    selection,
    readOnly,
    onArrange,
    onOpen,
    onDelete,
    onSelect,
    onEditTransition,
  }: ChartCanvasProps,
  views: ReturnType<typeof useViews>,
  {
    rename,
    adding,
    proposing,
    unfolding,
  }: {
    rename: (id: string) => void;
    adding: ReturnType<typeof useAdding>;
    proposing: ReturnType<typeof useProposing>;
    unfolding: ReturnType<typeof useUnfolding>;
  },
) {
  const select = (next: Selection | undefined) => onSelect?.(next);
  /** Moves a state in the lines of its compound. */
  const moveAmong = (id: string, way: Way) => {
    const parent = parentId(id);
    const place = placeOf(chart, pathOf(parent));
    if (readOnly || !onArrange || !place) return;
    const lines = linesOf(place.node, place.path, compoundIn(arrangement, parent));
    const key = lastKey(id);
    const flow = picture.orders.get(parent)?.flow;
    withLateParts(({ moveByKey }) => {
      const next = flow ? moveByKey(lines, [key], way, flow) : moveStep(lines, key, way);
      if (JSON.stringify(next.lines) !== JSON.stringify(lines.lines)) onArrange(parent, next);
    });
  };
  return (event: KeyboardEvent) => {
    if (proposing.proposed && (event.key === "Escape" || event.key === "Enter")) {
      if (event.target instanceof HTMLButtonElement) return undefined;
      event.preventDefault();
      event.stopPropagation();
      return event.key === "Enter" ? proposing.apply() : proposing.cancel();
    }
    if (unfolding.count !== undefined && !unfolding.again && event.key === "Escape") {
      event.stopPropagation();
      return unfolding.stop();
    }
    const gesture = keyGesture(event, picture.scene, selection);
    if (!gesture) return undefined;
    if (gesture.do === "delete" && readOnly) return undefined;
    if (gesture.do === "first" && !adding.isEmpty) return undefined;
    event.preventDefault();
    event.stopPropagation();
    if (gesture.do === "state") {
      select({ kind: "state", path: pathOf(gesture.id) });
      views.reveal(gesture.id, true);
    } else if (gesture.do === "transition") {
      const ref = transitionRef(gesture.id);
      if (ref) select({ kind: "transition", ref });
    } else if (gesture.do === "open") {
      if (!views.enter(gesture.id)) views.show(gesture.id);
      onOpen?.(pathOf(gesture.id));
    } else if (gesture.do === "rename") rename(gesture.id);
    else if (gesture.do === "edit") {
      const ref = transitionRef(gesture.id);
      if (ref && !readOnly) onEditTransition?.(ref);
    } else if (gesture.do === "next") adding.next(gesture.id);
    else if (gesture.do === "first") adding.first();
    else if (gesture.do === "arrange") moveAmong(gesture.id, gesture.way);
    else if (gesture.do === "delete" && selection) onDelete?.(selection);
    else if (gesture.do === "leave") select(undefined);
    return undefined;
  };
}

/** A step of a card goes up or down in it. */
function moveStep(lines: CompoundLines, key: string, way: Way): CompoundLines {
  const at = namesOf(lines.lines).indexOf(key);
  if (way === "left" || way === "right" || (way === "up" && at === 0)) return lines;
  return moveRow(lines, key, way === "up" ? at - 1 : at + 2);
}
