import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Zoom from which what is under the pointer opens, and below which it closes again: 20 % and more apart, so that nothing flickers. */
export const OPEN: Readonly<Record<"flow" | "full", number>> = { flow: 1.45, full: 1.95 };
export const CLOSE: Readonly<Record<"flow" | "full", number>> = { flow: 1.15, full: 1.55 };

/** Levels of compounds that are shown at another one than the whole, by path id. */
export type Levels = ReadonlyMap<string, Level>;

/** The level at which a phase is shown at a zoom, from the one at which it is shown now. One level a step at most. */
export function levelAt(zoom: number, now: Level): Level {
  if (now === "map") return zoom >= OPEN.flow ? "flow" : "map";
  if (now === "flow") return zoom >= OPEN.full ? "full" : zoom < CLOSE.flow ? "map" : "flow";
  return zoom < CLOSE.full ? "flow" : "full";
}

/**
 * What is opened after a step of a zoom on a map. Only the phase under the pointer opens, by one level; what was opened so closes by
 * one level where one looks from farther away.
 */
export function levelsAfter(levels: Levels, zoom: number, under: string | undefined): Levels {
  const next = new Map<string, Level>();
  for (const [id, level] of levels) {
    const wantedLevel = levelAt(zoom, level);
    const opens = wantedLevel === "full" && level === "flow";
    const to = opens && id !== under ? level : wantedLevel;
    if (to !== "map") next.set(id, to);
  }
  if (under !== undefined && !levels.has(under)) {
    const wantedLevel = levelAt(zoom, "map");
    if (wantedLevel !== "map") next.set(under, wantedLevel);
  }
  return next.size === levels.size && [...next].every(([id, level]) => levels.get(id) === level)
    ? levels
    : next;
}

/** The phase whose steps are rows, or that was opened, at a point of the picture. */
export function phaseAt({ scene, boxes }: Picture, at: Point): string | undefined {
  const item = stateAtPoint(scene, boxes, at);
  for (
    let ancestor = item;
    ancestor;
    ancestor = ancestor.parent === undefined ? undefined : scene.items.get(ancestor.parent)
  ) {
    if (ancestor.shape === "card") return ancestor.id;
    if (
      ancestor.level !== "map" &&
      ancestor.parent !== undefined &&
      scene.items.get(ancestor.parent)?.level === "map"
    )
      return ancestor.id;
  }
  return undefined;
}

/** A point of the picture as a share of the innermost state there, so that it is found again in another picture. */
export interface Anchor {
  readonly id: string;
  readonly share: Point;
}

/** What is held while the picture changes around it: the innermost state at a point, or `other` where there is none. */
export function anchorAt({ scene, boxes }: Picture, at: Point, other: string): Anchor | undefined {
  const id = stateAtPoint(scene, boxes, at)?.id ?? other;
  const box = boxes.get(id);
  if (!box) return undefined;
  return { id, share: { x: part(at.x - box.x, box.w), y: part(at.y - box.y, box.h) } };
}

/** Where that is now; of a state that is no longer drawn, where what holds it is. */
export function anchorIn({ boxes }: Picture, { id, share }: Anchor): Point | undefined {
  let at = id;
  while (!boxes.has(at) && at.includes(".")) at = at.slice(0, at.lastIndexOf("."));
  const box = boxes.get(at);
  return box && { x: box.x + box.w * share.x, y: box.y + box.h * share.y };
}

const part = (at: number, of: number): number => Math.max(0, Math.min(1, at / Math.max(1, of)));
