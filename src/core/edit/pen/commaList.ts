import type { TextEdit } from "#core/text/textEdit.ts";
import { nodesOf, type Node } from "#core/syntax/node.ts";
import { lineStart } from "#core/edit/pen/fileStyle.ts";

/** The items of an object or array literal with what belongs to each of them in the text. Offsets are absolute. */
export interface CommaList {
  /** After the opening bracket, and at the closing one. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly CommaItem[];
  readonly trailingComma: boolean;
  /** Holds a comment that belongs to no item. */
  readonly loose: boolean;
}

export interface CommaItem {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
  /** Where its leading comments start; `from` when it has none. */
  readonly lead: number;
  /** Offset of the comma after it, or -1. */
  readonly comma: number;
  /** After the comma and the comments on the same line. */
  readonly tail: number;
  /** The tail ends with a comment to the end of line. */
  readonly lineTail: boolean;
  /** Nothing but white space stands before it on its line, or after its tail. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

interface Comment {
  readonly from: number;
  readonly to: number;
  readonly line: boolean;
}

/** Reads an object or array literal as a list. Undefined when it has holes: nothing is edited there. */
export function commaList(text: string, node: Node): CommaList | undefined {
  const field = node.type === "ArrayExpression" ? "elements" : "properties";
  const elements = node[field];
  if (!Array.isArray(elements) || elements.some((item) => item === null)) return undefined;
  const list = nodesOf(elements);
  const open = node.start + 1;
  const close = node.end - 1;
  const items: CommaItem[] = [];
  let loose = false;
  let tail = headEnd(text, open, list[0]?.start ?? close);
  if (tail > open) loose = true;
  for (const [index, item] of list.entries()) {
    const before = gap(text, index === 0 ? tail : Math.max(tail, list[index - 1]?.end ?? open), item.start);
    const lead = leadOf(text, before.comments, item.start);
    if (before.comments.some((comment) => comment.from < lead)) loose = true;
    const next = list[index + 1]?.start ?? close;
    const after = gap(text, item.end, next);
    const end = tailOf(text, item.end, after, next, index === list.length - 1);
    items.push({
      node: item,
      from: item.start,
      to: item.end,
      lead,
      comma: after.comma,
      tail: end.tail,
      lineTail: end.line,
      startsLine: text.slice(lineStart(text, lead), lead).trim() === "",
      endsLine: /^[ \t]*(\r?\n|$)/.test(text.slice(end.tail, end.tail + 200)),
    });
    tail = end.tail;
  }
  if (list.length > 0 && gap(text, tail, close).comments.length > 0) loose = true;
  return { open, close, items, trailingComma: (items.at(-1)?.comma ?? -1) >= 0, loose };
}

/** Comments and the comma between two offsets that hold nothing else. */
function gap(text: string, from: number, to: number): { comma: number; comments: Comment[] } {
  const comments: Comment[] = [];
  let comma = -1;
  let at = from;
  while (at < to) {
    if (text.startsWith("//", at)) {
      const newline = text.indexOf("\n", at);
      let end = newline < 0 || newline > to ? to : newline;
      if (text[end - 1] === "\r") end--;
      comments.push({ from: at, to: end, line: true });
      at = end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2) + 2;
      comments.push({ from: at, to: end, line: false });
      at = end;
    } else {
      if (text[at] === "," && comma < 0) comma = at;
      at++;
    }
  }
  return { comma, comments };
}

/** After the comments that stand on the line of the opening bracket and are followed by a new line. */
function headEnd(text: string, open: number, first: number): number {
  let end = open;
  for (const comment of gap(text, open, first).comments) {
    if (text.slice(end, comment.from).includes("\n")) break;
    end = comment.to;
  }
  return end > open && /^[ \t]*\r?\n/.test(text.slice(end, end + 200)) ? end : open;
}

/** Where the comments directly above an item (no empty line between) or before it on its line start. */
function leadOf(text: string, comments: readonly Comment[], from: number): number {
  let lead = from;
  for (const comment of comments.toReversed()) {
    const between = text.slice(comment.to, lead);
    if (between.includes(",") || (between.match(/\n/g)?.length ?? 0) > 1) break;
    lead = comment.from;
  }
  return lead;
}

