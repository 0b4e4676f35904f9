import type { CutPath, InspectedSnapshot } from "#core/inspect/fact.ts";
import { CIRCLE, isObject } from "#core/inspect/limits.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** What the wires write in place of what they cut off: `fast-safe-stringify` (windows) and `safe-stable-stringify` (WebSockets). */
export const CUT_MARKS: ReadonlySet<string> = new Set(["[...]", "[Object]", "[Array]", CIRCLE]);
/** More places than this are not listed individually; the list then stands for the whole context. */
const MAX_LISTED_CUTS = 1_000;

const STATUSES: ReadonlySet<string> = new Set(["active", "done", "error", "stopped"]);

/** A snapshot of XState 5 as a wire brings it; undefined for what is none. */
export function readSnapshot(json: Json | undefined): InspectedSnapshot | undefined {
  if (!isObject(json)) return undefined;
  const { status, value, context, historyValue, tags, output, error, children } = json;
  if (typeof status !== "string" || !STATUSES.has(status)) return undefined;
  const cut = isObject(context) ? cutsIn(context) : [];
  return {
    status: status as InspectedSnapshot["status"],
    ...(value === undefined ? {} : { value }),
    ...(isObject(context) ? { context } : {}),
    ...(isObject(historyValue) && Object.keys(historyValue).length > 0
      ? { history: historyIn(historyValue) }
      : {}),
    ...(Array.isArray(tags) && tags.length > 0 ? { tags: texts(tags) } : {}),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(isObject(children) ? { children: Object.keys(children) } : {}),
    ...(cut.length > 0 ? { cut } : {}),
  };
}

/** Places of a value that a wire cut off. */
export function cutsIn(value: Json): readonly CutPath[] {
  const cuts: CutPath[] = [];
  const visit = (part: Json, path: CutPath): void => {
    if (cuts.length > MAX_LISTED_CUTS) return;
    if (typeof part === "string") {
      if (CUT_MARKS.has(part)) cuts.push(path);
    } else if (Array.isArray(part)) part.forEach((item: Json, i) => visit(item, [...path, i]));
    else if (isObject(part)) for (const [key, item] of Object.entries(part)) visit(item, [...path, key]);
  };
  visit(value, []);
  return cuts.length > MAX_LISTED_CUTS ? [[]] : cuts;
}

/** `players[1].hand`, as in `contextChange.ts`. */
export const pathText = (path: CutPath): string =>
  path.reduce<string>(
    (so, key) => (typeof key === "number" ? `${so}[${key}]` : so === "" ? key : `${so}.${key}`),
    "",
  );

/** Whether the actor stands where it stood. Places that are cut off on both sides count as the same. */
export const sameSnapshot = (a: InspectedSnapshot, b: InspectedSnapshot): boolean =>
  a === b || jsonEqual(a, b);

/**
 * The snapshot with every part that is as in the one before taken from there: thousands of steps then hold what changed, and parts that did
 * not change are found by `===`.
 */
export function sharing(before: InspectedSnapshot | undefined, after: InspectedSnapshot): InspectedSnapshot {
  return before
    ? (shared(before as unknown as Json, after as unknown as Json) as unknown as InspectedSnapshot)
    : after;
}

/** `after`, or `before` when both are equal; parts likewise. */
export function shared(before: Json | undefined, after: Json): Json {
  if (before === after || typeof after !== "object" || after === null) return after;
  if (typeof before !== "object" || before === null) return after;
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after;
    const was = before as readonly Json[];
    const items = after.map((item: Json, i) => shared(was[i], item));
    return items.length === was.length && items.every((item, i) => Object.is(item, was[i])) ? before : items;
  }
  if (Array.isArray(before)) return after;
  const was = before as JsonObject;
  const fields: Record<string, Json> = {};
  let same = Object.keys(was).length === Object.keys(after).length;
  for (const [key, item] of Object.entries(after as JsonObject)) {
    const now = (fields[key] = shared(Object.hasOwn(was, key) ? was[key] : undefined, item));
    if (!Object.is(now, was[key])) same = false;
  }
  return same ? before : fields;
}

/** History values hold whole state nodes on the wire; only their ids say something. */
function historyIn(value: JsonObject): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(value).map(([id, states]) => [
      id,
      Array.isArray(states)
        ? states.flatMap((state: Json) =>
            typeof state === "string" && !CUT_MARKS.has(state)
              ? [state.replace(/^#/, "")]
              : isObject(state) && typeof state["id"] === "string"
                ? [state["id"]]
                : [],
          )
        : [],
    ]),
  );
}

const texts = (list: readonly Json[]): string[] =>
  list.filter((value): value is string => typeof value === "string");

/** Path ids of all states in a state value, the root left out. */
export function pathsOf(value: Json | undefined, around = ""): string[] {
  const path = (key: string) => (around === "" ? key : `${around}.${key}`);
  if (typeof value === "string") return [path(value)];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [path(key), ...pathsOf(inner, path(key))]);
}
