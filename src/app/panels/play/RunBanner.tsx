import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { stepCount, stepNumber, type Divergence } from "#core/run/scenario/scenario.ts";
import { GuardQuery } from "#app/panels/play/why/GuardQuery.tsx";
import { SaveHanded } from "#app/panels/play/scenarios/SaveHanded.tsx";
import { differenceWords } from "#app/play/differenceWords.ts";
import { placeWords, stopWords } from "#app/play/words.ts";
import { StopBanner } from "#app/panels/play/stepping/StopBanner.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import type { ReplayedScenario } from "#app/play/sessionState.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/RunBanner.module.css";

const RepairDialog = lazy(() =>
  import("#app/panels/play/scenarios/RepairDialog.tsx").then((m) => ({ default: m.RepairDialog })),
);

/** What a person has to know of the run before going on: a fault of the machine, an edit under the run, a scenario's result. */
export function RunBanner({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const differing = useDiffering();
  const { session, state } = view;
  const stale = useStudio((s) => s.graph?.stale);
  const { fault, before, notTaken, replayed } = state;
  const language = useStudio((s) => s.uiLanguage);
  const isStop = fault?.code === "over-budget";
  const where = fault && placeWords(fault);
  return (
    <div className={css.banners} role="status">
      <StopBanner view={view} />
      <GuardQuery view={view} />
      {fault && (
        <div className={css.banner} data-tone="stop" role="alert">
          <b>{t(isStop ? "simulate.over-budget" : "simulate.error")}</b>
          {isStop ? <span>{stopWords(t, language, fault)}</span> : <code>{fault.message}</code>}
          {where && !isStop && <span>{t("simulate.error-at", { where })}</span>}
          {fault.state !== undefined && (
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                studio.navigation.go("design");
                studio.navigation.select({ kind: "state", id: fault.state ?? "" });
              }}
            >
              {t("simulate.go-to-code")}
            </button>
          )}
        </div>
      )}
      {stale && state.phase === "ready" && (
        <div className={css.banner} data-tone="warn">
          {t("simulate.stale")}
        </div>
      )}
      {notTaken && !stale && (
        <div className={css.banner} data-tone="warn">
          {t("simulate.not-taken")}
        </div>
      )}
      {before && (
        <div className={css.banner} data-tone={before.divergence || before.stop ? "warn" : undefined}>
          <b>{t("simulate.edited")}</b>
          <span>
            {before.divergence
              ? t("simulate.rerun-differs", differing(before.divergence, before.divergence.step))
              : before.stop
                ? t("simulate.rerun-stopped", { step: before.stop.step })
                : t("simulate.rerun-same")}
          </span>
          {[before.names?.event, before.names?.guard].map(
            (pair) =>
              pair && (
                <span key={pair[0]}>{t("simulate.rerun-renamed", { from: pair[0], to: pair[1] })}</span>
              ),
          )}
          <button
            type="button"
            className="btn quiet"
            onClick={() => session.edits.showBefore(!state.showBefore)}
          >
            {t(state.showBefore ? "simulate.new-run" : "simulate.old-run")}
          </button>
          <button type="button" className="btn quiet" onClick={() => session.edits.forgetBefore()}>
            {t("close")}
          </button>
        </div>
      )}
      {replayed && <Replayed key={`${replayed.repairs} ${replayed.file}`} view={view} replayed={replayed} />}
    </div>
  );
}

/** How a replay went, with the step numbers of the timeline and the command line. A scenario that diverged can be repaired. */
function Replayed({ view, replayed }: { view: SessionView; replayed: ReplayedScenario }) {
  const { t } = useTranslation();
  const [isRepairing, setRepairing] = useState(replayed.repairs === true && replayed.divergence !== null);
  const differing = useDiffering();
  const { name, scenario, divergence, stop, handed } = replayed;
  const { refusals } = view.state;
  const close = (
    <button type="button" className="btn quiet" onClick={() => view.session.forgetReplay()}>
      {t("close")}
    </button>
  );
  if (stop)
    return (
      <div className={css.banner} data-tone="warn">
        <span>{t("simulate.replay-stopped", { name, step: stepNumber(scenario.steps, stop.step) })}</span>
        {handed && <SaveHanded handed={handed} scenario={scenario} />}
        {close}
      </div>
    );
  // The dialog closes itself when there is nothing left to fix.
  if (!divergence && !isRepairing)
    return (
      <div className={css.banner} data-tone="live">
        <span>{t("simulate.replayed", { name, steps: stepCount(scenario.steps) })}</span>
        {refusals.length > 0 && <span>{t("simulate.refused-too", { count: refusals.length })}</span>}
        {handed && <SaveHanded handed={handed} scenario={scenario} />}
        {close}
      </div>
    );
  return (
    <div className={css.banner} data-tone="warn">
      {divergence && (
        <span>
          {t("simulate.diverged", {
            name,
            ...differing(divergence, stepNumber(scenario.steps, divergence.step)),
          })}
        </span>
      )}
      <button type="button" className="btn quiet" aria-haspopup="dialog" onClick={() => setRepairing(true)}>
        {t("mend.open")}
      </button>
      {handed && <SaveHanded handed={handed} scenario={scenario} />}
      {close}
      {isRepairing && (
        <Suspense>
          <RepairDialog view={view} replayed={replayed} onClose={() => setRepairing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** What differs, in words, and at which step, as the timeline counts it. */
function useDiffering(): (divergence: Divergence, step: number) => Record<string, string | number> {
  const words = useValueWords();
  const stateName = useStateNames();
  return (divergence, step) => ({ step, ...differenceWords(words, stateName, divergence) });
}
