import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import { floorOf, type Level, type View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { childrenOf, type Item } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";

/** Smallest letters of a level, in pixels of the canvas. */
export const SMALLEST: Readonly<Record<Level, number>> = { map: 12, flow: 12, full: 10.5 };
/** Nothing is shown larger than this when all of it is looked at. */
export const MOST_ZOOM = 1.1;
/** So many states are drawn at once at most, when there is a choice. */
const MOST_STATES = 320;

export interface Fitted {
  readonly view: View;
  readonly picture: Picture;
  /** At which the whole fits. */
  readonly zoom: number;
}

/** How far a picture has to be scaled to be seen whole, never up beyond `MOST_ZOOM`. */
export function zoomOf(picture: Picture, canvas: Size): number {
  const all = picture.boxes.get(picture.scene.root);
  return all ? Math.min(MOST_ZOOM, canvas.w / all.w, canvas.h / all.h) : 1;
}

/** What a person wants of a view. */
export interface Wanted {
  /** Language of the labels: Chinese characters need larger letters. */
  readonly lang?: string | undefined;
  /** A level; then only folding makes it fit. */
  readonly only?: Level | undefined;
  readonly base?: Omit<View, "level" | "folded">;
  /** Compounds, by path id, that are closed in any case. */
  readonly closed?: ReadonlySet<string>;
}

/**
 * A machine as it opens: at the most detailed level at which all of it is seen with letters of the least size or larger. Where not even
 * the map fits, cards are closed that hold most, and beyond that whole compounds.
 * @param canvas what is free for the picture
 */
export function openView(
  chart: Chart,
  names: ChartNames,
  arrangement: Arrangement,
  canvas: Size,
  { lang, only, base, closed }: Wanted = {},
): Fitted {
  const floor = floorOf(lang);
  const page = placeOf(chart, base?.page === undefined ? [] : base.page.split("."))?.node ?? chart.root;
  const size = countTo(page, MOST_STATES + 1);
  const draw = (level: Level, folded?: ReadonlySet<string>): Fitted => {
    const shut = new Set([...(closed ?? []), ...(folded ?? [])]);
    const view: View = { ...base, arrangement, level, ...(shut.size > 0 ? { folded: shut } : {}) };
    const picture = drawPicture(sceneOf(chart, names, view), arrangement, canvas, {
      need: floor / SMALLEST[level],
    });
    return { view, picture, zoom: zoomOf(picture, canvas) };
  };
  const fits = ({ view, zoom }: Fitted) => zoom * SMALLEST[view.level] >= floor - 0.01;
  if (only === undefined || only !== "map")
    for (const level of ["full", "flow"] as const) {
      if (only !== undefined && only !== level) continue;
      if (size > (level === "full" ? 40 : 80)) continue;
      const found = draw(level);
      if (fits(found) || only === level) return found;
    }
  if (only === "full" || only === "flow")
    return draw(only, new Set(size > MOST_STATES ? outerFolds(page, base?.page ?? "", MOST_STATES / 4) : []));
  const folded = new Set(size > MOST_STATES ? outerFolds(page, base?.page ?? "", MOST_STATES / 4) : []);
  let found = draw("map", folded);
  for (let round = 0; round < 40 && !fits(found); round++) {
    const next = toClose(found.picture);
    if (next.length === 0) break;
    const need = floor / (found.zoom * SMALLEST.map);
    // far from it, several at a time
    for (const id of next.slice(0, need > 1.4 ? Math.ceil(next.length / 3) : 1)) folded.add(id);
    found = draw("map", new Set(folded));
  }
  return fits(found) ? reopened(found, (some) => draw("map", some), fits) : found;
}

/** So many closed states are tried open once more. */
const REOPENED = 6;

/** Some that were closed on the way may stay open after all: those that hold most first. */
function reopened(
  found: Fitted,
  draw: (folded: ReadonlySet<string>) => Fitted,
  fits: (one: Fitted) => boolean,
): Fitted {
  let best = found;
  const { items } = found.picture.scene;
  const holds = (id: string) => {
    const node = items.get(id)?.node;
    return node ? countTo(node, 1000) : 0;
  };
  const some = [...(found.view.folded ?? [])]
    .filter((id) => items.has(id))
    .sort((a, b) => holds(b) - holds(a));
  for (const id of some.slice(0, REOPENED)) {
    const folded = new Set(best.view.folded);
    folded.delete(id);
    const tried = draw(folded);
    if (fits(tried)) best = tried;
  }
  return best;
}

/** What may be closed to make room: innermost first, of these the largest. */
function toClose({ scene, boxes }: Picture): string[] {
  const kids = childrenOf(scene);
  const can = [...scene.items.values()].filter(
    (item) =>
      item.id !== scene.root &&
      (kids.get(item.id) ?? []).length > 0 &&
      (kids.get(item.id) ?? []).every((kid) => (kids.get(kid.id) ?? []).length === 0),
  );
  const area = (item: Item) => {
    const box = boxes.get(item.id);
    return box ? box.w * box.h : 0;
  };
  return can.sort((a, b) => b.depth - a.depth || area(b) - area(a)).map((item) => item.id);
}

function countTo(node: StateNode, most: number): number {
  let count = 1;
  for (const child of node.children) {
    count += countTo(child, most - count);
    if (count > most) return count;
  }
  return count;
}

/** Compounds that are closed so that no more than about so many states are drawn: the outer levels stay open. */
function outerFolds(page: StateNode, root: string, most: number): string[] {
  let open: { node: StateNode; path: readonly string[] }[] = [
    { node: page, path: root === "" ? [] : root.split(".") },
  ];
  let count = 1;
  while (open.length > 0) {
    const next = open.flatMap(({ node, path }) =>
      node.children.map((child) => ({ node: child, path: [...path, child.key] })),
    );
    count += next.length;
    if (count > most) break;
    open = next;
  }
  const isPage = (path: readonly string[]) => pathId(path) === root;
  const closed = open.filter(({ node, path }) => node.children.length > 0 && !isPage(path));
  return (closed.length > 0 ? closed : []).map(({ path }) => pathId(path));
}
