import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** A value that differs between two contexts. `at` is its path, such as `players[1].hand`; undefined stands for absent. */
export interface ContextChange {
  readonly at: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** How many items of a list are compared one by one before the list counts as changed whole. */
const LIST_LIMIT = 50;

/** What differs between two contexts, as deep as their shapes agree: objects by key, lists of one length by place. */
export function changes(before: JsonObject, after: JsonObject): ContextChange[] {
  const out: ContextChange[] = [];
  const compare = (at: string, a: Json | undefined, b: Json | undefined) => {
    // What was not touched is the same object: contexts are frozen, and share what they have in common.
    if (a === b) return;
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.length <= LIST_LIMIT)
      a.forEach((item: Json, i) => compare(`${at}[${i}]`, item, b[i] as Json));
    else if (isObject(a) && isObject(b))
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(at === "" ? key : `${at}.${key}`, a[key], b[key]);
    else if (!jsonEqual(a, b)) out.push({ at, before: a, after: b });
  };
  compare("", before, after);
  return out;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
