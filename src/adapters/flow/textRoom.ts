import { type Face, textWidth } from "#core/layout/sizes.ts";

/** Lines break between words, so that they are not filled to the end. */
const FILLED = 0.82;
/** A browser's letters may be a little wider than was reckoned; a line that is full to the end would break. */
const FILLED_ALONE = 0.95;
const MOST_LINES = 4;
const AT = 100;

/**
 * The largest font size in pixels at which a text stands whole in a box, broken into lines where that helps.
 * @param lineHeight as a multiple of the font size
 */
export function textRoom(
  text: string,
  { w, h }: { readonly w: number; readonly h: number },
  lineHeight: number,
  face: Face = "text",
): number {
  const whole = textWidth(text, AT, face) / AT;
  const longest = Math.max(
    ...text.split(/\s+|(?=[^\p{ASCII}])/u).map((word) => textWidth(word, AT, face) / AT),
  );
  let best = 0;
  for (let lines = 1; lines <= MOST_LINES; lines++) {
    const wide =
      lines === 1 ? (w * FILLED_ALONE) / whole : Math.min((w * lines * FILLED) / whole, w / longest);
    best = Math.max(best, Math.min(wide, h / (lines * lineHeight)));
  }
  return Math.floor(best * 10) / 10;
}
