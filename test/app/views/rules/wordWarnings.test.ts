import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { wordWarnings } from "#app/views/rules/wordWarnings.ts";
import { sound } from "#test/core/analyze/faults.ts";

test("a forbidden word and a lacking term are found at their clause, in every language", () => {
  const files = {
    ...sound,
    ruleset: { ...sound.ruleset, locales: ["en", "ja"] },
    terms: {
      format: 1,
      terms: [{ id: "hit", terms: { en: "hit", ja: "命中" }, forbidden: { en: ["strike"], ja: ["ヒット"] } }],
    },
    "text/en": { format: 1, locale: "en", text: { "G-1": "A hit.", "G-2": "A strike." } },
    "text/ja": { format: 1, locale: "ja", text: { "G-1": "ヒットする。", "G-2": "何もしない。" } },
  };
  const texts = new Map(
    Object.entries(files).map(([name, file]) => [
      name,
      typeof file === "string" ? file : JSON.stringify(file),
    ]),
  );

  const found = wordWarnings(diagnose(readModule(sound.machine), texts));

  expect([...found.keys()].toSorted()).toEqual(["G-1", "G-2"]);
  expect(
    found
      .get("G-1")
      ?.map(({ code, file }) => `${code} ${file}`)
      .toSorted(),
  ).toEqual(["term-forbidden text/ja", "term-lacking text/ja"]);
  expect(found.get("G-2")?.map(({ code, file }) => `${code} ${file}`)).toEqual(["term-forbidden text/en"]);
});
