import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import css from "#app/views/rules/RulesView.module.css";

/** A chosen locale that is remembered; falls back when the game does not have it. */
export function useLocale(
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

/** Which language a column shows. */
export function LocaleChoice({
  label,
  value,
  locales,
  note,
  onChange,
}: {
  label: string;
  value: string;
  locales: readonly string[];
  note?: string | undefined;
  onChange: (locale: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className={css.locale}>
      <span className="visually-hidden">{label}</span>
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {t(`labels.${locale}`, { defaultValue: locale })}
          </option>
        ))}
      </select>
      {note && <small>{note}</small>}
    </label>
  );
}
