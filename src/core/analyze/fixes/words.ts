import { bySteps, fact, nearOf, propertyAt, spanOf, type FixSite } from "#core/analyze/fixes/fixSite.ts";
import { entriesOf } from "#core/syntax/property.ts";
import { stringOf, type Node } from "#core/syntax/node.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { readJson, type JsonNode } from "#core/ruleset/jsonText.ts";
import { ofLastText } from "#core/text/ofLastText.ts";
import type { Span } from "#core/text/textEdit.ts";

/** How many of the suggestions are offered as fixes: a menu stays short. */
const MAX_SPELLING_FIXES = 3;

/**
 * A misspelt word gives way to what it may have meant: a key, a literal, or a name within the code that is reported. It is obvious
 * when only one thing can have been meant.
 */
export function replaceWord(site: FixSite, obvious = true): Fix[] {
  const near = nearOf(site);
  const word = site.diagnostic.file === "machine" ? codeWord(site) : jsonWord(site);
  if (!word) return [];
  const free = near.filter((to) => !word.taken.has(to)).slice(0, MAX_SPELLING_FIXES);
  return free.map((to) =>
    bySteps(
      site,
      "replace",
      { from: word.text, to },
      [{ kind: "word", at: word.at, to }],
      obvious && near.length === 1,
    ),
  );
}

/** The reported word is replaced by another one. */
export function wordTo(site: FixSite, to: string): Fix | undefined {
  const word = site.diagnostic.file === "machine" ? codeWord(site) : jsonWord(site);
  if (!word || word.taken.has(to)) return undefined;
  return bySteps(site, "replace", { from: word.text, to }, [{ kind: "word", at: word.at, to }]);
}

interface Word {
  readonly at: Span;
  readonly text: string;
  /** Names that stand beside it and cannot be given twice. */
  readonly taken: ReadonlySet<string>;
}

/** The facts in which a diagnostic names what it cannot find. */
const NAMING = [
  "name",
  "state",
  "target",
  "initial",
  "event",
  "delay",
  "key",
  "clause",
  "asks",
  "field",
  "got",
];

function codeWord(site: FixSite): Word | undefined {
  const { syntax, at } = site;
  if (!syntax) return undefined;
  const none: ReadonlySet<string> = new Set();
  const whole = syntax.exactly(at);
  const property = propertyAt(site);
  const key = property && (property.property["key"] as Node);
  if (
    property &&
    key &&
    key.start === at.from &&
    key.end === at.to &&
    property.property["computed"] !== true
  ) {
    const all = entriesOf(property.object);
    const text = all.find((entry) => entry.key.start === at.from)?.name;
    // A shorthand is the name of something else too.
    if (text === undefined || property.property["shorthand"] === true) return undefined;
    return { at, text, taken: new Set(all.map((entry) => entry.name)) };
  }
  const literal = whole.find((node) => stringOf(node) !== undefined);
  if (literal) return { at, text: stringOf(literal) ?? "", taken: none };
  const wrong = new Set(NAMING.map((name) => fact(site, name)).filter((value) => value !== ""));
  const within = syntax.within(at).filter((node) => wrong.has(stringOf(node) ?? ""));
  const [only] = within;
  return only && within.length === 1
    ? { at: spanOf(only), text: stringOf(only) ?? "", taken: none }
    : undefined;
}

function jsonWord({ text, at }: FixSite): Word | undefined {
  const root = jsonRoot(text);
  const place = root && jsonAt(root, at);
  if (!place) return undefined;
  if (place.key === undefined) {
    const { node } = place;
    return node?.text === undefined ? undefined : { at, text: node.text, taken: new Set() };
  }
  return { at, text: place.key, taken: keysOf(place.holder) };
}

/** Each diagnostic of a file asks for the same text, and a large file has tens of thousands. */
export const jsonRoot = ofLastText((text): JsonNode | undefined => {
  const read = readJson(text);
  return "node" in read ? read.node : undefined;
});

const keysKnown = new WeakMap<JsonNode, ReadonlySet<string>>();

/** The keys of an object, collected once for all that ask. */
function keysOf(holder: JsonNode | undefined): ReadonlySet<string> {
  if (!holder) return new Set();
  const keys = keysKnown.get(holder) ?? new Set(holder.entries?.map((entry) => entry.key));
  keysKnown.set(holder, keys);
  return keys;
}

/** The last of some parts, in the order of the text, that begins at an offset or before it. */
function lastUpTo<T>(
  parts: readonly T[] | undefined,
  from: (part: T) => number,
  offset: number,
): T | undefined {
  if (!parts) return undefined;
  let low = 0;
  for (let high = parts.length; low < high;) {
    const middle = (low + high) >> 1;
    if (from(parts[middle] as T) <= offset) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1];
}

/** What stands at a place of a JSON text: the key of an entry, or a value; with who holds it and the whole entry. */
export interface JsonPlace {
  readonly key?: string;
  readonly node?: JsonNode;
  readonly holder?: JsonNode;
  readonly entry?: Span;
}

export function jsonAt(root: JsonNode, at: Span): JsonPlace | undefined {
  let node: JsonNode = root;
  let holder: JsonNode | undefined;
  let entry: Span | undefined;
  for (;;) {
    if (same(node.at, at)) return { node, ...(holder ? { holder } : {}), ...(entry ? { entry } : {}) };
    const held = lastUpTo(node.entries, (item) => item.keyAt.from, at.from);
    if (held && same(held.keyAt, at))
      return { key: held.key, holder: node, entry: { from: held.keyAt.from, to: held.value.at.to } };
    const inner: JsonNode | undefined = held?.value ?? lastUpTo(node.items, (item) => item.at.from, at.from);
    if (!inner || !within(inner.at, at)) return undefined;
    entry = held ? { from: held.keyAt.from, to: held.value.at.to } : inner.at;
    holder = node;
    node = inner;
  }
}

const same = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;
const within = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;
