import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

const CODES: ReadonlySet<string> = new Set(["term-forbidden", "term-lacking"]);

/** What the checks say of the words of each clause, by its id: forbidden ones, and terms that a translation lacks. */
export function wordWarnings(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { clause } = diagnostic.facts;
    if (CODES.has(diagnostic.code) && typeof clause === "string")
      found.set(clause, [...(found.get(clause) ?? []), diagnostic]);
  }
  return found;
}
