import { useEffect, useSyncExternalStore } from "react";
import type { LiveOverlay } from "#adapters/flow/canvasProps.ts";

type Shown = NonNullable<LiveOverlay["coverage"]>;

/** What the map is painted with: the panel at the bottom says it, the view around both shows it. */
let shown: Shown | null = null;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The coverage that the map is painted with; null while nobody asks for it. */
export const useShownCoverage = (): Shown | null => useSyncExternalStore(subscribe, () => shown);

/** Paints the map while this is on the screen. */
export function useShowOnMap(coverage: Shown): void {
  useEffect(() => {
    show(coverage);
    return () => show(null);
  }, [coverage]);
}
