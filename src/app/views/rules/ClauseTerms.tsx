import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "#core/ruleset/labels.ts";
import type { Term } from "#core/ruleset/ruleset.ts";
import { termSpans } from "#core/ruleset/termSpans.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/MachineSide.module.css";

/** The terms that a clause says, in any of its languages, with what they mean: for those who cannot point at a word. */
export function ClauseTerms({ clause }: { clause: string }) {
  const { t } = useTranslation();
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const language = useStudio((s) => s.uiLanguage);
  const terms = useMemo(() => {
    const found = new Set<Term>();
    for (const [locale, text] of Object.entries(ruleset?.text ?? {}))
      for (const { term } of termSpans(text[clause] ?? "", locale, ruleset?.terms ?? [])) found.add(term);
    return [...found];
  }, [ruleset, clause]);
  if (terms.length === 0) return null;
  return (
    <details className={css.terms}>
      <summary>{t("rules.terms", { count: terms.length })}</summary>
      <dl>
        {terms.map((term) => (
          <div key={term.id}>
            <dt>
              {Object.entries(term.terms).map(([locale, word]) => (
                <span key={locale} lang={locale}>
                  {word}
                </span>
              ))}
            </dt>
            <dd>{textIn(term.definition, language)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
