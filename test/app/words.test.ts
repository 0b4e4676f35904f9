import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locales } from "#test/support/words.ts";
import { home } from "#test/support/startStudio.ts";

type Tree = { readonly [key: string]: string | Tree };

/** All words by their key, plural endings taken off: English has two forms where Japanese and Chinese have one. */
function flat(tree: Tree, prefix = ""): Map<string, string[]> {
  const out = new Map<string, string[]>();
  const add = (key: string, texts: readonly string[]) => out.set(key, [...(out.get(key) ?? []), ...texts]);
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string")
      add((prefix + key).replace(/_(zero|one|two|few|many|other)$/, ""), [value]);
    else for (const [inner, texts] of flat(value, `${prefix}${key}.`)) add(inner, texts);
  }
  return out;
}
const words = Object.entries(locales).map(([language, tree]) => ({
  language,
  words: flat(tree as unknown as Tree),
}));
const english = flat(locales.en as unknown as Tree);
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{?\s*(\w+)\s*\}?\}/g)].map((m) => m[1]))].toSorted();

test("the three languages have words for the same keys, none of them empty", () => {
  for (const { language, words: own } of words) {
    expect([...own.keys()].toSorted(), language).toEqual([...english.keys()].toSorted());
    for (const [key, texts] of own)
      for (const text of texts) expect(text.trim(), `${language} ${key}`).not.toBe("");
  }
});

test("each sentence has the same facts filled in, in every language", () => {
  for (const { language, words: own } of words)
    for (const [key, texts] of own) {
      const wanted = new Set((english.get(key) ?? []).flatMap(placeholders));
      // a form for one may leave the number out
      wanted.delete("count");
      for (const text of texts) {
        const got = placeholders(text).filter((name) => name !== "count");
        expect(got, `${language} ${key}: ${text}`).toEqual([...wanted].toSorted());
      }
    }
});

test("every key that the studio's code names has words", () => {
  const folder = join(home, "src/app");
  const missing: string[] = [];
  let seen = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const code = readFileSync(join(folder, name), "utf8");
    for (const [, key = ""] of code.matchAll(/\bt\(\s*["'`]([\w.-]+)["'`]/g)) {
      seen++;
      if (!english.has(key)) missing.push(`${name}: ${key}`);
    }
    // a key with a part that is worked out has words for some value of it
    for (const [, start = ""] of code.matchAll(/\bt\(\s*`([\w.-]+\.)\$\{/g)) {
      seen++;
      if (![...english.keys()].some((key) => key.startsWith(start))) missing.push(`${name}: ${start}*`);
    }
    for (const [, key = ""] of code.matchAll(/notice\(\s*"\w+",\s*"([\w.-]+)"/g))
      if (!english.has(key)) missing.push(`${name}: ${key}`);
  }

  expect(missing).toEqual([]);
  expect(seen).toBeGreaterThan(150);
});
