import { Tooltip } from "radix-ui";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { ActorChart } from "#app/views/inspect/ActorChart.tsx";
import { ActorList } from "#app/views/inspect/ActorList.tsx";
import { Applicants } from "#app/views/inspect/Applicants.tsx";
import { Doctor } from "#app/views/inspect/Doctor.tsx";
import { EventLog } from "#app/views/inspect/EventLog.tsx";
import { Findings } from "#app/views/inspect/Findings.tsx";
import { HandOver } from "#app/views/inspect/HandOver.tsx";
import { SendEvent } from "#app/views/inspect/SendEvent.tsx";
import { SourceBar } from "#app/views/inspect/SourceBar.tsx";
import { StepDetail } from "#app/views/inspect/StepDetail.tsx";
import { TopBar } from "#app/views/inspect/TopBar.tsx";
import { useWatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { WholeSnapshot } from "#app/views/inspect/WholeSnapshot.tsx";
import css from "#app/views/inspect/InspectPage.module.css";

/** The inspector: who is connected, where the chosen actor stands, what came to it, and how one gets there. */
export function InspectPage() {
  const { t } = useTranslation();
  const [doctor, setDoctor] = useState(false);
  const watched = useWatchedStep();
  const name = watched?.session.name;
  useEffect(() => {
    document.title = name ? `${name} · ${t("inspect.title")}` : `${t("inspect.title")} · Turnwright`;
  }, [name, t]);
  const showsDoctor = doctor || !watched;
  return (
    <Tooltip.Provider delayDuration={250}>
      <div className={css.page}>
        <ErrorBoundary part="header">
          <TopBar doctor={showsDoctor} onDoctor={watched ? () => setDoctor((now) => !now) : undefined} />
          <SourceBar />
        </ErrorBoundary>
        <nav className={css.left} aria-label={t("inspect.apps")}>
          <ErrorBoundary name={t("inspect.apps")}>
            <ActorList onChoose={() => setDoctor(false)} />
            <Applicants />
          </ErrorBoundary>
        </nav>
        <main className={css.middle}>
          {showsDoctor ? (
            <ErrorBoundary name={t("inspect.doctor")}>
              <Doctor />
            </ErrorBoundary>
          ) : (
            <ErrorBoundary key={watched.session.key} name={t("canvas.title")}>
              <ActorChart watched={watched} />
            </ErrorBoundary>
          )}
        </main>
        {watched && !showsDoctor && (
          <>
            <aside className={css.right} aria-label={t("inspect.step")}>
              <ErrorBoundary name={t("inspect.step")}>
                <StepDetail watched={watched} />
                <SendEvent session={watched.session} />
                <WholeSnapshot key={watched.session.key} session={watched.session} />
                <Findings watched={watched} />
                <HandOver key={`hand ${watched.session.key}`} session={watched.session} />
              </ErrorBoundary>
            </aside>
            <div className={css.bottom}>
              <ErrorBoundary name={t("inspect.log")}>
                <EventLog watched={watched} />
              </ErrorBoundary>
            </div>
          </>
        )}
      </div>
    </Tooltip.Provider>
  );
}
