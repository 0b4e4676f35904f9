import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { readModule, type ReadOptions } from "#core/read/readModule.ts";
import { scanBrackets } from "#core/read/scanBrackets.ts";

/** A reading of half-typed code. Its spans are those of `text`; never edit by them. */
export interface Preview {
  readonly reading: ModuleReading;
  /** What was read: the given text with `edits` applied. */
  readonly text: string;
  /** What had to be added or left out; empty when the text can be read as it is. */
  readonly edits: readonly TextEdit[];
}

/**
 * Reads a text that cannot be parsed because something is being typed: quotes and brackets that are open at the caret (else at
 * the end) are closed there. Undefined when that does not help.
 * @param caret where the person types, a UTF-16 offset; the end of the text when left out
 */
export function readPreview(text: string, caret?: number, options: ReadOptions = {}): Preview | undefined {
  const plain = readModule(text, options);
  if (plain.parsed) return { reading: plain, text, edits: [] };
  for (const edits of mendings(text, caret)) {
    const mended = applyEdits(text, edits);
    const reading = readModule(mended, options);
    if (reading.parsed && (reading.charts.length > 0 || !options.previous?.reading.charts.length))
      return { reading, text: mended, edits };
  }
  return undefined;
}

/** What may be typed next at the caret, the likeliest first; a handful, as each costs a parse. */
function mendings(text: string, caret: number | undefined): TextEdit[][] {
  const at = Math.min(Math.max(caret ?? text.length, 0), text.length);
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
