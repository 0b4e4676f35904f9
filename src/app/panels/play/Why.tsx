import { useTranslation } from "react-i18next";
import type { Reason } from "#core/run/play/play.ts";
import { guardFormula } from "#app/parts/ActionText.tsx";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import type { SessionState } from "#app/play/sessionState.ts";
import { reasonText } from "#app/play/words.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import css from "#app/panels/play/NowView.module.css";

/** A reason of a refusal: in words, with its clauses. The formula of a guard that has words is unfolded on demand. */
export function Why({
  reason,
  label,
  chart,
}: {
  reason: Reason;
  label: LabelOf;
  chart: NonNullable<SessionState["chart"]> | undefined;
}) {
  const { t } = useTranslation();
  const guard =
    reason.code === "guard" && reason.guard
      ? chart?.setup?.guards.find((g) => g.name === reason.guard)
      : undefined;
  const formula =
    guard && chart
      ? guardFormula(chart, { kind: "named", name: guard.name, text: guard.name, at: guard.keyAt })
      : undefined;
  return (
    <div className={css.why}>
      <span>{reasonText(t, label, reason)}</span>
      {reason.clauses?.map((id) => (
        <ClauseLink key={id} id={id} />
      ))}
      {formula &&
        (label(`guard:${guard?.name}`) === undefined ? (
          <code>{formula}</code>
        ) : (
          <details>
            <summary>{t("simulate.formula")}</summary>
            <code>{formula}</code>
          </details>
        ))}
    </div>
  );
}
