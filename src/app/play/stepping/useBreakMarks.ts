import { useMemo, useSyncExternalStore } from "react";
import { NO_DEBUG_SETTINGS } from "#core/run/debugging/breakpoint.ts";
import type { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";

/** States and transitions that have a breakpoint which is on, by their ids: they bear a dot on the graph. */
export function useBreakMarks(stored: StoredBreakpoints | undefined): ReadonlySet<string> {
  const { breakpoints } = useSyncExternalStore(stored?.subscribe ?? noSubscription, stored?.get ?? nothing);
  return useMemo(
    () =>
      new Set(
        breakpoints.flatMap((breakpoint) => {
          if (breakpoint.off) return [];
          if (breakpoint.on === "state") return [breakpoint.state];
          if (breakpoint.on === "transition") return [breakpoint.transition];
          return breakpoint.on === "guard" && breakpoint.guard.includes("|") ? [breakpoint.guard] : [];
        }),
      ),
    [breakpoints],
  );
}

const noSubscription = () => () => undefined;
const nothing = () => NO_DEBUG_SETTINGS;
