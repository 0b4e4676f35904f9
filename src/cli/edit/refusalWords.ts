import type { Refusal } from "#core/edit/command.ts";
import type { Language } from "#cli/words.ts";
import en from "#locales/later/en.json";
import ja from "#locales/later/ja.json";
import zhHant from "#locales/later/zh-Hant.json";

type Words = Readonly<Record<string, string>>;
type Group = "refusal" | "warning";

const words: Readonly<Record<Language, Readonly<Record<Group | "store", Words>>>> = {
  en,
  ja,
  "zh-Hant": zhHant,
};

const titles: Readonly<Record<Language, unknown>> = {
  en: en.command,
  ja: ja.command,
  "zh-Hant": zhHant.command,
};

/** A refusal or warning in a sentence. @throws RangeError when the language has no words for its code: our fault */
export function refusalWords(refusal: Refusal, group: Group, language: Language): string {
  const facts = refusal.facts ?? {};
  const all = words[language][group];
  const reason = facts["reason"] ?? "";
  // For some reasons there is more to say than that it is so; what keeps a file from being a text, the store words.
  const sentence = all[`${refusal.code}-${reason}`] ?? words[language].store[reason] ?? all[refusal.code];
  if (sentence === undefined) throw new RangeError(`No words for the ${group} ${refusal.code}`);
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? "");
}

/** What a command does, as menus say it. @throws RangeError when the language has no words for it: our fault */
export function commandTitle(id: string, language: Language): string {
  const title = id
    .split(".")
    .reduce<unknown>(
      (group, part) => (group as Record<string, unknown> | undefined)?.[part],
      titles[language],
    );
  if (typeof title !== "string") throw new RangeError(`No words for the command ${id}`);
  return title;
}
