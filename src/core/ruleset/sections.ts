import type { LabelKey } from "#core/ruleset/labels.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";

/** What stands over the clauses of a section: its number, or the key of its name in `labels/<locale>.json`. */
export type SectionHead =
  | { readonly kind: "number"; readonly number: string }
  | { readonly kind: "name"; readonly key: LabelKey };

/** `4`, `4.1.3a`, `IV.2`, `①`: what is counted. All else is called by its name. */
const NUMBER = /^(?:(?:\p{N}+|[IVXLCDM]+)[a-z]?)(?:[.-](?:\p{N}+|[IVXLCDM]+)?[a-z]?)*$/u;

/** A place in a section that has a name: `Standby 4`. */
const PLACE = /(?<!\s)\s+\p{N}+[a-z]?$/u;

/** The head of a section. What is numbered in a section of that name stands under one head with it. */
export function sectionHead(section: string): SectionHead {
  if (NUMBER.test(section)) return { kind: "number", number: section };
  return { kind: "name", key: `section:${section.replace(PLACE, "")}` };
}

/**
 * The head over a clause: where a section begins, and only where its name says more than the clause's id does (FAB-4.3.1 stands in
 * section 4.3.1).
 * @param before the clause above it in the list, if any
 */
export function headOver(clause: Clause, before: Clause | undefined): SectionHead | undefined {
  const section = clause.place?.section;
  if (section === undefined || clause.id.endsWith(section)) return undefined;
  const head = sectionHead(section);
  const above = before?.place?.section;
  return above !== undefined && isSame(sectionHead(above), head) ? undefined : head;
}

const isSame = (a: SectionHead, b: SectionHead): boolean =>
  a.kind === "number" ? b.kind === "number" && a.number === b.number : b.kind === "name" && a.key === b.key;

/** The keys of all sections that have a name, each once, in the order of the clauses. */
export function sectionKeys(clauses: readonly Clause[]): LabelKey[] {
  const heads = clauses.flatMap(({ place }) =>
    place?.section === undefined ? [] : [sectionHead(place.section)],
  );
  return [...new Set(heads.flatMap((head) => (head.kind === "name" ? [head.key] : [])))];
}
