import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorBoundary } from "#app/shell/ErrorBoundary.tsx";
import { ContextView } from "#app/simulate/ContextView.tsx";
import { HandEditor } from "#app/simulate/edit/HandEditor.tsx";
import { NowView } from "#app/simulate/NowView.tsx";
import { MicrostepView } from "#app/simulate/stepping/MicrostepView.tsx";
import { StartForm } from "#app/simulate/StartForm.tsx";
import type { useSession } from "#app/simulate/useSession.ts";

/** What can happen where the run stands, or what the microstep did that is looked at, and what it is made of; a run begins here, and is changed by hand. */
export function PlayPanel({ made }: { made: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state } = made;
  const run = session.shown();
  /** The step that is being changed: another step ends it. */
  const [editing, setEditing] = useState<number | null>(null);
  if (!run) return <StartForm made={made} />;
  const { micro } = state;
  if (editing === run.cursor && !state.showBefore)
    return (
      <ErrorBoundary name={t("time.edit.title")}>
        <HandEditor made={made} run={run} onClose={() => setEditing(null)} />
      </ErrorBoundary>
    );
  return (
    <>
      <ErrorBoundary name={t("simulate.now")}>
        {micro === null ? (
          <NowView session={session} state={state} run={run} />
        ) : (
          <MicrostepView made={made} run={run} micro={micro} />
        )}
      </ErrorBoundary>
      <ErrorBoundary name={t("simulate.context")}>
        <ContextView
          run={run}
          micro={micro}
          onEdit={state.showBefore ? undefined : () => setEditing(run.cursor)}
        />
      </ErrorBoundary>
    </>
  );
}
