import type { Chart } from "#core/chart/chart.ts";
import type { CanvasWords, ChartNames } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Language } from "#cli/words.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";

const words: Readonly<Record<Language, CanvasWords>> = {
  en: { ...en.canvas.in, asks: en.asks },
  ja: { ...ja.canvas.in, asks: ja.asks },
  "zh-Hant": { ...zhHant.canvas.in, asks: zhHant.asks },
};

/** The words within pictures in a language. */
export const canvasWordsOf = (language: Language): CanvasWords => words[language];

/** A picture in the words and labels of a language; without one, the names of the machine. */
export const pictureNames = (
  { setup }: Chart,
  { labels }: Pick<Ruleset, "labels">,
  language: Language | undefined,
): ChartNames =>
  language === undefined
    ? chartNames(setup, undefined, words.en)
    : chartNames(setup, labels[language] ?? {}, words[language]);
