import { isAt, isLineOf } from "#adapters/flow/isLineOf.ts";
import type { Surroundings } from "#adapters/flow/leastCovered.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";
import { fullRoute } from "#core/layout/fullRoute.ts";
import type { Picture, Route } from "#core/layout/picture.ts";
import { shownFor } from "#core/layout/shownFor.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";
import { headPlace, wordPlaces } from "#core/layout/wordPlaces.ts";

/** Half of the width of a line with its arrowheads, in pixels. */
const HALF_LINE_WIDTH_PX = 4;

/** The stretches of a line and its words. */
function stretchesOf({ points, label }: Route): Rect[] {
  const pieces = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    return {
      x: Math.min(from.x, to.x) - HALF_LINE_WIDTH_PX,
      y: Math.min(from.y, to.y) - HALF_LINE_WIDTH_PX,
      w: Math.abs(to.x - from.x) + 2 * HALF_LINE_WIDTH_PX,
      h: Math.abs(to.y - from.y) + 2 * HALF_LINE_WIDTH_PX,
    };
  });
  return label && label.w > 0 ? [...pieces, label] : pieces;
}

/** Half of the space that stays free around the pointer, in pixels. */
const HALF_POINTER_PX = 8;

const routeOf = (picture: Picture, arrow: Arrow): Route | undefined =>
  picture.routes.get(arrow.id) ?? (arrow.role === "far" ? fullRoute(picture, arrow) : undefined);

/** The heads of some drawn states: what one reads to know where something leads. */
const headsOf = (picture: Picture, ids: Iterable<string>): Rect[] =>
  [...new Set(ids)].flatMap((id) => headPlace(picture, id) ?? []);

/** What a list about a state should leave open to sight, in pixels of the canvas. */
export function aroundState(picture: Picture, id: string, around: Rect): Surroundings {
  const { arrows, calls = [] } = picture.scene;
  const ownArrows = [...arrows, ...calls].filter((arrow) => isLineOf(id, arrow));
  return {
    around,
    ends: headsOf(
      picture,
      ownArrows.flatMap(({ from, to }) => (isAt(id, to) ? [] : isAt(id, from) ? [to] : [])),
    ),
    lines: ownArrows.flatMap((arrow) => {
      const route = routeOf(picture, arrow);
      return route ? stretchesOf(route) : [];
    }),
    words: wordPlaces(picture),
  };
}

/** A line that is pointed at somewhere, or an entry in a head with the states that it leads to. */
export type CardAnchor =
  | { readonly arrow: Arrow; readonly at: Point }
  | { readonly entry: Rect; readonly targets: readonly string[] };

/** The same of a line or an entry. */
export function surroundingsOf(picture: Picture, anchor: CardAnchor): Surroundings {
  const words = wordPlaces(picture);
  if ("entry" in anchor)
    return {
      around: anchor.entry,
      ends: headsOf(
        picture,
        anchor.targets.map((id) => shownFor(picture, id)).filter((id) => id !== picture.scene.root),
      ),
      lines: [],
      words,
    };
  const { arrow, at } = anchor;
  const route = routeOf(picture, arrow);
  return {
    around: {
      x: at.x - HALF_POINTER_PX,
      y: at.y - HALF_POINTER_PX,
      w: 2 * HALF_POINTER_PX,
      h: 2 * HALF_POINTER_PX,
    },
    ends: headsOf(picture, [arrow.from, arrow.to]),
    lines: route ? stretchesOf(route) : [],
    words,
  };
}
