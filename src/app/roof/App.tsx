import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { DesignView } from "#app/views/design/DesignView.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { Header } from "#app/roof/Header.tsx";
import { useShortcuts } from "#app/gestures/useShortcuts.ts";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import type { View } from "#app/studio/route.ts";
import css from "#app/roof/App.module.css";

// Only the canvas belongs to the first picture; whatever else a person opens comes in a chunk of its own.
const SimulateView = lazy(() =>
  import("#app/views/simulate/SimulateView.tsx").then((m) => ({ default: m.SimulateView })),
);
const RulesView = lazy(() =>
  import("#app/views/rules/RulesView.tsx").then((m) => ({ default: m.RulesView })),
);
const ExportView = lazy(() =>
  import("#app/views/export/ExportView.tsx").then((m) => ({ default: m.ExportView })),
);
const Welcome = lazy(() => import("#app/roof/Welcome.tsx").then((m) => ({ default: m.Welcome })));
const Dialogs = lazy(() => import("#app/roof/Dialogs.tsx").then((m) => ({ default: m.Dialogs })));
const Tabs = lazy(() => import("#app/roof/Tabs.tsx").then((m) => ({ default: m.Tabs })));
const AfterPicture = lazy(() =>
  import("#app/roof/AfterPicture.tsx").then((m) => ({ default: m.AfterPicture })),
);
const Palette = lazy(() => import("#app/roof/Palette.tsx").then((m) => ({ default: m.Palette })));

const views: Record<View, React.ComponentType> = {
  design: DesignView,
  simulate: SimulateView,
  rules: RulesView,
  export: ExportView,
};

/** The window: header, the view of the address, and what lies over it. */
export function App() {
  const { t } = useTranslation();
  const view = useStudio((s) => s.route.view);
  const game = useStudio((s) => s.project?.id);
  const opening = useStudio((s) => s.opening);
  const reading = useStudio((s) => s.opening === "opening" || s.games === null);
  const asks = useStudio((s) => s.question !== null);
  const palette = useStudio((s) => s.palette);
  const several = useStudio((s) => s.tabs.length > (s.route.game === undefined ? 0 : 1));
  const title = useGameName(game);
  useShortcuts();
  useEffect(() => {
    document.title = title ? `${title} · Turnwright` : "Turnwright";
  }, [title]);
  const ViewComponent = views[view];
  const busy = <div className="empty" role="status" aria-label={t("loading")} />;
  return (
    <div className={css.app}>
      <ErrorBoundary part="header">
        <Header />
        <Suspense fallback={null}>{several && <Tabs />}</Suspense>
      </ErrorBoundary>
      <div className={css.body} aria-busy={opening === "opening"}>
        {game ? (
          <ErrorBoundary key={`${game}/${view}`} name={t(`view.${view}`)}>
            <Suspense fallback={<div className={css.loading} role="status" aria-label={t("loading")} />}>
              <ViewComponent />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <ErrorBoundary part="games">
            <Suspense fallback={busy}>{reading ? busy : <Welcome />}</Suspense>
          </ErrorBoundary>
        )}
      </div>
      <Suspense fallback={null}>
        <AfterPicture />
      </Suspense>
      {/* What lies over the window: another question or search starts again. */}
      <ErrorBoundary key={`${asks} ${palette}`} part="dialog">
        <Suspense fallback={null}>
          {asks && <Dialogs />}
          {palette && <Palette />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
