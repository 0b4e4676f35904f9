/**
 * Characters that do something to a terminal or to the order of a line instead of being seen: controls (colours, titles, moving the
 * cursor) but for tabs and line ends, and overrides of the writing direction.
 */
const UNSEEN = /(?![\t\n]|\r\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text as it may be shown: such characters stand as `\u001b`, the way JSON writes them, so what was JSON is the same JSON still.
 */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
