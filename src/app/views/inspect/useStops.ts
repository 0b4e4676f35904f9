import { useMemo, useSyncExternalStore } from "react";
import { breakpointKey } from "#core/run/debugging/breakpoint.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";
import type { GuardBreaks } from "#app/panels/play/stepping/Trial.tsx";

/** Sets and removes stops at guards, beside the guards themselves. */
export function useStops(): GuardBreaks {
  const { stops } = useInspecting();
  const list = useSyncExternalStore(stops.subscribe, stops.get);
  return useMemo(() => {
    const set = new Set(list.map(breakpointKey));
    return { has: (breakOn) => set.has(breakpointKey(breakOn)), toggle: (breakOn) => stops.toggle(breakOn) };
  }, [stops, list]);
}
