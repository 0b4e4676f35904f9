import type { KeyboardEvent } from "react";
import type { ChartCanvasProps, Selection } from "#adapters/flow/canvasProps.ts";
import { keyGesture } from "#adapters/flow/keyGesture.ts";
import type { useAdding } from "#adapters/flow/useAdding.ts";
import type { useViews } from "#adapters/flow/useViews.ts";
import { pathOf, placeOf, transitionRef } from "#core/chart/places.ts";
import { moveByKey, type Way } from "#core/layout/arrangement/arrange.ts";
import { compoundIn, lastKey, parentId } from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Picture } from "#core/layout/picture.ts";

/** What the keys of the canvas do. */
export function useCanvasKeys(
  picture: Picture,
  { chart, arrangement, selection, readOnly, onArrange, onOpen, onDelete, onSelect }: ChartCanvasProps,
  views: ReturnType<typeof useViews>,
  { rename, adding }: { rename: (id: string) => void; adding: ReturnType<typeof useAdding> },
) {
  const select = (next: Selection | undefined) => onSelect?.(next);
  /** Moves a state in the lines of its compound. */
  const moveAmong = (id: string, way: Way) => {
    const parent = parentId(id);
    const place = placeOf(chart, pathOf(parent));
    const order = picture.orders.get(parent);
    if (readOnly || !onArrange || !place || !order) return;
    const lines = linesOf(place.node, place.path, compoundIn(arrangement, parent));
    const next = moveByKey(lines, [lastKey(id)], way, order.flow);
    if (JSON.stringify(next.lines) !== JSON.stringify(lines.lines)) onArrange(parent, next);
  };
  return (event: KeyboardEvent) => {
    const gesture = keyGesture(event, picture.scene, selection);
    if (!gesture) return;
    if (gesture.do === "delete" && readOnly) return;
    if (gesture.do === "first" && !adding.isEmpty) return;
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
    else if (gesture.do === "next") adding.next(gesture.id);
    else if (gesture.do === "first") adding.first();
    else if (gesture.do === "arrange") moveAmong(gesture.id, gesture.way);
    else if (gesture.do === "delete" && selection) onDelete?.(selection);
    else if (gesture.do === "leave") select(undefined);
  };
}
