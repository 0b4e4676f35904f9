import i18next from "i18next";
import { changeWords, laterWords, startWords, type UiLanguage } from "#app/i18n.ts";

const loaders: Record<UiLanguage, () => Promise<{ default: object }>> = {
  en: () => import("#locales/inspect/en.json"),
  ja: () => import("#locales/inspect/ja.json"),
  "zh-Hant": () => import("#locales/inspect/zh-Hant.json"),
};

/** The words of the inspector's page: those of the studio, and its own beside them. */
export async function startInspectWords(language: UiLanguage): Promise<void> {
  const own = loaders[language]();
  await startWords(language);
  await laterWords(language);
  i18next.addResourceBundle(language, "translation", (await own).default, true);
}

/** Adds them in the studio, where a dialog says some. */
export async function addInspectWords(language: UiLanguage): Promise<void> {
  i18next.addResourceBundle(language, "translation", (await loaders[language]()).default, true);
}

export async function changeInspectWords(language: UiLanguage): Promise<void> {
  await addInspectWords(language);
  await changeWords(language);
}
