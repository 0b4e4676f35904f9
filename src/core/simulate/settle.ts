import { PlayError } from "#core/run/play/play.ts";

/** Objects and arrays that were settled before: shared parts of the next context cost nothing. */
const settled = new WeakSet<object>();

/** A context is JSON of at most this many levels. */
const MAX_CONTEXT_LEVELS = 64;

/**
 * A context made fit for a play: plain JSON, frozen all through, so that code which writes to it fails where it writes. Parts
 * that are undefined are left out, as they are when a play is saved; what is unchanged keeps its identity. References to actors stay.
 * @throws PlayError `machine-error` that names the part which is no JSON
 */
export const settle = <T>(value: T, at = "context"): T => settlePart(value, at, 0) as T;

function settlePart(value: unknown, at: string, depth: number): unknown {
  if (typeof value !== "object" || value === null) return settleLeaf(value, at);
  if (settled.has(value) || isActorRef(value)) return value;
  if (depth > MAX_CONTEXT_LEVELS)
    throw notJson(at, `more than ${MAX_CONTEXT_LEVELS} levels deep, or goes round in a circle`);
  const result = Array.isArray(value) ? settleList(value, at, depth) : settleObject(value, at, depth);
  settled.add(Object.freeze(result));
  return result;
}

function settleList(list: readonly unknown[], at: string, depth: number): object {
  // `Array.from` also fills holes.
  const items = Array.from(list, (item, i) =>
    settlePart(item === undefined ? null : item, `${at}[${i}]`, depth + 1),
  );
  return items.every((item, i) => Object.is(item, list[i])) ? list : items;
}

function settleObject(value: object, at: string, depth: number): object {
  const parent: unknown = Object.getPrototypeOf(value);
  // A prototype without one of its own is some realm's Object.prototype.
  if (parent !== null && Object.getPrototypeOf(parent) !== null)
    throw notJson(at, `a ${(parent as { constructor?: { name?: string } }).constructor?.name ?? "class"}`);
  const object: Record<string, unknown> = {};
  let same = true;
  for (const [key, part] of Object.entries(value)) {
    const now =
      part === undefined || key === "__proto__" ? undefined : settlePart(part, `${at}.${key}`, depth + 1);
    if (now === undefined || !Object.is(now, part)) same = false;
    if (now !== undefined) object[key] = now;
  }
  return same ? value : object;
}

function settleLeaf(value: unknown, at: string): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw notJson(at, typeof value === "number" ? String(value) : `a ${typeof value}`);
}

const notJson = (at: string, subject: string): PlayError =>
  new PlayError({
    code: "machine-error",
    message: `${at} is ${subject}: a game's context is JSON of at most ${MAX_CONTEXT_LEVELS} levels`,
  });

const isActorRef = (value: object): boolean => "sessionId" in value && "send" in value && "ref" in value;

/** The same context with one actor in the place of another. What does not refer to that keeps its identity. */
export function replaceActor<T>(context: T, from: object, to: object): T {
  const replaced = (value: unknown): unknown => {
    if (value === from) return to;
    if (typeof value !== "object" || value === null || isActorRef(value)) return value;
    const parts = Object.entries(value).map(([key, part]) => [key, part, replaced(part)] as const);
    if (parts.every(([, part, now]) => part === now)) return value;
    return Array.isArray(value)
      ? parts.map(([, , now]) => now)
      : Object.fromEntries(parts.map(([key, , now]) => [key, now]));
  };
  return replaced(context) as T;
}
