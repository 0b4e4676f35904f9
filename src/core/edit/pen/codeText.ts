import type { Json } from "#core/text/json.ts";
import type { FileStyle } from "#core/edit/pen/fileStyle.ts";

/** Code to be written: verbatim text, or an object or array to be laid out where it goes. */
export type Code =
  | string
  | { readonly object: readonly (readonly [key: string, value: Code])[]; readonly wide?: boolean }
  | { readonly array: readonly Code[] };

/** Where code is written: the indent of its first line, and whether it must stay on it. */
export interface CodePlace {
  readonly indent: string;
  readonly oneLine: boolean;
}

/** Prints code in the style of the file. `wide` objects go over several lines unless the place is one line. */
export function printCode(code: Code, style: FileStyle, place: CodePlace): string {
  if (typeof code === "string") return code;
  if ("array" in code) return `[${code.array.map((item) => printCode(item, style, place)).join(", ")}]`;
  if (code.object.length === 0) return "{}";
  if (!code.wide || place.oneLine) {
    const inside = { ...place, oneLine: true };
    const items = code.object.map(([key, value]) => property(key, value, style, inside));
    return `{${style.pad}${items.join(", ")}${style.pad}}`;
  }
  const inside = { indent: place.indent + style.unit, oneLine: false };
  const items = code.object.map(([key, value]) => inside.indent + property(key, value, style, inside));
  const comma = style.trailingComma ? "," : "";
  return `{${style.eol}${items.join(`,${style.eol}`)}${comma}${style.eol}${place.indent}}`;
}

/** `key: value` with the key quoted when it needs to be. */
export const property = (key: string, value: Code, style: FileStyle, place: CodePlace): string =>
  `${keyText(key, style.quote)}: ${printCode(value, style, place)}`;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A property key: bare when it is an identifier, else quoted. `__proto__` is computed, or it would set the prototype. */
export function keyText(key: string, quote: '"' | "'"): string {
  if (key === "__proto__") return `[${quoteText(key, quote)}]`;
  return IDENTIFIER.test(key) ? key : quoteText(key, quote);
}

/** A key in the manner of the old one: what was quoted stays quoted, in the same quotes. */
export function keyLike(old: string, key: string, quote: '"' | "'"): string {
  const first = old[0];
  if (first === '"' || first === "'" || first === "`") return quoteText(key, first);
  return keyText(key, quote);
}

/** A literal that stands for the text exactly: in quotes, or between backticks. */
export function quoteText(text: string, quote: '"' | "'" | "`"): string {
  let out = "";
  for (const char of text) {
    const unit = char.charCodeAt(0);
    if (char === "\\") out += "\\\\";
    else if (char === quote) out += `\\${quote}`;
    else if (char === "\n") out += quote === "`" ? "\n" : "\\n";
    else if (char === "\r") out += "\\r";
    else if (char === "\t") out += "\\t";
    else if (unit < 0x20 || unit === 0x7f) out += `\\x${unit.toString(16).padStart(2, "0")}`;
    else if (unit === 0x2028 || unit === 0x2029 || isLone(char))
      out += `\\u${unit.toString(16).padStart(4, "0")}`;
    else if (unit === 0xfeff) out += "\\ufeff";
    else out += char;
  }
  return quote + (quote === "`" ? out.replaceAll("${", "\\${") : out) + quote;
}

/** A literal for `text` with the quotes of the literal `old`; other code gives the quotes of the file. */
export function quoteLike(old: string, text: string, style: FileStyle): string {
  const first = old[0];
  if (first === "`" && style.eol === "\n") return quoteText(text, "`");
  if (first === "`" && !text.includes("\n")) return quoteText(text, "`");
  return quoteText(text, first === '"' || first === "'" ? first : style.quote);
}

/**
 * The text of a target as `quoteLike` writes it; `#(machine)` is written with the name that the machine's id is taken from.
 * @param before what the old code stands for: an id which that takes from a const, as `#${ID}.path`, stays so
 */
export function targetLike(old: string, text: string, style: FileStyle, before = ""): string {
  const [, hole, tail] = /^`(#\$\{[^{}`]*\})([^`]*)`$/.exec(old) ?? [];
  const id = tail !== undefined && before.endsWith(tail) ? before.slice(0, before.length - tail.length) : "";
  if (hole !== undefined && id.length > 1 && (text === id || text.startsWith(`${id}.`)))
    return `\`${hole}${quoteText(text.slice(id.length), "`").slice(1)}`;
  const path = style.idName === undefined ? undefined : /^#\(machine\)((?:\..*)?)$/s.exec(text)?.[1];
  return path === undefined
    ? quoteLike(old, text, style)
    : `\`#\${${style.idName}}${quoteText(path, "`").slice(1)}`;
}

const isLone = (char: string): boolean => char.length === 1 && /[\ud800-\udfff]/.test(char);

/** A JSON value as code in the style of the file. */
export function jsonCode(value: Json, style: FileStyle): Code {
  if (typeof value === "string") return quoteText(value, style.quote);
  if (value === null || typeof value !== "object") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return { array: value.map((item: Json) => jsonCode(item, style)) };
  return {
    object: Object.entries(value).map(([key, item]) => [key, jsonCode(item as Json, style)] as const),
  };
}
