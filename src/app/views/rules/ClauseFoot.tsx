import { useTranslation } from "react-i18next";
import { untranslated } from "#core/find/clauseSearch.ts";
import type { Coverage } from "#core/ruleset/links.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Filter } from "#app/views/rules/filter.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/RulesView.module.css";

/** How far the machine carries the clauses and each language words them; a language that lacks some leads to those. */
export function ClauseFoot({
  ruleset,
  locales,
  covered,
  filter,
  onFilter,
}: {
  ruleset: Ruleset;
  locales: readonly string[];
  covered: Coverage;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const unread = useStudio((s) => s.loaded?.unread);
  return (
    <div className={css.foot}>
      <progress
        max={covered.clauses}
        value={covered.clauses - covered.missing}
        aria-label={t("rules.coverage")}
      />
      <span>
        {t("rules.covered", {
          percent: Math.floor(((covered.clauses - covered.missing) / covered.clauses) * 100),
          carried: covered.carried,
          notModelled: covered.notModelled,
          missing: covered.missing,
        })}
      </span>
      <div className={css.languages} role="group" aria-label={t("rules.worded")}>
        {locales.map((locale) => {
          const language = languageName(locale);
          if (unread?.has(`text/${locale}`))
            return <span key={locale}>{t("rules.worded-unread", { language })}</span>;
          const lacking = untranslated(ruleset, locale).size;
          const localeFilter: Filter = `untranslated:${locale}`;
          const words = t("rules.worded-of", {
            language,
            done: covered.clauses - lacking,
            of: covered.clauses,
          });
          return lacking === 0 && filter !== localeFilter ? (
            <span key={locale}>{words}</span>
          ) : (
            <button
              key={locale}
              type="button"
              aria-pressed={filter === localeFilter}
              title={t("rules.untranslated", { count: lacking, language })}
              onClick={() => onFilter(filter === localeFilter ? "all" : localeFilter)}
            >
              {words}
            </button>
          );
        })}
      </div>
    </div>
  );
}
