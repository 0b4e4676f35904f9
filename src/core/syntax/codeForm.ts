import { parseAlone } from "#core/syntax/parse.ts";

/** What of a tree says where and how it was written, not what. */
const LAYOUT = new Set(["start", "end", "loc", "range", "extra", "errors", "comments", "shorthand"]);

/**
 * A form of a piece of code that is the same however it is laid out: line breaks, quotes, commas and brackets that mean nothing, and
 * comments do not count. The text itself, without line ends, for what is no expression.
 */
export function codeForm(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED_FORMS) cache.clear();
  const form = formOf(text);
  cache.set(text, form);
  return form;
}

/** Two machines have the most of their code in common; beyond so many pieces the cache is emptied. */
const MAX_CACHED_FORMS = 5_000;
const cache = new Map<string, string>();

function formOf(text: string): string {
  // A method, `isReady() { … }`, is an expression within an object.
  const tree = parseAlone(text) ?? parseAlone(`({${text}})`);
  if (!tree) return text.replaceAll(/\s+/g, " ").trim();
  try {
    return JSON.stringify(tree, (key, value: unknown) => (LAYOUT.has(key) ? undefined : withBareKey(value)));
  } catch {
    // Nested too deeply to be written out.
    return text.replaceAll(/\s+/g, " ").trim();
  }
}

/** A property whose key stands in quotes as one whose key does not: they are one name. */
function withBareKey(value: unknown): unknown {
  const { key, computed } = (value ?? {}) as { key?: { type?: string; value?: unknown }; computed?: boolean };
  if (key?.type !== "StringLiteral" || computed === true) return value;
  return { ...(value as object), key: { type: "Identifier", name: key.value } };
}
