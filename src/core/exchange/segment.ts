import type { ClauseKind } from "#core/ruleset/ruleset.ts";
import type { TextPlace } from "#core/ruleset/withTexts.ts";
import { beginning } from "#core/text/beginning.ts";
import { fingerprint } from "#core/text/fingerprint.ts";

/**
 * What a translator works on: each text of a game in a language, beside the same text in another. The formats of translation tools
 * (`exchangeFormats.ts`) carry segments out and back; nothing here knows of a format.
 */

export const segmentKinds = [
  "title",
  "clause",
  "not-modelled",
  "label",
  "term",
  "definition",
  "question",
  "option",
  "why",
  "scenario",
  "step",
] as const;
export type SegmentKind = (typeof segmentKinds)[number];

/**
 * How far a translation is. `untranslated`: there is none. `translated`: nobody has reviewed it. `needs-review`: a reviewer is in doubt, or
 * what was reviewed has changed since. `reviewed`: a reviewer has checked it.
 */
export const segmentStates = ["untranslated", "translated", "needs-review", "reviewed"] as const;
export type SegmentState = (typeof segmentStates)[number];

/** What helps a translator besides the two texts. */
export interface SegmentHint {
  readonly clauseKind?: ClauseKind;
  /** Of the original document. */
  readonly section?: string;
  /** What the term means, in the source language. */
  readonly definition?: string;
  /** Words that are not to be used in the target language. */
  readonly forbidden?: readonly string[];
  /** Placeholders of a label, such as `{1}`, which the translation must keep. */
  readonly placeholders?: readonly string[];
  /** What a reviewer wrote. */
  readonly comment?: string;
}

export interface Segment {
  /** The same in each edition of the game: `clause:HV-I.1`, `label:state:turn.main`, `option:1-draw:told`. */
  readonly id: string;
  readonly kind: SegmentKind;
  /** What the segment belongs to, as the game calls it: a clause id, a key of a label. */
  readonly of: string;
  readonly source: string;
  /** Empty when there is no translation. */
  readonly target: string;
  readonly state: SegmentState;
  readonly hint: SegmentHint;
  readonly place: TextPlace;
}

/** The segments of a game from one language into another. */
export interface Segments {
  readonly game: string;
  /** BCP 47 tags. */
  readonly from: string;
  readonly into: string;
  readonly title: string;
  readonly segments: readonly Segment[];
  /** Texts in the target language for which there is none in the source language: they are not exchanged. */
  readonly sourceless: number;
}

/**
 * What a segment was when it went out, as a mark that tools carry along: fingerprints of source and target, separated by a full stop. An
 * absent target has none.
 */
export const baseMark = ({ source, target }: Pick<Segment, "source" | "target">): string =>
  `${fingerprint(source)}.${target === "" ? "" : fingerprint(target)}`;

/** The fingerprints in a mark; undefined for a text that is no mark. */
export function marksIn(base: string | undefined): { source: string; target: string } | undefined {
  const [, source, target] = /^\s*([0-9a-z]{1,12})\.([0-9a-z]{0,12})\s*$/.exec(base ?? "") ?? [];
  return source === undefined || target === undefined ? undefined : { source, target };
}

/** A segment as a file that came back has it. */
export interface ReturnedSegment {
  readonly id: string;
  /** Undefined when the file has no source for it. */
  readonly source?: string;
  readonly target: string;
  /** The mark that went out with it, where the tool kept it. */
  readonly base?: string;
  /** Whether the file says that it is not translated yet. */
  readonly isOpen: boolean;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** A file that came back. Undefined is what the format, or the tool that wrote it, does not say. */
export interface ReturnedFile {
  readonly game?: string;
  readonly from?: string;
  readonly into?: string;
  readonly segments: readonly ReturnedSegment[];
}

export const exchangeFaultCodes = [
  "not-exchange",
  "xml-syntax",
  "xml-doctype",
  "xml-encoding",
  "xml-too-deep",
  "xml-too-large",
  "inline",
  "csv-header",
  "csv-quote",
  "csv-row",
  "csv-too-large",
  "json",
  "no-language",
  "several-languages",
  "no-id",
  "character",
  "no-terms",
] as const;

/** Characters of a fact that a fault tells. */
const MAX_FACT_CHARACTERS = 300;

/** A file that is not one of these formats, or a text that a format cannot carry. The words are in `exchange.fault` of the locales. */
export class ExchangeFault extends Error {
  readonly code: (typeof exchangeFaultCodes)[number];
  readonly facts: Readonly<Record<string, string | number>>;
  /** @param facts texts of the file among them are cut: a name or a list of languages may be megabytes long */
  constructor(code: ExchangeFault["code"], facts: ExchangeFault["facts"] = {}) {
    const shown = Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "string" ? beginning(fact, MAX_FACT_CHARACTERS) : fact,
    ]);
    const cut = Object.fromEntries(shown) as ExchangeFault["facts"];
    super(`${code} ${JSON.stringify(cut)}`);
    this.code = code;
    this.facts = cut;
  }
}
