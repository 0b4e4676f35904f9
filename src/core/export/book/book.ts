import type { Chart } from "#core/chart/chart.ts";
import type { ToldNames } from "#core/ruleset/toldNames.ts";
import type { Clause, Reading, Term } from "#core/ruleset/ruleset.ts";
import type { Behaviors } from "#core/semantics/behavior.ts";

/** What a book is for: to be read by players, to be compared by translators, to lie beside the board. */
export type BookForm = "rules" | "compare" | "sheet";

/** One language of a book. */
export interface BookColumn {
  /** BCP 47 tag. */
  readonly locale: string;
  /** The game in this language. */
  readonly title: string;
  /** The words of the book: those of `src/locales` for a key. */
  readonly say: (key: string, facts?: Readonly<Record<string, string>>) => string;
  /** What states and events are called. */
  readonly names: ToldNames;
  /** The name of a state under those around it. */
  readonly shortName: (id: string) => string;
  /** What guards and actions do, in formulas with the words of this language. */
  readonly behaviors: Behaviors;
  /** The wording of a clause; undefined while there is none. */
  readonly wording: (clause: string) => string | undefined;
  /** What a person said of the wording. */
  readonly review: (clause: string) => { readonly status: string; readonly words: string };
  /** The name of a section of the rules. */
  readonly section: (key: string) => string;
  /** The map as an SVG that is legible on a page. */
  readonly map: () => string;
}

/** A game as it is printed. */
export interface BookInput {
  readonly form: BookForm;
  readonly chart: Chart;
  readonly clauses: readonly Clause[];
  readonly terms: readonly Term[];
  readonly readings: readonly Reading[];
  /** At least one; `rules` and `sheet` show the first alone. */
  readonly columns: readonly [BookColumn, ...BookColumn[]];
  /** Which text of the game this is: `version 3, sha256:...`. */
  readonly edition?: string;
}
