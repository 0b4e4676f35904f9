import { readJson, type JsonNode } from "#core/ruleset/jsonText.ts";
import { jsonEqual, parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/** Length of a line of a new value before it is spread over several. */
const MAX_LINE_CHARACTERS = 100;

/**
 * A JSON text that says another value, with as little of it changed as that takes: what stays the same keeps its layout and its place,
 * so that a difference of the two shows what was meant.
 */
export function changeJson(text: string, value: Json): string {
  const read = readJson(text);
  if (!("node" in read)) return `${printJson(value, "")}\n`;
  const { node } = read;
  return text.slice(0, node.at.from) + changed({ text, node }, value) + text.slice(node.at.to);
}

interface Held {
  readonly text: string;
  readonly node: JsonNode;
}

const sliceOf = ({ text, node }: Held): string => text.slice(node.at.from, node.at.to);

function changed(held: Held, value: Json): string {
  const { node } = held;
  if (jsonEqual(parseJson(sliceOf(held)), value)) return sliceOf(held);
  if (node.entries && isObject(value)) return changedObject(held, node.entries, value);
  if (node.items && Array.isArray(value)) return changedList(held, node.items, value as readonly Json[]);
  return printJson(value, indentAt(held.text, node.at.from));
}

function changedObject(held: Held, entries: NonNullable<JsonNode["entries"]>, value: JsonObject): string {
  const { text } = held;
  const lines = entries.flatMap(({ key, keyAt, value: node }) => {
    const next = Object.hasOwn(value, key) ? value[key] : undefined;
    if (next === undefined) return [];
    return [{ key, text: text.slice(keyAt.from, node.at.from) + changed({ text, node }, next) }];
  });
  // Looked up by key: an object may have as many entries as a file has lines.
  const texts = new Map(lines.toReversed().map((line) => [line.key, line.text]));
  const spans = entries.map(({ keyAt, value: { at } }) => ({ from: keyAt.from, to: at.to }));
  const indent = innerIndent(held, spans);
  const parts = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [texts.get(key) ?? `${JSON.stringify(key)}: ${printJson(member, indent)}`],
  );
  // What stays keeps its order; what is new stands where the value has it.
  return laidOut(held, spans, texts.size === 0 ? parts : inOldOrder(Object.keys(value), lines, parts));
}

/** Texts of the keys, those that were there before in the order in which they were. */
function inOldOrder(
  keys: readonly string[],
  entries: readonly { readonly key: string; readonly text: string }[],
  texts: readonly string[],
): string[] {
  const old = new Set(entries.map(({ key }) => key));
  let next = 0;
  return keys.map((key, i) => (old.has(key) ? (entries[next++]?.text ?? "") : (texts[i] ?? "")));
}

/** Items that are the same at both ends stay; of those between, each becomes the one at its place while there is one. */
function changedList(held: Held, items: readonly JsonNode[], value: readonly Json[]): string {
  const { text } = held;
  const old = items.map((node) => parseJson(text.slice(node.at.from, node.at.to)));
  const most = Math.min(old.length, value.length);
  let start = 0;
  while (start < most && jsonEqual(old[start], value[start])) start++;
  let end = 0;
  while (end < most - start && jsonEqual(old.at(-1 - end), value.at(-1 - end))) end++;
  const indent = innerIndent(
    held,
    items.map(({ at }) => at),
  );
  const texts = value.map((item, i) => {
    const fromEnd = value.length - i;
    const node =
      fromEnd <= end ? items[items.length - fromEnd] : i < items.length - end ? items[i] : undefined;
    return node ? changed({ text, node }, item) : printJson(item, indent);
  });
  return laidOut(
    held,
    items.map(({ at }) => at),
    texts,
  );
}

/** Parts between the brackets and commas that are there; each side of a part keeps its own. */
function laidOut(
  { text, node }: Held,
  spans: readonly { from: number; to: number }[],
  parts: readonly string[],
): string {
  const [first, second] = spans;
  const last = spans.at(-1);
  const [open, close] = node.kind === "object" ? ["{", "}"] : ["[", "]"];
  if (parts.length === 0) return open + close;
  if (!first || !last) {
    const line = `${open} ${parts.join(", ")} ${close}`;
    return node.kind === "object" ? line : line.replaceAll(/^\[ | \]$/g, (end) => end.trim());
  }
  const before = text.slice(node.at.from, first.from);
  const after = text.slice(last.to, node.at.to);
  const between = second ? text.slice(first.to, second.from) : `,${before.slice(1) || " "}`;
  return before + parts.join(between) + after;
}

/** What the lines of a part are indented by, when the parts stand on lines of their own. */
function innerIndent({ text, node }: Held, spans: readonly { from: number }[]): string {
  const [first] = spans;
  return first ? indentAt(text, first.from) : indentAt(text, node.at.from);
}

/** The blanks that the line of an offset begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A value on one line while it is short, else an entry a line. */
export function printJson(value: Json, indent: string): string {
  const line = onOneLine(value);
  if (line.length + indent.length <= MAX_LINE_CHARACTERS || typeof value !== "object" || value === null)
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? (value as readonly Json[]).map((item) => printJson(item, inner))
    : Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : [`${JSON.stringify(key)}: ${printJson(item as Json, inner)}`],
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(onOneLine).join(", ")}]`;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member as Json)}`).join(", ")} }`;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
