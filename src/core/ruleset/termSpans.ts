import type { Span } from "#core/text/textEdit.ts";
import type { Term } from "#core/ruleset/ruleset.ts";

/** A stretch of a wording that is a term of the glossary, or a word that the glossary forbids for it. */
export interface TermSpan extends Span {
  readonly term: Term;
  readonly forbidden: boolean;
}

/**
 * Terms and forbidden words in a wording, in order and apart; where two overlap the longer one counts, so that a forbidden
 * "card" inside the term "Set card" is none. Latin words are met whole and in any case, others as they stand.
 */
export function termSpans(text: string, locale: string, terms: readonly Term[]): TermSpan[] {
  const found: TermSpan[] = [];
  for (const term of terms) {
    const own = term.terms[locale];
    if (own) found.push(...occurrences(text, own).map((span) => ({ ...span, term, forbidden: false })));
    for (const word of term.forbidden?.[locale] ?? [])
      found.push(...occurrences(text, word).map((span) => ({ ...span, term, forbidden: true })));
  }
  found.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.forbidden) - Number(b.forbidden),
  );
  const kept: TermSpan[] = [];
  for (const span of found) if (!kept.some((k) => span.from < k.to && k.from < span.to)) kept.push(span);
  return kept.sort((a, b) => a.from - b.from);
}

function occurrences(text: string, word: string): Span[] {
  if (word === "") return [];
  const hay = text.toLowerCase();
  const needle = word.toLowerCase();
  // Lower-casing a few letters changes their length; then places would not fit: look for the word as it is.
  const [where, what] =
    hay.length === text.length && needle.length === word.length ? [hay, needle] : [text, word];
  const spans: Span[] = [];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
    const to = at + what.length;
    if (wholeWord(text, at, to)) spans.push({ from: at, to });
  }
  return spans;
}

/** A Latin word must not go on to either side; a plural s is let pass. */
function wholeWord(text: string, from: number, to: number): boolean {
  const latin = (c: string | undefined) => c !== undefined && /[\p{Script=Latin}\d]/u.test(c);
  if (latin(text[from]) && latin(text[from - 1])) return false;
  if (!latin(text[to - 1])) return true;
  return !latin(text[to]) || (text[to] === "s" && !latin(text[to + 1]));
}
