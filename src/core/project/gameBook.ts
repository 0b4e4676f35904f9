import type { Chart } from "#core/chart/chart.ts";
import { distinctNames } from "#core/chart/distinctNames.ts";
import type { BookColumn, BookForm, BookInput } from "#core/export/book/book.ts";
import { toBook } from "#core/export/book/toBook.ts";
import type { PrintForm } from "#core/export/exporter.ts";
import {
  type MatrixInput,
  matrixText,
  type MatrixTexts,
  matrixTexts,
} from "#core/export/matrix/matrixText.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import { UndrawableError } from "#core/layout/drawable.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { CanvasWords } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { clauseNames, formulaWords, type Say } from "#core/project/readerWords.ts";
import { clauseText, labelOf, stateLabel, textIn } from "#core/ruleset/labels.ts";
import { entriesByPlace, ReviewGround, reviewPlace, reviewStatus } from "#core/ruleset/review.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { GuardSenders } from "#core/semantics/senders.ts";
import { type Budget, withinBudget } from "#core/text/budget.ts";

/** A game as it is at the moment, and the words in which it is printed. */
export interface BookSource {
  readonly id: string;
  readonly chart: Chart;
  readonly consts: readonly Const[];
  readonly ruleset: Ruleset;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly arrangement: Arrangement;
  /** The words of a language of the rules; those of another language where the studio does not speak it. */
  readonly words: (locale: string) => BookWords;
  /** What drawing the map may take, and as long what is written, for which many more steps are usual. */
  readonly budget?: Budget;
  readonly edition?: string;
}
export interface BookWords {
  readonly say: Say;
  /** The words within pictures. */
  readonly canvas: CanvasWords;
}

/**
 * What a map has to fit into to be legible on a sheet across, in pixels of which its smallest letters are 9 high. Margins and heading leave
 * 259 x 168 mm of A4 and Letter, 979 x 635 px of CSS; 7 points, the least that is printed, are 9.33 of these, and the picture has a
 * margin of its own.
 */
const SHEET: Size = { w: 900, h: 565 };

/** A game in any form that is printed for a reader. @param locales at least one @throws UndrawableError */
export function printGame(source: BookSource, form: PrintForm, locales: readonly string[]): string {
  if (form !== "matrix" && form !== "matrix-csv") return gameBook(source, form, locales);
  const { id, edition } = source;
  const [locale = "en"] = locales;
  return matrixText({
    form,
    ...matrixInput(source, locale),
    ...(edition === undefined ? {} : { edition: `${id}, ${edition}` }),
  });
}

/** Who may do what in a game, cell by cell. @param locale of the labels; a language without any shows the names of the machine */
export const gameMatrix = (source: BookSource, locale: string): MatrixTexts =>
  matrixTexts(matrixInput(source, locale));

function matrixInput(source: BookSource, locale: string): Omit<MatrixInput, "form" | "edition"> {
  const { chart, consts, ruleset } = source;
  const labels = ruleset.labels[locale] ?? {};
  return {
    chart,
    moves: ruleset.moves,
    column: columnOf(source, locale, reviewWords(source)),
    senders: new GuardSenders(chart, consts, formulaWords(source.words(locale).say, labels)),
  };
}

/** A game as a book. @param locales at least one; the first alone for rules and sheet @throws UndrawableError */
export function gameBook(source: BookSource, form: BookForm, locales: readonly string[]): string {
  const { chart, ruleset, edition } = source;
  const [first = "en", ...others] = locales;
  const review = reviewWords(source);
  const input: BookInput = {
    form,
    chart,
    clauses: ruleset.clauses,
    terms: ruleset.terms,
    readings: ruleset.readings,
    columns: [
      columnOf(source, first, review),
      ...(form === "compare" ? others.map((locale) => columnOf(source, locale, review)) : []),
    ],
    ...(edition === undefined ? {} : { edition: `${source.id}, ${edition}` }),
  };
  // The map of a sheet has its own limit, which would not count within another.
  const budget = form === "sheet" ? undefined : source.budget && { ...source.budget, steps: MAX_BOOK_STEPS };
  return withinBudget(
    budget,
    () => toBook(input),
    () => {
      throw new UndrawableError(chart, "printed");
    },
  );
}

/** Steps that writing a book may take however long they last. */
const MAX_BOOK_STEPS = 50_000_000;

type ReviewOf = (clause: string, locale: string, say: Say) => ReturnType<BookColumn["review"]>;

function columnOf(source: BookSource, locale: string, review: ReviewOf): BookColumn {
  const { chart, consts, ruleset, arrangement, budget } = source;
  const { say, canvas } = source.words(locale);
  const title = textIn(ruleset.info.title, locale) || source.id;
  const labels = ruleset.labels[locale] ?? {};
  const names = chartNames(chart.setup, { "state:": title, ...labels }, canvas);
  const shortName = (id: string) => labelOf(ruleset, locale, `state:${id}`);
  const stateName = distinctNames(chart, (path) => labelOf(ruleset, locale, stateLabel(path)));
  return {
    locale,
    title,
    say,
    names: clauseNames(names, stateName, say),
    shortName,
    behaviors: new Behaviors(chart, consts, formulaWords(say, labels)),
    wording: (clause) => clauseText(ruleset, locale, clause),
    review: (clause) => review(clause, locale, say),
    section: (key) => labelOf(ruleset, locale, key),
    map: () =>
      drawChart(chart, names, arrangement, {
        title,
        theme: "light",
        lang: locale,
        detail: "map",
        canvas: SHEET,
        consts,
        ...(budget ? { budget } : {}),
      }),
  };
}

/** What was said of clauses, in words. */
function reviewWords(source: BookSource): ReviewOf {
  const ground = new ReviewGround(source);
  const entries = entriesByPlace(source.ruleset);
  return (clause, locale, say) => {
    const entry = entries.get(reviewPlace(clause, locale));
    const status = reviewStatus(entry, () => ground.basisOf(clause, locale));
    const parts = [
      say(`review.state.${status}`),
      ...(entry ? [[entry.by, entry.at].filter((part) => part !== undefined).join(", ")] : []),
      ...(entry?.note ? [entry.note] : []),
    ];
    return { status, words: parts.join(" · ") };
  };
}
