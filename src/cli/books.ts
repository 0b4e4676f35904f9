import { isBookFormat, type PrintForm } from "#core/export/exporter.ts";
import { exporters } from "#core/export/exporters.ts";
import { drawingBudget, UndrawableError } from "#core/layout/drawable.ts";
import { type BookSource, type BookWords, printGame } from "#core/project/gameBook.ts";
import { StoreError } from "#core/project/store.ts";
import { reviewLocales } from "#core/ruleset/review.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { MAX_DRAWING_MS } from "#cli/drawing.ts";
import { UsageError } from "#cli/io.ts";
import { canvasWordsOf } from "#cli/pictureNames.ts";
import { isLanguage, type Language } from "#cli/words.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";
import enLater from "#locales/later/en.json";
import jaLater from "#locales/later/ja.json";
import zhHantLater from "#locales/later/zh-Hant.json";

/** The blocks of words by language, as the studio loads them. */
const blocks: Readonly<Record<Language, readonly object[]>> = {
  en: [en, enLater],
  ja: [ja, jaLater],
  "zh-Hant": [zhHant, zhHantLater],
};

/** The words of a book in a language of the rules; in English where the studio does not speak it. */
export function bookWords(locale: string): BookWords {
  const language = isLanguage(locale) ? locale : "en";
  return {
    say: (key, facts = {}) =>
      wordAt(blocks[language], key).replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => facts[name] ?? hole),
    canvas: canvasWordsOf(language),
  };
}

/** @throws Error for a key without words: it is misspelt in our own code */
function wordAt(trees: readonly object[], key: string): string {
  for (const tree of trees) {
    const word = key
      .split(".")
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], tree);
    if (typeof word === "string") return word;
  }
  throw new Error(`There are no words for ${key}`);
}

/** The formats that are printed in a language of the rules. */
export const PRINTED = exporters.flatMap(({ id, prints }) => (prints ? [id] : []));
/** The formats that are books. */
const BOOKS = exporters.flatMap((exporter) => (isBookFormat(exporter) ? [exporter.id] : []));
export const isBook = (id: string): boolean => BOOKS.includes(id);

/**
 * The languages of a book: those of `--locales`, else all of the rules side by side, else the one they were written in.
 * @throws UsageError where the rules are not in one of them, or there are none
 */
export function bookLocales(
  id: string,
  ruleset: Ruleset,
  wanted: string | undefined,
  format: string,
): readonly string[] {
  if (ruleset.clauses.length === 0) throw new UsageError(`${id} has no clauses to print`);
  const all = reviewLocales(ruleset);
  const source = ruleset.info.sourceLocale;
  if (wanted === undefined && format === "side-by-side")
    return [source, ...all.filter((locale) => locale !== source)];
  const locales = wanted?.split(",").map((part) => part.trim()) ?? [source];
  const unknown = locales.find((locale) => !all.includes(locale));
  if (unknown !== undefined)
    throw new UsageError(
      `The rules of ${id} are not in ${unknown || "a language without a name"}: they are in ${all.join(", ")}`,
    );
  return locales;
}

/** The languages of what is printed, as for a book; a table of the machine needs no clauses. @throws UsageError */
export function printLocales(
  id: string,
  ruleset: Ruleset,
  wanted: string | undefined,
  format: string,
): readonly string[] {
  return isBook(format) || ruleset.clauses.length > 0
    ? bookLocales(id, ruleset, wanted, format)
    : [wanted ?? ruleset.info.sourceLocale];
}

/** @throws StoreError `too-large` when its map cannot be drawn in the time that a command has */
export function printedBook(source: BookSource, form: PrintForm, locales: readonly string[]): string {
  try {
    return printGame(
      { ...source, budget: drawingBudget(() => performance.now(), MAX_DRAWING_MS) },
      form,
      locales,
    );
  } catch (error) {
    throw error instanceof UndrawableError ? new StoreError("too-large", error.message) : error;
  }
}
