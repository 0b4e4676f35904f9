import type { Asks } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import { upFrom } from "#core/analyze/subject.ts";

/**
 * Whether play rests in a state until somebody sends an event: a leaf that does not go on by itself and in which an event can
 * arrive, its own or one of its ancestors up to the region it lies in.
 */
export function isWaiting(place: PlacedState): boolean {
  if (place.node.type !== "atomic") return false;
  const always = place.node.transitions.filter(({ slot }) => slot === "always");
  if (always.some(({ guard }) => !guard)) return false;
  const isHandler = handles(place);
  if (isHandler || always.length > 0 || place.node.invoke.length > 0) return isHandler;
  if (place.node.transitions.some(({ slot }) => slot === "after")) return false;
  for (const up of upFrom(place)) {
    if (handles(up)) return true;
    if (up.parent?.node.type === "parallel") return false;
  }
  return false;
}

const handles = (place: PlacedState): boolean =>
  place.node.transitions.some(({ slot, form }) => slot === "on" && form !== "null");

/** For whom a state waits: its own `meta.asks`, else the nearest ancestor's. */
export const asksOf = (place: PlacedState): Asks | undefined =>
  upFrom(place).find((state) => state.node.meta.asks !== undefined)?.node.meta.asks;
