import { FIND_KINDS, textLanguage, titleOf, type FindKind, type FindLanguages } from "#core/find/findable.ts";
import type { FindIndex, IndexedThing } from "#core/find/findIndex.ts";
import { GRADES, match, NONE, queryOf, type Grade, type Match, type Query } from "#core/find/match.ts";

/** Something that answers a query. Kind, id and machine say where it leads. */
export interface FindResult {
  readonly kind: FindKind;
  readonly id: string;
  readonly machine?: string;
  readonly grade: Grade;
  /** What it is called in the label language. */
  readonly title: string;
  /** What is written about it in that language. */
  readonly text?: string;
  /** The name or the piece of text that answers the query, where title, id and text do not show it. */
  readonly because?: { readonly text: string; readonly locale: string };
}

export interface FindOptions extends FindLanguages {
  /** At most so many; 40 by default. */
  readonly limit?: number;
}

/**
 * What answers a query, best first: its grade, then the shorter name, then the kind, then the order of the game. Nothing for a query
 * without a letter.
 */
export function find(
  index: FindIndex,
  written: string,
  { limit = 40, ...languages }: FindOptions,
): FindResult[] {
  const query = queryOf(written);
  if (!query) return [];
  const ranks: number[] = [];
  for (let place = 0; place < index.length; place++) {
    const entry = index[place]!;
    const hit = match(entry, query, index);
    if (hit.grade < NONE) ranks.push(rankOf(entry, hit, query, place));
  }
  return Float64Array.from(ranks)
    .sort()
    .subarray(0, limit)
    .reduce<FindResult[]>((matches, rank) => {
      const entry = index[rank % MAX_FIND_ENTRIES]!;
      matches.push(resultOf(entry, match(entry, query, index), query, languages));
      return matches;
    }, []);
}

/** More entries than any game has; a power of two, so that an entry's place and grade share one number. */
const MAX_FIND_ENTRIES = 2 ** 24;
const kindRank = Object.fromEntries(FIND_KINDS.map((kind, i) => [kind, i])) as Record<FindKind, number>;

/** One number that sorts as grade, length, kind, place do. Entries with exactly that name are not ordered by length. */
function rankOf(
  { names, thing }: IndexedThing,
  { grade, name }: Match,
  { squeezed }: Query,
  place: number,
): number {
  const length = name === undefined ? 0 : names[name]!.text.length - squeezed.length;
  return (
    ((grade * 64 + Math.min(63, Math.max(0, length))) * 16 + kindRank[thing.kind]) * MAX_FIND_ENTRIES + place
  );
}

function resultOf(
  entry: IndexedThing,
  { grade, name, text }: Match,
  query: Query,
  languages: FindLanguages,
): FindResult {
  const { thing, names, texts } = entry;
  const { kind, id, machine } = thing;
  const title = titleOf(thing, languages);
  const hit =
    texts.find(({ locale }) => locale === textLanguage(thing, languages)) ??
    texts.find(({ locale }) => locale === languages.ui) ??
    texts.find(({ locale }) => locale === "en") ??
    texts[0];
  const by = name === undefined ? undefined : names[name];
  const label = text === undefined ? undefined : texts[text];
  // Another language is shown only where neither title nor id says it.
  const shown = names.some(
    ({ text: folded, written, locale }) =>
      (locale === undefined || written === title) && saysAll(folded, query),
  );
  const because =
    by?.locale !== undefined && by.written !== title && !shown
      ? { text: by.written, locale: by.locale }
      : label && (label !== hit || isFar(label.text, query))
        ? { text: snippet(label.written, label.text, query), locale: label.locale }
        : undefined;
  return {
    kind,
    id,
    ...(machine === undefined ? {} : { machine }),
    grade: GRADES[grade]!,
    title,
    ...(hit ? { text: hit.written } : {}),
    ...(because ? { because } : {}),
  };
}

const saysAll = (text: string, { squeezed, words }: Query): boolean =>
  text.includes(squeezed) || (words.length > 0 && words.every((word) => text.includes(word)));

/** Beyond what a line shows of a text. */
const isFar = (text: string, query: Query): boolean => placeIn(text, query) > SHOWN_CHARACTERS;
/** Characters at the beginning of a text that a line of the results shows. */
const SHOWN_CHARACTERS = 40;
const placeIn = (text: string, { folded, words }: Query): number => {
  const whole = text.indexOf(folded);
  return whole >= 0 ? whole : text.indexOf(words[0] ?? folded);
};

/** The piece of a text around what was found in it, from a little before it on. */
function snippet(written: string, folded: string, query: Query): string {
  const at = placeIn(folded, query);
  // Folding may change the length of a text by a sign or two: the piece begins a little earlier than it has to.
  if (at <= SHOWN_CHARACTERS) return written;
  const from = written.lastIndexOf(" ", at - 12);
  return `…${written.slice(from > at - 30 ? from + 1 : Math.max(0, at - 14))}`;
}
