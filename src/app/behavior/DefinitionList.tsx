import { useTranslation } from "react-i18next";
import type { Definition } from "#core/chart/behavior.ts";
import { Formula } from "#app/behavior/Formula.tsx";
import css from "#app/behavior/behavior.module.css";

/** Helpers and lists that formulas name, opened: what they compute. */
export function DefinitionList({ definitions }: { definitions: readonly Definition[] }) {
  const { t } = useTranslation();
  if (definitions.length === 0) return null;
  return (
    <section className={css.definitions} aria-label={t("behavior.where")}>
      <h4>{t("behavior.where")}</h4>
      <dl>
        {definitions.map(({ name, head, text, readable }) => (
          <div key={name}>
            <dt>
              <code>{head}</code>
            </dt>
            <dd>
              <Formula text={text} readable={readable} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
