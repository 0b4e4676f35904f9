import { useTranslation } from "react-i18next";
import type { GuardTrial, ValueRead } from "#core/run/play/microstep.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { paramsText, readText } from "#app/play/why/readText.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import css from "#app/panels/play/why/why.module.css";

/** The evaluation of a guard: its parts with the result of each, the formula and the values that it read. */
export function TrialTree({
  trial,
  formula,
  event,
}: {
  trial: GuardTrial;
  formula?: string | undefined;
  /** The type of the event in question. */
  event?: string | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const stateName = useStateNames();
  const name = trial.sign === "in" ? t("why.in-state", { state: stateName(trial.name ?? "") }) : trial.name;
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
        {trial.params !== undefined && <code>{paramsText(words, trial.params)}</code>}
        {text !== undefined && <code>{text}</code>}
        {trial.reads && <Reads reads={trial.reads} event={event} />}
        {trial.of.length > 0 && (
          <ul>
            {trial.of.map((part, i) => (
              <li key={i}>
                <TrialTree trial={part} event={event} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Reads({ reads, event }: { reads: readonly ValueRead[]; event: string | undefined }) {
  const words = useValueWords();
  return (
    <span className={css.reads}>
      {reads.map((read) => (
        <span key={read.text}>{readText(words, read, event)}</span>
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
