import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { itemsWithId } from "#core/ruleset/jsonText.ts";
import { contextLabelKeys, innerContextPaths, labelKeys } from "#core/ruleset/labels.ts";
import { fewOf, inFile, knowsClauses, type GameSubject } from "#core/analyze/gameSubject.ts";

/** Kinds of labels whose names are free: seats come from the input, names of cards from whoever plays. */
const FREE = new Set(["seat", "name", "output"]);

/** Texts, labels and terms: what a language still lacks, and words for things that do not exist. */
export function checkWords(game: GameSubject): Diagnostic[] {
  return [
    ...game.ruleset.info.locales.flatMap((locale) => [
      ...checkTexts(game, locale),
      ...checkLabels(game, locale),
    ]),
    ...strayLocales(game),
    ...checkTerms(game),
  ];
}

function checkTexts(game: GameSubject, locale: string): Diagnostic[] {
  if (!knowsClauses(game)) return [];
  const file = `text/${locale}`;
  const ids = game.ruleset.clauses.map((clause) => clause.id);
  const text = game.ruleset.text[locale] ?? {};
  const missing = ids.filter((id) => !Object.hasOwn(text, id) || text[id]?.trim() === "");
  const found = Object.keys(text)
    .filter((id) => !ids.includes(id))
    .map((id) =>
      inFile(
        game,
        file,
        ["text", id],
        "text-unknown-clause",
        "warning",
        { clause: id, locale, near: near(id, ids) },
        "key",
      ),
    );
  return missing.length === 0
    ? found
    : [...found, lacking("text-missing", game, file, "text", locale, missing)];
}

function checkLabels(game: GameSubject, locale: string): Diagnostic[] {
  const file = `labels/${locale}`;
  const keys = labelKeys(game.chart);
  const inner = new Set(innerContextPaths(game.chart).flatMap(contextLabelKeys));
  const labels = game.ruleset.labels[locale] ?? {};
  const readable = {
    field: game.chart.events,
    value: game.chart.events,
    event: game.chart.events,
    context: game.chart.context,
    input: game.chart.input,
  };
  const found = Object.keys(labels)
    .filter((key) => {
      const kind = key.slice(0, key.indexOf(":"));
      // Types that could not be read leave it open which names exist; so do values of a plain string or number.
      if (FREE.has(kind) || kind === "value" || keys.includes(key) || inner.has(key)) return false;
      return !(kind in readable) || readable[kind as keyof typeof readable] !== undefined;
    })
    .filter((key) => !key.startsWith("field:") || !key.endsWith(".by"))
    .map((key) =>
      inFile(
        game,
        file,
        ["labels", key],
        "label-unknown",
        "warning",
        { key, locale, near: near(key, keys) },
        "key",
      ),
    );
  const missing = keys.filter((key) => !Object.hasOwn(labels, key) || labels[key]?.trim() === "");
  return missing.length === 0
    ? found
    : [...found, lacking("label-missing", game, file, "labels", locale, missing)];
}

/** One diagnostic for all that a language lacks: `keys` has every one, `first` those to show. */
function lacking(
  code: string,
  game: GameSubject,
  file: string,
  part: string,
  locale: string,
  keys: readonly string[],
): Diagnostic {
  const facts = { locale, count: keys.length, first: fewOf(keys), keys };
  return inFile(game, file, [part], code, "warning", facts, "key");
}

/** Files of a language that ruleset.json does not name: they would never be shown. */
function strayLocales(game: GameSubject): Diagnostic[] {
  const { locales } = game.ruleset.info;
  if (locales.length === 0) return [];
  const found = [...game.nodes.keys()].flatMap((file) => {
    const [folder, locale] = file.split("/");
    if ((folder !== "text" && folder !== "labels") || locale === undefined || locales.includes(locale))
      return [];
    return [
      inFile(game, file, ["locale"], "locale-unlisted", "warning", { locale, near: near(locale, locales) }),
    ];
  });
  if (game.nodes.has("ruleset") && !locales.includes(game.ruleset.info.sourceLocale))
    found.push(
      inFile(game, "ruleset", ["sourceLocale"], "locale-unlisted", "warning", {
        locale: game.ruleset.info.sourceLocale,
        near: [],
      }),
    );
  return found;
}

function checkTerms(game: GameSubject): Diagnostic[] {
  const node = game.nodes.get("terms");
  const keys = labelKeys(game.chart);
  return game.ruleset.terms.flatMap((term) => {
    const [index = 0, ...more] = itemsWithId(node, "terms", term.id);
    const found = more.map((other) =>
      inFile(game, "terms", ["terms", other, "id"], "term-repeated", "error", { term: term.id }),
    );
    for (const [i, key] of (term.at ?? []).entries())
      if (!keys.includes(key))
        found.push(
          inFile(game, "terms", ["terms", index, "at", i], "term-at-unknown", "warning", {
            key,
            term: term.id,
            near: near(key, keys),
          }),
        );
    for (const [locale, words] of Object.entries(term.forbidden ?? {}))
      found.push(...forbiddenUses(game, locale, words, term.id));
    for (const locale of game.ruleset.info.locales)
      if (!Object.hasOwn(term.terms, locale))
        found.push(
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
    return index === 0 && !node ? [] : found;
  });
}

/** Wordings and names that use a term which the glossary forbids. Latin words are matched whole, other scripts anywhere. */
function forbiddenUses(
  game: GameSubject,
  locale: string,
  words: readonly string[],
  term: string,
): Diagnostic[] {
  const held = [
    ...Object.entries(game.ruleset.text[locale] ?? {}).map(([key, text]) => ({ part: "text", key, text })),
    ...Object.entries(game.ruleset.labels[locale] ?? {}).map(([key, text]) => ({
      part: "labels",
      key,
      text,
    })),
  ];
  return words.flatMap((word) => {
    const latin = /^[\p{Script=Latin}\d -]+$/u.test(word);
    const uses = (text: string) => (latin ? wordsOf(text).includes(wordsOf(word)) : text.includes(word));
    return held
      .filter(({ text }) => uses(text))
      .map(({ part, key }) =>
        inFile(game, `${part}/${locale}`, [part, key], "term-forbidden", "warning", {
          word,
          term,
          instead: instead(game, term, locale),
        }),
      );
  });
}

/** Words in lower case with one space around each, so that whole words can be looked for. */
const wordsOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).join(" ")} `;

const instead = (game: GameSubject, term: string, locale: string): string =>
  game.ruleset.terms.find((one) => one.id === term)?.terms[locale] ?? term;
