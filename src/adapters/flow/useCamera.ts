import { useReactFlow, type Viewport } from "@xyflow/react";
import { type RefObject, useCallback, useRef } from "react";
import { type FlowNode, nodeId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { bounds, grow, type Rect, type Size } from "#core/layout/geometry.ts";
import { MAX_ZOOM_FACTOR, SMALLEST } from "#core/layout/openView.ts";
import { floorOf } from "#core/layout/level.ts";
import { shownFor } from "#core/layout/shownFor.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Pixels kept free around what is shown; below is the tool bar. */
const MARGIN = { top: 10, side: 12, bottom: 50 };

/** The margin above a page, in pixels: the path back to what surrounds it stands there. */
const PAGE_MARGIN_TOP_PX = 48;
const topOf = (page: string | undefined): number =>
  page === undefined || page === "" ? MARGIN.top : PAGE_MARGIN_TOP_PX;

/** What is free for a picture in a canvas of that size. @param page path id of the phase that is the page */
export const roomIn = (
  { width, height }: { readonly width: number; readonly height: number },
  page?: string,
): Size => ({
  w: Math.max(200, width - 2 * MARGIN.side),
  h: Math.max(60, height - topOf(page) - MARGIN.bottom),
});

/** The canvas without the legend, where that stands below the picture. */
export function freeArea(frame: HTMLElement | null): { width: number; height: number } | undefined {
  if (!frame) return undefined;
  const { width, height } = frame.getBoundingClientRect();
  const legend =
    frame.querySelector('[data-legend][data-side="bottom"]')?.getBoundingClientRect().height ?? 0;
  return { width, height: height - (legend > 0 ? legend + 6 : 0) };
}

/** Where one looks: at all of it, at a state brought into view, at a state from near. `standing` is the selected state. */
export function useCamera(
  frame: RefObject<HTMLElement | null>,
  picture: Picture | undefined,
  standing: string | undefined,
  lang: string | undefined,
) {
  const flow = useReactFlow<FlowNode, TransitionFlowEdge>();
  const root = picture?.scene.root;
  const level = picture?.scene.items.get(picture.scene.root)?.level ?? "map";
  /** From this zoom on all letters can be read. */
  const readable = floorOf(lang) / SMALLEST[level];

  /** Where the whole, or what is shown first, was fitted to the canvas last. */
  const fitted = useRef<Viewport | undefined>(undefined);

  const lookAt = useCallback(
    (box: Rect, minZoom: number, maxZoom: number, duration: number) => {
      const area = freeArea(frame.current);
      if (!area) return undefined;
      const room = roomIn(area, root);
      const zoom = Math.max(minZoom, Math.min(maxZoom, room.w / box.w, room.h / box.h));
      // what is larger than the view is shown from its top left corner
      const x =
        box.w * zoom > room.w + 1
          ? MARGIN.side - box.x * zoom
          : MARGIN.side + room.w / 2 - (box.x + box.w / 2) * zoom;
      const y =
        box.h * zoom > room.h + 1
          ? topOf(root) - box.y * zoom
          : topOf(root) + room.h / 2 - (box.y + box.h / 2) * zoom;
      void flow.setViewport({ x, y, zoom }, { duration });
      return { x, y, zoom };
    },
    [flow, frame, root],
  );

  const fit = useCallback(
    (of: Picture | undefined = picture, duration = 200) => {
      const all = of?.boxes.get(of.scene.root);
      if (all) fitted.current = lookAt(all, 0.05, MAX_ZOOM_FACTOR, duration);
    },
    [lookAt, picture],
  );

  /** The whole chart when it can be read so, else the surroundings of where one stands, or where the game starts. */
  const firstView = useCallback(() => {
    const area = freeArea(frame.current);
    const all = picture?.boxes.get(picture.scene.root);
    if (!area || !picture || !all) return;
    const room = roomIn(area, root);
    if (Math.min(room.w / all.w, room.h / all.h) >= readable - 0.01) {
      fitted.current = lookAt(all, 0.05, MAX_ZOOM_FACTOR, 0);
      return;
    }
    const start = picture.scene.initials.get(picture.scene.root);
    const near =
      (standing === undefined ? undefined : picture.boxes.get(standing)) ??
      (start === undefined ? undefined : picture.boxes.get(start));
    fitted.current = lookAt(near ?? all, readable, 1, 0);
  }, [frame, lookAt, picture, root, standing, readable]);

  /** Whether one looks as it was fitted: then another canvas is to be fitted again. */
  const isFitted = useCallback(({ x, y, zoom }: Viewport) => {
    const at = fitted.current;
    return at !== undefined && Math.hypot(at.x - x, at.y - y) < 1 && Math.abs(at.zoom / zoom - 1) < 0.001;
  }, []);

  /** What of the picture is in view. */
  const view = () => viewOf(freeArea(frame.current), flow.getViewport());

  const show = useCallback(
    (id: string) => {
      const box = picture?.boxes.get(id);
      if (box) lookAt(box, 0.1, 1.25, 220);
      requestAnimationFrame(() => focusNode(frame.current, id));
    },
    [frame, lookAt, picture],
  );

  /** Brings a state into view so that it can be read; what is readable already stays where it is. */
  const reveal = useCallback(
    (id: string, focus: boolean) => {
      const box = picture?.boxes.get(shownFor(picture, id));
      const area = freeArea(frame.current);
      if (!box || !area) return;
      const { x, y, zoom } = flow.getViewport();
      const onScreen = { x: box.x * zoom + x, y: box.y * zoom + y, w: box.w * zoom, h: box.h * zoom };
      const inView =
        onScreen.x >= 2 &&
        onScreen.y >= 2 &&
        onScreen.x + onScreen.w <= area.width - 2 &&
        onScreen.y + onScreen.h <= area.height - 2;
      const fills = onScreen.w >= area.width * 0.5 || onScreen.h >= area.height * 0.5;
      if (!inView || (zoom < readable - 0.05 && !fills)) lookAt(box, 0.1, Math.max(zoom, readable), 180);
      // the node may be drawn only once it is in view
      if (focus) requestAnimationFrame(() => requestAnimationFrame(() => focusNode(frame.current, id)));
    },
    [flow, frame, lookAt, picture, readable],
  );
  /** Turns to some states together. */
  const showAll = useCallback(
    (ids: Iterable<string>) => {
      if (!picture) return;
      const boxes = [...ids].flatMap((id) => picture.boxes.get(shownFor(picture, id)) ?? []);
      const area = bounds(boxes);
      const free = freeArea(frame.current);
      if (!area || !free) return;
      const { x, y, zoom } = flow.getViewport();
      const inView =
        area.x * zoom + x >= 0 &&
        area.y * zoom + y >= 0 &&
        (area.x + area.w) * zoom + x <= free.width &&
        (area.y + area.h) * zoom + y <= free.height;
      if (!inView || zoom < readable - 0.05) lookAt(grow(area, 40), 0.1, 1, 200);
    },
    [flow, frame, lookAt, picture, readable],
  );
  return { fit, firstView, isFitted, reveal, show, showAll, view };
}

const viewOf = (area: ReturnType<typeof freeArea>, { x, y, zoom }: Viewport): Rect | undefined =>
  area && { x: -x / zoom, y: -y / zoom, w: area.width / zoom, h: area.height / zoom };

/** Gives a drawn state the keyboard. */
export function focusNode(frame: HTMLElement | null, id: string): void {
  frame
    ?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId(id))}"]`)
    ?.focus({ preventScroll: true });
}
