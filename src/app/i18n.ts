import i18next from "i18next";
import { initReactI18next } from "react-i18next";

/** The languages of the interface. Labels of a game have a choice of their own. */
export const uiLanguages = ["en", "ja", "zh-Hant"] as const;
export type UiLanguage = (typeof uiLanguages)[number];

const loaders: Record<UiLanguage, () => Promise<{ default: object }>> = {
  en: () => import("#locales/en.json"),
  ja: () => import("#locales/ja.json"),
  "zh-Hant": () => import("#locales/zh-Hant.json"),
};
/** What the first picture of a graph does not say: other views, dialogs, commands, what checks find, why an edit is refused. */
const laterLoaders: Record<UiLanguage, () => Promise<readonly { default: object }[]>> = {
  en: () => Promise.all([import("#locales/diagnostics/en.json"), import("#locales/later/en.json")]),
  ja: () => Promise.all([import("#locales/diagnostics/ja.json"), import("#locales/later/ja.json")]),
  "zh-Hant": () =>
    Promise.all([import("#locales/diagnostics/zh-Hant.json"), import("#locales/later/zh-Hant.json")]),
};

/** The language to begin with: what was chosen here before, else the browser's first that we speak, else English. */
export function firstLanguage(stored: string | null, wanted: readonly string[]): UiLanguage {
  const known = (tag: string): UiLanguage | undefined => {
    const low = tag.toLowerCase();
    if (low.startsWith("ja")) return "ja";
    if (/^zh(-hant|-tw|-hk|-mo|$)/.test(low) || low.startsWith("zh-hant")) return "zh-Hant";
    return low.startsWith("en") ? "en" : undefined;
  };
  for (const tag of [stored ?? "", ...wanted]) {
    const found = known(tag);
    if (found) return found;
  }
  return "en";
}

/** Starts i18next with one language; the words of the others are loaded when they are chosen. */
export async function startWords(language: UiLanguage): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: (await loaders[language]()).default } },
    returnNull: false,
    // What is on the screen says words that come later as soon as they are there.
    react: { bindI18nStore: "added" },
    parseMissingKeyHandler: (key) => (hasLater(language) ? key : ""),
  });
  document.documentElement.lang = language;
}

async function loadWords(language: UiLanguage): Promise<void> {
  if (!i18next.hasResourceBundle(language, "translation"))
    i18next.addResourceBundle(language, "translation", (await loaders[language]()).default);
  await laterWords(language);
}

/** Adds the words of a language that a picture may say, for labels in another language than the interface. */
export async function canvasWords(language: UiLanguage): Promise<void> {
  if (!i18next.hasResourceBundle(language, "translation"))
    i18next.addResourceBundle(language, "translation", (await loaders[language]()).default);
}

/** Adds the words of all languages, so that a command is found by its name in each. */
export async function everyWord(): Promise<void> {
  await Promise.all(uiLanguages.map(loadWords));
}

/** Whether all words of a language are there. */
export const hasWords = (language: UiLanguage): boolean => hasLater(language);

/** Changes the language of the interface. */
export async function changeWords(language: UiLanguage): Promise<void> {
  await loadWords(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

const hasLater = (language: string): boolean => i18next.exists("diagnostic.syntax-error", { lng: language });

/** Adds the words that the first picture does not need. */
export async function laterWords(language: UiLanguage): Promise<void> {
  if (hasLater(language)) return;
  for (const { default: words } of await laterLoaders[language]())
    i18next.addResourceBundle(language, "translation", words, true);
}
