import en from "#locales/player/en.json";
import ja from "#locales/player/ja.json";
import zhHant from "#locales/player/zh-Hant.json";

export type PlayerWord = keyof typeof en.player;
/** The words of the page, with facts in their places. */
export type Say = (word: PlayerWord, facts?: Readonly<Record<string, string | number>>) => string;

const words: Readonly<Record<string, typeof en.player>> = {
  en: en.player,
  ja: ja.player,
  "zh-Hant": zhHant.player,
};

/** The page's own words in a language of the game; in English where it has none. */
export const sayIn =
  (lang: string): Say =>
  (word, facts = {}) => {
    const own = Object.hasOwn(words, lang) ? words[lang]! : en.player;
    return own[word].replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => String(facts[name] ?? hole));
  };

/** A language by the name it has itself. */
export function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;
  } catch {
    return lang;
  }
}
