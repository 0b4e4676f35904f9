import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { Selection } from "#adapters/flow/canvasProps.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import { bounds, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { shownFor } from "#core/layout/shownFor.ts";

/** Pixels that stay free between what is selected and the border of the canvas. */
const MARGIN_PX = 14;

/** When the canvas becomes smaller, as by a panel that opens beside it, what is selected stays in view: the picture moves no further than that needs. */
export function KeepInView({ picture, selection }: { picture: Picture; selection: Selection | undefined }) {
  const flow = useReactFlow();
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);
  const before = useRef({ width, height });
  useEffect(() => {
    const was = before.current;
    before.current = { width, height };
    if (width >= was.width && height >= was.height) return;
    const box = selection && boxOf(picture, selection);
    if (!box) return;
    const { x, y, zoom } = flow.getViewport();
    const at = { x: box.x * zoom + x, y: box.y * zoom + y, w: box.w * zoom, h: box.h * zoom };
    // What was out of view before is not looked for.
    if (at.x >= was.width || at.y >= was.height || at.x + at.w <= 0 || at.y + at.h <= 0) return;
    const to = { x: x + shift(at.x, at.w, width), y: y + shift(at.y, at.h, height), zoom };
    if (to.x !== x || to.y !== y) void flow.setViewport(to);
  }, [flow, picture, selection, width, height]);
  return null;
}

/** How far a stretch has to move to end before the border; one that is longer than the canvas begins at its border. */
function shift(from: number, length: number, room: number): number {
  const over = from + length - (room - MARGIN_PX);
  return over <= 0 ? 0 : -Math.max(0, Math.min(over, from - MARGIN_PX));
}

/** The state that is drawn for it; of a transition its line as well, where it has one. */
function boxOf(picture: Picture, selection: Selection): Rect | undefined {
  const path = selection.kind === "state" ? selection.path : selection.ref.source;
  const id = shownFor(picture, pathId(path));
  const state = id === picture.scene.root ? undefined : picture.boxes.get(id);
  if (selection.kind === "state") return state;
  const points = picture.routes.get(transitionId(selection.ref))?.points ?? [];
  return bounds([...(state ? [state] : []), ...points.map(({ x, y }) => ({ x, y, w: 0, h: 0 }))]);
}
