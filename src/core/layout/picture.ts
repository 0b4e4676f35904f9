import { arrange, type Boxes } from "#core/layout/arrange.ts";
import { overlaps, type Point, type Rect } from "#core/layout/geometry.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import { HEADER_H, ROW_H } from "#core/layout/content.ts";
import { routeArrows, routeOne, type Route } from "#core/layout/route.ts";
import type { Arrow, Scene } from "#core/layout/scene.ts";

/** The dot that shows where a compound starts, and the line from it to that child. */
export interface Marker {
  /** Path id of the compound. */
  readonly parent: string;
  readonly child: string;
  readonly at: Rect;
  readonly points: readonly Point[];
}

/** Everything with its place: what a canvas draws. */
export interface Picture {
  readonly scene: Scene;
  readonly boxes: Boxes;
  readonly markers: readonly Marker[];
  /** By arrow id. A jump has a stub beside its row; `fullRoute` gives its whole way. */
  readonly routes: ReadonlyMap<string, Route>;
}

export const DOT = 10;

/** The whole picture of a scene at known places. Pure; some hundred arrows take some tens of milliseconds. */
export function drawPicture(scene: Scene, known: Positions): Picture {
  const boxes = arrange(scene, known);
  const markers = markersOf(scene, boxes);
  const routes = new Map(routeArrows(scene, boxes, dotsOf(markers)));
  for (const arrow of scene.arrows) if (arrow.jump) routes.set(arrow.id, stubOf(scene, boxes, arrow));
  return { scene, boxes, markers, routes };
}

const dotsOf = (markers: readonly Marker[]) => markers.map((m) => m.at);
const fullRoutes = new WeakMap<Picture, Map<string, Route>>();

/** The whole way of a jump, worked out when it is first asked for. */
export function fullRoute(picture: Picture, arrow: Arrow): Route {
  let known = fullRoutes.get(picture);
  if (!known) fullRoutes.set(picture, (known = new Map()));
  let route = known.get(arrow.id);
  if (!route)
    known.set(arrow.id, (route = routeOne(picture.scene, picture.boxes, dotsOf(picture.markers), arrow)));
  return route;
}

/** A short line out of the state's right side, level with the row that names the target. */
function stubOf(scene: Scene, boxes: Boxes, arrow: Arrow): Route {
  const box = boxes.get(arrow.from) as Rect;
  const rows = scene.items.get(arrow.from)?.content.rows ?? [];
  const row = rows.findLastIndex((r) => r.transition === arrow.transition);
  const y = row < 0 ? box.y + box.h / 2 : box.y + HEADER_H + row * ROW_H + ROW_H / 2 - 1;
  const x = box.x + box.w;
  return {
    points: [
      { x, y },
      { x: x + 15, y },
    ],
    label: undefined,
  };
}

/** The dot stands left of the first child, or above, right or below it where no sibling is in the way. */
function markersOf(scene: Scene, boxes: Boxes): Marker[] {
  const found: Marker[] = [];
  for (const [parent, child] of scene.initials) {
    const box = boxes.get(child);
    if (!box) continue;
    const others = [...scene.items.values()].flatMap((item) => {
      const other = item.parent === parent && item.id !== child ? boxes.get(item.id) : undefined;
      return other ? [other] : [];
    });
    const y = Math.round(box.y + Math.min(box.h / 2, 20));
    const x = Math.round(box.x + box.w / 2);
    const options: [Rect, Point][] = [
      [
        { x: box.x - 34, y: y - DOT / 2, w: DOT, h: DOT },
        { x: box.x, y },
      ],
      [
        { x: x - DOT / 2, y: box.y - 34, w: DOT, h: DOT },
        { x, y: box.y },
      ],
      [
        { x: box.x + box.w + 24, y: y - DOT / 2, w: DOT, h: DOT },
        { x: box.x + box.w, y },
      ],
      [
        { x: x - DOT / 2, y: box.y + box.h + 24, w: DOT, h: DOT },
        { x, y: box.y + box.h },
      ],
    ];
    const [at, to] =
      options.find(([dot]) => others.every((other) => !overlaps(dot, other, 8))) ??
      (options[0] as [Rect, Point]);
    found.push({ parent, child, at, points: [{ x: at.x + DOT / 2, y: at.y + DOT / 2 }, to] });
  }
  return found;
}
