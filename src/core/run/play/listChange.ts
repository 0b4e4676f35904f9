import { jsonEqual, type Json } from "#core/text/json.ts";

/** What came into a list and what went out of it. */
export interface ListChange {
  readonly added: readonly Json[];
  readonly removed: readonly Json[];
}

/** How many items of a list are looked for one by one. */
const LIST_LIMIT = 200;

/**
 * What a list has more and less than before, each item as often as it is there; undefined when neither is a list, when nothing
 * came or went but places changed, or when the lists are too long to compare.
 */
export function listChange(before: Json | undefined, after: Json | undefined): ListChange | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  if (before.length > LIST_LIMIT || after.length > LIST_LIMIT) return undefined;
  const left = [...(before as readonly Json[])];
  const added = (after as readonly Json[]).filter((item) => {
    const at = left.findIndex((other) => jsonEqual(other, item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return added.length === 0 && left.length === 0 ? undefined : { added, removed: left };
}
