import { lineEnd, regExpEnd, stringEnd } from "#core/text/literalEnds.ts";

/** What is open at the end of a text. */
export interface BracketScan {
  /** Closers still wanted, outermost first: `)`, `]`, `}`, and "`" for a template. */
  readonly open: readonly string[];
  /** For each of them where the item begins that the text ends in: behind the bracket, or the last comma or semicolon in it. */
  readonly items: readonly number[];
  /** Closers in the text that nothing in it opened, in order. */
  readonly loose: readonly string[];
  /** The quote of a string that the text ends in, or what ends the comment or regular expression it ends in. */
  readonly quote?: string;
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** What matters in code, and in the text of a template. */
const SIGN = /["'`/(){}[\],;]/g;
const TEMPLATE_SIGN = /[\\`$]/g;

/**
 * Counts brackets, outside strings, comments and regular expressions. A string ends with its line, so that one forgotten quote
 * does not swallow the rest.
 */
export function scanBrackets(text: string): BracketScan {
  const open: string[] = [];
  const items: number[] = [];
  const push = (closer: string, item: number) => {
    open.push(closer);
    items.push(item);
  };
  const pop = () => {
    items.pop();
    return open.pop();
  };
  const loose: string[] = [];
  let i = 0;
  let quote: string | undefined;
  while (i < text.length) {
    const inTemplate = open.at(-1) === "`";
    const sign = inTemplate ? TEMPLATE_SIGN : SIGN;
    sign.lastIndex = i;
    const next = sign.exec(text);
    if (!next) break;
    i = next.index;
    const char = next[0];
    if (inTemplate) {
      // In the text of a template: only its end and `${` matter.
      if (char === "\\") i++;
      else if (char === "`") pop();
      else if (char === "$" && text[i + 1] === "{") {
        push("}", i + 2);
        i++;
      }
      i++;
      continue;
    }
    if (char === "/" && text[i + 1] === "/") {
      i = lineEnd(text, i);
      if (i === text.length) quote = "\n";
    } else if (char === "/" && text[i + 1] === "*") {
      const end = text.indexOf("*/", i + 2);
      if (end < 0) quote = "*/";
      i = end < 0 ? text.length : end + 2;
    } else if (char === "'" || char === '"') {
      const end = stringEnd(text, i + 1, char);
      if (end > text.length) quote = char;
      i = end;
    } else if (char === "/" && startsRegExp(text, i)) {
      const end = regExpEnd(text, i + 1);
      if (end > text.length) quote = "/";
      i = end;
    } else {
      if (char === "`") push("`", i + 1);
      else if (CLOSER[char]) push(CLOSER[char], i + 1);
      else if ((char === "," || char === ";") && items.length > 0) items[items.length - 1] = i + 1;
      else if (char === ")" || char === "]" || char === "}") {
        if (open.at(-1) === char) pop();
        else if (!open.includes(char)) loose.push(char);
        else while (open.length > 0 && pop() !== char);
      }
      i++;
    }
  }
  return { open, items, loose, ...(quote === undefined ? {} : { quote }) };
}

/** A slash after a value divides; elsewhere it starts a regular expression. */
function startsRegExp(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (before === "") return true;
  return /[(,=:[!&|?{};+\-*%<>~^]$/.test(before) || /\b(return|typeof|case|in|of)$/.test(before);
}
