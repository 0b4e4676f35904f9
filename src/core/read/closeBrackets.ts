import type { TextEdit } from "#core/text/textEdit.ts";
import { scanBrackets } from "#core/read/scanBrackets.ts";

/**
 * What may be typed next at the caret so that the text can be read, the likeliest first: quotes and brackets that are open there
 * are closed, a value is put where one is wanted, a word that fits nowhere is left out. A handful, as each costs a parse.
 */
export function closeBrackets(text: string, caret: number): TextEdit[][] {
  const at = Math.min(Math.max(caret, 0), text.length);
  const before = scanBrackets(text.slice(0, at));
  const missing = notClosedAfter(before.open, scanBrackets(text.slice(at)).loose);
  const quote = before.quote ?? "";
  const closers = missing.toReversed().join("");
  const written = text.slice(0, at) + quote;
  const next = /^\s*([^\s])/.exec(text.slice(at))?.[1] ?? "";
  const comma = next === "" || /[,;)\]}]/.test(next) ? "" : ",";
  const insert = (piece: string): TextEdit[] => [{ from: at, to: at, insert: quote + piece }];
  const value = needsValue(written) ? " undefined" : "";
  const tries = [insert(value + closers + comma)];
  if (comma !== "") tries.push(insert(value + closers));
  // A key that waits for its colon, such as `'GO'` or `[GO]`; a plain one is valid as it is.
  if (value === "" && /["'`\]]\s*$/.test(written)) tries.push(insert(`: undefined${closers}${comma}`));
  // A word that fits nowhere: leave out what was typed since the last sign.
  const start = lastSign(text, at);
  if (start < at) tries.push([{ from: start, to: at, insert: closersWithout(text, start, at) }]);
  return tries;
}

/** Closers still wanted for `open`, outermost first, when the text behind already closes the outer ones. */
function notClosedAfter(open: readonly string[], loose: readonly string[]): string[] {
  let closed = 0;
  const outermostFirst = loose.toReversed();
  while (closed < open.length && closed < outermostFirst.length && open[closed] === outermostFirst[closed])
    closed++;
  return open.slice(closed);
}

/** After a colon, an arrow, an operator or a comma inside a call something must follow. */
const needsValue = (written: string): boolean =>
  /(:|=>|[=+\-*/%<>&|?!]|\bnew|\breturn|\bas|\bsatisfies)\s*$/.test(written);

/** Offset behind the last bracket, comma or line end before the caret. */
function lastSign(text: string, at: number): number {
  for (let i = at; i > 0; i--) if (/[{}[\](),;\n\r]/.test(text[i - 1] ?? "")) return i;
  return 0;
}

function closersWithout(text: string, start: number, at: number): string {
  const open = scanBrackets(text.slice(0, start)).open;
  return notClosedAfter(open, scanBrackets(text.slice(at)).loose)
    .toReversed()
    .join("");
}
