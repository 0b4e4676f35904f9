import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "#core/ruleset/labels.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { Icon } from "#app/kit/icons.tsx";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/RulesView.module.css";

/**
 * The term of the glossary that somebody looked for: its words in all languages and what it means. The clauses that say it in one of
 * the languages shown are searched for; where none does all stay.
 */
export function TermSearch({
  ruleset,
  shown,
  onSearch,
}: {
  ruleset: Ruleset;
  /** The locales of the columns. */
  shown: readonly string[];
  onSearch: (words: string) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  const sought = useStudio((s) => s.sought);
  const [storedTerm, setStoredTerm] = usePanelState<string | null>("rules-term", null);
  useEffect(() => {
    const query = studio.get().sought;
    if (query?.kind !== "term" || query !== sought) return;
    studio.window.set({ sought: null });
    setStoredTerm(query.id);
    const words = ruleset.terms.find(({ id }) => id === query.id)?.terms ?? {};
    const first = shown.toSorted((a, b) => Number(b === language) - Number(a === language));
    onSearch(
      first.flatMap((locale) => words[locale] ?? []).find((word) => isUsed(ruleset, shown, word)) ?? "",
    );
  }, [studio, sought, ruleset, shown, language, onSearch, setStoredTerm]);
  const term = ruleset.terms.find(({ id }) => id === storedTerm);
  if (!term) return null;
  return (
    <p className={css.sought} role="note">
      {Object.entries(term.terms).map(([locale, word]) => (
        <b key={locale} lang={locale}>
          {word}
        </b>
      ))}
      <span>{textIn(term.definition, language)}</span>
      <button
        type="button"
        className="icon-btn"
        aria-label={t("rules.close-term")}
        onClick={() => {
          setStoredTerm(null);
          onSearch("");
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </p>
  );
}

const isUsed = ({ text }: Ruleset, locales: readonly string[], word: string): boolean =>
  locales.some((locale) =>
    Object.values(text[locale] ?? {}).some((clauseText) =>
      clauseText.toLowerCase().includes(word.toLowerCase()),
    ),
  );
