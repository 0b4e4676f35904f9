import type { TextEdit } from "#core/text/textEdit.ts";

/**
 * The text as Monaco shows it, and the way between the two.
 *
 * Monaco knows one line ending per model and rewrites all others, and it takes a byte order mark away. So its model always
 * holds LF text without a mark, and offsets are translated here: what nobody edited keeps its bytes.
 */
export interface EolMap {
  /** The project's text. */
  readonly text: string;
  /** The same with every line ending as `\n` and no leading byte order marks. */
  readonly model: string;
  /** What a new line ends with: the commoner of `\n` and `\r\n` in the text. */
  readonly eol: "\n" | "\r\n";
  /** An offset inside `\r\n` goes before the pair; one inside the mark goes to the start. */
  toModel(offset: number): number;
  /** Never answers an offset between `\r` and `\n`. */
  toProject(offset: number): number;
}

/** The byte order mark, which a file may begin with and Monaco's model leaves out. */
const BYTE_ORDER_MARK = 0xfeff;

/** Maps a text of any line endings (LF, CRLF, CR, mixed). U+2028 and U+2029 are ordinary characters here, as in the model. */
export function eolMap(text: string): EolMap {
  let mark = 0;
  while (text.charCodeAt(mark) === BYTE_ORDER_MARK) mark++;
  const pairs = crlfPlaces(text);
  const plain = mark === 0 ? text : text.slice(mark);
  const model = text.includes("\r") ? plain.replace(/\r\n?/g, "\n") : plain;
  return {
    text,
    model,
    eol: pairs.length > loneLf(text, pairs.length) ? "\r\n" : "\n",
    toModel: (offset) => {
      const at = Math.min(Math.max(offset, mark), text.length);
      return at - mark - countWhile(pairs.length, (i) => pairs[i]! < at);
    },
    toProject: (offset) => {
      const at = Math.min(Math.max(offset, 0), model.length);
      return at + mark + countWhile(pairs.length, (i) => pairs[i]! - mark - i < at);
    },
  };
}

/** A change as Monaco reports it: offsets of the model before the change. */
export interface ModelChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** The same change of the project's text: sorted, with the text's own line ending in what is inserted. */
export function toProjectEdits(map: EolMap, changes: readonly ModelChange[]): TextEdit[] {
  return [...changes]
    .sort((a, b) => a.rangeOffset - b.rangeOffset || a.rangeLength - b.rangeLength)
    .map(({ rangeOffset, rangeLength, text }) => {
      const from = map.toProject(rangeOffset);
      const to = map.toProject(rangeOffset + rangeLength);
      return { from, to, insert: withEol(text, map, from) };
    });
}

/** Right after a lone `\r` a first `\n` would melt into it and the new line be lost; `\r\n` does not. */
function withEol(inserted: string, map: EolMap, from: number): string {
  const lines = inserted.split(/\r\n?|\n/);
  if (lines.length === 1) return inserted;
  const joined = lines.join(map.eol);
  return lines[0] === "" && map.eol === "\n" && map.text[from - 1] === "\r" ? `\r${joined}` : joined;
}

/** How many of the first `length` indices hold, when none holds after the first that does not. */
function countWhile(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Offsets of every `\r` that a `\n` follows. */
function crlfPlaces(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) places.push(at);
  return places;
}

/** How many `\n` stand alone; stops counting once there are as many as pairs, since only the majority matters. */
function loneLf(text: string, pairs: number): number {
  if (pairs === 0) return 0;
  let count = -pairs;
  for (let at = text.indexOf("\n"); at >= 0 && count < pairs; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
