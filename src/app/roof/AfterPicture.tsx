import { useEffect } from "react";
import { FocusKeeper } from "#app/roof/FocusKeeper.ts";
import { Notices } from "#app/roof/Notices.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** What the window has beside its views once the first picture is there: its messages, and the keys that are not lost. */
export function AfterPicture() {
  return (
    <>
      <Notices />
      <KeptFocus />
    </>
  );
}

/** Keeps the keys where a person works, whatever a change takes away. */
function KeptFocus() {
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
