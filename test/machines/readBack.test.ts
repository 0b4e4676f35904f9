import { expect, test } from "vitest";
import { formulaParts } from "#core/expr/formulaParts.ts";
import {
  charactersIn,
  isFormula,
  latinNames,
  type ReadBack,
  readBackOf,
  wordsIn,
} from "#test/support/readBack.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";

/** Clauses of the five games. */
const CLAUSES = 352;

/** Kinds of names without a word, and names of each, that are printed, the most frequent first. */
const MAX_SHOWN_NAMES = 24;

/** What stands open at one clause and can be read at a glance; a word of English is about three characters of Japanese and two of Chinese. */
const MAX_WORDS = 300;
const MAX_CHARACTERS = 900;

/**
 * The bounds are today's values; the goals stand in docs/figures.md. They are of what stands open; code and names are counted in what is
 * folded too. Large clauses are those that many places carry and whose conditions stand in full at no other clause.
 */
const bounds = {
  en: { formulas: 0.123, code: 15, median: 142, most: 649, large: 45 },
  ja: { formulas: 0.121, code: 15, latin: 0.003, median: 407, most: 1444, large: 27 },
  "zh-Hant": { formulas: 0.132, code: 15, latin: 0.003, median: 270, most: 1122, large: 5 },
};

test.for(Object.entries(bounds))(
  "what Rules says of all clauses in %s is read as sentences for the most part",
  { timeout: 200_000 },
  ([language, bound]) => {
    const games = GAMES.map((game) => ({ game, clauses: readBackOf(game, language) }));
    const clauses = games.flatMap((game) => game.clauses);
    const rows = clauses.flatMap((clause) => clause.rows);
    const figures = {
      rows: rows.length,
      formulas: rows.filter(isFormula).length / rows.length,
      code: clauses.filter((clause) =>
        allRows(clause).some((row) => formulaParts(row).some(({ kind }) => kind === "code")),
      ).length,
      ...sizes(clauses, language),
    };
    const all = clauses.flatMap(allRows);
    const labelled = all.flatMap(formulaParts).filter(({ kind }) => kind === "label").length;
    const names = all.flatMap(latinNames);
    const latin = names.length / (names.length + labelled);
    const counts = new Map<string, number>();
    for (const { kind, name } of names)
      for (const key of [kind, `${kind} ${name}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
    const most = [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_SHOWN_NAMES)
      .map(([name, count]) => `${name}: ${count},`);
    console.log(language, JSON.stringify({ ...figures, latin }), "latin" in bound ? most.join(" ") : "");
    for (const game of games) console.log(game.game, JSON.stringify(sizes(game.clauses, language)));

    expect(clauses).toHaveLength(CLAUSES);
    expect(figures.formulas).toBeLessThanOrEqual(bound.formulas);
    expect(figures.code).toBeLessThanOrEqual(bound.code);
    // Everything is Latin in English.
    if ("latin" in bound) expect(latin).toBeLessThanOrEqual(bound.latin);
    // What a clause only touches is behind its number.
    expect(figures.median).toBeLessThanOrEqual(bound.median);
    expect(figures.most).toBeLessThanOrEqual(bound.most);
    expect(figures.large).toBeLessThanOrEqual(bound.large);
  },
);

/** Everything of a clause, what is folded too. */
const allRows = ({ rows, folded }: ReadBack): readonly string[] => [...rows, ...folded];

/** How long what stands open at a clause is: words in English, characters in languages that set no words apart. */
function sizes(clauses: readonly ReadBack[], language: string) {
  const sizeOf = language === "en" ? wordsIn : charactersIn;
  const sorted = clauses
    .map(({ clause, rows }) => ({ clause, size: rows.reduce((sum, row) => sum + sizeOf(row), 0) }))
    .toSorted((a, b) => a.size - b.size);
  const large = sorted.filter(({ size }) => size > (language === "en" ? MAX_WORDS : MAX_CHARACTERS));
  return {
    median: sorted[Math.floor(sorted.length / 2)]?.size ?? 0,
    most: sorted.at(-1)?.size ?? 0,
    large: large.length,
    longest: large.map(({ clause }) => clause).join(" "),
  };
}
