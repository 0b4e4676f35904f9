import { mainChart } from "#core/chart/machineKey.ts";
import type { BookForm } from "#core/export/book/book.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { type BookSource, gameBook } from "#core/project/gameBook.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { bookWords } from "#cli/books.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";

/** What a game of this project is printed from. @param change its rules before they are printed @param edit its machine before it is read */
export function bookSourceOf(
  game: string,
  change: (ruleset: Ruleset) => Ruleset = (same) => same,
  edit: (machine: string) => string = (same) => same,
): BookSource {
  const { machine, rules } = allRuleFiles(game);
  const { charts, consts = [] } = readModule(edit(machine));
  const chart = mainChart(charts);
  if (!chart) throw new Error(`${game} has no machine`);
  const { ruleset, scenarios } = loadRuleset(rules);
  return {
    id: game,
    chart,
    consts,
    ruleset: change(ruleset),
    scenarios,
    arrangement: NO_ARRANGEMENT,
    words: bookWords,
  };
}

/** A game of this project as a book. */
export const bookOf = (game: string, form: BookForm, locales: readonly string[]): string =>
  gameBook(bookSourceOf(game), form, locales);
