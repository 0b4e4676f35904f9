import type { Size } from "#core/layout/geometry.ts";
import { wrapText } from "#core/layout/content/wrapText.ts";
import { textWidth } from "#core/layout/sizes.ts";

/** Sizes of a note, in pixels of the canvas; `notes.module.css` says the same. */
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

/** Lines of a note on the picture; the panel shows the rest. */
const MAX_NOTE_LINES = 14;

/** The text of a note as it is drawn. */
export interface NoteContent {
  readonly lines: readonly string[];
  readonly size: Size;
}

export function noteContent(text: string, most: number = NOTE.most): NoteContent {
  const lines = wrapText(text.trim(), most, NOTE.letters, MAX_NOTE_LINES);
  const widest = Math.max(28, ...lines.map((line) => textWidth(line, NOTE.letters)));
  return {
    lines,
    size: {
      w: Math.ceil(widest + NOTE.sign + 2 * NOTE.padX),
      h: Math.max(1, lines.length) * NOTE.line + 2 * NOTE.padY,
    },
  };
}
