import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type en from "#locales/later/en.json";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { OutlineFaultCode } from "#core/outline/outlineFault.ts";
import type { ImportFaultCode, ImportReason } from "#core/import/importReport.ts";
import type { CommandId } from "#core/edit/commands.ts";
import type { RefusalWord, WarningWord } from "#core/edit/codes.ts";

/** The languages of the interface. Labels of a game have a choice of their own. */
export const uiLanguages = ["en", "ja", "zh-Hant"] as const;
export type UiLanguage = (typeof uiLanguages)[number];

type Loaders<Words> = Record<UiLanguage, () => Promise<{ readonly default: Words }>>;

type CommandSubject = CommandId extends infer Id
  ? Id extends `${infer Subject}.${string}`
    ? Subject
    : never
  : never;
/** `command.state.rename` are the words of the command `state.rename`. */
type CommandWords = {
  readonly [Subject in CommandSubject]: {
    readonly [Id in CommandId as Id extends `${Subject}.${infer Verb}` ? Verb : never]: string;
  };
};
type WordsOfCommands = (typeof en)["command"];
/** What is said of a command: by its id, or of one way to use it. */
export type CommandWord = {
  [Subject in keyof WordsOfCommands & string]: `${Subject}.${keyof WordsOfCommands[Subject] & string}`;
}[keyof WordsOfCommands & string];

/** The compiler holds every language to these: a code without words, or words under a misspelt one, do not compile. */
interface DiagnosticWords {
  readonly diagnostic: Readonly<Record<DiagnosticCode, string>>;
}
interface LaterWords {
  readonly command: CommandWords;
  readonly refusal: Readonly<Record<RefusalWord, string>>;
  readonly warning: Readonly<Record<WarningWord, string>>;
  readonly fromText: { readonly fault: Readonly<Record<OutlineFaultCode, string>> };
  readonly importMachine: {
    readonly why: Readonly<Record<ImportReason, string>>;
    readonly fault: Readonly<Record<ImportFaultCode, string>>;
  };
}

/**
 * The words lie in blocks that are loaded apart: `first` is what the first picture of a graph says, `diagnostics` and `later` are other
 * views, dialogs, commands, what checks find, why an edit is refused, and `inspect` belongs to the inspector.
 */
const blocks = {
  first: {
    en: () => import("#locales/en.json"),
    ja: () => import("#locales/ja.json"),
    "zh-Hant": () => import("#locales/zh-Hant.json"),
  },
  diagnostics: {
    en: () => import("#locales/diagnostics/en.json"),
    ja: () => import("#locales/diagnostics/ja.json"),
    "zh-Hant": () => import("#locales/diagnostics/zh-Hant.json"),
  },
  later: {
    en: () => import("#locales/later/en.json"),
    ja: () => import("#locales/later/ja.json"),
    "zh-Hant": () => import("#locales/later/zh-Hant.json"),
  },
  inspect: {
    en: () => import("#locales/inspect/en.json"),
    ja: () => import("#locales/inspect/ja.json"),
    "zh-Hant": () => import("#locales/inspect/zh-Hant.json"),
  },
} satisfies {
  readonly first: Loaders<object>;
  readonly diagnostics: Loaders<DiagnosticWords>;
  readonly later: Loaders<LaterWords>;
  readonly inspect: Loaders<object>;
};
type Block = keyof typeof blocks;

/** Which blocks are there. i18next knows languages only: a language of which one block came would count as there. */
const there = new Set<`${UiLanguage}/${Block}`>();

/** Adds what is lacking of some blocks, in whatever order they come. */
async function addBlocks(language: UiLanguage, wanted: readonly Block[]): Promise<void> {
  const lacking = wanted.filter((block) => !there.has(`${language}/${block}`));
  const loaded = await Promise.all(lacking.map((block) => blocks[block][language]()));
  for (const [i, block] of lacking.entries()) {
    if (there.has(`${language}/${block}`)) continue;
    there.add(`${language}/${block}`);
    i18next.addResourceBundle(language, "translation", loaded[i]?.default, true);
  }
}

/** The blocks that this page says words of beside the first: another language brings them along. */
const spoken = new Set<Block>(["first", "diagnostics", "later"]);

/** The language to begin with: what was chosen here before, else the browser's first that we speak, else English. */
export function firstLanguage(stored: string | null, preferred: readonly string[]): UiLanguage {
  const known = (tag: string): UiLanguage | undefined => {
    const low = tag.toLowerCase();
    if (low.startsWith("ja")) return "ja";
    if (/^zh(-hant|-tw|-hk|-mo|$)/.test(low) || low.startsWith("zh-hant")) return "zh-Hant";
    return low.startsWith("en") ? "en" : undefined;
  };
  for (const tag of [stored ?? "", ...preferred]) {
    const found = known(tag);
    if (found) return found;
  }
  return "en";
}

/** Starts i18next with one language; the words of the others are loaded when they are chosen. */
export async function startWords(language: UiLanguage): Promise<void> {
  const { default: first } = await blocks.first[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: first } },
    returnNull: false,
    // What is on the screen says words that come later as soon as they are there.
    react: { bindI18nStore: "added" },
    parseMissingKeyHandler: (key, otherwise) => otherwise ?? (hasWords(language) ? key : ""),
  });
  there.clear();
  there.add(`${language}/first`);
  document.documentElement.lang = language;
}

/** Adds the words of a language that a picture may say, for labels in another language than the interface. */
export const canvasWords = (language: UiLanguage): Promise<void> => addBlocks(language, ["first"]);

/** Adds the words that the first picture does not need. */
export const laterWords = (language: UiLanguage): Promise<void> =>
  addBlocks(language, ["diagnostics", "later"]);

/** Adds the words of the inspector, here and in every language that is chosen after this. */
export function inspectWords(language: UiLanguage): Promise<void> {
  spoken.add("inspect");
  return addBlocks(language, ["inspect"]);
}

/** Adds the words of all languages, so that a command is found by its name in each. */
export async function everyWord(): Promise<void> {
  await Promise.all(uiLanguages.map((language) => addBlocks(language, ["first", "diagnostics", "later"])));
}

/** Whether all words of a language are there. */
export const hasWords = (language: UiLanguage): boolean =>
  (["first", "diagnostics", "later"] as const).every((block) => there.has(`${language}/${block}`));

/** Changes the language of the interface: every block that the page says words of comes first. */
export async function changeWords(language: UiLanguage): Promise<void> {
  await addBlocks(language, [...spoken]);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
