import type { Size } from "#core/layout/geometry.ts";
import { fitText, textWidth } from "#core/layout/sizes.ts";

/** Sizes of a note, in pixels of the canvas; `canvas.module.css` says the same. */
export const NOTE = {
  letters: 12,
  line: 17,
  /** Its text is at most 24 em wide, on the map 16. */
  most: 24 * 12,
  mostOnMap: 16 * 12,
  padX: 9,
  padY: 7,
  /** The sign before the text. */
  sign: 18,
  /** From what it is about to its border; its tip points there. */
  tip: 9,
  gap: 6,
} as const;

const MOST_LINES = 14;

/** The text of a note as it is drawn. */
export interface NoteContent {
  readonly lines: readonly string[];
  readonly size: Size;
}

export function noteContent(text: string, most: number = NOTE.most): NoteContent {
  const lines = wrapText(text.trim(), most, NOTE.letters, MOST_LINES);
  const widest = Math.max(28, ...lines.map((line) => textWidth(line, NOTE.letters)));
  return {
    lines,
    size: {
      w: Math.ceil(widest + NOTE.sign + 2 * NOTE.padX),
      h: Math.max(1, lines.length) * NOTE.line + 2 * NOTE.padY,
    },
  };
}

/** What may not begin a line of Chinese or Japanese, and what may not end one. */
const NO_START =
  /^[、。，．・：；？！）」』】〕〉》〗”’ー々…‥ぁぃぅぇぉっゃゅょァィゥェォッャュョ)\].,:;?!%]/u;
const NO_END = /[（「『【〔〈《〖“‘([]$/u;
/** Between two of these a line may end without a space. */
const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/u;

/**
 * A text in lines of at most `most` pixels: broken at spaces and between East Asian characters, but never before a closing mark or
 * behind an opening one, and inside a word only when it is longer than a line. What lies beyond the last line is told by an ellipsis.
 */
export function wrapText(text: string, most: number, px: number, lines: number): string[] {
  const found: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = "";
    for (const piece of piecesOf(paragraph)) {
      if (textWidth((line + piece).trimEnd(), px) <= most) {
        line += piece;
        continue;
      }
      if (line !== "") found.push(line.trimEnd());
      line = piece.trimStart();
      while (textWidth(line.trimEnd(), px) > most) {
        const head = headOf(line, most, px);
        found.push(head);
        line = line.slice(head.length);
      }
    }
    found.push(line.trimEnd());
  }
  if (found.length <= lines) return found;
  const last = `${found[lines - 1] ?? ""}…`;
  return [...found.slice(0, lines - 1), fitText(last, most, px)];
}

/** As many characters as a line holds, one at least. */
function headOf(text: string, most: number, px: number): string {
  let head = "";
  for (const char of text) {
    if (head !== "" && textWidth(head + char, px) > most) break;
    head += char;
  }
  return head;
}

/** What stays together: a word with the space behind it, or one East Asian character with the marks that belong to it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let before = "";
  for (const char of text) {
    const last = pieces.at(-1);
    const wide = IDEOGRAPH.test(char);
    const may = /\s$/.test(before) || wide || IDEOGRAPH.test(before);
    const apart = may && !/\s/.test(char) && !NO_START.test(char) && !NO_END.test(before);
    if (last === undefined || apart) pieces.push(char);
    else pieces[pieces.length - 1] = last + char;
    before = char;
  }
  return pieces;
}
