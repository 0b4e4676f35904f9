import { ofLastText } from "#core/text/ofLastText.ts";

/**
 * Whether what a name stands for has one place only in its file: the name is declared by a `const` and written once more. Other files
 * may use an exported one, too. Names of properties (`name:`, `.name`) and whole texts (`"name"`) do not count; a word of a comment or of a longer text
 * does, so the answer is rather no than yes.
 */
export function usedOnce(text: string, name: string): boolean {
  const uses = usesIn(text).get(name);
  return uses?.declared === true && uses.count === 2;
}

interface Uses {
  count: number;
  declared: boolean;
}
const usesIn = ofLastText<ReadonlyMap<string, Uses>>((text) => countUses(text));

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;

function countUses(source: string): Map<string, Uses> {
  const text = source.includes("\\u") ? decoded(source) : source;
  const uses = new Map<string, Uses>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (isNoUse(text, index, index + word.length)) continue;
    const known = uses.get(word) ?? { count: 0, declared: false };
    known.count++;
    if (isDeclared(text, index)) known.declared = true;
    uses.set(word, known);
  }
  return uses;
}

/** A name may be written with escapes. */
const decoded = (text: string): string =>
  text.replace(/\\u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (whole, long: string, short: string) => {
    const code = Number.parseInt(long ?? short, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });

/** `.name`, `"name"` or the key of `{ name: value }`. */
function isNoUse(text: string, from: number, to: number): boolean {
  const before = text[from - 1];
  if (before === ".") return !text.startsWith("..", from - 3);
  if (before === "'" || before === '"' || before === "`") return text[to] === before;
  const after = skipWhite(text, to, 1);
  if (text[after] !== ":") return false;
  const head = text[skipWhite(text, from - 1, -1)];
  return head === "{" || head === ",";
}

function isDeclared(text: string, from: number): boolean {
  const to = skipWhite(text, from - 1, -1) + 1;
  return to !== from && /(?:^|[^\p{ID_Continue}$.])const$/u.test(text.slice(Math.max(0, to - 6), to));
}

function skipWhite(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < text.length && /\s/.test(text[at] as string)) at += step;
  return at;
}
