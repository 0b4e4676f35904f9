import { useEffect } from "react";
import { FocusKeeper } from "#app/roof/FocusKeeper.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** Keeps the keys where a person works, whatever a change takes away. */
export function KeptFocus() {
  const studio = useStudioActions();
  useEffect(() => {
    const keeper = new FocusKeeper(() => studio.get().route.view === "design");
    const now = () => {
      const { route, files } = studio.get();
      return [route.selection, route.view, files?.revision] as const;
    };
    let known = now();
    const stopListening = studio.subscribe(() => {
      const next = now();
      if (next.every((part, i) => part === known[i])) return;
      known = next;
      keeper.changed();
    });
    const stop = keeper.start();
    return () => {
      stopListening();
      stop();
    };
  }, [studio]);
  return null;
}
