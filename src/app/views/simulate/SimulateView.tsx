import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LiveOverlay } from "#adapters/flow/canvasProps.ts";
import { cursorStep, way } from "#core/run/timeline/timeline.ts";
import { StudioCanvas } from "#app/panels/canvas/StudioCanvas.tsx";
import { Outline } from "#app/panels/outline/Outline.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { Frame } from "#app/panels/frame/Frame.tsx";
import { CurrentClauses } from "#app/panels/play/CurrentClauses.tsx";
import { PanelTabs } from "#app/views/simulate/PanelTabs.tsx";
import { BOTTOM_PANELS, RIGHT_PANELS } from "#app/views/simulate/panels.tsx";
import { RunBanner } from "#app/panels/play/RunBanner.tsx";
import { useBreakMarks } from "#app/play/stepping/useBreakMarks.ts";
import { useSteppingOf } from "#app/play/stepping/useStepping.ts";
import { SeatOrder, seatsIn } from "#app/play/seats/SeatOrder.ts";
import { useShownCoverage } from "#app/play/coverage/shownCoverage.ts";
import { transitionIdOf } from "#core/run/play/microstep.ts";
import { useRunCommands } from "#app/play/useRunCommands.ts";
import { useRunKeys } from "#app/play/useRunKeys.ts";
import { useSession } from "#app/play/useSession.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/SimulateView.module.css";

const NOTHING: ReadonlySet<string> = new Set();

/** Plays the open game step by step: the graph shows where it stands, the right what can happen, below the way it went. */
export function SimulateView() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const view = useSession();
  const trusted = useStudio((s) => s.trusted);
  const stepping = useSteppingOf(view);
  useRunKeys(view, stepping);
  useRunCommands(view, stepping);
  const run = view ? view.session.shown() : null;
  const options = view?.state.options;
  const micro = view?.state.micro ?? null;
  const breaks = useBreakMarks(stepping?.stepping.breakpoints);
  const seats = useMemo(() => (run ? seatsIn(run) : []), [run]);
  const coverage = useShownCoverage();
  const live = useMemo((): LiveOverlay | undefined => {
    if (!run) return coverage ? { active: NOTHING, taken: NOTHING, enabled: NOTHING, coverage } : undefined;
    const step = cursorStep(run);
    const active = new Set(step.outcome.view.in);
    // What was played ever says more than what was played now.
    if (coverage) return { active, taken: NOTHING, enabled: NOTHING, coverage };
    const passed = way(run);
    const upTo = passed.findIndex((s) => s.id === step.id);
    const { microsteps, view } = step.outcome;
    const inside = micro === null ? undefined : microsteps[micro];
    const before = passed.slice(0, inside ? upTo : upTo + 1).flatMap((s) => s.outcome.view.in);
    return {
      active: new Set(inside ? inside.in : view.in),
      taken: new Set((inside ? [inside] : microsteps).flatMap((m) => m.taken.map(transitionIdOf))),
      visited: new Set([...before, ...(inside ? microsteps.slice(0, micro ?? 0).flatMap((m) => m.in) : [])]),
      enabled: new Set(inside ? [] : (options ?? []).filter((o) => o.accepted).map((o) => o.type)),
      breaks,
    };
  }, [run, options, micro, breaks, coverage]);
  // Each step is looked at from its top: who is waited for, or how the game ended.
  const now = useRef<HTMLDivElement>(null);
  const cursor = run?.cursor;
  useEffect(() => {
    now.current?.scrollTo({ top: 0 });
  }, [cursor, micro]);
  if (!view || trusted === null) return null;
  if (!trusted)
    return (
      <div className="empty">
        <h2>{t("simulate.trust-title")}</h2>
        <p>{t("simulate.trust-text")}</p>
        <button type="button" className="btn" onClick={() => void studio.editor.trust()} autoFocus>
          {t("simulate.trust")}
        </button>
      </div>
    );
  return (
    <SeatOrder value={seats}>
      <Frame
        id="simulate"
        left={{
          title: t("outline.title"),
          size: 236,
          dispensable: true,
          content: (
            <div className={css.left}>
              <Outline {...(live ? { active: live.active } : {})} />
              {run && <CurrentClauses run={run} micro={micro} />}
            </div>
          ),
        }}
        right={{
          title: t("simulate.now"),
          size: 380,
          min: 280,
          content: <PanelTabs label={t("simulate.now")} panels={RIGHT_PANELS} view={view} scroll={now} />,
        }}
        bottom={{
          title: t("simulate.timeline"),
          size: 190,
          min: 130,
          content: <PanelTabs label={t("simulate.timeline")} panels={BOTTOM_PANELS} view={view} />,
        }}
      >
        <ErrorBoundary name={t("canvas.title")}>
          <StudioCanvas {...(live ? { live } : {})} />
          <RunBanner view={view} />
        </ErrorBoundary>
      </Frame>
    </SeatOrder>
  );
}
