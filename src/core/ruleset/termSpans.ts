import type { Span } from "#core/text/textEdit.ts";
import type { Term } from "#core/ruleset/ruleset.ts";

/** A stretch of a wording that is a term of the glossary, or a word that the glossary forbids for it. */
export interface TermSpan extends Span {
  readonly term: Term;
  readonly forbidden: boolean;
}

/**
 * Terms and forbidden words in a wording, in order and apart; where two overlap the longer one counts, so that a forbidden
 * "card" inside the term "Set card" is none. A term is met in its own word and in the forms that the glossary lists for it,
 * whole and in any case: what a word is differs by script, see `isWhole`.
 */
export function termSpans(text: string, locale: string, terms: readonly Term[]): readonly TermSpan[] {
  let byLocale = known.get(terms);
  if (!byLocale) known.set(terms, (byLocale = new Map()));
  let finder = byLocale.get(locale);
  if (!finder) byLocale.set(locale, (finder = finderOf(locale, terms)));
  let spans = finder.spans.get(text);
  if (!spans) {
    if (finder.spans.size >= MAX_CACHED_SPANS) finder.spans.clear();
    finder.spans.set(text, (spans = find(text, finder)));
  }
  return spans;
}

/** Spans by glossary, language and text: while one wording is edited all others are looked up again and again. */
const known = new WeakMap<readonly Term[], Map<string, Finder>>();
/** Spans that are cached for one glossary and language; beyond, the cache is emptied. */
const MAX_CACHED_SPANS = 20_000;

/** A word of the glossary, as it is sought. */
interface Sought {
  readonly term: Term;
  readonly forbidden: boolean;
  /** In small letters where these have the same places. */
  readonly letters: string;
}
/**
 * What is sought, by its first two letters, its length and its letters: a glossary has thousands of words, and at each place of a text only
 * as many are looked up as there are lengths of words that begin like it.
 */
type Beginnings = ReadonlyMap<string, ReadonlyMap<number, ReadonlyMap<string, readonly Sought[]>>>;

interface Finder {
  /** Words for a text in small letters. */
  readonly folded: Beginnings;
  /** Words that are sought in such a text as it is, because small letters change their length. */
  readonly unfoldable: Beginnings;
  /** All words as they are, for a text of which small letters change the length. */
  readonly exact: Beginnings;
  /** Words in katakana, which a longer katakana word may be built from. */
  readonly katakana: ReadonlySet<string>;
  readonly japanese: boolean;
  readonly spans: Map<string, readonly TermSpan[]>;
}

function finderOf(locale: string, terms: readonly Term[]): Finder {
  const words = terms
    .flatMap((term) => [
      ...[term.terms[locale] ?? "", ...(term.forms?.[locale] ?? [])].map((word) => ({
        word,
        term,
        forbidden: false,
      })),
      ...(term.forbidden?.[locale] ?? []).map((word) => ({ word, term, forbidden: true })),
    ])
    .filter(({ word }) => word !== "");
  const isFoldable = (word: string) => word.toLowerCase().length === word.length;
  const sought = (letters: (word: string) => string, which: (word: string) => boolean) =>
    beginningsOf(
      words.flatMap(({ word, ...one }) => (which(word) ? [{ ...one, letters: letters(word) }] : [])),
    );
  const asWritten = (word: string) => word;
  return {
    folded: sought((word) => word.toLowerCase(), isFoldable),
    unfoldable: sought(asWritten, (word) => !isFoldable(word)),
    exact: sought(asWritten, () => true),
    katakana: new Set(words.flatMap(({ word }) => word.match(KATAKANA_RUN) ?? [])),
    japanese: /^ja(-|$)/i.test(locale),
    spans: new Map(),
  };
}

function beginningsOf(sought: readonly Sought[]): Beginnings {
  const beginnings = new Map<string, Map<number, Map<string, Sought[]>>>();
  for (const one of sought) {
    const { letters } = one;
    const lengths = getOrInsert(
      beginnings,
      letters.slice(0, 2),
      () => new Map<number, Map<string, Sought[]>>(),
    );
    const words = getOrInsert(lengths, letters.length, () => new Map<string, Sought[]>());
    getOrInsert(words, letters, (): Sought[] => []).push(one);
  }
  return beginnings;
}

/** What a map has under a key; a new value is put there where it has none (`Map.prototype.getOrInsertComputed` of ECMAScript 2026). */
function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Of overlapping spans those that come first in the order of length are kept, so that each later one ends in one that is kept, or in none. */
function find(text: string, finder: Finder): TermSpan[] {
  const spans = spansIn(text, finder);
  spans.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.forbidden) - Number(b.forbidden),
  );
  const taken = new Uint8Array(text.length);
  const disjoint = spans.filter(({ from, to }) => {
    if (taken[from] || taken[to - 1]) return false;
    taken.fill(1, from, to);
    return true;
  });
  return disjoint.sort((a, b) => a.from - b.from);
}

