import { useTranslation } from "react-i18next";
import type { StartNeed } from "#core/semantics/startBehavior.ts";
import { Formula } from "#app/parts/Formula.tsx";
import css from "#app/parts/behavior.module.css";

/** What must be so that the game begins, such as how many may play; nothing where it takes whatever it is given. */
export function StartNeeds({ needs }: { needs: readonly StartNeed[] }) {
  const { t } = useTranslation();
  if (needs.length === 0) return null;
  return (
    <section className={css.definitions} aria-label={t("behavior.start-needs")}>
      <h4>{t("behavior.start-needs")}</h4>
      {needs.map(({ given, needs: parts }, i) => (
        <div key={i}>
          {given.length > 0 && (
            <span className={css.sign}>
              {t("behavior.start-given")} <Formula text={given.join(" ∧ ")} />
            </span>
          )}
          <ul className={css.parts}>
            {parts.map((part) => (
              <li key={part}>
                <Formula text={part} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
