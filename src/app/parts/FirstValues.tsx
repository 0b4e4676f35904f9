import { use } from "react";
import { useTranslation } from "react-i18next";
import type { FirstValue } from "#core/semantics/startBehavior.ts";
import { firstSentences } from "#core/ruleset/clauseTold.ts";
import { FormulaForm } from "#app/parts/FormulaForm.ts";
import { Formula } from "#app/parts/Formula.tsx";
import css from "#app/parts/behavior.module.css";

/** The initial values of the context fields that formulas read. Fields that start empty are listed together, folded. */
export function FirstValues({ values }: { values: readonly FirstValue[] }) {
  const { t } = useTranslation();
  const sentences = use(FormulaForm);
  if (values.length === 0) return null;
  const blank = values.filter((value) => value.blank);
  const rows = (all: readonly FirstValue[]) => (sentences ? firstSentences(all, sentences) : all);
  const line = ({ each, text }: Pick<FirstValue, "each" | "text">) => (
    <div key={`${each} ${text}`}>
      <Formula text={each === "" ? text : `${t("behavior.each-of", { list: each })} ${text}`} />
    </div>
  );
  return (
    <section className={css.definitions} aria-label={t("behavior.first-values")}>
      <h4>{t("behavior.first-values")}</h4>
      {rows(values.filter((value) => !value.blank)).map(line)}
      {blank.length > 0 && (
        <details className={css.named}>
          <summary>{t("behavior.begin-blank", { count: blank.length })}</summary>
          {rows(blank).map(line)}
        </details>
      )}
    </section>
  );
}
