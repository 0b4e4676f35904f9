import { changes } from "#core/run/play/contextChange.ts";
import { listChange } from "#core/run/play/listChange.ts";
import type { Json } from "#core/text/json.ts";

/** Two values as far as they differ, each for one line. */
export interface DifferenceText {
  readonly expected: string;
  readonly got: string;
}

/** Differences that are listed; more are counted. */
const MAX_LISTED_DIFFERENCES = 3;
/** Characters of the common beginning that are shown before the first difference. */
const COMMON_CHARACTERS = 12;

/**
 * What was expected and what came, as far as they differ: of objects the fields, of lists the items that are missing or too many. What is
 * cut is cut behind the place where they differ, never before it.
 */
export function differenceText(expected: Json, actual: Json, longest = 90): DifferenceText {
  const parts = changes({ "": expected }, { "": actual }).flatMap(({ at, before, after }) => {
    const moved = listChange(before, after);
    if (!moved) return [{ at: at.replace(/^\./, ""), before, after }];
    return [{ at: at.replace(/^\./, ""), before: innermost(moved.removed), after: innermost(moved.added) }];
  });
  if (parts.length === 0)
    return { expected: cut(textOf(expected), longest), got: cut(textOf(actual), longest) };
  const lines = parts.slice(0, MAX_LISTED_DIFFERENCES).map(({ at, before, after }) => {
    const [left, right] = fromDifference(textOf(before), textOf(after));
    const name = at === "" ? "" : `${at} `;
    return { expected: `${name}${cut(left, longest)}`, got: `${name}${cut(right, longest)}` };
  });
  const more = parts.length > MAX_LISTED_DIFFERENCES ? [`+${parts.length - MAX_LISTED_DIFFERENCES}`] : [];
  const join = (side: "expected" | "got") => [...lines.map((part) => part[side]), ...more].join(", ");
  return { expected: join("expected"), got: join("got") };
}

/** Of states those inside: that the states around them are active too goes without saying. */
function innermost(items: readonly Json[]): Json {
  const names = items.filter((item): item is string => typeof item === "string");
  if (names.length !== items.length) return [...items];
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
}

const textOf = (value: Json | undefined): string => (value === undefined ? "—" : JSON.stringify(value));

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** Both texts without their common beginning, except for its last characters. */
function fromDifference(left: string, right: string): readonly [string, string] {
  let same = 0;
  while (same < left.length && same < right.length && left[same] === right[same]) same++;
  if (same <= COMMON_CHARACTERS * 2) return [left, right];
  const from = same - COMMON_CHARACTERS;
  return [`…${left.slice(from)}`, `…${right.slice(from)}`];
}
