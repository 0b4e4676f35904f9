import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import { describe, expect, test } from "vitest";
import { withWordsOnly } from "../../scripts/slimI18next.ts";

const entry = createRequire(import.meta.url).resolve("i18next");
const whole = await readFile(join(entry, "../../esm/i18next.js"), "utf8");
const exported = /export \{[^{}]*\};\s*$/;
// oxlint-disable-next-line no-implied-eval -- it is the text of the package as the build has it
const slim = new Function(
  withWordsOnly(whole).replace(exported, "return createInstance;"),
) as () => typeof createInstance;

type Words = { readonly [key: string]: string | Words };
const languages = ["en", "ja", "zh-Hant"] as const;
const blocks = ["", "diagnostics/", "later/", "inspect/"];
const wordsOf = async (language: string): Promise<Words[]> =>
  Promise.all(
    blocks.map(
      async (block) => JSON.parse(await readFile(`src/locales/${block}${language}.json`, "utf8")) as Words,
    ),
  );
const words = new Map(await Promise.all(languages.map(async (one) => [one, await wordsOf(one)] as const)));

/** Both as `app/i18n.ts` starts them. */
const both = [createInstance(), slim()()].map((one) => {
  void one.init({
    lng: "en",
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: words.get("en")?.[0] ?? {} } },
    returnNull: false,
    parseMissingKeyHandler: (key) => `<${key}>`,
  });
  return one;
}) as [i18n, i18n];

const leaves = (of: Words, path: readonly string[] = []): { key: string; text: string }[] =>
  Object.entries(of).flatMap(([key, value]) =>
    typeof value === "string"
      ? [{ key: [...path, key].join("."), text: value }]
      : leaves(value, [...path, key]),
  );

/** All that a word is asked for with: its blanks filled, several counts, and what its key ends with as a context. */
function* askings(key: string, text: string): Generator<[string, Record<string, unknown>]> {
  const blanks = [...text.matchAll(/\{\{-?\s*([^}]+?)\s*\}\}/g)].map(([, name = ""]) => name);
  const filled = Object.fromEntries(blanks.map((name, i) => [name, `«${i}» $t(save) {{x}} <b> & "`]));
  yield [key, filled];
  yield [key, {}];
  const [, stem = "", end = ""] = /^(.*)_([^_.]+)$/.exec(key) ?? [];
  if (!stem) return;
  for (const count of [0, 1, 2, 5, 1000, 1.5]) yield [stem, { ...filled, count }];
  yield [stem, { ...filled, context: end }];
  yield [stem, { ...filled, context: end, count: 1 }];
}

describe("i18next without what the words here never ask for", () => {
  test.each(languages)("says every word of %s as the whole one does", async (language) => {
    const told: unknown[] = [];
    for (const one of both) one.on("languageChanged", (now) => told.push(now));
    await Promise.all(both.map((one) => one.changeLanguage(language)));
    const [a, b] = both.map((one) => {
      const added: unknown[] = [];
      one.store.on("added", (...args) => added.push(args.slice(0, 2)));
      for (const block of words.get(language) ?? [])
        one.addResourceBundle(language, "translation", block, true);
      return {
        said: one.getFixedT(language),
        added,
        has: languages.map((l) => one.hasResourceBundle(l, "translation")),
      };
    });
    if (!a || !b) throw new Error("There are two.");
    const asked = (words.get(language) ?? [])
      .flatMap((block) => leaves(block))
      .flatMap(({ key, text }) => [...askings(key, text)]);
    const different = asked.filter(([key, how]) => a.said(key, how) !== b.said(key, how));

    expect(asked.length).toBeGreaterThan(2000);
    expect(different).toEqual([]);
    expect([b.added, b.has]).toEqual([a.added, a.has]);
    expect(told.slice(0, 2)).toEqual([language, language]);
    expect(both.map((one) => one.language)).toEqual([language, language]);
  });

  test("says of what is lacking what the whole one says", () => {
    const asked: [string, Record<string, unknown>][] = [
      ["no.such.word", {}],
      ["no.such.word", { defaultValue: "" }],
      ["no.such.word", { defaultValue: "{{a}}", a: 1 }],
      ["no.such.word", { count: 2, context: "x" }],
      ["canvas", {}],
      ["save: now", {}],
      ["", {}],
    ];
    const [a, b] = both.map((one) => asked.map(([key, how]) => one.t(key, how)));

    expect(b).toEqual(a);
    expect(both.map((one) => one.getResource("en", "translation", "canvas"))[1]).toEqual(
      words.get("en")?.[0]?.["canvas"],
    );
    expect(both.map((one) => one.hasLoadedNamespace("translation"))).toEqual([true, true]);
  });

  test("no word asks for a format or for another word", () => {
    const all = [...words.values()].flat().flatMap((block) => leaves(block));

    expect(all.filter(({ text }) => /\{\{[^}]*,|\$t\(/.test(text))).toEqual([]);
  });

  test("an i18next that is built otherwise is told of", () => {
    expect(() => withWordsOnly(whole.replaceAll("class Connector", "class Backend"))).toThrow(/Connector/);
    expect(() => withWordsOnly(whole.replaceAll("returnDetails", "details"))).toThrow(/details of words/);
    expect(() => withWordsOnly(whole.replaceAll("this.logger.once", "this.log.once"))).toThrow(
      /call of this.logger.once/,
    );
  });
});
