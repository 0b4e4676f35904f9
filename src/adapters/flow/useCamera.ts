import { useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback } from "react";
import { type FlowNode, nodeId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { bounds, grow, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Pixels kept free around what is shown; below is the tool bar. */
const MARGIN = { top: 18, side: 18, bottom: 54 };
/** From this zoom on names of single steps can be read. */
const READABLE = 0.4;

/** Where one looks: at all of it, at a state brought into view, at a state from near. `standing` is the selected state. */
export function useCamera(
  frame: RefObject<HTMLElement | null>,
  picture: Picture,
  standing: string | undefined,
) {
  const flow = useReactFlow<FlowNode, TransitionFlowEdge>();

  const lookAt = useCallback(
    (box: Rect, least: number, most: number, duration: number) => {
      const area = frame.current?.getBoundingClientRect();
      if (!area) return;
      const room = { w: area.width - 2 * MARGIN.side, h: area.height - MARGIN.top - MARGIN.bottom };
      const zoom = Math.max(least, Math.min(most, room.w / box.w, room.h / box.h));
      // what is larger than the view is shown from its top left corner
      const x =
        box.w * zoom > room.w
          ? MARGIN.side - box.x * zoom
          : MARGIN.side + room.w / 2 - (box.x + box.w / 2) * zoom;
      const y =
        box.h * zoom > room.h
          ? MARGIN.top - box.y * zoom
          : MARGIN.top + room.h / 2 - (box.y + box.h / 2) * zoom;
      void flow.setViewport({ x, y, zoom }, { duration });
    },
    [flow, frame],
  );

  const fit = useCallback(() => {
    const all = picture.boxes.get("");
    if (all) lookAt(all, 0.08, 1.1, 200);
  }, [lookAt, picture]);

  /** The whole chart when it can be read so, else the surroundings of where one stands, or where the game starts. */
  const firstView = useCallback(() => {
    const area = frame.current?.getBoundingClientRect();
    const all = picture.boxes.get("");
    if (!area || !all) return;
    const readable = Math.min(area.width / all.w, area.height / all.h) >= READABLE;
    // where the game starts: the outermost state on the way in that can be read as a whole
    let start = all;
    const { initials } = picture.scene;
    for (let id = initials.get(""); id !== undefined && initials.has(id); id = initials.get(id)) {
      start = picture.boxes.get(id) ?? start;
      if (Math.min(area.width / start.w, area.height / start.h) >= READABLE) break;
    }
    const selected = standing === undefined ? undefined : picture.boxes.get(standing);
    if (readable) lookAt(all, READABLE, 1.1, 0);
    else if (selected) lookAt(selected, READABLE, 0.8, 0);
    else lookAt(start, READABLE, 0.9, 0);
  }, [frame, lookAt, picture, standing]);

  const show = useCallback(
    (id: string) => {
      const box = picture.boxes.get(id);
      if (box) lookAt(box, 0.1, 1.25, 220);
      requestAnimationFrame(() => focusNode(frame.current, id));
    },
    [frame, lookAt, picture],
  );

  /** Brings a state into view so that it can be read; what is readable already stays where it is. */
  const reveal = useCallback(
    (id: string, focus: boolean) => {
      const box = picture.boxes.get(id);
      const area = frame.current?.getBoundingClientRect();
      if (!box || !area) return;
      const { x, y, zoom } = flow.getViewport();
      const seen = { x: box.x * zoom + x, y: box.y * zoom + y, w: box.w * zoom, h: box.h * zoom };
      const inView =
        seen.x >= 8 && seen.y >= 8 && seen.x + seen.w <= area.width - 8 && seen.y + seen.h <= area.height - 8;
      const fills = seen.w >= area.width * 0.5 || seen.h >= area.height * 0.5;
      if (!inView || (zoom < READABLE && !fills)) lookAt(box, 0.1, Math.max(zoom, 0.7), 180);
      // the node may be drawn only once it is in view
      if (focus) requestAnimationFrame(() => requestAnimationFrame(() => focusNode(frame.current, id)));
    },
    [flow, frame, lookAt, picture],
  );
  /** Turns to some states together. */
  const showAll = useCallback(
    (ids: Iterable<string>) => {
      const boxes = [...ids].flatMap((id) => picture.boxes.get(id) ?? []);
      const area = bounds(boxes);
      if (area) lookAt(grow(area, 40), 0.1, 1, 200);
    },
    [lookAt, picture],
  );
  return { fit, firstView, reveal, show, showAll };
}

/** Gives a drawn state the keyboard. */
export function focusNode(frame: HTMLElement | null, id: string): void {
  frame
    ?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId(id))}"]`)
    ?.focus({ preventScroll: true });
}
