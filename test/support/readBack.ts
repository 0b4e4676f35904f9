import { distinctNames } from "#core/chart/distinctNames.ts";
import { formulaParts } from "#core/expr/formulaParts.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { clauseNames, formulaWords } from "#core/project/readerWords.ts";
import { clauseTold } from "#core/ruleset/clauseTold.ts";
import { labelOf, stateLabel, textIn } from "#core/ruleset/labels.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";

/** What Rules shows of one clause. */
export interface ReadBack {
  readonly clause: string;
  /** Rows with the marks of `formulaParts`, without those of helpers. */
  readonly rows: readonly string[];
  /** What the helpers in these stand for, a row each. */
  readonly helpers: readonly string[];
}

/** The read-back of every clause of a game in one language. */
export function readBackOf(game: string, locale: string): readonly ReadBack[] {
  const { chart, consts, ruleset, words } = bookSourceOf(game);
  const { say, canvas } = words(locale);
  const labels = ruleset.labels[locale] ?? {};
  const title = textIn(ruleset.info.title, locale);
  const names = chartNames(chart.setup, { "state:": title, ...labels }, canvas);
  const stateName = distinctNames(chart, (path) => labelOf(ruleset, locale, stateLabel(path)));
  const behaviors = new Behaviors(chart, consts, formulaWords(say, labels));
  const { carriers } = clauseLinks(chart);
  return ruleset.clauses.map(({ id }) => {
    const told = clauseTold(chart, carriers.get(id) ?? [], behaviors, clauseNames(names, stateName, say));
    const own = told.lines.length - told.helpers.length;
    // An action says several things in one line; Rules shows a row of each.
    return {
      clause: id,
      rows: told.lines.slice(0, own).flatMap((line) => line.split("; ")),
      helpers: told.lines.slice(own),
    };
  });
}

/** The words of a row that somebody reads, its labels among them, in a language that sets words apart. */
export const wordsIn = (row: string): number =>
  formulaParts(row)
    .map(({ text }) => text)
    .join("")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** A sign that stands in formulas and in no sentence; what a label holds is nobody's formula. */
export const isFormula = (row: string): boolean =>
  formulaParts(row).some(({ kind, text }) => kind === "words" && /:=|[=≠<>≤≥∈∉∃∀∧∨¬↦{}[\]|]/u.test(text));
