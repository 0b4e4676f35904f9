import type { Point } from "#core/layout/geometry.ts";
import type { Picture, Route } from "#core/layout/picture.ts";
import { wayRound } from "#core/layout/place/wayRound.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";

const fullRoutes = new WeakMap<Picture, Map<string, Route>>();

/** The line of an arrow that has none in the picture, computed when it is first requested. */
export function fullRoute(picture: Picture, arrow: Arrow): Route {
  let known = fullRoutes.get(picture);
  if (!known) fullRoutes.set(picture, (known = new Map()));
  let route = known.get(arrow.id);
  if (!route) {
    const points: readonly Point[] = wayRound(
      picture.scene,
      picture.boxes,
      arrow,
      [...picture.routes.values()].flatMap(({ label }) => (label && label.w > 0 ? [label] : [])),
    );
    known.set(arrow.id, (route = { points, label: undefined }));
  }
  return route;
}
