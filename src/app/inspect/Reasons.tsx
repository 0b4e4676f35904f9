import { useTranslation } from "react-i18next";
import type { Reason } from "#core/run/play.ts";
import { reasonText } from "#app/simulate/words.ts";
import css from "#app/inspect/StepDetail.module.css";

/** Why our copy of the machine refused an event: each guard that said no, with its clauses. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation();
  return (
    <ul className={css.reasons}>
      {reasons.map((reason) => (
        <li
          key={`${reason.state ?? ""}/${reason.event ?? ""}/${reason.index ?? ""}/${reason.guard ?? reason.code}`}
        >
          {reasonText(t, () => undefined, reason)}{" "}
          {reason.clauses?.map((clause) => (
            <span key={clause} className="clause">
              {clause}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
