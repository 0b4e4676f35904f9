import type { Chart } from "#core/chart/chart.ts";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { clauseTold, type ClauseTold } from "#core/ruleset/clauseTold.ts";
import { type Carrier, clauseLinks } from "#core/ruleset/links.ts";
import {
  type ReviewBasis,
  type ReviewEntry,
  type ReviewPart,
  reviewParts,
  type ReviewState,
  type ReviewTold,
  type Ruleset,
  type Texts,
} from "#core/ruleset/ruleset.ts";
import { codeNames, type ToldNames } from "#core/ruleset/toldNames.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { scenariosOf } from "#core/run/scenario/scenarioClauses.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { fingerprint } from "#core/text/fingerprint.ts";
import { type Json, type JsonObject, parseJson } from "#core/text/json.ts";

/**
 * A person says of a clause in one language that it is right, or that it may not be. What the person saw is kept as fingerprints: once one
 * of them differs, the word of that person is about something else, and the clause is suspect until somebody looks again.
 */

/** Unseen: nobody said anything. Suspect: what somebody said is about something that was changed since. */
export type ReviewStatus = "unseen" | ReviewState | "suspect";

/** Characters of what the machine did that are kept with an entry: most clauses need fewer, and the file of a whole game stays small. */
const MAX_TOLD_CHARACTERS = 2500;

/** The parts that differ between what was seen and what is there now. */
export const changedParts = (then: ReviewBasis, now: ReviewBasis): readonly ReviewPart[] =>
  reviewParts.filter((part) => then[part] !== now[part]);

/** What is to be said of a clause now. */
export const reviewStatus = (entry: ReviewEntry | undefined, now: () => ReviewBasis): ReviewStatus => {
  if (!entry) return "unseen";
  return changedParts(entry.basis, now()).length > 0 ? "suspect" : entry.state;
};

/** A game as one looks at it clause by clause. */
export interface ReviewedGame {
  readonly chart: Chart;
  readonly consts: readonly Const[];
  readonly ruleset: Ruleset;
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Works out what stands at each clause of a game, once each and only when it is asked for. */
export class ReviewGround {
  readonly #game: ReviewedGame;
  readonly #names: ToldNames;
  readonly #carriers: ReadonlyMap<string, readonly Carrier[]>;
  readonly #plays: ReadonlyMap<string, readonly string[]>;
  readonly #machine: Map<string, string>;
  readonly #scenarios = new Map<string, string>();
  #behaviors: Behaviors | undefined;

  /** @param names what the machine's parts are called in fingerprints: those of its code, or those that it had before a rename */
  constructor(game: ReviewedGame, names: ToldNames = codeNames) {
    this.#game = game;
    this.#names = names;
    this.#machine = names === codeNames ? printsOf(game) : new Map();
    this.#carriers = clauseLinks(game.chart).carriers;
    this.#plays = scenariosOf(game.scenarios);
  }

  basisOf(clause: string, locale: string): ReviewBasis {
    return {
      wording: fingerprint(this.#wording(clause, locale)),
      machine: once(this.#machine, clause, () => this.#machinePrint(clause)),
      readings: fingerprint(this.#readings(clause, locale)),
      scenarios: once(this.#scenarios, clause, () => this.#scenarioPrint(clause)),
    };
  }

  #wording(clause: string, locale: string): string {
    const { clauses, text } = this.#game.ruleset;
    const { kind, notModelled } = clauses.find(({ id }) => id === clause) ?? {};
    return JSON.stringify([text[locale]?.[clause] ?? "", kind ?? "", inLocale(notModelled, locale)]);
  }

  #machinePrint(clause: string): string {
    const { chart, consts } = this.#game;
    this.#behaviors ??= new Behaviors(chart, consts);
    const told = clauseTold(chart, this.#carriers.get(clause) ?? [], this.#behaviors, this.#names);
    return fingerprint(withoutNames(told));
  }

  #readings(clause: string, locale: string): string {
    const about = this.#game.ruleset.readings.filter(({ clauses }) => clauses.includes(clause));
    return JSON.stringify(
      about.map(({ question, options, chosen, why, input }) => [
        inLocale(question, locale),
        options.map(({ id, text }) => [id, inLocale(text, locale)]),
        chosen,
        inLocale(why, locale),
        input ?? "",
      ]),
    );
  }

  #scenarioPrint(clause: string): string {
    const prints = (this.#plays.get(clause) ?? []).map((name) => scenarioPrint(this.#game.scenarios[name]));
    // Which of two scenarios comes first says nothing.
    return fingerprint(prints.toSorted().join(" "));
  }
}

/** What is told without how code is laid out and what helpers are called. */
function withoutNames({ lines, helpers }: ClauseTold): string {
  const numbers = new Map(helpers.map((name, i) => [name, `#${i}`]));
  return lines
    .join("\n")
    .replace(/⟦([^⟦⟧]*)⟧/g, (_, code: string) => bareCode(code))
    .replace(/[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => numbers.get(word) ?? word);
}

/** Code without what a formatter may change: blanks, the kind of quotes, the last comma, brackets around the one thing that a function takes. */
const bareCode = (code: string): string =>
  code
    .replace(
      /"([^"\\]*)"|'([^'\\]*)'/g,
      (_, double?: string, single?: string) => `“${double ?? single ?? ""}”`,
    )
    .replace(/\s+|;/g, "")
    .replace(/,(?=[)\]}])/g, "")
    .replace(/\(([\p{L}_$][\p{L}\p{N}_$]*)\)=>/gu, "$1=>");

