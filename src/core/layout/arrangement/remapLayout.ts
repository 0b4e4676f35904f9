import type { Rect } from "#core/layout/geometry.ts";
import { type LayoutFile, positionsIn, setPositions, statesOf, withStates } from "#core/layout/layoutFile.ts";
import { movedPlaces } from "#core/layout/arrangement/movedPlaces.ts";
import type { Json } from "#core/text/json.ts";

/**
 * Follows a command: old path id -> new path id, or null for a state that is gone. Who has another parent gets the place that
 * `movedPlaces` says, or none. What else an entry holds stays, and so do other states.
 */
export function remapLayout(
  file: LayoutFile,
  key: string,
  pathMap: Readonly<Record<string, string | null>>,
): LayoutFile {
  const states = statesOf(file, key);
  const next: Record<string, Json> = {};
  for (const [id, value] of Object.entries(states)) {
    const to = Object.hasOwn(pathMap, id) ? pathMap[id] : id;
    if (to !== null && to !== undefined) next[to] = value;
  }
  const now = positionsIn(withStates(file, key, next), key);
  const moved = movedPlaces(positionsIn(file, key), pathMap);
  const extra = Object.fromEntries(Object.entries(next).filter(([id]) => !now[id] || moved[id]));
  const changed = Object.entries(moved).filter(([id, place]) => !isSamePlace(now[id], place));
  return setPositions(withStates(file, key, extra), key, Object.fromEntries(changed));
}

const isSamePlace = (a: Rect | undefined, b: Rect): boolean =>
  a !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
