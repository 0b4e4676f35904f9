/**
 * How wide a text will be, without a browser: so that layout gives the same picture on the command line, in a worker and on the
 * page, and nothing jumps when the real text is drawn. Advances of Inter (regular, semibold) and JetBrains Mono, measured in
 * Chromium, in hundredths of the font size from U+0020 to U+007E; everything East Asian is one em.
 */
export type Face = "text" | "strong" | "mono";

const TEXT = [
  28, 29, 47, 63, 64, 98, 64, 30, 36, 36, 50, 66, 29, 46, 29, 36, 63, 41, 61, 62, 65, 59, 62, 57, 62, 62, 29,
  30, 66, 66, 66, 51, 97, 69, 65, 73, 72, 60, 59, 75, 74, 27, 57, 67, 57, 90, 75, 76, 64, 76, 64, 64, 65, 74,
  69, 99, 68, 68, 63, 36, 36, 36, 47, 46, 32, 56, 61, 57, 61, 58, 37, 61, 59, 24, 24, 55, 24, 88, 59, 60, 61,
  61, 38, 53, 33, 59, 56, 82, 55, 56, 55, 43, 33, 43, 66,
];
const STRONG = [
  25, 32, 52, 64, 65, 100, 66, 33, 37, 37, 54, 67, 32, 47, 32, 38, 66, 42, 62, 64, 67, 61, 64, 58, 64, 64, 32,
  33, 67, 67, 67, 54, 100, 73, 66, 74, 72, 61, 59, 75, 75, 28, 58, 70, 57, 92, 76, 77, 65, 77, 65, 65, 66, 74,
  73, 102, 72, 71, 65, 37, 38, 37, 48, 47, 35, 57, 62, 58, 62, 59, 39, 63, 61, 26, 26, 57, 26, 90, 61, 61, 62,
  62, 40, 55, 35, 61, 59, 84, 57, 59, 57, 45, 36, 45, 67,
];

/** Width in pixels of one line of text; a little is added for fallback fonts. */
export function textWidth(text: string, px: number, face: Face = "text"): number {
  let hundredths = 0;
  for (const char of text) hundredths += advance(char, face);
  return pixels(hundredths, px);
}

const pixels = (hundredths: number, px: number): number =>
  (hundredths * px) / 100 + (hundredths === 0 ? 0 : 1);

/** Hundredths of the font size. */
function advance(char: string, face: Face): number {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 32 && code < 127)
    return face === "mono" ? 60 : ((face === "strong" ? STRONG : TEXT)[code - 32] ?? 60);
  if (isWide(code)) return 100;
  if (isMark(code)) return 0;
  return face === "mono" ? 61 : 72;
}

/**
 * The text cut with an ellipsis to at most `max` pixels, never before its first character; unchanged when it fits. Looks no
 * further than that: the text may be a whole function.
 */
export function fitText(text: string, max: number, px: number, face: Face = "text"): string {
  let hundredths = 0;
  let length = 0;
  let count = 0;
  for (const char of text) {
    hundredths += advance(char, face);
    length += char.length;
    if (count === 0 || pixels(hundredths + ELLIPSIS, px) <= max) count = length;
    if (pixels(hundredths, px) > max) return `${text.slice(0, count).trimEnd()}…`;
  }
  return text;
}

/** `…` is an em in all faces. */
const ELLIPSIS = 100;

/** East Asian wide and full-width characters, emoji, and the arrows and signs that CJK fonts draw one em wide. */
const isWide = (code: number): boolean =>
  (code >= 0x1100 && code <= 0x115f) ||
  (code >= 0x2010 && code <= 0x2027) ||
  (code >= 0x2190 && code <= 0x22ff) ||
  (code >= 0x2460 && code <= 0x27bf) ||
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe6f) ||
  (code >= 0xff00 && code <= 0xff60) ||
  (code >= 0xffe0 && code <= 0xffe6) ||
  code >= 0x1f000;

/** Combining marks and joiners take no room of their own. */
const isMark = (code: number): boolean =>
  (code >= 0x300 && code <= 0x36f) || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f);
