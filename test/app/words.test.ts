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
/** Keys as they stand in the files, plural endings and all. */
const exact = keysOf(locales.en as unknown as Tree);
function keysOf(tree: Tree, prefix = ""): Set<string> {
  return new Set(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [prefix + key] : [...keysOf(value, `${prefix}${key}.`)],
    ),
  );
}
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
    for (const [, key = "", after = ""] of code.matchAll(/\bt\(\s*["'`]([\w.-]+)["'`]([^)]*)/g)) {
      seen++;
      if (!english.has(key)) missing.push(`${name}: ${key}`);
      // words with a form for one and for many are found by a count only
      else if (!exact.has(key) && !/\bcount\b|\.\.\./.test(after))
        missing.push(`${name}: ${key} without a count`);
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

test("all words are said somewhere", () => {
  const code = ["src/app", "src/adapters", "src/cli", "src/core", "src/player"]
    .flatMap((folder) =>
      readdirSync(join(home, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => readFileSync(join(home, folder, name), "utf8")),
    )
    .join("\n");
  // keys, or parts of keys, that the code spells: "canvas.tidyUp", `severity.${…}`, "tidyUp" in a list of words
  const spelled = new Set(code.match(/[\w-]+(?:\.[\w-]+)*/g));
  const starts = [...code.matchAll(/["'`]([\w.-]+[.-])\$\{/g)].map(([, start = ""]) => start);

  const silent = [...english.keys()].filter((key) => {
    const last = key.slice(key.lastIndexOf(".") + 1);
    return !spelled.has(key) && !spelled.has(last) && !starts.some((start) => key.startsWith(start));
  });

  expect(silent).toEqual([]);
});
