import i18next, { type TFunction } from "i18next";
import type { UiLanguage } from "#app/i18n.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";
import enInspect from "#locales/inspect/en.json";
import jaInspect from "#locales/inspect/ja.json";
import zhHantInspect from "#locales/inspect/zh-Hant.json";
import enCli from "#locales/cli/en.json";
import jaCli from "#locales/cli/ja.json";
import zhHantCli from "#locales/cli/zh-Hant.json";
import enPlayer from "#locales/player/en.json";
import jaPlayer from "#locales/player/ja.json";
import zhHantPlayer from "#locales/player/zh-Hant.json";
import enDiagnostics from "#locales/diagnostics/en.json";
import enLater from "#locales/later/en.json";
import jaDiagnostics from "#locales/diagnostics/ja.json";
import jaLater from "#locales/later/ja.json";
import zhHantDiagnostics from "#locales/diagnostics/zh-Hant.json";
import zhHantLater from "#locales/later/zh-Hant.json";

/** The studio's own words in each language, those that come later among them. */
export const locales = {
  en: { ...en, ...enDiagnostics, ...enLater, ...enInspect, ...enCli, ...enPlayer },
  ja: { ...ja, ...jaDiagnostics, ...jaLater, ...jaInspect, ...jaCli, ...jaPlayer },
  "zh-Hant": {
    ...zhHant,
    ...zhHantDiagnostics,
    ...zhHantLater,
    ...zhHantInspect,
    ...zhHantCli,
    ...zhHantPlayer,
  },
} as const satisfies Record<UiLanguage, object>;

/** What the studio says in a language: `say("games.taken", { id })`. */
export function wordsOf(language: UiLanguage): TFunction {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: locales[language] } },
  });
  return instance.t;
}
