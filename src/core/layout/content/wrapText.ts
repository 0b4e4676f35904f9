import { type Face, fitText, textWidth } from "#core/layout/sizes.ts";

/** What may not begin a line of Chinese or Japanese, and what may not end one. */
const NO_START =
  /^[、。，．・：；？！）」』】〕〉》〗”’ー々…‥ぁぃぅぇぉっゃゅょァィゥェォッャュョ)\].,:;?!%]/u;
const NO_END = /[（「『【〔〈《〖“‘([]$/u;
/** Between two of these a line may end without a space. */
const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/u;

/**
 * A text in lines of at most `most` pixels: broken at spaces and between East Asian characters, but never before a closing mark or
 * behind an opening one, and inside a word only when it is longer than a line. An ellipsis stands for what lies beyond the last line.
 */
export function wrapText(
  text: string,
  most: number,
  px: number,
  lines: number,
  face: Face = "text",
): string[] {
  const rows: string[] = [];
  // Letters of a pixel each are more than fill the lines: what lies beyond is not measured, however long it is.
  const begun = text.slice(0, (lines + 1) * most);
  for (const paragraph of begun.split(/\r?\n/)) {
    let line = "";
    for (const piece of piecesOf(paragraph)) {
      if (textWidth((line + piece).trimEnd(), px, face) <= most) {
        line += piece;
        continue;
      }
      if (line !== "") rows.push(line.trimEnd());
      line = piece.trimStart();
      while (textWidth(line.trimEnd(), px, face) > most) {
        const head = headOf(line, most, px, face);
        rows.push(head);
        line = line.slice(head.length);
      }
    }
    rows.push(line.trimEnd());
  }
  if (rows.length <= lines) return rows;
  const last = `${rows[lines - 1] ?? ""}…`;
  return [...rows.slice(0, lines - 1), fitText(last, most, px, face)];
}

/** As many characters as a line holds, one at least. */
function headOf(text: string, most: number, px: number, face: Face): string {
  let head = "";
  for (const char of text) {
    if (head !== "" && textWidth(head + char, px, face) > most) break;
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
