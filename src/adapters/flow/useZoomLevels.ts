import { useReactFlow } from "@xyflow/react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Look, Viewport } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Zoom from which what is under the pointer opens, and below which it closes again: 20 % and more apart, so that nothing flickers. */
const OPEN: Readonly<Record<"flow" | "full", number>> = { flow: 1.45, full: 1.95 };
const CLOSE: Readonly<Record<"flow" | "full", number>> = { flow: 1.15, full: 1.55 };

/** The level at which a phase is shown at a zoom, from the one at which it is shown now. One level a step at most. */
export function levelAt(zoom: number, now: Level): Level {
  if (now === "map") return zoom >= OPEN.flow ? "flow" : "map";
  if (now === "flow") return zoom >= OPEN.full ? "full" : zoom < CLOSE.flow ? "map" : "flow";
  return zoom < CLOSE.full ? "flow" : "full";
}

/**
 * Looking nearer opens the phase under the pointer in place, looking from farther away closes what was opened so. What is under the
 * pointer stays there. A level that the person chose is left alone.
 */
export function useZoomLevels({
  frame,
  picture,
  look,
  set,
}: {
  frame: RefObject<HTMLElement | null>;
  picture: Picture | undefined;
  look: Look | undefined;
  set: (look: Look) => void;
}) {
  const flow = useReactFlow();
  /** A corner of the phase as a share of its box, which is to stay where it is on the screen. */
  const held = useRef<{ id: string; on: Point; share: Point } | undefined>(undefined);
  useLayoutEffect(() => {
    const hold = held.current;
    const box = hold && picture?.boxes.get(hold.id);
    if (!hold || !box) return;
    held.current = undefined;
    const { zoom } = flow.getViewport();
    const x = hold.on.x - (box.x + box.w * hold.share.x) * zoom;
    const y = hold.on.y - (box.y + Math.min(box.h, box.h * hold.share.y)) * zoom;
    void flow.setViewport({ x, y, zoom });
  }, [picture, flow]);

  return (at: Viewport, event: MouseEvent | TouchEvent) => {
    if (!picture || !look || look.pinned || look.level !== "map" || !("clientX" in event)) return;
    const area = frame.current?.getBoundingClientRect();
    if (!area) return;
    const on = { x: event.clientX - area.left, y: event.clientY - area.top };
    const { scene, boxes } = picture;
    const levels = new Map(look.levels);
    const point = { x: (on.x - at.x) / at.zoom, y: (on.y - at.y) / at.zoom };
    const under = phaseAt(picture, point);
    for (const [id, level] of levels) {
      const next = levelAt(at.zoom, level);
      if (next === "map") levels.delete(id);
      else if (id === under || next !== "full") levels.set(id, next);
    }
    if (under !== undefined && !levels.has(under)) {
      const next = levelAt(at.zoom, "map");
      if (next !== "map") levels.set(under, next);
    }
    if (same(levels, look.levels ?? new Map())) return;
    const hold = under ?? [...levels.keys()][0] ?? scene.root;
    const box = boxes.get(hold);
    if (box)
      held.current = {
        id: hold,
        on,
        share: {
          x: Math.max(0, Math.min(1, (point.x - box.x) / box.w)),
          y: Math.max(0, Math.min(1, (point.y - box.y) / box.h)),
        },
      };
    set({ ...look, levels });
  };
}

/** The phase whose steps are rows, or that was opened, at a point of the picture. */
function phaseAt({ scene, boxes }: Picture, at: Point): string | undefined {
  const item = stateAtPoint(scene, boxes, at);
  for (let one = item; one; one = one.parent === undefined ? undefined : scene.items.get(one.parent)) {
    if (one.shape === "card") return one.id;
    if (one.level !== "map" && one.parent !== undefined && scene.items.get(one.parent)?.level === "map")
      return one.id;
  }
  return undefined;
}

const same = (a: ReadonlyMap<string, Level>, b: ReadonlyMap<string, Level>): boolean =>
  a.size === b.size && [...a].every(([id, level]) => b.get(id) === level);
