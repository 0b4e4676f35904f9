import type { NoteWords } from "#core/exchange/noteLines.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { say, sayFix } from "#core/diagnostic/say.ts";
import type { ReasonWords } from "#core/run/play/kit.ts";
import type { StrayMachine } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import enCli from "#locales/cli/en.json";
import jaCli from "#locales/cli/ja.json";
import zhHantCli from "#locales/cli/zh-Hant.json";
import en from "#locales/diagnostics/en.json";
import ja from "#locales/diagnostics/ja.json";
import zhHant from "#locales/diagnostics/zh-Hant.json";
import enLater from "#locales/later/en.json";
import jaLater from "#locales/later/ja.json";
import zhHantLater from "#locales/later/zh-Hant.json";

const words = { en, ja, "zh-Hant": zhHant };
export type Language = keyof typeof words;

const pick = ({ reason, fault, seat }: Required<ReasonWords>): ReasonWords => ({ reason, fault, seat });
/** The sentences of refusals, by language. */
export const reasonWords: Readonly<Record<Language, ReasonWords>> = {
  en: pick(enLater.simulate),
  ja: pick(jaLater.simulate),
  "zh-Hant": pick(zhHantLater.simulate),
};

/** Whether there are words of this language. */
export const isLanguage = (given: string | undefined): given is Language =>
  given !== undefined && Object.hasOwn(words, given);

/** The language of `--lang`; English when it is not given. @throws UsageError for one that has no words */
export function languageOf(given: string | undefined): Language {
  if (given === undefined) return "en";
  if (isLanguage(given)) return given;
  throw new UsageError(`--lang ${given}: the languages are ${Object.keys(words).join(", ")}`);
}

/** A diagnostic in a sentence. */
export const sentence = (diagnostic: Diagnostic, language: Language): string =>
  say(diagnostic, words[language].diagnostic, language === "en" ? ", " : "、");

/** What a fix does, in a few words. */
export const fixWords = (fix: Fix, language: Language): string => sayFix(fix, words[language].fix);

const stray: Readonly<Record<Language, string>> = {
  en: enLater.store["no-game"],
  ja: jaLater.store["no-game"],
  "zh-Hant": zhHantLater.store["no-game"],
};
/** What is said of a machine that is no game for its name. */
export const strayWords = ({ rename }: StrayMachine, language: Language): string =>
  stray[language].replace("{{rename}}", () => rename);

/** What is said of the review of clauses, by language. */
export const reviewWords: Readonly<Record<Language, typeof enLater.review>> = {
  en: enLater.review,
  ja: jaLater.review,
  "zh-Hant": zhHantLater.review,
};

/** What is wrong with a list of phases and steps, by language. */
export const outlineFaults: Readonly<Record<Language, typeof enLater.fromText.fault>> = {
  en: enLater.fromText.fault,
  ja: jaLater.fromText.fault,
  "zh-Hant": zhHantLater.fromText.fault,
};

/** What became of the elements of an imported file, and what makes one none of its form, by language. */
export const importWords: Readonly<Record<Language, typeof enLater.importMachine>> = {
  en: enLater.importMachine,
  ja: jaLater.importMachine,
  "zh-Hant": zhHantLater.importMachine,
};

/** What is said on the command line alone, by language. */
export const cliWords: Readonly<Record<Language, typeof enCli.cli>> = {
  en: enCli.cli,
  ja: jaCli.cli,
  "zh-Hant": zhHantCli.cli,
};

/** What is said of texts that go to translators and come back, by language. */
export const exchangeWords: Readonly<Record<Language, typeof enLater.exchange>> = {
  en: enLater.exchange,
  ja: jaLater.exchange,
  "zh-Hant": zhHantLater.exchange,
};

const clauseKinds: Readonly<Record<Language, typeof enLater.rules.kind>> = {
  en: enLater.rules.kind,
  ja: jaLater.rules.kind,
  "zh-Hant": zhHantLater.rules.kind,
};
/** The words of the notes that go out with texts. */
export const noteWords = (language: Language): NoteWords => ({
  ...exchangeWords[language].note,
  clauseKind: clauseKinds[language],
});

/** A sentence with its facts filled in; a fact that is not given stays as it stands. */
export const filled = (sentence: string, facts: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{\{([\w-]+)\}\}/g, (hole, name: string) => String(facts[name] ?? hole));

/** What a diagnostic of this code says, without the facts of a case: each stands by its name, such as `‹state›`. */
export function ruleWords(code: string, language: Language): string | undefined {
  const sentences: Readonly<Record<string, string>> = words[language].diagnostic;
  return sentences[code]?.replaceAll(/\{\{(\w+)\}\}/g, "‹$1›");
}
