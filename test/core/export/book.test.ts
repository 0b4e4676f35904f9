import { describe, expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { chaptersOf } from "#core/export/book/ruleBook.ts";
import { gameBook } from "#core/project/gameBook.ts";
import { reviewOf } from "#core/ruleset/review.ts";
import { bookSourceOf, bookOf } from "#test/support/bookOf.ts";

const games = ["haikyu-break", "chrono-card", "fate-ace-royal", "flesh-and-blood", "vf-card"] as const;
const locales = ["en", "ja", "zh-Hant"] as const;

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);

describe.each(games)("the book of %s", (game) => {
  const source = bookSourceOf(game);
  const clauses = source.ruleset.clauses.map(({ id }) => id);

  test.each(locales)("has every clause once, every way in it leads somewhere: %s", (locale) => {
    const html = bookOf(game, "rules", [locale]);
    const ids = idsIn(html);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => clauses.map(encodeURIComponent).includes(id)).toSorted()).toEqual(
      clauses.map(encodeURIComponent).toSorted(),
    );
    const ways = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id = ""]) => id);
    expect(ways.filter((id) => !ids.includes(id))).toEqual([]);
    expect(html).not.toMatch(/[⟦⟧⟪⟫⦙]/);
  });

  test("puts each clause in a phase that carries it, and phases in the order of the machine", () => {
    const chapters = chaptersOf(source.chart);
    const order = [...places(source.chart).keys()];
    const at = chapters.map(({ id }) => order.indexOf(id));

    expect(at).toEqual(at.toSorted((a, b) => a - b));
    for (const { id, clauses: carried } of chapters) {
      const node = places(source.chart).get(id)?.node;
      const named = [
        ...(node?.meta.clauses ?? []),
        ...(node?.transitions.flatMap(({ meta }) => meta.clauses) ?? []),
      ];
      expect(named).toEqual(expect.arrayContaining([...carried]));
    }
  });

  test("side by side has each clause in every language with what was said of it", () => {
    const html = bookOf(game, "compare", locales);

    expect(idsIn(html)).toEqual(clauses.map(encodeURIComponent));
    for (const locale of locales)
      expect(html.split(`<td lang="${locale}"><p`).length - 1).toBe(clauses.length);
    const statuses = [...html.matchAll(/class="status" data-status="([^"]*)"/g)].map(([, status]) => status);
    const expected = new Map(
      reviewOf(source).map(({ clause, locale, status }) => [`${clause} ${locale}`, status]),
    );
    expect(statuses).toEqual(
      clauses.flatMap((clause) => locales.map((locale) => expected.get(`${clause} ${locale}`))),
    );
  });
});

test("a clause without a wording says so, and a language that the studio does not speak is printed in its own", () => {
  const source = bookSourceOf("vf-card", (ruleset) => ({
    ...ruleset,
    info: {
      ...ruleset.info,
      locales: [...ruleset.info.locales, "de"],
      title: { ...ruleset.info.title, de: "Spiel" },
    },
    text: { ...ruleset.text, de: { [ruleset.clauses[0]!.id]: "Das Spiel beginnt." } },
  }));

  const html = gameBook(source, "rules", ["de"]);

  expect(html).toContain('<html lang="de">');
  expect(html).toContain("Das Spiel beginnt.");
  expect(html.split("no wording yet").length - 1).toBe(source.ruleset.clauses.length - 1);
});

test("every open point stands in the book once, also one that is about no clause or about one that is gone", () => {
  const reading = { options: [{ id: "a", text: { en: "Yes." } }], chosen: "a" };
  const html = gameBook(
    bookSourceOf("vf-card", (ruleset) => ({
      ...ruleset,
      readings: [
        { ...reading, id: "r1", question: { en: "About none?" }, clauses: [] },
        { ...reading, id: "r2", question: { en: "About one that is gone?" }, clauses: ["VF-gone"] },
        {
          ...reading,
          id: "r3",
          question: { en: "About the second?" },
          clauses: ["VF-gone", ruleset.clauses[1]!.id],
        },
      ],
    })),
    "rules",
    ["en"],
  );

  for (const question of ["About none?", "About one that is gone?", "About the second?"])
    expect(html.split(question).length - 1, question).toBe(1);
  expect(idsIn(html).filter((id) => id === "part.readings")).toHaveLength(1);
});

test("text of a game is text in the book, whatever it holds", () => {
  const hostile = `</p><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'\u0000`;
  const source = bookSourceOf("vf-card", (ruleset) => ({
    ...ruleset,
    info: { ...ruleset.info, title: { en: hostile } },
    text: { en: Object.fromEntries(ruleset.clauses.map(({ id }) => [id, hostile])) },
    labels: {
      en: Object.fromEntries(Object.keys(ruleset.labels["en"] ?? {}).map((key) => [key, hostile])),
    },
    terms: ruleset.terms.map((term) => ({
      ...term,
      terms: { en: `${hostile} ${term.id}` },
      definition: { en: hostile },
    })),
    readings: ruleset.readings.map((reading) => ({ ...reading, question: { en: hostile }, why: hostile })),
  }));

  for (const form of ["rules", "compare", "sheet"] as const) {
    const html = gameBook(source, form, ["en"]);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html).not.toContain("\u0000");
  }
});