function spansIn(text: string, finder: Finder): TermSpan[] {
  const lower = text.toLowerCase();
  // Lower-casing a few letters changes their length; then places would not fit: look for the words as they are.
  if (lower.length !== text.length) return occurrences(text, text, finder.exact, finder);
  return [
    ...occurrences(text, lower, finder.folded, finder),
    ...occurrences(text, text, finder.unfoldable, finder),
  ];
}

/** @param where the text as its words are sought in it */
function occurrences(text: string, where: string, sought: Beginnings, finder: Finder): TermSpan[] {
  const spans: TermSpan[] = [];
  if (sought.size === 0) return spans;
  /** Where a word was met last: what begins within it is no other place of the same. */
  const ends = new Map<string, number>();
  const meet = (from: number, beginning: string) => {
    for (const [length, words] of sought.get(beginning) ?? []) {
      const to = from + length;
      const letters = where.slice(from, to);
      const met = words.get(letters);
      if (!met || from < (ends.get(letters) ?? 0)) continue;
      ends.set(letters, to);
      if (isWhole(text, { from, to }, finder))
        for (const { term, forbidden } of met) spans.push({ from, to, term, forbidden });
    }
  };
  for (let from = 0; from < where.length; from++) {
    meet(from, where.slice(from, from + 1));
    if (from + 2 <= where.length) meet(from, where.slice(from, from + 2));
  }
  return spans;
}

/**
 * Whether what stands there is a word of its own. A Latin word does not go on to either side, but for a plural s. A katakana word
 * may be part of a compound (ドロー|フェイズ), not of another word (プ|レイヤー). In Japanese a word of one kanji touches no other
 * (場, not 場合). Elsewhere scripts without spaces do not tell.
 */
function isWhole(text: string, { from, to }: Span, { katakana, japanese }: Finder): boolean {
  if (LATIN.test(text[from]!) && isAt(LATIN, text, from - 1)) return false;
  if (LATIN.test(text[to - 1]!) && isAt(LATIN, text, to) && (text[to] !== "s" || isAt(LATIN, text, to + 1)))
    return false;
  if (japanese && to - from === 1 && HAN.test(text[from]!))
    return !isAt(HAN, text, from - 1) && !isAt(HAN, text, to);
  if (EVERYDAY.some((word) => word.length > to - from && covers(text, word, from, to))) return false;
  const before = KATAKANA.test(text[from]!)
    ? /(?<![\p{Script=Katakana}ー])[\p{Script=Katakana}ー]*$/u.exec(
        text.slice(Math.max(0, from - MAX_COMPOUND), from),
      )![0]
    : "";
  const after = KATAKANA.test(text[to - 1]!)
    ? /^[\p{Script=Katakana}ー]*/u.exec(text.slice(to, to + MAX_COMPOUND))![0]
    : "";
  return [before, after].every((rest) => rest === "" || katakana.has(rest) || isWordLike(rest));
}

/** How much of a compound is looked at on each side of a word, in signs: nobody writes longer ones. */
const MAX_COMPOUND = 60;

/** Everyday words that hold shorter ones: within a compound (ターンプレイヤー) what is left beside レイヤー looks like a word. */
const EVERYDAY = [
  "プレイヤー",
  "プレーヤー",
  "リセット",
  "リアクション",
  "リターン",
  "パターン",
  "アンタップ",
];

const covers = (text: string, word: string, from: number, to: number): boolean =>
  text.slice(Math.max(0, to - word.length), from + word.length).includes(word);

/** What is left of a katakana compound must be able to be a word: it begins with a full sign and has at least two. */
const isWordLike = (rest: string): boolean =>
  !HANGING.test(rest[0]!) && [...rest].filter((sign) => !HANGING.test(sign)).length >= 2;

const isAt = (kind: RegExp, text: string, at: number): boolean =>
  at >= 0 && at < text.length && kind.test(text[at]!);

const LATIN = /[\p{Script=Latin}\d]/u;
const HAN = /[\p{Script=Han}]/u;
const KATAKANA = /[\p{Script=Katakana}ー]/u;
const KATAKANA_RUN = /[\p{Script=Katakana}ー]+/gu;
/** Signs that need another before them, or hardly count as a syllable: long and doubled sounds, n, small vowels. */
const HANGING = /[ーッンァィゥェォャュョヮ]/u;
