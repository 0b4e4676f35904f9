import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";

/** The words of one language: a diagnostic's code to a sentence with `{{fact}}` in it, in the manner of i18next. */
export type DiagnosticWords = Readonly<Record<string, string>>;

/**
 * Which of several sentences suits, as i18next's `context`: `near` when there is something to suggest, `of` when it is known what
 * lacks something, `renamed` when it is known what it is called now, `end` when a text stops too early, `quote` when a quotation mark seems to end a sentence. The plain sentence stands in when there is none of that context.
 */
export function sentenceContext({
  facts,
}: Pick<Diagnostic, "facts">): "near" | "of" | "end" | "quote" | "renamed" | undefined {
  if (facts["renamed"]) return "renamed";
  if (Array.isArray(facts["near"]) && facts["near"].length > 0) return "near";
  if (facts["of"]) return "of";
  if (facts["cause"] === "quote") return "quote";
  return facts["got"] === "" ? "end" : undefined;
}

/** A diagnostic in words: what is wrong and what would be right. @throws RangeError when the language lacks the code: our fault. */
export function say(
  diagnostic: Pick<Diagnostic, "code" | "facts">,
  words: DiagnosticWords,
  comma = ", ",
): string {
  const context = sentenceContext(diagnostic);
  const sentence = (context && words[`${diagnostic.code}_${context}`]) ?? words[diagnostic.code];
  if (sentence === undefined) throw new RangeError(`No words for the diagnostic ${diagnostic.code}`);
  return filled(sentence, diagnostic.facts, comma, words);
}

/** What a fix does, for a button or a menu. @throws RangeError when the language lacks the id: our fault. */
export function sayFix(fix: Pick<Fix, "id" | "facts">, words: DiagnosticWords): string {
  const sentence = words[fix.id];
  if (sentence === undefined) throw new RangeError(`No words for the fix ${fix.id}`);
  return filled(sentence, fix.facts, ", ");
}

/** A fact that is itself said in the reader's language: `expected-value` is the key of its words. */
export const wordFact = (key: string): string => `@${key}`;

/** The key of a fact that is a word of ours; undefined for any other fact. */
export const wordOfFact = (fact: unknown): string | undefined =>
  typeof fact === "string" && /^@[a-z-]+$/.test(fact) ? fact.slice(1) : undefined;

const filled = (
  sentence: string,
  facts: Diagnostic["facts"],
  comma: string,
  words: DiagnosticWords = {},
): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    const word = wordOfFact(fact);
    if (word !== undefined && words[word] !== undefined) return words[word];
    return typeof fact === "object" ? fact.join(comma) : String(fact ?? "");
  });
