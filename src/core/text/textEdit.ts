/**
 * Text as the document: spans and edits. All offsets are UTF-16 code units, as in JavaScript strings and Monaco.
 */

/** A half-open stretch `[from, to)` of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Replaces the span by `insert`. Edits of one change are sorted, do not overlap, and use offsets of the old text. */
export interface TextEdit extends Span {
  readonly insert: string;
}

/** Sorts edits by place; two inserts at one place keep their order. */
export function sortEdits(edits: readonly TextEdit[]): TextEdit[] {
  return [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * Applies sorted, disjoint edits.
 * @throws RangeError when an edit lies outside the text or overlaps the one before it: a fault of ours, never the person's.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let out = "";
  let at = 0;
  for (const { from, to, insert } of edits) {
    if (from < at || to < from || to > text.length)
      throw new RangeError(`Edit ${from}..${to} lies outside ${at}..${text.length} of the text`);
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at);
}

/** The edits that turn the new text back into `text`. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

/** Where an offset of the old text lies in the new one. Inside a replaced stretch it goes to the end of what was inserted. */
export function mapOffset(offset: number, edits: readonly TextEdit[]): number {
  let shift = 0;
  for (const { from, to, insert } of edits) {
    if (offset < from || (offset === from && to > from)) break;
    if (offset < to) return from + shift + insert.length;
    shift += insert.length - (to - from);
  }
  return offset + shift;
}

/** UTF-16 units that are compared at once. */
const COMPARED_UNITS = 512;

/** The smallest single edit that turns `before` into `after`, or undefined when they are equal. Never splits a surrogate pair. */
export function diffEdit(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let head = 0;
  // Whole stretches first: they are compared far faster than letter by letter.
  while (
    head + COMPARED_UNITS <= most &&
    before.slice(head, head + COMPARED_UNITS) === after.slice(head, head + COMPARED_UNITS)
  )
    head += COMPARED_UNITS;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  if (head > 0 && isHighSurrogate(before.charCodeAt(head - 1))) head--;
  const rest = most - head;
  const [endBefore, endAfter] = [before.length, after.length];
  let tail = 0;
  while (
    tail + COMPARED_UNITS <= rest &&
    before.slice(endBefore - tail - COMPARED_UNITS, endBefore - tail) ===
      after.slice(endAfter - tail - COMPARED_UNITS, endAfter - tail)
  )
    tail += COMPARED_UNITS;
  while (tail < rest && before.charCodeAt(endBefore - 1 - tail) === after.charCodeAt(endAfter - 1 - tail))
    tail++;
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail--;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
