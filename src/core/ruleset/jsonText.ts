import type { Span } from "#core/text/textEdit.ts";

/** A JSON value with its place in the text. */
export interface JsonNode {
  readonly kind: "object" | "array" | "string" | "number" | "literal";
  readonly at: Span;
  /** Of an object, in order; a key that is written twice is there twice. */
  readonly entries?: readonly JsonEntry[];
  /** Of a string. */
  readonly text?: string;
  /** Of an array. */
  readonly items?: readonly JsonNode[];
}
export interface JsonEntry {
  readonly key: string;
  readonly keyAt: Span;
  readonly value: JsonNode;
}

/** What a JSON text lacks, as the words know it: `json-syntax.comma-or-brace`. */
export type JsonExpected =
  | "escape"
  | "end-of-text"
  | "key"
  | "comma-or-brace"
  | "comma-or-bracket"
  | "levels"
  | "colon"
  | "value"
  | "end-of-file";

/** The first place where a text is not JSON. */
export interface JsonFault {
  readonly code: "json-syntax" | "json-too-deep";
  readonly at: Span;
  /** What could stand there. */
  readonly expected: JsonExpected;
  /** What stands there; empty at the end of the text. */
  readonly got: string;
}

/** Levels of a file of rules that are read: a bound on recursion. */
const MAX_RULES_JSON_LEVELS = 64;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;

/** Reads a JSON text into nodes with places, or tells where it stops being JSON. Values are left to `parseJson`. */
export function readJson(text: string): { readonly node: JsonNode } | { readonly fault: JsonFault } {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0];
    if (token !== undefined) at += token.length;
    return token;
  };
  /** A string with its quotes; a loop, because a pattern would backtrack over a long one. */
  const takeString = (): string | undefined => {
    if (text[at] !== '"') return undefined;
    const from = at++;
    while (text[at] !== '"') {
      if (text[at] === "\\") {
        if (take(ESCAPE) === undefined) fail("escape");
      } else if (at >= text.length || text.charCodeAt(at) < 0x20) fail("end-of-text");
      else at++;
    }
    at++;
    return text.slice(from, at);
  };
  const fail = (expected: JsonExpected, code: JsonFault["code"] = "json-syntax"): never => {
    const token = /^(?:[\w$]+|[\s\S])/u.exec(text.slice(at, at + 40))?.[0] ?? "";
    throw new Stop({
      code,
      at: { from: at, to: Math.min(text.length, at + token.length) },
      expected,
      got: token,
    });
  };
  const key = (): { key: string; keyAt: Span } => {
    const from = at;
    const raw = takeString() ?? fail("key");
    return { key: JSON.parse(raw) as string, keyAt: { from, to: at } };
  };
  const list = <T>(close: string, item: () => T): T[] => {
    const items: T[] = [];
    take(SPACE);
    if (text[at] === close) {
      at++;
      return items;
    }
    for (;;) {
      take(SPACE);
      items.push(item());
      take(SPACE);
      if (text[at] === close) {
        at++;
        return items;
      }
      if (text[at] !== ",") fail(close === "}" ? "comma-or-brace" : "comma-or-bracket");
      at++;
    }
  };
  const value = (depth: number): JsonNode => {
    take(SPACE);
    const from = at;
    if (depth > MAX_RULES_JSON_LEVELS) fail("levels", "json-too-deep");
    const span = (): Span => ({ from, to: at });
    if (text[at] === "{") {
      at++;
      const entries = list("}", (): JsonEntry => {
        const named = key();
        take(SPACE);
        if (text[at] !== ":") fail("colon");
        at++;
        return { ...named, value: value(depth + 1) };
      });
      return { kind: "object", entries, at: span() };
    }
    if (text[at] === "[") {
      at++;
      const items = list("]", () => value(depth + 1));
      return { kind: "array", items, at: span() };
    }
    const raw = takeString();
    if (raw !== undefined) return { kind: "string", text: JSON.parse(raw) as string, at: span() };
    if (take(NUMBER) !== undefined) return { kind: "number", at: span() };
    if (take(LITERAL) !== undefined) return { kind: "literal", at: span() };
    return fail("value");
  };

  try {
    const node = value(0);
    take(SPACE);
    if (at < text.length) fail("end-of-file");
    return { node };
  } catch (stop) {
    if (stop instanceof Stop) return { fault: stop.fault };
    throw stop;
  }
}

class Stop extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** The entries of an object by key and the items of a list by id, so that each of thousands is found at once. */
const entriesByKey = new WeakMap<readonly JsonEntry[], ReadonlyMap<string, JsonEntry>>();
const placesById = new WeakMap<readonly JsonNode[], ReadonlyMap<string, readonly number[]>>();

/** The entry of an object under a key: the last one of that name, as JSON.parse takes it. */
function entryOf({ entries }: JsonNode, key: string): JsonEntry | undefined {
  if (!entries) return undefined;
  let byKey = entriesByKey.get(entries);
  if (!byKey) entriesByKey.set(entries, (byKey = new Map(entries.map((entry) => [entry.key, entry]))));
  return byKey.get(key);
}

/** A child by key or index. */
export function childOf(node: JsonNode, step: string | number): JsonNode | undefined {
  return node.items ? node.items[Number(step)] : entryOf(node, String(step))?.value;
}

/** The node at a way of keys and indexes; the deepest one that exists when the way leads too far. */
export function nodeAt(node: JsonNode, way: readonly (string | number)[]): JsonNode {
  let deepest = node;
  for (const step of way) {
    const next = childOf(deepest, step);
    if (!next) return deepest;
    deepest = next;
  }
  return deepest;
}

/** The key (with its quotes) of the entry at a way, else the value there: what a squiggle should lie under. */
export function keySpan(node: JsonNode, way: readonly (string | number)[]): Span {
  const entry = entryOf(nodeAt(node, way.slice(0, -1)), String(way.at(-1)));
  return entry?.keyAt ?? nodeAt(node, way).at;
}

/** Places in the list under a key of the items with this id, as written. */
export function itemsWithId(node: JsonNode | undefined, list: string, id: string): readonly number[] {
  const items = node && childOf(node, list)?.items;
  if (!items) return [];
  let byId = placesById.get(items);
  if (!byId) placesById.set(items, (byId = placesOf(items)));
  return byId.get(id) ?? [];
}

function placesOf(items: readonly JsonNode[]): ReadonlyMap<string, readonly number[]> {
  const byId = new Map<string, number[]>();
  for (const [i, item] of items.entries()) {
    const id = childOf(item, "id")?.text;
    const known = id === undefined ? undefined : byId.get(id);
    if (known) known.push(i);
    else if (id !== undefined) byId.set(id, [i]);
  }
  return byId;
}

/** Keys that an object anywhere below has twice; JSON.parse silently keeps the last. */
export function repeatedKeys(node: JsonNode): JsonEntry[] {
  const repeated: JsonEntry[] = [];
  const visit = ({ entries = [], items = [] }: JsonNode): void => {
    const keys = new Set<string>();
    for (const entry of entries) {
      if (keys.has(entry.key)) repeated.push(entry);
      keys.add(entry.key);
      visit(entry.value);
    }
    for (const item of items) visit(item);
  };
  visit(node);
  return repeated;
}
