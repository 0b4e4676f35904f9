import { readJson, type JsonEntry, type JsonNode } from "#core/ruleset/jsonText.ts";

/**
 * Two people change one file of rules, mostly different clauses of it. Objects are merged by key, lists by the `id` of their items (of
 * reviews: clause and language); where both changed the same thing in different ways nobody but a person can say what is meant.
 */

/** A side of a merge: its text and a place in it. */
interface Side {
  readonly text: string;
  readonly node: JsonNode;
}

/** A part of an object or a list that can be distinguished from its neighbours. */
interface Part {
  /** From its key, or of the item, to the end of its value. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly value: Side;
}

/**
 * The JSON text with what `mine` and `theirs` each changed of `base`, laid out as theirs. Undefined when they changed the same thing
 * differently, and when one of them is no JSON.
 */
export function mergeJson(base: string, mine: string, theirs: string): string | undefined {
  const [b, m, t] = [sideOf(base), sideOf(mine), sideOf(theirs)];
  if (!b || !m || !t) return undefined;
  const merged = merge(b, m, t);
  if (merged === undefined) return undefined;
  return theirs.slice(0, t.node.at.from) + merged + theirs.slice(t.node.at.to);
}

function sideOf(text: string): Side | undefined {
  const read = readJson(text);
  return "node" in read ? { text, node: read.node } : undefined;
}

const textOf = ({ text, node }: Side): string => text.slice(node.at.from, node.at.to);

/** Whether two sides mean the same, however they are laid out. */
const isSame = (a: Side, b: Side): boolean =>
  textOf(a) === textOf(b) || JSON.stringify(JSON.parse(textOf(a))) === JSON.stringify(JSON.parse(textOf(b)));

function merge(base: Side, mine: Side, theirs: Side): string | undefined {
  if (isSame(mine, base) || isSame(mine, theirs)) return textOf(theirs);
  if (isSame(theirs, base)) return textOf(mine);
  const [b, m, t] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  if (!b || !m || !t || base.node.kind !== theirs.node.kind || mine.node.kind !== theirs.node.kind)
    return undefined;
  // An order of mine would be lost in theirs.
  if (base.node.items && !isInOrder(b, m)) return undefined;
  const merged = new Map<string, string>();
  for (const [key, part] of t) {
    const text = mergedPart(part, b.get(key), m.get(key));
    if (text === undefined) return undefined;
    if (text !== null) merged.set(key, text);
  }
  // what they took away stays away, unless I changed it
  for (const [key, part] of m) {
    const before = b.get(key);
    if (!t.has(key) && before && !isSame(part.value, before.value)) return undefined;
  }
  return laidOut(inOrder(merged, m, new Set(b.keys()), t), theirs, t, mine, m);
}

/** Whether what is in both stands in the same order. */
function isInOrder(base: ReadonlyMap<string, Part>, mine: ReadonlyMap<string, Part>): boolean {
  const before = [...base.keys()].filter((key) => mine.has(key));
  return [...mine.keys()].filter((key) => base.has(key)).every((key, i) => key === before[i]);
}

/** What becomes of a part that they have: its text, null when I took it away, undefined when we are at odds. */
function mergedPart(theirs: Part, base: Part | undefined, mine: Part | undefined): string | null | undefined {
  if (!mine) return base ? (isSame(theirs.value, base.value) ? null : undefined) : theirs.text;
  if (!base) return isSame(mine.value, theirs.value) ? theirs.text : undefined;
  const value = merge(base.value, mine.value, theirs.value);
  return value === undefined
    ? undefined
    : theirs.text.slice(0, theirs.value.node.at.from - theirs.from) + value;
}

/** The parts in their order, mine that are new behind the one that they stand behind here. */
function inOrder(
  merged: ReadonlyMap<string, string>,
  mine: ReadonlyMap<string, Part>,
  base: ReadonlySet<string>,
  theirs: ReadonlyMap<string, Part>,
): readonly string[] {
  const order = [...merged.keys()];
  const texts = new Map(merged);
  let before = "";
  for (const [key, part] of mine) {
    if (!theirs.has(key) && !base.has(key)) {
      order.splice(order.indexOf(before) + 1, 0, key);
      texts.set(key, part.text);
    }
    if (texts.has(key)) before = key;
  }
  return order.map((key) => texts.get(key) ?? "");
}

/** The parts between the brackets and commas of their text; where it has too few to show how it is laid out, of mine. */
function laidOut(
  texts: readonly string[],
  theirs: Side,
  t: ReadonlyMap<string, Part>,
  mine: Side,
  m: ReadonlyMap<string, Part>,
): string {
  const [side, parts] = t.size > 1 || t.size >= m.size ? [theirs, [...t.values()]] : [mine, [...m.values()]];
  const { text, node } = side;
  const [first, second] = parts;
  const last = parts.at(-1);
  if (!first || !last || texts.length === 0) return node.kind === "object" ? "{}" : "[]";
  const open = text.slice(node.at.from, first.from);
  const close = text.slice(last.to, node.at.to);
  const between = second ? text.slice(first.to, second.from) : `,${open.slice(1) || " "}`;
  return open + texts.join(between) + close;
}

/** Entries by key, items by what names them; undefined for other values, and where two have the same name. */
function partsOf({ text, node }: Side): ReadonlyMap<string, Part> | undefined {
  const parts = new Map<string, Part>();
  const add = (key: string | undefined, from: number, value: JsonNode): boolean => {
    if (key === undefined || parts.has(key)) return false;
    parts.set(key, {
      text: text.slice(from, value.at.to),
      from,
      to: value.at.to,
      value: { text, node: value },
    });
    return true;
  };
  const isEach = node.entries
    ? node.entries.every((entry: JsonEntry) => add(entry.key, entry.keyAt.from, entry.value))
    : node.items?.every((item) => add(nameOf(item), item.at.from, item));
  return isEach ? parts : undefined;
}

/** What an item of a list is called: its id, or the clause and language that it is about. */
function nameOf(item: JsonNode): string | undefined {
  const valueText = (key: string) => item.entries?.findLast((entry) => entry.key === key)?.value.text;
  const id = valueText("id");
  if (id !== undefined) return id;
  const clause = valueText("clause");
  return clause === undefined ? undefined : `${clause}\n${valueText("locale") ?? ""}`;
}
