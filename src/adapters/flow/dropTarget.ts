import type { Point, Rect } from "#core/layout/geometry.ts";
import type { Item, Scene } from "#core/layout/scene/scene.ts";

/** The innermost drawn state at a point; `not` leaves out a state with all it holds. */
export function stateAtPoint(
  scene: Scene,
  boxes: ReadonlyMap<string, Rect>,
  at: Point,
  not?: string,
): Item | undefined {
  let found: Item | undefined;
  for (const item of scene.items.values()) {
    if (not !== undefined && (item.id === not || item.id.startsWith(`${not}.`))) continue;
    const box = boxes.get(item.id);
    if (box && inside(box, at) && (!found || item.depth >= found.depth)) found = item;
  }
  return found;
}

/** The compound that a state dropped with its middle at `at` would belong to; the root outside of all. */
export function dropParent(
  scene: Scene,
  boxes: ReadonlyMap<string, Rect>,
  at: Point,
  dragged: string,
): string {
  const hit = stateAtPoint(scene, boxes, at, dragged);
  for (let item = hit; item; item = item.parent === undefined ? undefined : scene.items.get(item.parent))
    if (item.shape === "compound" || item.shape === "parallel" || item.shape === "card") return item.id;
  return scene.root;
}

const inside = (r: Rect, p: Point) => p.x >= r.x && p.x <= r.x + r.w && p.y >= r.y && p.y <= r.y + r.h;
