import i18next from "i18next";
import { expect, test } from "vitest";
import { canvasWords, changeWords, inspectWords, laterWords, startWords, uiLanguages } from "#app/i18n.ts";
import { locales } from "#test/support/words.ts";

type Tree = { readonly [key: string]: string | Tree };
const keysOf = (tree: Tree): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [key] : keysOf(value).map((inner) => `${key}.${inner}`),
  );
/** Keys that the page now speaks with no words behind them; those of the command line and of exported players are not the page's. */
const unspoken = () =>
  keysOf(locales.en as unknown as Tree)
    .filter((key) => !/^(cli|player)\./.test(key))
    .map((key) => key.replace(/_(one|other)$/, ""))
    .filter((key) => !i18next.exists(key, { count: 2 }));

/** What else may have come of a language before it is chosen. */
const before = {
  nothing: () => Promise.resolve(),
  "the words of a picture": canvasWords,
  "the words of other views": laterWords,
  "the words of the inspector": inspectWords,
};

for (const [what, come] of Object.entries(before))
  test(`the inspector says every word in each language that is chosen after ${what} came`, async () => {
    for (const first of uiLanguages)
      for (const next of uiLanguages) {
        await startWords(first);
        for (const one of uiLanguages) if (one !== first) i18next.removeResourceBundle(one, "translation");
        await laterWords(first);
        await inspectWords(first);
        expect(unspoken(), first).toEqual([]);

        await come(next);
        await changeWords(next);

        expect(unspoken(), `${first} → ${next}`).toEqual([]);
      }
  });
