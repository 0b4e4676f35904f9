import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/** The words of one language: a diagnostic's code to a sentence with `{{fact}}` in it, in the manner of i18next. */
export type DiagnosticWords = Readonly<Record<string, string>>;

/**
 * Which of several sentences suits, as i18next's `context`: `near` when there is something to suggest, `end` when a text stops
 * too early. The plain sentence stands in when there is none of that context.
 */
export function sentenceContext({ facts }: Pick<Diagnostic, "facts">): "near" | "end" | undefined {
  if (Array.isArray(facts["near"]) && facts["near"].length > 0) return "near";
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
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = diagnostic.facts[name];
    return typeof fact === "object" ? fact.join(comma) : String(fact ?? "");
  });
}
