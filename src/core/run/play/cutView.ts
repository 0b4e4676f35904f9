import type { PlayView } from "#core/run/play/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** A context of more characters than this, as JSON, is shown cut. Those of games have some thousand. */
export const LARGE_CONTEXT_CHARACTERS = 32_000;
/** What is shown of a value then: characters of a text, and entries of a list or an object by how deep it lies. */
const SHOWN_CHARACTERS = 200;
const SHOWN_ENTRIES = [100, 20, 4] as const;
/** A value of fewer characters than this, as JSON, is shown whole. */
const SMALL_VALUE_CHARACTERS = 2_000;
/** Size of all that is shown, as JSON. */
const MAX_VIEW_CHARACTERS = 500_000;

/**
 * A view that is small whatever the machine keeps: a page that is given fifty million characters does nothing else for minutes.
 * What is cut says how much there is and bears a digest, so that two cut values are equal when the whole ones are. `cut` names the
 * fields of the context that are concerned.
 * @param size of the context as JSON, in characters
 */
export function cutView(view: PlayView, size: number): PlayView {
  const output = view.output === undefined ? {} : { output: cutLarge(view.output) };
  if (size <= LARGE_CONTEXT_CHARACTERS) return { ...view, ...output };
  const fields = Object.entries(view.context);
  const shown = Object.fromEntries(
    fields.slice(0, SHOWN_ENTRIES[0]).map(([name, value]) => [name, cutValue(value)]),
  );
  const whole = fields.length <= SHOWN_ENTRIES[0] && textLength(shown) <= MAX_VIEW_CHARACTERS;
  const context = whole ? shown : { [MARK]: markOf(view.context) };
  const cut = Object.keys(view.context).filter((name) => context[name] !== view.context[name]);
  return { ...view, ...output, context, cut };
}

/** A value of a large context as it is shown; the same one when it is small itself. */
export const cutValue = (value: Json): Json =>
  textLength(value) <= SMALL_VALUE_CHARACTERS ? value : cutPart(value, 0);

/** A value that stands alone, as it is shown. */
export const cutLarge = (value: Json): Json =>
  textLength(value) <= LARGE_CONTEXT_CHARACTERS ? value : cutPart(value, 0);

/**
 * What a step tells of its way, with every large value in it cut: what changed, what guards read, what actions and events carry.
 * @param value microsteps, or transitions that were considered
 */
export const cutTold = <T>(value: T): T =>
  textLength(value as Json) <= LARGE_CONTEXT_CHARACTERS ? value : (cutInside(value as Json) as T);

/** Names under which the records of microsteps hold values of the machine. */
const VALUES: ReadonlySet<string> = new Set(["before", "after", "value", "params", "event"]);

function cutInside(part: Json): Json {
  if (Array.isArray(part)) return (part as readonly Json[]).map(cutInside);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      value !== undefined && VALUES.has(name) ? cutValue(value) : cutInside(value),
    ]),
  );
}

const MARK = "…";

function cutPart(value: Json, depth: number): Json {
  if (typeof value === "string")
    return value.length <= SHOWN_CHARACTERS ? value : `${value.slice(0, SHOWN_CHARACTERS)}${markOf(value)}`;
  if (typeof value !== "object" || value === null) return value;
  const most = SHOWN_ENTRIES[depth];
  if (most === undefined) return textLength(value) <= SHOWN_CHARACTERS ? value : markOf(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).slice(0, most).map((item) => cutPart(item, depth + 1));
    if (value.length > most) return [...items, markOf(value)];
    return items.every((item, i) => item === (value as readonly Json[])[i]) ? value : items;
  }
  const entries = Object.entries(value as JsonObject);
  const parts = entries
    .slice(0, most)
    .map(([key, part]) => [key.slice(0, SHOWN_CHARACTERS), cutPart(part, depth + 1)] as const);
  if (entries.length > most) return Object.fromEntries([...parts, [MARK, markOf(value)]]);
  const same = parts.every(([key, part], i) => key === entries[i]?.[0] && part === entries[i]?.[1]);
  return same ? value : Object.fromEntries(parts);
}

/** How much there is, and which: `… (5,000,000, #1f3b5d7a)`. */
function markOf(value: Json): string {
  const count =
    typeof value === "string"
      ? value.length
      : Array.isArray(value)
        ? value.length
        : Object.keys(value as JsonObject).length;
  return `${MARK} (${count.toLocaleString("en")}, #${digest(typeof value === "string" ? value : JSON.stringify(value))})`;
}

/** FNV-1a, 32 bits: enough to tell a change. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

const textLength = (value: Json): number => JSON.stringify(value).length;
