import { useTranslation } from "react-i18next";
import type { FirstValue } from "#core/chart/behavior.ts";
import { Formula } from "#app/behavior/Formula.tsx";
import css from "#app/behavior/behavior.module.css";

/** What the fields that formulas look at hold when the game begins; nothing where all of them begin empty. */
export function FirstValues({ values }: { values: readonly FirstValue[] }) {
  const { t } = useTranslation();
  if (values.length === 0) return null;
  return (
    <section className={css.definitions} aria-label={t("behavior.first-values")}>
      <h4>{t("behavior.first-values")}</h4>
      {values.map(({ each, text }) => (
        <div key={`${each} ${text}`}>
          <Formula text={each === "" ? text : `${t("behavior.each-of", { list: each })} ${text}`} />
        </div>
      ))}
    </section>
  );
}
