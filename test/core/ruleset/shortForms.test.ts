import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Term } from "#core/ruleset/ruleset.ts";

/** `攻擊點數（OP）`: a word with its short form. */
const SHORT = /^(.+?) ?[（(]([A-Z]+)[)）]$/;

const shortened = readdirSync("rulesets").flatMap((game) => {
  const { terms } = JSON.parse(readFileSync(`rulesets/${game}/terms.json`, "utf8")) as { terms: Term[] };
  return terms.flatMap((term) =>
    Object.entries(term.terms).flatMap(([locale, word]) => {
      const [, whole, short] = SHORT.exec(word) ?? [];
      return whole && short ? [{ game, locale, term, whole, short }] : [];
    }),
  );
});

describe("a term with a short form", () => {
  test.each(shortened)("$game $locale: $short is met where it stands alone", ({ term, locale, short }) => {
    expect(term.forms?.[locale]).toContain(short);
  });

  test.each(shortened)("$game $locale: nothing else is called $whole", ({ game, locale, whole }) => {
    const { labels } = JSON.parse(readFileSync(`rulesets/${game}/labels/${locale}.json`, "utf8")) as {
      labels: Record<string, string>;
    };
    expect(Object.entries(labels).filter(([, text]) => text === whole)).toEqual([]);
  });
});
