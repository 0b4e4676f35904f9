import { useTranslation } from "react-i18next";
import type { GuardTrial, ValueRead } from "#core/run/microstep.ts";
import { brief } from "#app/simulate/brief.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/simulate/why/why.module.css";

/** A guard as it was asked: its parts with what came of each, the formula and the values that it read. */
export function TrialTree({ trial, formula }: { trial: GuardTrial; formula?: string | undefined }) {
  const { t } = useTranslation();
  const label = useLabels();
  const name =
    trial.sign === "in"
      ? t("why.in-state", { state: label(`state:${trial.name}`) ?? trial.name })
      : trial.name;
  const text = trial.text ?? (trial.of.length === 0 ? formula : undefined);
  return (
    <div className={css.trial} data-verdict={String(trial.verdict)}>
      <i role="img" aria-label={t(`why.verdict.${trial.verdict}`)} title={t(`why.verdict.${trial.verdict}`)}>
        {trial.verdict === null ? "–" : trial.verdict ? "✓" : "✗"}
      </i>
      <div>
        {name !== undefined && <b>{label(`guard:${name}`) ?? name}</b>}
        {name === undefined && trial.sign !== "formula" && trial.sign !== "guard" && (
          <span className={css.sign}>{t(`behavior.${trial.sign}`)}</span>
        )}
        {trial.params !== undefined && <code>{brief(trial.params)}</code>}
        {text !== undefined && <code>{text}</code>}
        {trial.reads && <Reads reads={trial.reads} />}
        {trial.of.length > 0 && (
          <ul>
            {trial.of.map((part, i) => (
              <li key={i}>
                <TrialTree trial={part} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Reads({ reads }: { reads: readonly ValueRead[] }) {
  return (
    <span className={css.reads}>
      {reads.map(({ text, value }) => (
        <span key={text}>
          {text} = {brief(value)}
        </span>
      ))}
    </span>
  );
}

/** The parts that decided that a guard is false: those of its formula, or the guard as a whole. */
export function failedParts(trial: GuardTrial): GuardTrial[] {
  if (trial.verdict !== false) return [];
  const inner = trial.sign === "not" ? [] : trial.of.flatMap(failedParts);
  return inner.length > 0 ? inner : [trial];
}