/** What is to be said of one clause in one language now. */
export interface ClauseReview {
  readonly clause: string;
  readonly locale: string;
  readonly status: ReviewStatus;
  readonly entry?: ReviewEntry;
  /** The parts that were changed since the entry was made. */
  readonly changed: readonly ReviewPart[];
}

/** The languages that a ruleset is in: those that it declares, else those in which there are wordings. */
export const reviewLocales = ({ info, text }: Ruleset): readonly string[] =>
  info.locales.length > 0 ? info.locales : Object.keys(text);

/** The entries of a review by clause and language; the last of two for the same. */
export const entriesByPlace = (ruleset: Ruleset): ReadonlyMap<string, ReviewEntry> =>
  new Map((ruleset.review ?? []).map((entry) => [reviewPlace(entry.clause, entry.locale), entry]));

export const reviewPlace = (clause: string, locale: string): string => `${locale}\n${clause}`;

/** Every clause in every language, language by language. */
export function reviewOf(game: ReviewedGame): readonly ClauseReview[] {
  const ground = new ReviewGround(game);
  const entries = entriesByPlace(game.ruleset);
  return reviewLocales(game.ruleset).flatMap((locale) =>
    game.ruleset.clauses.map(({ id: clause }): ClauseReview => {
      const entry = entries.get(reviewPlace(clause, locale));
      if (!entry) return { clause, locale, status: "unseen", changed: [] };
      const changed = changedParts(entry.basis, ground.basisOf(clause, locale));
      return { clause, locale, entry, changed, status: changed.length > 0 ? "suspect" : entry.state };
    }),
  );
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}

const inLocale = (texts: Texts | string | undefined, locale: string): string =>
  typeof texts === "string" ? texts : (texts?.[locale] ?? "");

/** Of each chart what the machine does at its clauses: that stays while only words are changed. */
const latest = new WeakMap<
  Chart,
  { readonly consts: readonly Const[]; readonly prints: Map<string, string> }
>();

function printsOf({ chart, consts }: ReviewedGame): Map<string, string> {
  const last = latest.get(chart);
  if (last?.consts === consts) return last.prints;
  const prints = new Map<string, string>();
  latest.set(chart, { consts, prints });
  return prints;
}

const playPrints = new WeakMap<Scenario, string>();

function scenarioPrint(scenario: Scenario | undefined): string {
  const known = scenario && playPrints.get(scenario);
  if (known !== undefined) return known;
  const print = fingerprint(playOf(scenario));
  if (scenario) playPrints.set(scenario, print);
  return print;
}

/** What a scenario plays and expects. Titles, notes, clause ids and the hash of the machine are about it and decide nothing. */
function playOf(scenario: Scenario | undefined): string {
  const besides = new Set(["$schema", "title", "note", "clauses", "clause", "machine"]);
  return JSON.stringify(scenario ?? null, (key, value: unknown) => {
    if (besides.has(key)) return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What is kept of what was told, each line once: a long telling is left out, and the parts that change are then only named. */
export function keptTold(wording: string | undefined, lines: readonly string[]): ReviewTold {
  const machine = [...new Set(lines)];
  return {
    ...(wording === undefined ? {} : { wording }),
    ...(machine.join("\n").length > MAX_TOLD_CHARACTERS ? {} : { machine }),
  };
}

/**
 * The text of `review.json` in which an entry stands, in the place of the one for its clause and language; null for the entry takes that
 * away. A file that is no JSON is not changed: undefined.
 */
export function withReview(
  text: string | undefined,
  { clause, locale }: Pick<ReviewEntry, "clause" | "locale">,
  entry: ReviewEntry | null,
): string | undefined {
  const file = text ?? NEW_FILE;
  const value = asObject(file);
  if (!value) return undefined;
  const held = Array.isArray(value["review"]) ? (value["review"] as readonly Json[]) : [];
  const isIt = (item: Json) => {
    const { clause: itsClause, locale: itsLocale } = item as { clause?: unknown; locale?: unknown };
    return itsClause === clause && itsLocale === locale;
  };
  const at = held.findIndex(isIt);
  const rest = held.filter((item) => !isIt(item));
  const review =
    entry === null ? rest : rest.toSpliced(at < 0 ? rest.length : at, 0, entry as unknown as Json);
  return changeJson(file, { ...value, review });
}

const NEW_FILE = `{
  "$schema": "../../schemas/review.schema.json",
  "format": 1,
  "review": []
}
`;

function asObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
