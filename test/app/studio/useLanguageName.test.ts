import { expect, test } from "vitest";
import { languageTag } from "#app/studio/useLanguageName.ts";

test.each([
  ["de", "de"],
  [" PT-br ", "pt-BR"],
  ["ZH-hant", "zh-Hant"],
  ["yue", "yue"],
])("%j is the language %s", (text, tag) => expect(languageTag(text)).toBe(tag));

test.each(["", "d", "german language", "de_DE", "../x", "en-u-nu-arab", "x-own", "123"])(
  "%j is no language",
  (text) => expect(languageTag(text)).toBeUndefined(),
);
