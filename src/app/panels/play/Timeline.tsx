import { useState, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { way } from "#core/run/timeline/timeline.ts";
import { TimelineSteps } from "#app/panels/play/TimelineSteps.tsx";
import type { useSession, SessionView } from "#app/play/useSession.ts";
import { SeatFilter } from "#app/panels/play/seats/SeatFilter.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { useReplay } from "#app/play/useRunCommands.ts";
import { freshSeed } from "#app/play/stepping/pace.ts";
import { RunMenu } from "#app/panels/play/stepping/RunMenu.tsx";
import { StepBar } from "#app/panels/play/stepping/StepBar.tsx";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import css from "#app/panels/play/Timeline.module.css";
import type { Run } from "#core/run/timeline/run.ts";

/** The way the play went, step by step; walking on it moves a cursor and runs nothing again. */
export function Timeline({ view }: { view: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state } = view;
  const { stepping, state: steppingState } = useStepping(view);
  const isRunning = steppingState.mode === "random" || steppingState.mode === "recorded";
  const run = session.shown();
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const studio = useStudioActions();
  const hasScenarios = useStudio((s) =>
    [...(s.files?.files.keys() ?? [])].some((name) => name.startsWith("scenarios/")),
  );
  const steps = run ? way(run) : [];
  const onWay = new Set(steps.map(({ id }) => id));
  const refused = state.showBefore ? [] : state.refusals.filter(({ after }) => onWay.has(after));
  const at = run ? steps.findIndex((s) => s.id === run.cursor) : -1;
  const restart = () => session.stop();
  const replay = useReplay(view);
  const timers = run ? (steps[at]?.outcome.state.timers.length ?? 0) : 0;
  const clock = steps[at]?.outcome.state.clock ?? 0;
  return (
    <section className={css.timeline} aria-label={t("simulate.timeline")}>
      <div className={css.bar}>
        <StepBar view={view} steps={steps} at={at} />
        {run && (
          <span className={css.at}>
            {t("simulate.at", { at, of: steps.length - 1 })}
            {refused.length > 0 && ` · ${t("simulate.refused-count", { count: refused.length })}`}
          </span>
        )}
        {run && (timers > 0 || clock > 0) && <Clock view={view} ms={clock} />}
        <span className={css.right}>
          {run && (
            <>
              <button
                type="button"
                className="btn quiet"
                disabled={state.busy || state.showBefore || isRunning}
                onClick={() => stepping.random(1, freshSeed())}
              >
                {t("simulate.random")}
              </button>
              <RunMenu view={view} />
              <SeatFilter session={session} run={run} />
              <SaveScenario view={view} run={run} />
              <button type="button" className="btn quiet" onClick={restart}>
                {t("simulate.restart")}
              </button>
            </>
          )}
          {scenarios && Object.keys(scenarios).length > 0 && (
            <select
              className="field"
              value=""
              aria-label={t("simulate.replay")}
              disabled={state.busy}
              onChange={(event) => void replay(event.target.value)}
            >
              <option value="" disabled>
                {t("simulate.replay")}
              </option>
              {Object.entries(scenarios).map(([name, scenario]) => (
                <option key={name} value={name}>
                  {textIn(scenario.title, uiLanguage) || name}
                </option>
              ))}
            </select>
          )}
          {hasScenarios && (
            <button
              type="button"
              className="btn quiet"
              aria-haspopup="dialog"
              aria-label={t("scenarios.manage")}
              title={t("scenarios.manage")}
              onClick={() => studio.window.set({ question: { kind: "scenarios" } })}
            >
              …
            </button>
          )}
        </span>
      </div>
      {run ? (
        <TimelineSteps view={view} run={run} steps={steps} at={at} refused={refused} stepping={stepping} />
      ) : (
        <p className="none">{t("simulate.no-run")}</p>
      )}
    </section>
  );
}

/** The time of the machine's delays, and a way to let so much of it pass. */
function Clock({ view: { session, state }, ms: clock }: { view: SessionView; ms: number }) {
  const { t } = useTranslation();
  const [ms, setMs] = useState(1000);
  return (
    <form
      className={css.advance}
      onSubmit={(event) => {
        event.preventDefault();
        void session.advance(ms);
      }}
    >
      <span>{t("simulate.clock", { ms: clock })}</span>
      <input
        className="field mono"
        type="number"
        min={0}
        value={ms}
        aria-label={t("simulate.advance")}
        onChange={(event) => setMs(Math.max(0, Number(event.target.value)))}
      />
      <button type="submit" className="btn quiet" disabled={state.busy}>
        {t("simulate.advance")}
      </button>
    </form>
  );
}

const SaveDialog = lazy(() =>
  import("#app/panels/play/scenarios/SaveDialog.tsx").then((m) => ({ default: m.SaveDialog })),
);

/** Keeps the way to the cursor's branch as a scenario of the game: a test and a replay in one. */
function SaveScenario({ view, run }: { view: SessionView; run: Run }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("simulate.save-scenario")}
      </button>
      {open && (
        <Suspense>
          <SaveDialog view={view} run={run} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
