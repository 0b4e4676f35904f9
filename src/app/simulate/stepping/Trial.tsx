import { useTranslation } from "react-i18next";
import type { GuardTrial } from "#core/run/microstep.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/simulate/stepping/stepping.module.css";

/** A guard as it was asked, in the labels of the studio's game. */
export function Trial({ trial }: { trial: GuardTrial }) {
  return <TrialText trial={trial} label={useLabels()} />;
}

/** Its formula, what it read, and what came of it; part by part where it is made of parts. Needs no studio above it. */
export function TrialText({ trial, label }: { trial: GuardTrial; label: LabelOf }) {
  const { t } = useTranslation();
  const { sign, name, text, verdict, given, reads, of } = trial;
  const named = sign !== "formula" && name !== undefined && name !== "inline";
  const joins = sign === "and" || sign === "or" || sign === "not";
  return (
    <div className={css.trial} data-verdict={verdict === null ? "none" : verdict ? "true" : "false"}>
      <span className={css.asked}>
        <i aria-hidden="true">{verdict === null ? "·" : verdict ? "✓" : "✗"}</i>
        {named && <span>{label(`guard:${name}`) ?? name}</span>}
        {joins && <span className={css.sign}>{t(`behavior.${sign}`)}</span>}
        {text !== undefined && <code>{text}</code>}
        {given && <small>{t("asked.given")}</small>}
        {verdict === null && <small>{t("stepping.not-asked")}</small>}
      </span>
      {reads?.map((read) => (
        <span key={read.text} className={css.read}>
          <code>{read.text}</code> = <code>{JSON.stringify(read.value)}</code>
        </span>
      ))}
      {of.length > 0 && (
        <div className={css.parts}>
          {of.map((part, i) => (
            <TrialText key={i} trial={part} label={label} />
          ))}
        </div>
      )}
    </div>
  );
}
