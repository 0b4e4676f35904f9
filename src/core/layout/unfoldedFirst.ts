import type { Chart } from "#core/chart/chart.ts";
import { pathOf, placeOf } from "#core/chart/places.ts";
import { childId } from "#core/layout/arrangement/arrangement.ts";
import { centre, overlaps, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/** The drawn states in a part of a picture, by path id, those nearest to its middle first; of what holds others only what is closed. */
export function statesInView({ scene, boxes }: Picture, view: Rect): string[] {
  const middle = centre(view);
  const distances: (readonly [string, number])[] = [];
  const holders = new Set([...scene.items.values()].map(({ parent }) => parent));
  for (const { id, shape } of scene.items.values()) {
    const box = holders.has(id) || shape === "strip" || shape === "port" ? undefined : boxes.get(id);
    if (!box || !overlaps(box, view)) continue;
    const { x, y } = centre(box);
    distances.push([id, Math.hypot(x - middle.x, y - middle.y)]);
  }
  return distances.toSorted(([, a], [, b]) => a - b).map(([id]) => id);
}

/**
 * What is still closed in the first picture where many states are unfolded: of what is in sight the nearest is opened first, then what is
 * in it, as many states as are drawn at once. All of the rest stays closed until the whole is there.
 * @param folded what is closed now, by path id
 * @param wanted what is to be closed in the end
 * @param near what is in sight, the nearest first
 * @param maxStates how many more states may be drawn
 * @returns undefined where nothing that is in sight is to be opened, or where not even one of it has few enough states
 */
export function unfoldedFirst(
  chart: Chart,
  folded: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  near: readonly string[],
  maxStates: number,
): ReadonlySet<string> | undefined {
  const closed = new Set([...folded, ...wanted]);
  const open = near.filter((id) => folded.has(id) && !wanted.has(id));
  let left = maxStates;
  // What an opened one brings is looked at after all others.
  for (const id of open) {
    const children = placeOf(chart, pathOf(id))?.node.children ?? [];
    if (children.length === 0 || children.length > left) continue;
    left -= children.length;
    closed.delete(id);
    for (const child of children.filter((node) => node.children.length > 0)) {
      const inner = childId(id, child.key);
      closed.add(inner);
      if (!wanted.has(inner)) open.push(inner);
    }
  }
  return left < maxStates ? closed : undefined;
}
