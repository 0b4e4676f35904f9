import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { BreakOn } from "#core/run/debugging/breakpoint.ts";
import type { GuardTrial } from "#core/run/play/microstep.ts";
import { Icon } from "#app/kit/icons.tsx";
import type { LabelOf } from "#app/studio/labels.ts";
import { storedBreakpoints } from "#app/studio/storedBreakpoints.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/stepping/Trial.module.css";

/** Sets and removes breakpoints on guards. */
export interface GuardBreaks {
  readonly has: (breakOn: BreakOn) => boolean;
  readonly toggle: (breakpoint: BreakOn & { readonly on: "guard" }) => void;
}

/** The evaluation of a guard, with the labels of the studio's game. A breakpoint can stop a run where the guard has the same result again. */
export function Trial({ trial }: { trial: GuardTrial }) {
  const game = useStudio((s) => s.project?.id);
  const machine = useStudio((s) => s.graph?.machine);
  const breakpoints = storedBreakpoints(game ?? "", machine ?? "");
  // Drawn again when one is set.
  useSyncExternalStore(breakpoints.subscribe, breakpoints.get);
  return <TrialText trial={trial} label={useLabels()} breaks={breakpoints} />;
}

/** The guard's formula, the values that it read and its result, part by part for a combined guard. Needs no studio context. */
export function TrialText({
  trial,
  label,
  breaks,
}: {
  trial: GuardTrial;
  label: LabelOf;
  breaks?: GuardBreaks | undefined;
}) {
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
        {breaks && sign === "guard" && named && verdict !== null && (
          <BreakHere breakOn={{ on: "guard", guard: name, verdict }} label={label} breaks={breaks} />
        )}
      </span>
      {reads?.map((read) => (
        <span key={read.text} className={css.read}>
          <code>{read.text}</code> = <code>{JSON.stringify(read.value)}</code>
        </span>
      ))}
      {of.length > 0 && (
        <div className={css.parts}>
          {of.map((part, i) => (
            <TrialText key={i} trial={part} label={label} breaks={breaks} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether to stop where that guard comes to this verdict. */
function BreakHere({
  breakOn,
  label,
  breaks,
}: {
  breakOn: BreakOn & { readonly on: "guard" };
  label: LabelOf;
  breaks: GuardBreaks;
}) {
  const { t } = useTranslation();
  const isSet = breaks.has(breakOn);
  const says = t(`breakpoints.on.guard-${breakOn.verdict}`, {
    name: label(`guard:${breakOn.guard}`) ?? breakOn.guard,
  });
  const name = t("breakpoints.stop-where", { what: says });
  return (
    <button
      type="button"
      className={css.breakHere}
      aria-pressed={isSet}
      aria-label={name}
      title={name}
      onClick={() => breaks.toggle(breakOn)}
    >
      <Icon name="breakpoint" size={12} />
    </button>
  );
}