function tailOf(
  text: string,
  to: number,
  after: { comma: number; comments: readonly Comment[] },
  next: number,
  last: boolean,
): { tail: number; line: boolean } {
  let tail = after.comma >= 0 ? after.comma + 1 : to;
  let line = after.comments.some((comment) => comment.line && comment.to === tail);
  for (const comment of after.comments) {
    if (comment.to <= tail) continue;
    if (text.slice(tail, comment.from).includes("\n")) break;
    // A comment on the line of the next item is that item's.
    const rest = text.slice(comment.to, next);
    if (!last && !rest.includes("\n")) break;
    tail = comment.to;
    line = comment.line;
  }
  return { tail, line };
}

/** The list with the comments above its first item as comments of their own. */
export function keepFirstComment(text: string, list: CommaList): CommaList {
  const [first, ...rest] = list.items;
  if (!first || first.lead === first.from) return list;
  const startsLine = text.slice(lineStart(text, first.from), first.from).trim() === "";
  return { ...list, loose: true, items: [{ ...first, lead: first.from, startsLine }, ...rest] };
}

/** Edits that take items out, with their comments, so that the commas of what stays are right. */
export function removeItems(text: string, list: CommaList, gone: ReadonlySet<Node>): TextEdit[] {
  const { items } = list;
  const stays = items.findLastIndex((item) => !gone.has(item.node));
  if (stays < 0 && !list.loose) return [{ from: list.open, to: list.close, insert: "" }];
  const edits: TextEdit[] = [];
  const cut = (from: number, to: number) => edits.push({ from, to, insert: "" });
  const trailing = items.slice(stays + 1);
  for (const [index, item] of items.entries()) {
    if (!gone.has(item.node) || (index > stays && !ownLines(trailing))) continue;
    const next = items[index + 1];
    if (item.startsLine && item.endsLine) cut(...wholeLines(text, item));
    else if (next && !text.slice(item.tail, next.lead).includes("\n")) cut(item.lead, next.lead);
    else cut(cutStart(text, list, index), item.tail);
  }
  if (trailing.length > 0 && !ownLines(trailing)) {
    const start = cutStart(text, list, stays + 1);
    cut(start, trailing.at(-1)?.tail ?? start);
  }
  const comma = items[stays]?.comma ?? -1;
  if (!list.trailingComma && trailing.length > 0 && comma >= 0) cut(comma, comma + 1);
  return edits;
}

const ownLines = (items: readonly CommaItem[]): boolean =>
  items.every((item) => item.startsLine && item.endsLine);

