import { lazy, Suspense, useEffect } from "react";
import { Bringing } from "#app/gestures/bring/Bringing.tsx";
import { FocusKeeper } from "#app/roof/FocusKeeper.ts";
import { Notices } from "#app/roof/Notices.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

const ScenarioWatch = lazy(() =>
  import("#app/play/ScenarioWatch.tsx").then((m) => ({ default: m.ScenarioWatch })),
);

/** What the window has beside its views once the first picture is there: its messages, the keys that are not lost, and files that are brought. */
export function AfterPicture() {
  const pictured = useStudio((s) => s.pictured);
  return (
    <>
      <Notices />
      <KeptFocus />
      <StrayDraftNotice />
      <Bringing />
      <Suspense fallback={null}>{pictured && <ScenarioWatch />}</Suspense>
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

/** Says once that unsaved work waits on the start page: who looks at a game would not come there. */
function StrayDraftNotice() {
  const studio = useStudioActions();
  useEffect(() => {
    void studio.store
      .list()
      .then((games) => studio.drafts.strayDrafts(games.map(({ id }) => id)))
      .then((drafts) => {
        if (drafts.length === 0 || studio.get().route.game === undefined) return;
        const games = [...new Set(drafts.map(({ game }) => game))].join(", ");
        studio.window.notice("info", "notice.stray-drafts", { games });
      })
      .catch(() => undefined);
  }, [studio]);
  return null;
}
