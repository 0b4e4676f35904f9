import type { ClauseKind } from "#core/ruleset/ruleset.ts";
import type { Segment, SegmentKind } from "#core/exchange/segment.ts";

/** Words of the notes beside segments: `exchange.note` in the locales. */
export interface NoteWords {
  readonly kind: Readonly<Record<SegmentKind, string>>;
  readonly clauseKind: Readonly<Record<ClauseKind, string>>;
  /** With `{{section}}`, `{{text}}`, `{{words}}`. */
  readonly section: string;
  readonly definition: string;
  readonly forbidden: string;
  readonly keep: string;
  readonly comment: string;
  /** Between words of a list. */
  readonly comma: string;
}

/** The notes of a segment for a translator, a line each: what it belongs to, and what helps. */
export function noteLines({ kind, of, hint }: Segment, words: NoteWords): string[] {
  const { clauseKind, section, definition, forbidden, placeholders, comment } = hint;
  const about = [
    `${words.kind[kind]} ${of}`,
    ...(clauseKind === undefined ? [] : [words.clauseKind[clauseKind] ?? clauseKind]),
    ...(section === undefined ? [] : [fill(words.section, section)]),
  ];
  return [
    about.join(words.comma),
    ...(definition === undefined ? [] : [fill(words.definition, definition)]),
    ...(forbidden?.length ? [fill(words.forbidden, forbidden.join(words.comma))] : []),
    ...(placeholders?.length ? [fill(words.keep, placeholders.join(words.comma))] : []),
    ...(comment === undefined ? [] : [fill(words.comment, comment)]),
  ];
}

const fill = (sentence: string, text: string): string => sentence.replace(/\{\{\w+\}\}/, () => text);
