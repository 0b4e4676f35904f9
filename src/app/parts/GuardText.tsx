import { use } from "react";
import { useTranslation } from "react-i18next";
import type { GuardBehavior } from "#core/semantics/behavior.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { Formula } from "#app/parts/Formula.tsx";
import { FormulaForm } from "#app/parts/FormulaForm.ts";
import { LabelAge } from "#app/parts/LabelAge.tsx";
import css from "#app/parts/behavior.module.css";

/**
 * A guard with its formula in sight; the parts of and/or/not each with their own. What it is called is only its heading, left out where the
 * formula says enough.
 */
export function GuardText({ guard, nameless = false }: { guard: GuardBehavior; nameless?: boolean }) {
  const { t } = useTranslation();
  const label = useLabels();
  const name = guard.name && (label(`guard:${guard.name}`) ?? guard.name);
  const heading =
    guard.name && nameless ? (
      <LabelAge of={`guard:${guard.name}`} name={name ?? ""} />
    ) : guard.name ? (
      <span className={css.name}>
        {name} <LabelAge of={`guard:${guard.name}`} />
      </span>
    ) : null;
  if (guard.sign === "formula")
    return (
      <div className={css.part}>
        {heading}
        {guard.text === undefined ? (
          <em className={css.unknown}>{t("behavior.unknown", { name: guard.name })}</em>
        ) : (
          <Conditions text={guard.text} readable={guard.readable} />
        )}
      </div>
    );
  return (
    <div className={css.part}>
      {heading}
      <span className={css.sign}>{t(`behavior.${guard.sign}`)}</span>
      <ul className={css.parts}>
        {guard.of.map((part, i) => (
          <li key={i}>
            <GuardText guard={part} nameless={nameless} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A formula; where sentences are wanted, each of the conditions that all must hold in a line of its own. */
function Conditions({ text, readable }: { text: string; readable: boolean }) {
  const { t } = useTranslation();
  const conditions = use(FormulaForm)?.conjuncts(text) ?? [];
  if (!readable || conditions.length < 2) return <Formula text={text} readable={readable} />;
  return (
    <>
      <span className={css.sign}>{t("behavior.and")}</span>
      <ul className={css.parts}>
        {conditions.map((condition, i) => (
          <li key={i}>
            <Formula text={condition} />
          </li>
        ))}
      </ul>
    </>
  );
}
