import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { ContextView } from "#app/panels/play/ContextView.tsx";
import { HandEditor } from "#app/panels/play/edit/HandEditor.tsx";
import { RestoreRunOffer } from "#app/panels/play/RestoreRunOffer.tsx";
import { NowView } from "#app/panels/play/NowView.tsx";
import { hotSeat, optionsFor } from "#app/play/seats/hotSeat.ts";
import { HandOver, HotSeatBar } from "#app/panels/play/seats/HotSeatBar.tsx";
import { useSeatLook } from "#app/play/seats/seatLook.ts";
import { seatsIn } from "#app/play/seats/SeatOrder.ts";
import { MicrostepView } from "#app/panels/play/stepping/MicrostepView.tsx";
import { StartForm } from "#app/panels/play/StartForm.tsx";
import type { useSession } from "#app/play/useSession.ts";
import css from "#app/panels/play/seats/HotSeat.module.css";

/** The possible events at the cursor of the run, or what the shown microstep did. A run starts here, and is edited here. */
export function PlayPanel({ view }: { view: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state } = view;
  const run = session.shown();
  /** The step that is being changed: another step ends it. */
  const [editing, setEditing] = useState<number | null>(null);
  const [look] = useSeatLook(session);
  const [opened, setOpened] = useState<number | null>(null);
  if (!run)
    return (
      <>
        <RestoreRunOffer view={view} />
        <StartForm view={view} />
      </>
    );
  const { micro } = state;
  if (editing === run.cursor && !state.showBefore)
    return (
      <ErrorBoundary name={t("time.edit.title")}>
        <HandEditor view={view} run={run} onClose={() => setEditing(null)} />
      </ErrorBoundary>
    );
  const seats = seatsIn(run);
  const shared = look.hotSeat && !state.showBefore;
  const hot = shared ? hotSeat(seats, cursorStep(run).outcome.view.asks, look.sits, look.requested) : null;
  const options = hot ? optionsFor(state.options, hot.seat, seats) : state.options;
  return (
    <>
      {seats.length > 1 && <HotSeatBar session={session} hot={hot} />}
      {hot?.seat && hot.handOver ? (
        <HandOver session={session} seat={hot.seat} />
      ) : (
        <ErrorBoundary name={t("simulate.now")}>
          {micro === null ? (
            <NowView session={session} state={{ ...state, options }} run={run} />
          ) : (
            <MicrostepView view={view} run={run} micro={micro} />
          )}
        </ErrorBoundary>
      )}
      {hot && (hot.handOver || opened !== run.cursor) ? (
        !hot.handOver && (
          <p className={css.closed}>
            {t("time.seats.context")}{" "}
            <button type="button" onClick={() => setOpened(run.cursor)}>
              {t("time.seats.show-context")}
            </button>
          </p>
        )
      ) : (
        <ErrorBoundary name={t("simulate.context")}>
          <ContextView
            run={run}
            micro={micro}
            onEdit={state.showBefore ? undefined : () => setEditing(run.cursor)}
          />
        </ErrorBoundary>
      )}
    </>
  );
}
