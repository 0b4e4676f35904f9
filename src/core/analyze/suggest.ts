import { near } from "#core/diagnostic/near.ts";

/** A text with so many different slips is not misspelt but of another kind; looking further would only take time. */
const MAX_CHECKED_WORDS = 100;

/** Words that a misspelt one may have meant, among the same words again and again: each is looked up once, the first hundred. */
export function suggester(words: () => Iterable<string>): (word: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  let all: readonly string[] | undefined;
  return (word) => {
    const suggestions = known.get(word);
    if (suggestions || known.size >= MAX_CHECKED_WORDS) return suggestions ?? [];
    all ??= [...new Set(words())];
    const meant = near(word, all);
    known.set(word, meant);
    return meant;
  };
}
