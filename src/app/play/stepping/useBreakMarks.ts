import { useMemo, useSyncExternalStore } from "react";
import { NOTHING_KEPT } from "#core/run/debugging/breakpoint.ts";
import type { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";

/** States and transitions that have a breakpoint which is on, by their ids: they bear a dot on the graph. */
export function useBreakMarks(stored: StoredBreakpoints | undefined): ReadonlySet<string> {
  const { breakpoints } = useSyncExternalStore(stored?.subscribe ?? noSubscription, stored?.get ?? nothing);
  return useMemo(
    () =>
      new Set(
        breakpoints.flatMap((one) => {
          if (one.off) return [];
          if (one.on === "state") return [one.state];
          if (one.on === "transition") return [one.transition];
          return one.on === "guard" && one.guard.includes("|") ? [one.guard] : [];
        }),
      ),
    [breakpoints],
  );
}

const noSubscription = () => () => undefined;
const nothing = () => NOTHING_KEPT;
