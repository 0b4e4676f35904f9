import { lineEnd, regExpEnd, stringEnd } from "#core/text/literalEnds.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What the caret stands in, from the outermost bracket to the innermost. */
export type Step =
  /** An object literal; `key` once the caret is behind a colon. */
  | { readonly kind: "object"; readonly from: number; readonly key?: string }
  | { readonly kind: "array"; readonly index: number }
  /** The arguments of a call: `setup`, `enqueue.raise`; empty for brackets that group. */
  | { readonly kind: "call"; readonly callee: string; readonly index: number }
  /** Statements, a template's hole, or another kind of curly brackets. */
  | { readonly kind: "block" };

export interface CaretPlace {
  readonly steps: readonly Step[];
  /** The string literal that the caret is in. */
  readonly string?: { readonly quote: string; readonly closed: boolean };
  /** Where a key may begin: right behind `{` or a comma of an object literal. */
  readonly atKey: boolean;
  /** What is being typed: the inside of the string, or the word around the caret. */
  readonly word: Span;
  /** The last sign before the word, blanks and comments left out; empty at the start of the text. */
  readonly before: string;
}

interface Frame {
  readonly open: "{" | "[" | "(" | "`";
  readonly isObject: boolean;
  readonly callee: string;
  readonly from: number;
  key: string | undefined;
  index: number;
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const WORD_PART = /[\p{ID_Continue}$]/u;

/**
 * Where an offset stands, derived from what is written before it: so it works on text that is being typed and is no module yet.
 * Costs one walk from the start of the text.
 */
export function caretPlace(text: string, offset: number): CaretPlace {
  const frames: Frame[] = [];
  /** The last two signs: `=>` is one of them, a word is its last letter's place. */
  let last = "";
  /** The dotted name just read, and the key it may be. */
  let name = "";
  let key: string | undefined;
  let i = 0;
  let inString: { quote: string; from: number } | undefined;

  const top = () => frames.at(-1);
  const push = (open: Frame["open"], isObject: boolean, callee = "") =>
    frames.push({ open, isObject, callee, from: i, key: undefined, index: 0 });

  while (i < offset) {
    const char = text[i]!;
    if (top()?.open === "`") {
      if (char === "\\") i++;
      else if (char === "`") frames.pop();
      else if (char === "$" && text[i + 1] === "{") {
        push("{", false);
        i++;
      }
      i++;
      continue;
    }
    if (/\s/.test(char)) {
      i++;
      continue;
    }
    if (char === "/" && (text[i + 1] === "/" || text[i + 1] === "*")) {
      const end = text[i + 1] === "/" ? lineEnd(text, i) : text.indexOf("*/", i + 2) + 2;
      i = end < i + 2 ? text.length : end;
      if (i > offset) return nowhere(offset);
      continue;
    }
    if (char === '"' || char === "'") {
      const end = stringEnd(text, i + 1, char, offset);
      if (end > offset) {
        inString = { quote: char, from: i + 1 };
        break;
      }
      key = text.slice(i + 1, end - 1);
      name = "";
      last = char;
      i = end;
      continue;
    }
    if (char === "/" && startsRegExp(last, name)) {
      i = regExpEnd(text, i + 1);
      last = "/";
      name = "";
      continue;
    }
    WORD.lastIndex = i;
    const word = WORD.exec(text)?.[0] ?? /^\d[\w.]*/.exec(text.slice(i, i + 40))?.[0];
    if (word !== undefined) {
      if (i + word.length >= offset) break;
      name = last === "." ? `${name}.${word}` : word;
      key = word;
      last = "w";
      i += word.length;
      continue;
    }
    if (char === "`") push("`", false);
    else if (char === "{") push("{", opensObject(last, name, top()));
    else if (char === "[") push("[", false);
    else if (char === "(") push("(", false, last === "w" || last === ">" ? calleeBefore(name) : "");
    else if (char === "}" || char === "]" || char === ")") close(frames, char);
    else if (char === ",") next(top());
    else if (char === ":") {
      const frame = top();
      if (frame?.isObject && frame.key === undefined) frame.key = key ?? "";
    } else if (char === ";" && top()?.isObject) frames[frames.length - 1]!.key = undefined;
    if (char !== "." && char !== ">" && char !== "?") {
      if (char !== "(") name = char === "]" || char === ")" ? name : "";
      key = undefined;
    }
    last = char === ">" && text[i - 1] === "=" ? "=>" : char;
    i++;
  }

  const inTemplate = top()?.open === "`";
  if (inTemplate) inString = { quote: "`", from: top()!.from + 1 };
  const word = inString
    ? stringAround(text, inString, offset)
    : { ...wordAround(text, offset), closed: true };
  const holder = frames.filter((frame) => frame.open !== "`").at(-1);
  return {
    steps: frames.filter((frame) => frame.open !== "`").map(stepOf),
    ...(inString ? { string: { quote: inString.quote, closed: word.closed } } : {}),
    atKey:
      holder?.isObject === true && holder.key === undefined && (last === "{" || last === "," || last === ";"),
    word: { from: word.from, to: word.to },
    before: last,
  };
}

const nowhere = (offset: number): CaretPlace => ({
  steps: [{ kind: "block" }],
  atKey: false,
  word: { from: offset, to: offset },
  before: "",
});

function stepOf(frame: Frame): Step {
  if (frame.open === "[") return { kind: "array", index: frame.index };
  if (frame.open === "(") return { kind: "call", callee: frame.callee, index: frame.index };
  if (!frame.isObject) return { kind: "block" };
  return { kind: "object", from: frame.from, ...(frame.key === undefined ? {} : { key: frame.key }) };
}

const CLOSES: Readonly<Record<string, string>> = { "}": "{", "]": "[", ")": "(" };

/** Closes the innermost bracket of that kind; what was forgotten inside it closes along. One that nothing opened is let pass. */
function close(frames: Frame[], char: string): void {
  const open = CLOSES[char];
  const at = frames.findLastIndex((frame) => frame.open === open);
  if (at >= 0) frames.length = at;
}

function next(frame: Frame | undefined): void {
  if (!frame) return;
  frame.index++;
  frame.key = undefined;
}

const NOT_CALLED = /^(?:if|for|while|switch|catch|return|typeof|await|function|of|in)$/;
const calleeBefore = (name: string): string => (NOT_CALLED.test(name) ? "" : name);

/** Curly brackets hold properties behind what wants a value; behind `)`, `=>` or a name they hold statements or members. */
function opensObject(last: string, name: string, frame: Frame | undefined): boolean {
  if (last === "w") return /^(?:return|as|satisfies|default|yield|await)$/.test(name);
  if (last === "(" || last === "[" || last === ":" || last === "=" || last === "|" || last === "&")
    return true;
  if (last === "?" || last === "<" || last === ">") return true;
  return last === "," && frame !== undefined && !frame.isObject;
}

const startsRegExp = (last: string, name: string): boolean =>
  last === "w" ? /^(?:return|typeof|case|in|of)$/.test(name) : !/^[\w)\]}"'`]$/.test(last);

/** Up to the closing quote, unless what lies between looks like other code: then the string is not closed yet. */
function stringAround(
  text: string,
  { quote, from }: { quote: string; from: number },
  offset: number,
): Span & { closed: boolean } {
  const rest = /^[^\n\r"'`,:{}()[\]]*/.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  const closed = text[offset + rest.length] === quote;
  return { from, to: closed ? offset + rest.length : offset, closed };
}

function wordAround(text: string, offset: number): Span {
  let from = offset;
  while (from > 0 && WORD_PART.test(text[from - 1]!)) from--;
  let to = offset;
  while (to < text.length && WORD_PART.test(text[to]!)) to++;
  return { from, to };
}
