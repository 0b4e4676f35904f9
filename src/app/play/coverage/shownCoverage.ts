import { useEffect, useSyncExternalStore } from "react";
import type { LiveOverlay } from "#adapters/flow/canvasProps.ts";

type Coverage = NonNullable<LiveOverlay["coverage"]>;

/** What the map is painted with: the panel at the bottom says it, the view around both shows it. */
let shown: Coverage | null = null;
const listeners = new Set<() => void>();

function show(next: Coverage | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The coverage that the map is painted with; null while nobody asks for it. */
export const useShownCoverage = (): Coverage | null => useSyncExternalStore(subscribe, () => shown);

/** Paints the map while this is on the screen. */
export function useShowOnMap(coverage: Coverage): void {
  useEffect(() => {
    show(coverage);
    return () => show(null);
  }, [coverage]);
}
