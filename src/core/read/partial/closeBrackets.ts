import type { Span, TextEdit } from "#core/text/textEdit.ts";
import { scanBrackets } from "#core/read/partial/scanBrackets.ts";

/**
 * What may be typed next at the caret so that the text can be read, the likeliest first: quotes and brackets that are open there
 * are closed, a value is put where one is wanted; else the item that is being written is left out, the innermost first. A handful,
 * as each costs a parse.
 * @param typed what was written since the text could be read; the place of the caret when left out
 */
export function closeBrackets(text: string, caret: number, typed?: Span): TextEdit[] {
  const at = Math.min(Math.max(caret, 0), text.length);
  const from = Math.min(typed?.from ?? at, at);
  // What the editor closed behind the caret by itself is put back.
  const end = typed && /^[\s)\]}"'`]*$/.test(text.slice(at, typed.to)) ? Math.max(at, typed.to) : at;
  const before = scanBrackets(text.slice(0, at));
  const missing = notClosedAfter(before.open, scanBrackets(text.slice(end)).loose).length;
  const outer = scanBrackets(text.slice(0, from)).open.length;
  const inwards = before.open.toReversed();
  const comma = /^\s*(?:[,;)\]}]|$)/.test(text.slice(end, end + 400)) ? "" : ",";

  const quote = before.quote ?? "";
  const closers = inwards.slice(0, missing).join("");
  const close = (piece: string, behind: string): TextEdit => ({
    from: at,
    to: end,
    insert: quote + piece + closers + behind,
  });
  const { code, value } = lastWord(text.slice(Math.max(0, at - 400), at), quote);
  const tries = [close(value, comma)];
  if (comma !== "") tries.push(close(value, ""));
  // A key that waits for its colon, such as `'GO'` or `[GO]`; a plain one is valid as it is.
  if (value === "" && /["'`\]]\s*$/.test(code)) tries.push(close(": undefined", comma));

  // The item that is being written left out, in the innermost bracket, then in the one around it, out to where typing began.
  for (let gone = 0; inwards.length - gone >= Math.max(outer, 1) && gone < MAX_OMITTED_BRACKETS; gone++) {
    const item = before.items[inwards.length - 1 - gone] ?? 0;
    const start = Math.max(from, item);
    // One that was there before is not left out.
    if (start === end || !BLANK.test(text.slice(item, start))) continue;
    const behind = inwards.length - gone > outer ? comma : "";
    tries.push({ from: start, to: end, insert: inwards.slice(gone, missing).join("") + behind });
  }
  return tries;
}

/** Brackets around the caret that are left out on trial: what is being typed is rarely nested deeper. */
const MAX_OMITTED_BRACKETS = 8;

/** White space and comments. */
const BLANK = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*$/;

/** Closers still wanted for `open`, outermost first, when the text behind already closes the outer ones. */
function notClosedAfter(open: readonly string[], loose: readonly string[]): string[] {
  let closed = 0;
  const outermostFirst = loose.toReversed();
  while (closed < open.length && closed < outermostFirst.length && open[closed] === outermostFirst[closed])
    closed++;
  return open.slice(closed);
}

/** The code before the caret, and the value that is wanted behind it: after a colon, an arrow, an operator. */
function lastWord(written: string, quote: string): { code: string; value: string } {
  const comment =
    quote === "*/" ? written.lastIndexOf("/*") : quote === "\n" ? written.lastIndexOf("//") : -1;
  const code = comment < 0 ? written + quote : written.slice(0, comment);
  const wanted = quote !== "/" && /(:|=>|[=+\-*/%<>&|?!]|\bnew|\breturn|\bas|\bsatisfies)\s*$/.test(code);
  return { code, value: wanted ? " undefined" : "" };
}
