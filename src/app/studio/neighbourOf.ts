import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import type { Selection } from "#app/studio/route.ts";

/**
 * What is looked at when states go that stood together: the sibling after the last of them, else the one before the first, else the
 * state around them. Nothing when the machine itself is around them and has no other.
 */
export function neighbourOf(before: Chart, gone: readonly StatePath[]): Selection {
  const above = gone[0]?.slice(0, -1) ?? [];
  const goneIds = new Set(gone.map(pathId));
  const keys = (placeOf(before, above)?.node.children ?? []).map(({ key }) => key);
  const stays = (key: string) => !goneIds.has(pathId([...above, key]));
  const last = keys.findLastIndex((key) => !stays(key));
  const key = keys.slice(last + 1).find(stays) ?? keys.findLast(stays);
  if (key !== undefined) return { kind: "state", id: pathId([...above, key]) };
  const isAround = above.length > 0 && above.every((_, i) => !goneIds.has(pathId(above.slice(0, i + 1))));
  return isAround ? { kind: "state", id: pathId(above) } : null;
}
