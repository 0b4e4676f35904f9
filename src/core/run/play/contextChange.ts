import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** A value that differs between two contexts. `at` is its path, such as `players[1].hand`; undefined stands for absent. */
export interface ContextChange {
  readonly at: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** How many items of a list are compared one by one before the list counts as changed whole. */
const LIST_LIMIT = 50;

/**
 * What differs between two contexts, as deep as their shapes agree: objects by key, lists of one length by place. A context may hold
 * references to actors at any depth, which lead round to the whole system: they show as the ids that XState writes for them.
 */
export function changes(before: JsonObject, after: JsonObject): ContextChange[] {
  const out: ContextChange[] = [];
  const compare = (at: string, before: Json | undefined, after: Json | undefined) => {
    // What was not touched is the same object: contexts are frozen, and share what they have in common.
    if (before === after) return;
    const [a, b] = [writtenAs(before), writtenAs(after)];
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.length <= LIST_LIMIT)
      a.forEach((item: Json, i) => compare(`${at}[${i}]`, item, b[i] as Json));
    else if (isObject(a) && isObject(b))
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(at === "" ? key : `${at}.${key}`, a[key], b[key]);
    else {
      const change = { at, before: plain(a), after: plain(b) };
      if (!jsonEqual(change.before, change.after)) out.push(change);
    }
  };
  compare("", before, after);
  return out;
}

/** What stands for a value in JSON. */
const writtenAs = (value: Json | undefined): Json | undefined =>
  isObject(value) && typeof value["toJSON"] === "function"
    ? ((value["toJSON"] as () => Json)() ?? null)
    : value;

/** A value without what JSON writes otherwise; undefined stands for absent. */
const plain = (value: Json | undefined): Json | undefined =>
  typeof value === "object" && value !== null ? (JSON.parse(JSON.stringify(value)) as Json) : value;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
