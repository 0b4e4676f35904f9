import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { sound } from "#test/core/analyze/faults.ts";

const ofTerms = (files: ReadonlyMap<string, string>) =>
  diagnose(readModule(files.get("machine") ?? ""), files).filter(({ code }) => code.startsWith("term-"));

/** The sound game in two languages with this glossary, and texts put in place of its own. */
function game(terms: readonly object[], texts: Readonly<Record<string, unknown>>) {
  const files = {
    ...sound,
    ruleset: { ...sound.ruleset, locales: ["en", "ja"] },
    terms: { format: 1, terms },
    "text/ja": { format: 1, locale: "ja", text: { "G-1": "順番。", "G-2": "何もしなくてよい。" } },
    "labels/ja": { format: 1, locale: "ja", labels: {} },
    ...texts,
  };
  return new Map(
    Object.entries(files).map(([name, file]) => [
      name,
      typeof file === "string" ? file : JSON.stringify(file),
    ]),
  );
}
const told = (files: ReadonlyMap<string, string>) =>
  ofTerms(files).map(
    ({ code, file, at, facts }) =>
      `${code} ${file} ${at ? files.get(file!)!.slice(at.from, at.to) : ""} (${String(facts["word"])})`,
  );
const hit = { id: "hit", terms: { en: "hit", ja: "命中" }, forbidden: { en: ["strike"], ja: ["ヒット"] } };

test("a forbidden word is told in definitions, readings, titles and reasons too", () => {
  const reading = {
    id: "R1",
    clauses: ["G-1"],
    question: { en: "Is it a strike?" },
    options: [
      { id: "any", text: { ja: "ヒットになる。" } },
      { id: "none", text: { en: "No." } },
    ],
    chosen: "any",
    why: { en: "A Strike is one." },
    input: "first",
  };

  expect(
    told(
      game([{ ...hit, definition: { en: "A strike." } }], {
        ruleset: { ...sound.ruleset, title: { en: "Strike" }, locales: ["en", "ja"] },
        readings: { format: 1, readings: [reading] },
        clauses: {
          ...sound.clauses,
          clauses: [
            ...sound.clauses.clauses,
            { id: "G-9", kind: "note", notModelled: { en: "A strike is elsewhere." } },
          ],
        },
        "scenarios/one": { ...sound["scenarios/one"], title: { en: "One strike", ja: "一回" } },
      }),
    ),
  ).toEqual([
    `term-forbidden ruleset "Strike" (Strike)`,
    `term-forbidden clauses "A strike is elsewhere." (strike)`,
    `term-forbidden readings "Is it a strike?" (strike)`,
    `term-forbidden readings "ヒットになる。" (ヒット)`,
    `term-forbidden readings "A Strike is one." (Strike)`,
    `term-forbidden scenarios/one "One strike" (strike)`,
    `term-forbidden terms "A strike." (strike)`,
  ]);
});

const english = (text: string) => ({
  "text/en": { format: 1, locale: "en", text: { "G-1": text, "G-2": "One may pass." } },
});
const japanese = (text: string) => ({
  "text/ja": { format: 1, locale: "ja", text: { "G-1": text, "G-2": "何もしなくてよい。" } },
});

test("a term of the source that the translation lacks is told at the translation", () => {
  expect(
    told(game([hit], { ...english("A hit ends the turn."), ...japanese("当たると番が終わる。") })),
  ).toEqual([`term-lacking text/ja "当たると番が終わる。" (hit)`]);
  expect(
    told(game([hit], { ...english("Hits end the turn."), ...japanese("命中すると番が終わる。") })),
  ).toEqual([]);
});

test("another form of the term says it as well, in either language", () => {
  const forms = { en: ["hitting"], ja: ["当て"] };
  const texts = { ...english("Hitting ends the turn."), ...japanese("当てると番が終わる。") };

  expect(told(game([{ ...hit, forms }], texts))).toEqual([]);
  expect(told(game([{ ...hit, forms: { en: forms.en } }], texts))).toEqual([
    `term-lacking text/ja "当てると番が終わる。" (Hitting)`,
  ]);
});

test("a wording that is not there yet lacks no terms, and neither does a glossary without the language", () => {
  expect(told(game([hit], { ...english("A hit."), ...japanese("") }))).toEqual([]);
  expect(
    told(game([{ id: "hit", terms: { en: "hit" } }], { ...english("A hit."), ...japanese("命中。") })),
  ).toEqual([`term-missing terms "terms" (undefined)`]);
});

const games = readdirSync("rulesets").filter((id) => existsSync(`rulesets/${id}/terms.json`));
const filesOf = (id: string): ReadonlyMap<string, string> => {
  const folder = `rulesets/${id}`;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(`${folder}/${name}`).isFile(),
  );
  return new Map([
    ["machine", readFileSync(`machines/${id}.machine.ts`, "utf8")],
    ...names.map((name) => [name.replace(/\.json$/, ""), readFileSync(`${folder}/${name}`, "utf8")] as const),
  ]);
};

test.each(games)("%s keeps to its glossary in every language", (id) => {
  expect(told(filesOf(id))).toEqual([]);
});

test("what is told of the words of a clause names the clause", () => {
  const files = game([hit], {
    "text/en": { format: 1, locale: "en", text: { "G-1": "A strike.", "G-2": "A hit." } },
  });

  expect(ofTerms(files).map(({ code, facts }) => `${code} ${String(facts["clause"])}`)).toEqual([
    "term-forbidden G-1",
    "term-lacking G-2",
  ]);
});

test.each(["text/ja", "labels/ja"])("of %s that is no JSON now nothing is said to be lacking", (name) => {
  const codes = diagnose(readModule(sound.machine), game([], { [name]: `{ "format": 1, ` }))
    .filter(({ file }) => file === name)
    .map(({ code }) => code);

  expect(codes).toEqual(["json-syntax"]);
});
