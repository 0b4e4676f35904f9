import { useTranslation } from "react-i18next";
import type { Definition } from "#core/semantics/moduleCode.ts";
import { Formula, FormulaHead } from "#app/parts/Formula.tsx";
import css from "#app/parts/behavior.module.css";

/** Helpers and lists that formulas name, opened: what they compute. */
export function DefinitionList({ definitions }: { definitions: readonly Definition[] }) {
  const { t } = useTranslation();
  if (definitions.length === 0) return null;
  return (
    <section className={css.definitions} aria-label={t("behavior.where")}>
      <h4>{t("behavior.where")}</h4>
      <dl>
        {definitions.map(({ name, head, text, readable, names }) => (
          <div key={name}>
            <dt>
              <FormulaHead text={head} />
            </dt>
            <dd>
              {names ? <Named names={names} text={text} /> : <Formula text={text} readable={readable} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Names that are listed; the others are only counted. */
const MAX_NAMES = 8;

/** A list of named things: how many, what they are called, and on demand all that they are. */
function Named({ names, text }: { names: readonly string[]; text: string }) {
  const { t } = useTranslation();
  const shown = names.slice(0, MAX_NAMES);
  const rest = names.length - shown.length;
  const quotedNames = shown.map((name) => `“${name}”`).join(t("simulate.comma"));
  return (
    <details className={css.named}>
      <summary>
        {t("behavior.things", { count: names.length })} {quotedNames}
        {rest > 0 && ` ${t("behavior.things-more", { count: rest })}`}
      </summary>
      <Formula text={text} />
    </details>
  );
}
