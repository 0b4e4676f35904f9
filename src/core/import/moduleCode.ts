import type { Json } from "#core/text/json.ts";

/** Code that stands as it is; given the indent of its first line, for those that follow. */
export interface Code {
  readonly code: (indent: string) => string;
}
/** A part of a config: data, objects in the order of their keys, and code. */
export type CodeValue =
  | null
  | boolean
  | number
  | string
  | Code
  | readonly CodeValue[]
  | ReadonlyMap<string, CodeValue>;

/** Code without line breaks of its own. */
export const code = (text: string): Code => ({ code: () => text });

/** An object of those entries that have a value. */
export const object = (entries: Readonly<Record<string, CodeValue | undefined>>): Map<string, CodeValue> =>
  new Map(Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

export function jsonCode(value: Json): CodeValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonCode);
  return new Map(Object.entries(value).map(([key, part]) => [key, jsonCode(part)]));
}

/** Columns of a line of a module; what is longer is written on several. */
const MAX_LINE_COLUMNS = 100;
const PLAIN_KEY = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/;

/** A key as it is written; a computed one where XState would take it for a prototype. */
export const keyCode = (key: string): string =>
  key === "__proto__" ? '["__proto__"]' : PLAIN_KEY.test(key) ? key : JSON.stringify(key);

/** A value as TypeScript. @param used columns that are taken on its line already */
export function printCode(value: CodeValue, indent = "", used = indent.length): string {
  const short = onOneLine(value);
  if (short !== undefined && used + short.length <= MAX_LINE_COLUMNS) return short;
  const inner = `${indent}  `;
  if (isList(value))
    return `[\n${value.map((item) => `${inner}${printCode(item, inner)},\n`).join("")}${indent}]`;
  if (value instanceof Map) {
    const lines = [...value].map(([key, part]) => {
      const name = `${keyCode(key)}: `;
      return `${inner}${name}${printCode(part, inner, inner.length + name.length)},\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }
  return isCode(value) ? value.code(indent) : JSON.stringify(value);
}

/** Undefined when it has several lines. */
function onOneLine(value: CodeValue): string | undefined {
  if (isList(value)) {
    const items = value.map(onOneLine);
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  if (value instanceof Map) {
    const parts = [...value].map(([key, part]) => {
      const text = onOneLine(part);
      return text === undefined ? undefined : `${keyCode(key)}: ${text}`;
    });
    if (parts.includes(undefined)) return undefined;
    return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  }
  if (!isCode(value)) return JSON.stringify(value);
  const text = value.code("");
  return text.includes("\n") ? undefined : text;
}

const isList = (value: CodeValue): value is readonly CodeValue[] => Array.isArray(value);
const isCode = (value: CodeValue): value is Code =>
  typeof value === "object" && value !== null && !isList(value) && !(value instanceof Map);
