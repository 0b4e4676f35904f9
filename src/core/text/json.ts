/** What survives `JSON.parse(JSON.stringify(x))`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A key `__proto__` in JSON text, or one that an escape may spell. */
const MAYBE_PROTO = /"__proto__"|\\u00(?:5f|7[024]|6f)/i;

/**
 * Levels of foreign JSON that are accepted. Deeper JSON can be parsed but not written again, since `JSON.stringify` recurses on the stack.
 */
export const MAX_JSON_LEVELS = 1000;

/**
 * Parses foreign JSON; an own `__proto__` key is dropped, so that spreading the value cannot change a prototype.
 * @throws SyntaxError for what is no JSON, RangeError for what is nested more deeply than `MAX_JSON_DEPTH`
 */
export function parseJson(text: string): Json {
  // Asking for each key takes several times as long as parsing does, and nearly no text has such a key.
  const value = (
    MAYBE_PROTO.test(text)
      ? JSON.parse(text, (key, part: unknown) => (key === "__proto__" ? undefined : part))
      : JSON.parse(text)
  ) as Json;
  if (isDeeperThan(value, MAX_JSON_LEVELS)) throw new RangeError(`More than ${MAX_JSON_LEVELS} levels deep`);
  return value;
}

/** Whether a JSON value has more levels than that. Goes no deeper than asked: a deep value must not end the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/** Deep equality of JSON values. Key order does not matter. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keysA = Object.keys(a);
  const keysB = Object.keys(b);
  if (keysA.length !== keysB.length) return false;
  return keysA.every(
    (key) =>
      Object.hasOwn(b, key) &&
      jsonEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
