import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, transitionOf } from "#core/chart/places.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import type { Considered } from "#core/run/play/microstep.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";
import { transitionByChart } from "#app/views/inspect/byChart.ts";
import { ClauseChip } from "#app/views/inspect/ClauseChip.tsx";
import type { GameWords } from "#app/views/inspect/useGameWords.ts";
import { NamedText } from "#app/views/inspect/NamedText.tsx";
import { named } from "#app/views/inspect/stepRow.ts";
import { TrialText, type GuardBreaks } from "#app/panels/play/stepping/Trial.tsx";
import css from "#app/views/inspect/StepDetail.module.css";
import { useMemo, useSyncExternalStore } from "react";
import { breakpointKey } from "#core/run/debugging/breakpoint.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";

/** The microsteps of a step: as our copy of the machine recomputed them, else as the app reports them, else a note that they are unknown. */
export function MicrostepList({
  step,
  recomputed,
  chart,
  words,
  looking,
}: {
  step: InspectedStep;
  recomputed: Recomputed | undefined;
  chart: Chart | undefined;
  words: GameWords;
  /** It is not known yet whether our copy can do it, or what it did. */
  looking: boolean;
}) {
  const { t } = useTranslation();
  if (recomputed && !recomputed.skipped) return <RecomputedSteps recomputed={recomputed} words={words} />;
  if (!step.microsteps && looking) return <p className={css.none}>{t("inspect.looking")}</p>;
  if (!step.microsteps)
    return (
      <>
        <Inferred step={step} chart={chart} words={words} />
        <p className={css.none}>{t(chart ? "inspect.no-microsteps" : "inspect.no-microsteps-unknown")}</p>
      </>
    );
  return (
    <>
      <h4>{t("inspect.microsteps")}</h4>
      <ol className={css.microsteps}>
        {step.microsteps.map((microstep, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list of a step never changes its order
          <li key={i}>
            <b className="mono">{microstep.event === "" ? t("canvas.in.always") : microstep.event}</b>
            {microstep.taken.map((transition) => (
              <span
                key={`${transition.source}/${transition.event}/${transition.index ?? 0}`}
                className="mono"
              >
                {transition.source} → {transition.targets.join(", ") || transition.source}
                {transition.guard !== undefined && ` [${transition.guard}]`}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {step.actions && step.actions.length > 0 && (
        <p className={css.actions}>
          {step.actions.map(({ type }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <span key={i} className="act">
              {type}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** The transition that it must have been, by the chart and where the actor stood before and after. */
function Inferred({
  step,
  chart,
  words,
}: {
  step: InspectedStep;
  chart: Chart | undefined;
  words: GameWords;
}) {
  const { t } = useTranslation();
  const ref = chart && transitionByChart(step, chart);
  const found = ref && transitionOf(chart, ref)?.transition;
  if (!found) return null;
  return (
    <p>
      <NamedText of={stateNamed(words, pathId(ref.source))} light /> →{" "}
      {found.targets.map(({ text, resolved }) => (
        <NamedText key={text} of={resolved ? stateNamed(words, pathId(resolved)) : { id: text }} light />
      ))}{" "}
      {found.guard && <code>[{found.guard.name ?? found.guard.kind}]</code>}{" "}
      <small>{t("inspect.inferred")}</small>
    </p>
  );
}

function RecomputedSteps({ recomputed, words }: { recomputed: Recomputed; words: GameWords }) {
  const { t } = useTranslation();
  // A refused event has no microstep; the candidates are listed all the same.
  const candidates = recomputed.microsteps.some(({ considered }) => considered.length > 0)
    ? []
    : recomputed.considered;
  // An event that no state handles has no candidates: the reasons say why.
  if (candidates.length === 0 && recomputed.microsteps.length === 0) return null;
  return (
    <>
      <h4>
        {t("inspect.microsteps")} <small>{t("inspect.recomputed")}</small>
      </h4>
      <CandidateList candidates={candidates} words={words} />
      <ol className={css.microsteps}>
        {recomputed.microsteps.map((microstep, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={i}>
            {microstep.event === "" ? (
              <b>{t("canvas.in.always")}</b>
            ) : (
              <NamedText of={named(words.label, "event", microstep.event)} />
            )}
            <CandidateList candidates={microstep.considered} words={words} />
            {microstep.entries.length > 0 && (
              <span>
                →{" "}
                {microstep.entries.map(({ state }) => (
                  <NamedText key={state} of={stateNamed(words, state)} light />
                ))}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const stateNamed = ({ label }: GameWords, id: string) =>
  id === "" ? { id: "(root)" } : named(label, "state", id);

/** The candidate transitions, in the order of evaluation. */
function CandidateList({ candidates, words }: { candidates: readonly Considered[]; words: GameWords }) {
  const { t } = useTranslation();
  const breaks = useStops();
  return candidates.map((candidate) => (
    <div
      key={`${candidate.source}|${candidate.slot}|${candidate.event ?? ""}|${candidate.index}`}
      className={css.considered}
      data-taken={candidate.taken || undefined}
    >
      <NamedText of={stateNamed(words, candidate.source)} light /> {!candidate.guard && t("inspect.no-guard")}{" "}
      {t(candidate.taken ? "inspect.taken" : candidate.verdict ? "inspect.held" : "inspect.not-held")}
      {candidate.clauses.map((clause) => (
        <ClauseChip key={clause} id={clause} words={words} />
      ))}
      {candidate.guard && <TrialText trial={candidate.guard} label={words.label} breaks={breaks} />}
    </div>
  ));
}

/** Sets and removes stops at guards, beside the guards themselves. */
function useStops(): GuardBreaks {
  const { stops } = useInspecting();
  const list = useSyncExternalStore(stops.subscribe, stops.get);
  return useMemo(() => {
    const set = new Set(list.map(breakpointKey));
    return { has: (breakOn) => set.has(breakpointKey(breakOn)), toggle: (breakOn) => stops.toggle(breakOn) };
  }, [stops, list]);
}
