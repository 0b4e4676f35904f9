import { useRef } from "react";
import { fold } from "#core/find/fold.ts";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";

/** Letters typed within this time of each other are one search word, in milliseconds; list boxes of browsers do alike. */
const TYPEAHEAD_MS = 700;

/** The keys of the list: arrows, Home and End, pages, and the first letters of an id or a wording. */
export function useClauseKeys({
  rows,
  at,
  page,
  ruleset,
  locales,
  choose,
  edit,
}: {
  rows: readonly Clause[];
  /** The chosen one, or -1. */
  at: number;
  /** How many rows are in sight. */
  page: () => number;
  ruleset: Ruleset;
  locales: readonly string[];
  choose: (clause: Clause) => void;
  /** The wording of a clause is to be edited: F2, or Enter on the chosen one. */
  edit: (clause: Clause) => void;
}): (event: React.KeyboardEvent) => void {
  const typed = useRef({ word: "", when: 0 });
  const begins = (clause: Clause, word: string) =>
    [
      clause.id,
      clause.id.slice(clause.id.indexOf("-") + 1),
      ...locales.map((l) => ruleset.text[l]?.[clause.id]),
    ].some((text) => text !== undefined && fold(text).startsWith(word));
  const typedTo = (event: React.KeyboardEvent): number | undefined => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const last = typed.current;
    const goesOn = last.word !== "" && event.timeStamp - last.when < TYPEAHEAD_MS;
    if (event.key === " " && !goesOn) return at < 0 ? 0 : at;
    const word = (goesOn ? last.word : "") + fold(event.key);
    typed.current = { word, when: event.timeStamp };
    const from = goesOn ? Math.max(0, at) : at + 1;
    const found = rows.findIndex((_, i) => begins(rows[(from + i) % rows.length] as Clause, word));
    return found < 0 ? at : (from + found) % rows.length;
  };
  return (event) => {
    const chosen = rows[at];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (chosen && isPlain && (event.key === "F2" || event.key === "Enter")) {
      event.preventDefault();
      return edit(chosen);
    }
    const last = rows.length - 1;
    const to: Readonly<Record<string, () => number>> = {
      ArrowDown: () => at + 1,
      ArrowUp: () => at - 1,
      Home: () => 0,
      End: () => last,
      PageDown: () => at + page(),
      PageUp: () => at - page(),
      Enter: () => Math.max(0, at),
    };
    const next = to[event.key]?.() ?? typedTo(event);
    if (next === undefined) return;
    event.preventDefault();
    const row = rows[Math.min(last, Math.max(0, next))];
    if (row) choose(row);
  };
}
