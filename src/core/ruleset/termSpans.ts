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

interface Finder {
  readonly sought: readonly { readonly word: string; readonly term: Term; readonly forbidden: boolean }[];
  /** Words in katakana, which a longer katakana word may be built from. */
  readonly katakana: readonly string[];
  readonly japanese: boolean;
  readonly spans: Map<string, readonly TermSpan[]>;
}

function finderOf(locale: string, terms: readonly Term[]): Finder {
  const sought = terms.flatMap((term) => [
    ...[term.terms[locale] ?? "", ...(term.forms?.[locale] ?? [])].map((word) => ({
      word,
      term,
      forbidden: false,
    })),
    ...(term.forbidden?.[locale] ?? []).map((word) => ({ word, term, forbidden: true })),
  ]);
  return {
    sought: sought.filter(({ word }) => word !== ""),
    katakana: sought.flatMap(({ word }) => word.match(KATAKANA_RUN) ?? []),
    japanese: /^ja(-|$)/i.test(locale),
    spans: new Map(),
  };
}

function find(text: string, finder: Finder): TermSpan[] {
  const spans = finder.sought.flatMap(({ word, term, forbidden }) =>
    occurrences(text, word, finder).map((span) => ({ ...span, term, forbidden })),
  );
  spans.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.forbidden) - Number(b.forbidden),
  );
  const disjoint: TermSpan[] = [];
  for (const span of spans)
    if (!disjoint.some((k) => span.from < k.to && k.from < span.to)) disjoint.push(span);
  return disjoint.sort((a, b) => a.from - b.from);
}

function occurrences(text: string, word: string, finder: Finder): Span[] {
  const hay = text.toLowerCase();
  const needle = word.toLowerCase();
  // Lower-casing a few letters changes their length; then places would not fit: look for the word as it is.
  const [where, what] =
    hay.length === text.length && needle.length === word.length ? [hay, needle] : [text, word];
  const spans: Span[] = [];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
    const span = { from: at, to: at + what.length };
    if (isWhole(text, span, finder)) spans.push(span);
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
  const before = KATAKANA.test(text[from]!) ? /[\p{Script=Katakana}ー]*$/u.exec(text.slice(0, from))![0] : "";
  const after = KATAKANA.test(text[to - 1]!) ? /^[\p{Script=Katakana}ー]*/u.exec(text.slice(to))![0] : "";
  return [before, after].every((rest) => rest === "" || katakana.includes(rest) || isWordLike(rest));
}

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

function covers(text: string, word: string, from: number, to: number): boolean {
  const at = text.indexOf(word, Math.max(0, to - word.length));
  return at >= 0 && at <= from;
}

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
