import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What a language of the rules is called in that of the interface; its tag where the browser does not know it. */
export function useLanguageName(): (locale: string) => string {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useCallback(
    (locale) => t(`labels.${locale}`, { defaultValue: nameIn(language, locale) }),
    [t, language],
  );
}

function nameIn(language: string, locale: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** A language tag in its usual form (BCP 47): `zh-Hant` for `ZH-hant`; undefined for what is none. */
export function languageTag(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim());
    // Extensions say how numbers and dates look, and private tags nothing to anybody else.
    return tag !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
