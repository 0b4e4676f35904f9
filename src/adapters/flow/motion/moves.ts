import type { Viewport } from "#adapters/flow/canvasProps.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";
import { movablePath, tipOf } from "#core/layout/pathText.ts";
import { fullRoute } from "#core/layout/fullRoute.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * What moved between two pictures of a chart, as keyframes. A place of the earlier picture is given in the later one's coordinates: where
 * on the screen it was, so that nothing jumps when one also looks from elsewhere.
 */

/** A picture as it was looked at. */
export interface DrawnPicture {
  readonly picture: Picture;
  readonly viewport: Viewport;
}

/** A state that was let go elsewhere than it stood in the earlier picture. */
export interface Dropped {
  readonly id: string;
  readonly by: Point;
}

/** A shorter way than this, in pixels of the canvas, is no move. */
const MIN_MOVE_PX = 0.5;

/** From where one looked before to where one looks now. */
export function measure(from: Viewport, to: Viewport): (p: Point) => Point {
  return ({ x, y }) => ({
    x: (x * from.zoom + from.x - to.x) / to.zoom,
    y: (y * from.zoom + from.y - to.y) / to.zoom,
  });
}

export type Frames = readonly [Keyframe, Keyframe];

/** A box that moved or grew; undefined where it is as it was. */
export function boxFrames(old: Rect, next: Rect, at: (p: Point) => Point, scale: number): Frames | undefined {
  const from = { ...at(old), w: old.w * scale, h: old.h * scale };
  const isStill = [from.x - next.x, from.y - next.y, from.w - next.w, from.h - next.h].every(
    (by) => Math.abs(by) < MIN_MOVE_PX,
  );
  if (isStill) return undefined;
  const frame = ({ x, y, w, h }: Rect): Keyframe => ({
    transform: `translate(${x}px, ${y}px)`,
    width: `${w}px`,
    height: `${h}px`,
  });
  return [frame(from), frame(next)];
}

/** A place that moved. */
export function pointFrames(old: Point, next: Point, at: (p: Point) => Point): Frames | undefined {
  const from = at(old);
  if (Math.abs(from.x - next.x) < MIN_MOVE_PX && Math.abs(from.y - next.y) < MIN_MOVE_PX) return undefined;
  const frame = ({ x, y }: Point): Keyframe => ({ transform: `translate(${x}px, ${y}px)` });
  return [frame(from), frame(next)];
}

/** A line that moved, and its head: both lines get as many corners as the one that has more. */
export function lineFrames(
  old: readonly Point[],
  next: readonly Point[],
  at: (p: Point) => Point,
): { readonly line: Frames; readonly head: Frames } | undefined {
  if (old.length < 2 || next.length < 2) return undefined;
  const count = Math.max(old.length, next.length);
  const [from, to] = [withCorners(old.map(at), count), withCorners(next, count)];
  const isStill = from.every(
    (p, i) => Math.abs(p.x - (to[i]?.x ?? 0)) < MIN_MOVE_PX && Math.abs(p.y - (to[i]?.y ?? 0)) < MIN_MOVE_PX,
  );
  if (isStill) return undefined;
  const line = (points: readonly Point[]): Keyframe => ({ d: `path("${movablePath(points)}")` });
  const [a, b] = [tipOf(from), tipOf(to)];
  // round the shorter way
  const turn = ((((b.angle - a.angle + 180) % 360) + 360) % 360) - 180;
  const head = ({ x, y }: Point, angle: number): Keyframe => ({
    transform: `translate(${x}px, ${y}px) rotate(${angle}deg)`,
  });
  return { line: [line(from), line(to)], head: [head(a.at, b.angle - turn), head(b.at, b.angle)] };
}

/** The same line with so many points: the longest pieces are divided. */
export function withCorners(points: readonly Point[], count: number): Point[] {
  const out = [...points];
  while (out.length < count && out.length > 1) {
    let longest = 1;
    const length = (i: number) => {
      const [a, b] = [out[i - 1] as Point, out[i] as Point];
      return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    };
    for (let i = 2; i < out.length; i++) if (length(i) > length(longest)) longest = i;
    const [a, b] = [out[longest - 1] as Point, out[longest] as Point];
    out.splice(longest, 0, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  }
  return out;
}

/** Where a state stood on the earlier picture, with what was let go elsewhere there. */
export function boxBefore({ boxes }: Picture, id: string, dropped: Dropped | undefined): Rect | undefined {
  const box = boxes.get(id);
  const isHeld = dropped && (id === dropped.id || id.startsWith(`${dropped.id}.`));
  return box && isHeld ? { ...box, x: box.x + dropped.by.x, y: box.y + dropped.by.y } : box;
}

/** The line of an arrow in a picture, also of one that is drawn only while it is looked at. */
export function lineOf(picture: Picture, id: string): readonly Point[] | undefined {
  const route = picture.routes.get(id);
  if (route) return route.points;
  const arrow = picture.scene.arrows.find((otherArrow) => otherArrow.id === id);
  return arrow && fullRoute(picture, arrow).points;
}
