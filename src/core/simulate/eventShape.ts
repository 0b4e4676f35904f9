import { PlayError, type PlayEvent } from "#core/run/play/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Longest event type and deepest payload that are accepted; no event written by hand comes near them. */
const MAX_EVENT_TYPE_CHARACTERS = 200;
const MAX_PAYLOAD_LEVELS = 64;
/** Values in one event, so that checking an event that refers to the same part over and over comes to an end. */
const MAX_EVENT_VALUES = 100_000;

/**
 * A copy of something that should be an event: nothing but own JSON data (no getters, no proxies, no `__proto__`), undefined
 * fields left out, frozen. @throws PlayError `bad-request` that says what is wrong with it
 */
export function cleanEvent(event: unknown): PlayEvent {
  const bad = (message: string): never => {
    throw new PlayError({ code: "bad-request", message });
  };
  if (typeof event !== "object" || event === null || Array.isArray(event))
    return bad(
      `An event is an object with a type, got ${event === null ? "null" : Array.isArray(event) ? "a list" : typeof event}`,
    );
  let left = MAX_EVENT_VALUES;
  const copy = (value: unknown, at: string, depth: number): Json => {
    if (--left < 0) bad(`An event has at most ${MAX_EVENT_VALUES} values`);
    if (depth > MAX_PAYLOAD_LEVELS) bad(`An event is at most ${MAX_PAYLOAD_LEVELS} levels deep`);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (Array.isArray(value))
      return Object.freeze(value.map((item, i) => copy(item ?? null, `${at}[${i}]`, depth + 1)));
    if (typeof value === "object" && isPlain(value)) {
      const object: Record<string, Json> = {};
      for (const [key, item] of Object.entries(value))
        if (item !== undefined && key !== "__proto__") object[key] = copy(item, `${at}.${key}`, depth + 1);
      return Object.freeze(object);
    }
    return bad(`${at} is no JSON: ${typeof value === "object" ? "an object of a class" : String(value)}`);
  };
  const clean = copy(event, "event", 0) as JsonObject;
  const { type } = clean;
  if (typeof type !== "string" || type === "")
    return bad(`An event has a type that is a text, got ${JSON.stringify(type) ?? "nothing"}`);
  if (type.length > MAX_EVENT_TYPE_CHARACTERS)
    return bad(`An event type has at most ${MAX_EVENT_TYPE_CHARACTERS} characters, got ${type.length}`);
  return clean as PlayEvent;
}

function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}
