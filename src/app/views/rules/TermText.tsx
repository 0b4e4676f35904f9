import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Term } from "#core/ruleset/ruleset.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { termSpans } from "#core/ruleset/termSpans.ts";
import css from "#app/views/rules/RulesView.module.css";

/** A wording with its terms underlined (the glossary says what they mean) and forbidden words marked. */
export function TermText({ text, locale, terms }: { text: string; locale: string; terms: readonly Term[] }) {
  const { t, i18n } = useTranslation();
  const parts = useMemo(() => {
    const out: React.ReactNode[] = [];
    let at = 0;
    for (const span of termSpans(text, locale, terms)) {
      out.push(text.slice(at, span.from));
      const word = text.slice(span.from, span.to);
      const definition = textIn(span.term.definition, i18n.language);
      out.push(
        span.forbidden ? (
          <span
            key={span.from}
            className={css.bad}
            title={t("rules.forbidden", { word, term: span.term.terms[locale] ?? span.term.id })}
          >
            {word}
          </span>
        ) : (
          <span key={span.from} className={css.term} title={definition}>
            {word}
          </span>
        ),
      );
      at = span.to;
    }
    out.push(text.slice(at));
    return out;
  }, [text, locale, terms, i18n.language, t]);
  return <>{parts}</>;
}
