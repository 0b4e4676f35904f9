import { createContext, useContext, useSyncExternalStore } from "react";
import type { Studio } from "#app/studio/Studio.ts";
import type { StudioState } from "#app/studio/StudioState.ts";

export const StudioContext = createContext<Studio | null>(null);

/** The studio of this page, for its actions. */
export function useStudioActions(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("useStudio needs a StudioContext above it");
  return studio;
}

/** A part of the studio's state. The selector must give the same value (by identity) while nothing relevant changed. */
export function useStudio<T>(select: (state: StudioState) => T): T {
  const studio = useStudioActions();
  return useSyncExternalStore(studio.subscribe, () => select(studio.get()));
}
