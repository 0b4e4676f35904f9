import { bounds, overlaps, type Point, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame } from "#core/layout/scene/scene.ts";
import { shownFor } from "#core/layout/shownFor.ts";

/**
 * Places of one picture found in another one of the same chart: where the map shows what is in view at flow or full, and the way back.
 * Both pictures know the same states by path id, but one may have closed what the other shows, and sizes differ.
 */

/** The innermost drawn state at a point. */
export function stateAt({ scene, boxes }: Picture, { x, y }: Point): string | undefined {
  let state: string | undefined;
  for (const item of scene.items.values()) {
    const box = boxes.get(item.id);
    if (item.shape === "strip" || !box) continue;
    if (x < box.x || y < box.y || x > box.x + box.w || y > box.y + box.h) continue;
    if (state === undefined || item.depth >= (scene.items.get(state)?.depth ?? 0)) state = item.id;
  }
  return state;
}

/** Where `map` shows what lies in `view` of `picture`: the area of the states that are seen there, or of the one around the view. */
export function areaOn(map: Picture, picture: Picture, view: Rect): Rect | undefined {
  if (map === picture) return view;
  const { scene, boxes } = picture;
  const areas: string[] = [];
  for (const item of scene.items.values()) {
    const box = boxes.get(item.id);
    if (!box || isFrame(item) || item.shape === "port" || !overlaps(box, view)) continue;
    areas.push(item.id);
  }
  const middle = stateAt(picture, { x: view.x + view.w / 2, y: view.y + view.h / 2 });
  const ids = areas.length > 0 ? areas : [middle ?? scene.root];
  return bounds(ids.flatMap((id) => map.boxes.get(shownFor(map, id)) ?? []));
}

/** Where `picture` shows a point of `map`: as far into the same state. Undefined where it shows neither that nor what is around it. */
export function pointOn(map: Picture, picture: Picture, point: Point): Point | undefined {
  if (map === picture) return point;
  const id = stateAt(map, point);
  const from = id === undefined ? undefined : map.boxes.get(id);
  const shown = id === undefined ? undefined : shownFor(picture, id);
  const to = shown === undefined ? undefined : picture.boxes.get(shown);
  if (id === undefined || !from || !to) return undefined;
  // a page shows nothing of what lies beside it
  if (id !== shown && !id.startsWith(`${shown}.`) && shown !== "") return undefined;
  if (id !== shown) return { x: to.x + to.w / 2, y: to.y + to.h / 2 };
  return {
    x: to.x + ((point.x - from.x) / from.w) * to.w,
    y: to.y + ((point.y - from.y) / from.h) * to.h,
  };
}
