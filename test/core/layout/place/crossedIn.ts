import { isFrame } from "#core/layout/scene/scene.ts";
import { pathText, TIP } from "#core/layout/pathText.ts";
import { bundlesOf, type Picture } from "#core/layout/picture.ts";
import {
  cornersOf,
  type Crossed,
  frameCrossings,
  lineCrossings,
  type SeenFrame,
  type SeenLine,
} from "#test/support/readability/crossed.ts";

/** Lines of a picture and how often they cross, counted as the measure of readability does on a page. */
export interface CrossedIn {
  /** Bundles, and lines of none. */
  readonly lines: number;
  readonly crossed: readonly Crossed[];
}

/** @param zoom at which it is seen: crossings that are one for the eye are near each other on the screen */
export function crossedIn(picture: Picture, zoom: number): CrossedIn {
  const { scene, boxes, routes } = picture;
  const bundles = bundlesOf(scene);
  const seen = ({ x, y }: { x: number; y: number }) => ({ x: x * zoom, y: y * zoom });
  const lines: SeenLine[] = scene.arrows.flatMap(({ id, from, to }) => {
    const route = routes.get(id);
    if (!route || route.points.length < 2) return [];
    const corners = cornersOf(pathText(route.points, TIP)) ?? route.points;
    return [{ key: bundles.get(id) ?? id, from, to, pieces: [corners.map(seen)] }];
  });
  const frames: SeenFrame[] = [...scene.items.values()].flatMap((item) => {
    const box = boxes.get(item.id);
    if (!box || item.id === scene.root || !isFrame(item)) return [];
    const [a, b] = [seen(box), seen({ x: box.x + box.w, y: box.y + box.h })];
    return [{ id: item.id, box: { left: a.x, top: a.y, right: b.x, bottom: b.y } }];
  });
  return {
    lines: new Set(lines.map(({ key }) => key)).size,
    crossed: [...lineCrossings(lines), ...frameCrossings(lines, frames)],
  };
}
