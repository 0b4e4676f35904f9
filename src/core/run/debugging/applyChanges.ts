import type { ContextChange } from "#core/run/play/contextChange.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/**
 * The context that changes led to, the inverse of `changes`. A path that a change names and that is not there, as in a context
 * that is shown cut, is left out.
 */
export const applyChanges = (context: JsonObject, changes: readonly ContextChange[]): JsonObject =>
  changes.reduce((now, change) => {
    const path = pathIn(now, change);
    return path ? (withValue(now, path, change.after) as JsonObject) : now;
  }, context);

type Key = string | number;

/** The keys that lead to what a change names; undefined where there is nothing of the kind. */
function pathIn(context: JsonObject, { at, before }: ContextChange): readonly Key[] | undefined {
  const plain = at.split(/[.[\]]+/).filter((part) => part !== "");
  const read = plain.map((part, i) =>
    Array.isArray(valueAt(context, plain.slice(0, i))) ? Number(part) : part,
  );
  if (fits(context, read, before)) return read;
  // A key may itself have dots and brackets.
  return pathsOf(context, at, true).find((path) => fits(context, path, before));
}

function fits(context: JsonObject, path: readonly Key[], before: Json | undefined): boolean {
  const held = valueAt(context, path.slice(0, -1));
  if (path.length === 0 || typeof held !== "object" || held === null) return false;
  const was = valueAt(context, path);
  return before === undefined ? was === undefined && !Array.isArray(held) : jsonEqual(was, before);
}

/** Every way to read a path in a value, those that lead in deepest first. */
function pathsOf(value: Json | undefined, rest: string, first = false): Key[][] {
  if (rest === "") return [[]];
  if (Array.isArray(value)) {
    const [whole = "", place = ""] = /^\[(\d+)\]/.exec(rest) ?? [];
    if (whole === "") return [];
    return pathsOf((value as readonly Json[])[Number(place)], rest.slice(whole.length)).map((path) => [
      Number(place),
      ...path,
    ]);
  }
  if (typeof value !== "object" || value === null || (!first && !rest.startsWith("."))) return [];
  const key = first ? rest : rest.slice(1);
  const inner = Object.entries(value)
    .filter(([name]) => name !== "" && key.startsWith(name) && /^(?:[.[]|$)/.test(key.slice(name.length)))
    .flatMap(([name, part]) => pathsOf(part as Json, key.slice(name.length)).map((path) => [name, ...path]));
  return [...inner, [key]];
}

function valueAt(context: JsonObject, path: readonly Key[]): Json | undefined {
  let value: Json | undefined = context;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<Key, Json>)[key];
  }
  return value;
}

function withValue(value: Json | undefined, [key, ...rest]: readonly Key[], after: Json | undefined): Json {
  if (key === undefined) return after ?? null;
  const inner = () => withValue((value as Record<Key, Json>)[key], rest, after);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, i) => (i === key ? inner() : item));
  if (rest.length === 0 && after === undefined)
    return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => name !== key));
  return { ...(value as JsonObject), [key]: inner() };
}
