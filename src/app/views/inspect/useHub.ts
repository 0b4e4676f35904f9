import { createContext, useContext, useSyncExternalStore } from "react";
import type { HubView, InspectHub } from "#app/views/inspect/InspectHub.ts";
import type { Library } from "#app/views/inspect/Library.ts";
import type { Stops } from "#app/views/inspect/Stops.ts";
import type { Recomputer } from "#app/views/inspect/Recomputer.ts";

/** What the parts of the page share. */
export interface Inspecting {
  readonly hub: InspectHub;
  readonly library: Library;
  readonly recomputer: Recomputer;
  readonly stops: Stops;
}
export const InspectContext = createContext<Inspecting | undefined>(undefined);

export function useInspecting(): Inspecting {
  const found = useContext(InspectContext);
  if (!found) throw new Error("This component stands outside the inspector");
  return found;
}

/** How things are now. */
export function useHub(): HubView {
  const { hub } = useInspecting();
  return useSyncExternalStore(hub.subscribe, hub.get);
}
