import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { languageTag, useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/RulesView.module.css";

/** A chosen locale that is remembered; falls back when the game does not have it. */
function useLocale(
  name: "source" | "translation",
  locales: readonly string[],
  otherwise: string,
): [string, (locale: string) => void] {
  const [storedLocale, setStoredLocale] = useState(() => readPreference(name));
  const locale = storedLocale !== null && locales.includes(storedLocale) ? storedLocale : otherwise;
  return [
    locale,
    (next) => {
      writePreference(name, next);
      setStoredLocale(next);
    },
  ];
}

/** The languages of the two columns, remembered. */
export function useColumns(ruleset: Ruleset) {
  const studio = useStudioActions();
  // One that is added stands in no file before something is written in it.
  const [added, setAdded] = useState<string>();
  const known = ruleset.info.locales.length > 0 ? ruleset.info.locales : Object.keys(ruleset.text);
  const locales = added === undefined || known.includes(added) ? known : [...known, added];
  const source = ruleset.info.sourceLocale;
  const [left, setLeft] = useLocale("source", locales, source);
  const others = locales.filter((locale) => locale !== left);
  const ownLocale = others.find((locale) => locale === studio.get().uiLanguage);
  const [right, setRight] = useLocale("translation", locales, ownLocale ?? others[0] ?? left);
  const addRight = (locale: string) => {
    setAdded(locale);
    setRight(locale);
  };
  return { locales, source, left, right, setLeft, setRight, addRight };
}

/** Chosen in the list of languages to add one; no language has this tag. */
const ADD = "+";

/** Which language a column shows. */
export function LocaleChoice({
  label,
  value,
  locales,
  note,
  onChange,
  onAdd,
}: {
  label: string;
  value: string;
  locales: readonly string[];
  note?: string | undefined;
  onChange: (locale: string) => void;
  /** A language that the rules are not in yet is to be shown; absent where none can be added. */
  onAdd?: ((locale: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const [isAdding, setAdding] = useState(false);
  if (isAdding && onAdd)
    return (
      <NewLocale
        onDone={(locale) => {
          setAdding(false);
          if (locale !== undefined) onAdd(locale);
        }}
      />
    );
  return (
    <label className={css.locale}>
      <span className="visually-hidden">{label}</span>
      <select
        className="field"
        value={value}
        onChange={(event) => (event.target.value === ADD ? setAdding(true) : onChange(event.target.value))}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {languageName(locale)}
          </option>
        ))}
        {onAdd && <option value={ADD}>{t("rules.add-language")}</option>}
      </select>
      {note && <small>{note}</small>}
    </label>
  );
}

/** Asks for the tag of a language. Enter takes it, Escape and leaving an empty field take it back. */
function NewLocale({ onDone }: { onDone: (locale: string | undefined) => void }) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const [text, setText] = useState("");
  const [isBad, setBad] = useState(false);
  const tag = languageTag(text);
  return (
    <form
      className={css.locale}
      onSubmit={(event) => {
        event.preventDefault();
        if (tag === undefined) setBad(true);
        else onDone(tag);
      }}
    >
      <input
        className="field"
        autoFocus
        size={9}
        aria-label={t("rules.language-tag")}
        placeholder="de, pt-BR"
        aria-invalid={isBad || undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setBad(false);
        }}
        onBlur={() => text.trim() === "" && onDone(undefined)}
        onKeyDown={(event) => event.key === "Escape" && onDone(undefined)}
      />
      <small role="status">
        {isBad ? t("rules.language-tag-bad") : tag === undefined ? "" : languageName(tag)}
      </small>
    </form>
  );
}
