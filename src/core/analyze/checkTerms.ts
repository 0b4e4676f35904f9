import { nearAmong } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { itemsWithId } from "#core/ruleset/jsonText.ts";
import { labelKeys } from "#core/ruleset/labels.ts";
import type { Term, Texts } from "#core/ruleset/ruleset.ts";
import { termSpans, type TermSpan } from "#core/ruleset/termSpans.ts";
import { inFile, type GameSubject } from "#core/analyze/gameSubject.ts";
import { renameFacts } from "#core/analyze/renamedStates.ts";

/** The glossary: what it lacks or names wrongly, words that it forbids, terms that a translation does not say. */
export function checkTerms(game: GameSubject): Diagnostic[] {
  return [
    ...checkGlossary(game),
    ...textsOf(game).flatMap((place) => forbiddenUses(game, place)),
    ...game.ruleset.info.locales
      .filter((locale) => locale !== game.ruleset.info.sourceLocale)
      .flatMap((locale) => lackedTerms(game, locale)),
  ];
}

function checkGlossary(game: GameSubject): Diagnostic[] {
  const node = game.nodes.get("terms");
  const keys = new Set(labelKeys(game.chart));
  const nearKey = nearAmong(keys);
  return game.ruleset.terms.flatMap((term) => {
    const [index = 0, ...more] = itemsWithId(node, "terms", term.id);
    const diagnostics = more.map((other) =>
      inFile(game, "terms", ["terms", other, "id"], "term-repeated", "error", { term: term.id }),
    );
    for (const [i, key] of (term.at ?? []).entries())
      if (!keys.has(key))
        diagnostics.push(
          inFile(game, "terms", ["terms", index, "at", i], "term-at-unknown", "warning", {
            key,
            term: term.id,
            ...(renamedOf(game, key) ?? { near: nearKey(key) }),
          }),
        );
    for (const locale of game.ruleset.info.locales)
      if (!Object.hasOwn(term.terms, locale))
        diagnostics.push(
          inFile(
            game,
            "terms",
            ["terms", index, "terms"],
            "term-missing",
            "warning",
            { term: term.id, locale },
            "key",
          ),
        );
    return index === 0 && !node ? [] : diagnostics;
  });
}

const renamedOf = (game: GameSubject, key: string) =>
  key.startsWith("state:") ? renameFacts(game, key.slice("state:".length)) : undefined;

/** A text in one language, and where it stands. */
interface Place {
  readonly file: string;
  readonly way: readonly (string | number)[];
  readonly locale: string;
  readonly text: string;
}

/** All that players and translators read of a game: wordings, names, definitions, readings, titles. */
function textsOf({ ruleset, scenarios, nodes }: GameSubject): Place[] {
  const places: Place[] = [];
  const add = (file: string, way: Place["way"], texts: Texts | string | undefined) => {
    if (typeof texts === "object")
      for (const [locale, text] of Object.entries(texts))
        places.push({ file, way: [...way, locale], locale, text });
  };
  for (const part of ["text", "labels"] as const)
    for (const [locale, texts] of Object.entries(ruleset[part]))
      for (const [key, text] of Object.entries(texts))
        places.push({ file: `${part}/${locale}`, way: [part, key], locale, text });
  for (const term of ruleset.terms)
    add(
      "terms",
      ["terms", itemsWithId(nodes.get("terms"), "terms", term.id)[0] ?? 0, "definition"],
      term.definition,
    );
  for (const reading of ruleset.readings) {
    const way = ["readings", itemsWithId(nodes.get("readings"), "readings", reading.id)[0] ?? 0];
    add("readings", [...way, "question"], reading.question);
    for (const [i, option] of reading.options.entries())
      add("readings", [...way, "options", i, "text"], option.text);
    add("readings", [...way, "why"], reading.why);
  }
  for (const clause of ruleset.clauses)
    add(
      "clauses",
      ["clauses", itemsWithId(nodes.get("clauses"), "clauses", clause.id)[0] ?? 0, "notModelled"],
      clause.notModelled,
    );
  add("ruleset", ["title"], ruleset.info.title);
  for (const [slug, scenario] of Object.entries(scenarios))
    add(`scenarios/${slug}`, ["title"], scenario.title);
  return places;
}

function forbiddenUses(game: GameSubject, { file, way, locale, text }: Place): Diagnostic[] {
  return distinct(termSpans(text, locale, game.ruleset.terms).filter(({ forbidden }) => forbidden)).map(
    ({ term, from, to }) =>
      inFile(game, file, way, "term-forbidden", "warning", {
        word: text.slice(from, to),
        term: term.id,
        instead: term.terms[locale] ?? term.id,
        ...(way[0] === "text" ? { clause: way[1] } : {}),
      }),
  );
}

/** Terms that the wording of a clause has in the source language, and its translation in none of its forms. */
function lackedTerms(game: GameSubject, locale: string): Diagnostic[] {
  const { text, terms, info } = game.ruleset;
  return Object.entries(text[info.sourceLocale] ?? {}).flatMap(([clause, source]) => {
    const translation = text[locale]?.[clause];
    if (translation === undefined || translation.trim() === "") return [];
    const translated = termsIn(translation, locale, terms);
    return distinct(termSpans(source, info.sourceLocale, terms).filter(({ forbidden }) => !forbidden))
      .filter(({ term }) => Object.hasOwn(term.terms, locale) && !translated.has(term))
      .map(({ term, from, to }) =>
        inFile(game, `text/${locale}`, ["text", clause], "term-lacking", "warning", {
          word: source.slice(from, to),
          locale: info.sourceLocale,
          term: term.id,
          instead: term.terms[locale]!,
          clause,
        }),
      );
  });
}

const termsIn = (text: string, locale: string, terms: readonly Term[]): ReadonlySet<Term> =>
  new Set(
    termSpans(text, locale, terms)
      .filter(({ forbidden }) => !forbidden)
      .map(({ term }) => term),
  );

/** The first span of each term. */
function distinct(spans: readonly TermSpan[]): TermSpan[] {
  const met = new Set<Term>();
  return spans.filter(({ term }) => !met.has(term) && met.add(term));
}
