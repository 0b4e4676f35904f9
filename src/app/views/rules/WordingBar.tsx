import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { wordingPlace, writeText } from "#app/gestures/writeText.ts";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { DiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { wordWarnings } from "#app/views/rules/wordWarnings.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/WordingBar.module.css";

/** A wording that a person edits. */
export interface WordingEdit {
  readonly clause: string;
  readonly locale: string;
}

/**
 * The wording of a clause in a field of its own, below the list, with what the checks say of its words. Enter takes it and leads back to
 * the list, Alt with an arrow takes it and leads to the next or last clause that is open in this language, Escape leaves it as it was.
 */
export function WordingBar({
  edit: { clause, locale },
  ruleset,
  onClose,
  onStep,
}: {
  edit: WordingEdit;
  ruleset: Ruleset;
  onClose: () => void;
  onStep: (by: 1 | -1) => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const studio = useStudioActions();
  const diagnostics = useStudio((s) => s.loaded?.diagnostics);
  const warnings = (wordWarnings(diagnostics ?? []).get(clause) ?? []).filter(
    ({ file }) => file === `text/${locale}`,
  );
  const bar = useRef<HTMLElement>(null);
  useEffect(() => bar.current?.querySelector("textarea")?.focus(), [clause, locale]);
  const language = languageName(locale);
  return (
    <section
      ref={bar}
      className={css.bar}
      aria-label={t("rules.wording", { clause, language })}
      onKeyDown={(event) => {
        // With Ctrl it would also say something of the wording that is being changed.
        if (event.key === "Enter") event.stopPropagation();
        if (event.nativeEvent.isComposing || !event.altKey || !/^Arrow(Down|Up)$/.test(event.key)) return;
        event.preventDefault();
        // What is typed is taken when the field is left.
        bar.current?.querySelector("textarea")?.blur();
        onStep(event.key === "ArrowDown" ? 1 : -1);
      }}
    >
      <div className={css.head}>
        <b>{clause}</b>
        <span>{language}</span>
        <small>{t("rules.wording-keys")}</small>
      </div>
      <div lang={locale}>
        <TextField
          key={`${locale} ${clause}`}
          grows
          label={t("rules.wording", { clause, language })}
          value={ruleset.text[locale]?.[clause] ?? ""}
          onCommit={(text) => writeText(studio, locale, wordingPlace(locale, clause), text)}
          onEnter={onClose}
          onEscape={onClose}
        />
      </div>
      {warnings.length > 0 && (
        <ul className={css.warnings}>
          {warnings.map((warning, i) => (
            <li key={i}>
              <DiagnosticText diagnostic={warning} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