/** The lines of an item; of empty lines on both sides one goes along, and the one that would be left at the top of the list. */
function wholeLines(text: string, item: CommaItem): [number, number] {
  const from = lineStart(text, item.lead);
  const newline = text.indexOf("\n", item.tail);
  const to = newline < 0 ? text.length : newline + 1;
  const blankBefore = /\n([ \t]*\r?\n)$/.exec(text.slice(0, from))?.[1];
  const closedAfter = /^[ \t]*(\r?\n|[}\]])/.test(text.slice(to, to + 200));
  const blankAfter = /^[ \t]*\r?\n/.exec(text.slice(to, to + 200))?.[0] ?? "";
  const opensBefore = /[{[][ \t]*\r?\n$/.test(text.slice(Math.max(0, from - 200), from));
  return [
    blankBefore !== undefined && closedAfter ? from - blankBefore.length : from,
    opensBefore ? to + blankAfter.length : to,
  ];
}

/** Where a cut of an item that shares its line starts: after what stays before it. */
function cutStart(text: string, list: CommaList, index: number): number {
  const item = list.items[index];
  if (!item) return list.close;
  const before = list.items[index - 1];
  const start = before?.tail ?? list.open;
  return text.slice(start, item.lead).trim() === "" && !before?.lineTail ? start : item.lead;
}

/** What goes into a list: printed for its place, perhaps with a comment that must stand after the comma. */
export interface NewItem {
  readonly code: (place: ItemPlace) => string;
  /** A comment that follows the comma on the same line. */
  readonly tail?: string;
  /** It brings a comment to the end of line, so nothing may follow on its line. */
  readonly ownLine?: boolean;
  /** It will hold a list of its own that grows: an empty object that has lines to itself is opened for it. */
  readonly wide?: boolean;
}

/** `head` is put before the item itself, after the comments it brings: a key for something that had none. */
export interface ItemPlace {
  readonly indent: string;
  readonly oneLine: boolean;
  readonly head?: string;
}

/** How lists are laid out where there is no neighbour to copy. */
export interface ListStyle {
  readonly eol: string;
  readonly unit: string;
  readonly pad: string;
  readonly trailingComma: boolean;
}

/** Edits that put items into a list before the item at `index`, or at its end, in the manner of their neighbours. */
export function insertItems(
  text: string,
  list: CommaList,
  index: number,
  added: readonly NewItem[],
  style: ListStyle,
): TextEdit[] {
  const first = list.items[0];
  const outer = /^[ \t]*/.exec(text.slice(lineStart(text, list.open)))?.[0] ?? "";
  const opened = !first && added.some((item) => item.wide) && hasLine(text, list);
  const wide = first ? first.startsLine : opened || text.slice(list.open, list.close).includes("\n");
  const inner = first?.startsLine ? text.slice(lineStart(text, first.lead), first.lead) : outer + style.unit;
  // What goes over several lines inside a one-line list continues from the indent of that line.
  const indent = wide || added.some((item) => item.ownLine) ? inner : outer;
  const print = (item: NewItem, oneLine: boolean) => item.code({ indent, oneLine });
  const next = list.items[index];
  if (next?.startsLine) {
    const lines = added.map((item) => `${indent}${print(item, false)},${spaced(item.tail)}${style.eol}`);
    return [insertAt(lineStart(text, next.lead), lines.join(""))];
  }
  if (next) {
    const parts = added.map(
      (item) => `${print(item, true)},${spaced(item.tail)}${item.ownLine ? style.eol + inner : " "}`,
    );
    return [insertAt(next.lead, parts.join(""))];
  }
  const before = list.items.at(-1);
  if (!before) return [fillEmpty(text, list, added, { outer, indent, wide, style })];
  const broken = wide || before.lineTail || added.some((item) => item.ownLine);
  const head = broken ? style.eol + inner : " ";
  const comma = list.trailingComma;
  let out = "";
  for (const [i, item] of added.entries()) {
    const isLast = i === added.length - 1;
    out += `${head}${print(item, !wide)}${!isLast || comma ? "," : ""}${spaced(item.tail)}`;
  }
  const endsOpen =
    (before.lineTail || added.at(-1)?.ownLine) &&
    !/^[ \t]*\r?\n/.test(text.slice(before.tail, before.tail + 200));
  if (endsOpen) out += style.eol + outer;
  const blank = wide && spacedOut(text, list) ? style.eol : "";
  if (comma) return [insertAt(before.tail, blank + out)];
  // A comment after the last item stays before the comma, unless it would hide it.
  if (!before.lineTail) return [insertAt(before.tail, `,${blank}${out}`)];
  return [insertAt(before.to, ","), insertAt(before.tail, blank + out)];
}

function fillEmpty(
  text: string,
  list: CommaList,
  added: readonly NewItem[],
  how: { outer: string; indent: string; wide: boolean; style: ListStyle },
): TextEdit {
  const { outer, indent, style } = how;
  const wide = how.wide || added.some((item) => item.ownLine);
  const comma = (index: number) => (index < added.length - 1 || (wide && style.trailingComma) ? "," : "");
  const items = added.map(
    (item, index) => item.code({ indent, oneLine: !wide }) + comma(index) + spaced(item.tail),
  );
  if (wide) {
    const end = text.slice(0, list.close).trimEnd().length;
    const insert = items.map((item) => style.eol + indent + item).join("") + style.eol + outer;
    return { from: Math.max(end, list.open), to: list.close, insert };
  }
  const hasComment = list.loose || text.slice(list.open, list.close).trim() !== "";
  if (hasComment) return insertAt(list.close, ` ${items.join(" ")}${style.pad}`);
  return { from: list.open, to: list.close, insert: style.pad + items.join(" ") + style.pad };
}

/** Is the object the value of a property that has its line to itself? */
function hasLine(text: string, list: CommaList): boolean {
  const before = text.slice(lineStart(text, list.open), list.open - 1);
  const after = /^[^\n]*/.exec(text.slice(list.close + 1))?.[0] ?? "";
  return /^\s*(?:'[^']*'|"[^"]*"|[^\s'",:{}[\]()]+):\s*$/.test(before) && /^\s*,?\s*(?:\/\/.*)?$/.test(after);
}

/** Are the items set apart by empty lines? */
function spacedOut(text: string, list: CommaList): boolean {
  const pairs = list.items.slice(1).map((item, i) => text.slice(list.items[i]?.tail ?? item.lead, item.lead));
  return pairs.length > 0 && pairs.every((between) => (between.match(/\n/g)?.length ?? 0) > 1);
}

const spaced = (tail: string | undefined): string => (tail ? ` ${tail}` : "");
const insertAt = (offset: number, insert: string): TextEdit => ({ from: offset, to: offset, insert });
