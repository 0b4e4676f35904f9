import { useTranslation } from "react-i18next";
import type { ActionBehavior } from "#core/semantics/behavior.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { Formula } from "#app/parts/Formula.tsx";
import { LabelAge } from "#app/parts/LabelAge.tsx";
import css from "#app/parts/behavior.module.css";

/** An action as what it assigns, a line a field; what it is called is only its heading, left out where that stands beside it. */
export function ActionLines({ action, nameless = false }: { action: ActionBehavior; nameless?: boolean }) {
  const { t } = useTranslation();
  const label = useLabels();
  const { name, lines } = action;
  return (
    <div className={css.part}>
      {name && nameless && <LabelAge of={`action:${name}`} name={label(`action:${name}`) ?? name} />}
      {name && !nameless && (
        <span className={css.name}>
          {label(`action:${name}`) ?? name} <LabelAge of={`action:${name}`} />
        </span>
      )}
      {lines.length === 0 && <em className={css.unknown}>{t("behavior.unknown", { name })}</em>}
      {lines.map((line, i) => (
        <Formula key={i} text={line} readable={action.readable} />
      ))}
    </div>
  );
}
