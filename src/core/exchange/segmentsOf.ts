import type { LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import type { ClauseReview } from "#core/ruleset/review.ts";
import type { Ruleset, Texts } from "#core/ruleset/ruleset.ts";
import type { TextPlace } from "#core/ruleset/withTexts.ts";
import type { Segment, SegmentHint, SegmentKind, Segments, SegmentState } from "#core/exchange/segment.ts";

export interface Direction {
  readonly from: string;
  readonly into: string;
}

/**
 * All texts of a game that exist in one language, beside the same in another: title, wordings of clauses and why they are not modelled,
 * labels, terms with their definitions, open points, titles and notes of scenarios, in this order. A text that stands for all languages
 * is none of them.
 * @param loaded rules files without faults: where items were left out, places would not be those of the files
 * @param review what is to be said of each clause; without it no translation counts as reviewed
 */
export function segmentsOf(
  game: string,
  { ruleset, scenarios }: Pick<LoadedRuleset, "ruleset" | "scenarios">,
  { from, into }: Direction,
  review: readonly ClauseReview[] = [],
): Segments {
  const { info, clauses, text, labels, terms, readings } = ruleset;
  const list = new SegmentList({ from, into });
  const reviews = new Map(
    review.filter(({ locale }) => locale === into).map((one) => [one.clause, one] as const),
  );

  list.addTexts("title", game, info.title, { file: "ruleset", way: ["title"] });
  const [wordings, translations] = [own(text, from), own(text, into)];
  for (const { id, kind, place } of clauses) {
    const one = reviews.get(id);
    const section = place?.section;
    const comment = one?.status === "in-doubt" ? one.entry?.note : undefined;
    const hint = {
      clauseKind: kind,
      ...(section === undefined ? {} : { section }),
      ...(comment === undefined ? {} : { comment }),
    };
    list.add(
      { kind: "clause", of: id, hint },
      { source: own(wordings, id), target: own(translations, id) },
      { file: `text/${into}`, way: ["text", id] },
      stateOf(one),
    );
  }
  for (const [i, { id, notModelled }] of clauses.entries())
    list.addTexts("not-modelled", id, notModelled, { file: "clauses", way: ["clauses", i, "notModelled"] });

  addLabels(list, labels);
  addGlossary(list, terms, readings);
  addScenarios(list, scenarios);
  const title = own(info.title, from) ?? game;
  return { game, from, into, title, segments: list.segments, sourceless: list.sourceless };
}

/** Segments as they are found: one for each text that there is in the source language. */
class SegmentList {
  readonly segments: Segment[] = [];
  readonly direction: Direction;
  sourceless = 0;
  readonly #ids = new Set<string>();

  constructor(direction: Direction) {
    this.direction = direction;
  }

  add(
    { kind, of, hint = {} }: { readonly kind: SegmentKind; readonly of: string; readonly hint?: SegmentHint },
    texts: { readonly source: string | undefined; readonly target: string | undefined },
    place: TextPlace,
    state: SegmentState = "translated",
  ): void {
    const { source = "", target = "" } = texts;
    const id = kind === "title" ? "title" : `${kind}:${of}`;
    if (source === "") this.sourceless += target === "" ? 0 : 1;
    // Of two with the same name, which the check reports, the first is exchanged.
    else if (!this.#ids.has(id))
      this.segments.push({
        id,
        kind,
        of,
        source,
        target,
        state: target === "" ? "untranslated" : state,
        hint,
        place,
      });
    this.#ids.add(id);
  }

  /** A text by language within a file that has all languages. */
  addTexts(
    kind: SegmentKind,
    of: string,
    texts: Texts | string | undefined,
    place: TextPlace,
    hint: SegmentHint = {},
  ): void {
    const { from, into } = this.direction;
    if (typeof texts === "object")
      this.add(
        { kind, of, hint },
        { source: own(texts, from), target: own(texts, into) },
        { ...place, way: [...place.way, into] },
      );
  }
}

function addLabels(list: SegmentList, labels: Ruleset["labels"]): void {
  const { from, into } = list.direction;
  const [names, newNames] = [own(labels, from) ?? {}, own(labels, into) ?? {}];
  for (const key of new Set([...Object.keys(names), ...Object.keys(newNames)])) {
    const source = own(names, key);
    const placeholders = [...new Set(source?.match(PLACEHOLDER))];
    list.add(
      { kind: "label", of: key, hint: placeholders.length > 0 ? { placeholders } : {} },
      { source, target: own(newNames, key) },
      { file: `labels/${into}`, way: ["labels", key] },
    );
  }
}

/** Terms with their definitions, and open points. */
function addGlossary(list: SegmentList, terms: Ruleset["terms"], readings: Ruleset["readings"]): void {
  const { from, into } = list.direction;
  for (const [i, { id, terms: words, definition, forbidden }] of terms.entries()) {
    const meaning = own(definition, from);
    const banned = own(forbidden, into);
    const hint = {
      ...(meaning === undefined ? {} : { definition: meaning }),
      ...(banned === undefined ? {} : { forbidden: banned }),
    };
    list.addTexts("term", id, words, { file: "terms", way: ["terms", i, "terms"] }, hint);
    list.addTexts("definition", id, definition, { file: "terms", way: ["terms", i, "definition"] });
  }
  for (const [i, { id, question, options, why }] of readings.entries()) {
    const way = ["readings", i];
    list.addTexts("question", id, question, { file: "readings", way: [...way, "question"] });
    for (const [o, option] of options.entries())
      list.addTexts("option", `${id}:${option.id}`, option.text, {
        file: "readings",
        way: [...way, "options", o, "text"],
      });
    list.addTexts("why", id, why, { file: "readings", way: [...way, "why"] });
  }
}

function addScenarios(list: SegmentList, scenarios: LoadedRuleset["scenarios"]): void {
  for (const [name, { title, steps }] of Object.entries(scenarios)) {
    const file = `scenarios/${name}`;
    list.addTexts("scenario", name, title, { file, way: ["title"] });
    for (const [i, { note }] of steps.entries())
      list.addTexts("step", `${name}:${i + 1}`, note, { file, way: ["steps", i, "note"] });
  }
}

/** The languages that some text of a game is in. */
export function localesOf({ ruleset, scenarios }: Pick<LoadedRuleset, "ruleset" | "scenarios">): string[] {
  const { info, text, labels } = ruleset;
  const titles = Object.values(scenarios).flatMap(({ title }) => Object.keys(title));
  return [
    ...new Set([
      ...info.locales,
      ...Object.keys(text),
      ...Object.keys(labels),
      ...Object.keys(info.title),
      ...titles,
    ]),
  ];
}

/** What stands in a label for what a helper is given: `{1}`, `{2}`. */
export const PLACEHOLDER = /\{\d+\}/g;

const STATES = {
  unseen: "translated",
  checked: "reviewed",
  "in-doubt": "needs-review",
  suspect: "needs-review",
} as const;

const stateOf = (review: ClauseReview | undefined): SegmentState => STATES[review?.status ?? "unseen"];

/** A member of its own, never one of every object. */
const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;
