import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * A layout file of any format as text, in a fixed order: `$schema`, `format`, `machines`, the rest by name. What is about states goes
 * by path, a state or a note on one line; of a compound every line of its arrangement is a line of the file.
 */
export const layoutText = (json: JsonObject): string => `${print(json, [])}\n`;

const FIRST = ["$schema", "format", "machines", "states", "compounds", "notes"];
const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const BY_STATE = ["states", "compounds"];

/** Opens `machines`, each machine, and what it says of states, compounds and notes; what lies deeper stands on one line. */
function print(value: Json, at: readonly string[]): string {
  const [top, , section = ""] = at;
  const opens =
    at.length === 0 ||
    (top === "machines" &&
      (at.length <= 2 || (at.length === 3 && (BY_STATE.includes(section) || section === "notes"))));
  const indent = "  ".repeat(at.length + 1);
  const end = "  ".repeat(at.length);
  if (top === "machines" && section === "compounds" && at.length === 4) return compound(value, indent);
  if (Array.isArray(value)) {
    if (!opens || value.length === 0) return inline(value);
    return `[\n${value.map((item: Json) => indent + inline(item)).join(",\n")}\n${end}]`;
  }
  if (!isObject(value) || !opens || Object.keys(value).length === 0) return inline(value);
  const keys = Object.keys(value).sort(
    (a, b) => (BY_STATE.includes(section) ? 0 : rank(a) - rank(b)) || byName(a, b),
  );
  const lines = keys.map((k) => `${indent}${JSON.stringify(k)}: ${print(value[k] as Json, [...at, k])}`);
  return `{\n${lines.join(",\n")}\n${end}}`;
}

/** `{ "flow": "right", "lines": [` and then a line each; the lines come last, so that what else is there stays on the first. */
function compound(value: Json, indent: string): string {
  if (!isObject(value) || !Array.isArray(value["lines"]) || value["lines"].length === 0) return inline(value);
  const { flow, lines, ...rest } = value;
  const head = Object.entries({ ...(flow === undefined ? {} : { flow }), ...rest });
  const first = head.map(([k, v]) => `${JSON.stringify(k)}: ${inline(v)}, `).join("");
  const rows = (lines as readonly Json[]).map((line) => `\n${indent}${inline(line)}`);
  return `{ ${first}"lines": [${rows.join(",")} ] }`;
}

const ORDER = ["id", "at", "x", "y", "w", "h"];
const place = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => inline(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return keys.length === 0
    ? "{}"
    : `{ ${keys.map((k) => `${JSON.stringify(k)}: ${inline(value[k] as Json)}`).join(", ")} }`;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
