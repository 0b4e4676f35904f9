import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, transitionOf } from "#core/chart/places.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import type { Considered } from "#core/run/play/microstep.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";
import { takenByChart } from "#app/views/inspect/byChart.ts";
import { ClauseChip } from "#app/views/inspect/ClauseChip.tsx";
import type { GameWords } from "#app/views/inspect/useGameWords.ts";
import { NamedText } from "#app/views/inspect/NamedText.tsx";
import { named } from "#app/views/inspect/stepRow.ts";
import { useStops } from "#app/views/inspect/useStops.ts";
import { TrialText } from "#app/panels/play/stepping/Trial.tsx";
import css from "#app/views/inspect/StepDetail.module.css";

/** What happened inside a step: as our copy of the machine did it, else as the app tells it, else that nobody knows. */
export function MicrostepList({
  step,
  told,
  chart,
  words,
  looking,
}: {
  step: InspectedStep;
  told: Recomputed | undefined;
  chart: Chart | undefined;
  words: GameWords;
  /** It is not known yet whether our copy can do it, or what it did. */
  looking: boolean;
}) {
  const { t } = useTranslation();
  if (told && !told.skipped) return <RecomputedSteps told={told} words={words} />;
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
            {microstep.taken.map((one) => (
              <span key={`${one.source}/${one.event}/${one.index ?? 0}`} className="mono">
                {one.source} → {one.targets.join(", ") || one.source}
                {one.guard !== undefined && ` [${one.guard}]`}
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
  const ref = chart && takenByChart(step, chart);
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

function RecomputedSteps({ told, words }: { told: Recomputed; words: GameWords }) {
  const { t } = useTranslation();
  // Of a refused event there is no microstep; who was asked is told all the same.
  const asked = told.microsteps.some(({ considered }) => considered.length > 0) ? [] : told.considered;
  // An event that nothing takes was put to nobody: why, the reasons tell.
  if (asked.length === 0 && told.microsteps.length === 0) return null;
  return (
    <>
      <h4>
        {t("inspect.microsteps")} <small>{t("inspect.recomputed")}</small>
      </h4>
      <Asked asked={asked} words={words} />
      <ol className={css.microsteps}>
        {told.microsteps.map((microstep, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={i}>
            {microstep.event === "" ? (
              <b>{t("canvas.in.always")}</b>
            ) : (
              <NamedText of={named(words.label, "event", microstep.event)} />
            )}
            <Asked asked={microstep.considered} words={words} />
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

/** The candidates that were asked, in their order. */
function Asked({ asked, words }: { asked: readonly Considered[]; words: GameWords }) {
  const { t } = useTranslation();
  const breaks = useStops();
  return asked.map((one) => (
    <div
      key={`${one.source}|${one.slot}|${one.event ?? ""}|${one.index}`}
      className={css.considered}
      data-taken={one.taken || undefined}
    >
      <NamedText of={stateNamed(words, one.source)} light /> {!one.guard && t("inspect.no-guard")}{" "}
      {t(one.taken ? "inspect.taken" : one.verdict ? "inspect.held" : "inspect.not-held")}
      {one.clauses.map((clause) => (
        <ClauseChip key={clause} id={clause} words={words} />
      ))}
      {one.guard && <TrialText trial={one.guard} label={words.label} breaks={breaks} />}
    </div>
  ));
}
