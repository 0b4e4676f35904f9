import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";

/** The words of one language: a diagnostic's code to a sentence with `{{fact}}` in it, in the manner of i18next. */
export type DiagnosticWords = Readonly<Record<string, string>>;

/**
 * Which of several sentences suits, as i18next's `context`: `near` when there is something to suggest, `of` when it is known what
 * lacks something, `end` when a text stops too early. The plain sentence stands in when there is none of that context.
 */
export function sentenceContext({ facts }: Pick<Diagnostic, "facts">): "near" | "of" | "end" | undefined {
  if (Array.isArray(facts["near"]) && facts["near"].length > 0) return "near";
  if (facts["of"]) return "of";
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
  return filled(sentence, diagnostic.facts, comma);
}

/** What a fix does, for a button or a menu. @throws RangeError when the language lacks the id: our fault. */
export function sayFix(fix: Pick<Fix, "id" | "facts">, words: DiagnosticWords): string {
  const sentence = words[fix.id];
  if (sentence === undefined) throw new RangeError(`No words for the fix ${fix.id}`);
  return filled(sentence, fix.facts, ", ");
}

const filled = (sentence: string, facts: Diagnostic["facts"], comma: string): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    return typeof fact === "object" ? fact.join(comma) : String(fact ?? "");
  });
