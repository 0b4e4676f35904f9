import { fold } from "#core/find/fold.ts";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";

/** Finds clauses by words: each has to stand somewhere in the clause, in any of its languages, in whatever width or case. */
export type ClauseSearch = (words: string) => (clause: Clause) => boolean;

/**
 * What is searched of a clause: its id, section, kind, wordings in all languages and the reason why it is not modelled.
 * @param kindWord the kind of a clause in the reader's words
 */
export function clauseSearch(
  { clauses, text }: Pick<Ruleset, "clauses" | "text">,
  kindWord: (clause: Clause) => string = ({ kind }) => kind,
): ClauseSearch {
  let folded: ReadonlyMap<Clause, string> | undefined;
  const all = () =>
    (folded ??= new Map(
      clauses.map((clause) => [
        clause,
        [
          clause.id,
          clause.place?.section,
          clause.kind,
          kindWord(clause),
          ...(typeof clause.notModelled === "object"
            ? Object.values(clause.notModelled)
            : [clause.notModelled]),
          ...Object.values(text).map((texts) => texts[clause.id]),
        ]
          .map((item) => fold(item ?? ""))
          .join("\n"),
      ]),
    ));
  return (words) => {
    const wanted = fold(words)
      .split(/\s+/)
      .filter((word) => word !== "");
    return (clause) => wanted.every((word) => all().get(clause)?.includes(word) === true);
  };
}

/** Ids of the clauses that have no wording in a language. */
export const untranslated = (
  { clauses, text }: Pick<Ruleset, "clauses" | "text">,
  locale: string,
): ReadonlySet<string> =>
  new Set(clauses.filter(({ id }) => !text[locale]?.[id]?.trim()).map(({ id }) => id));
