import { useMemo, useSyncExternalStore } from "react";
import { NO_DEBUG_SETTINGS } from "#core/run/debugging/breakpoint.ts";
import type { KeptBreakpoints } from "#app/studio/keptBreakpoints.ts";

/** States and transitions that have a breakpoint which is on, by their ids: they bear a dot on the graph. */
export function useBreakMarks(kept: KeptBreakpoints | undefined): ReadonlySet<string> {
  const { breakpoints } = useSyncExternalStore(kept?.subscribe ?? noSubscription, kept?.get ?? nothing);
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
const nothing = () => NO_DEBUG_SETTINGS;
