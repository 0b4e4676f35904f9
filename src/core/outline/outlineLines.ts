import { OutlineError } from "#core/outline/outlineFault.ts";
import { type Token, TokenFault, tokens } from "#core/outline/tokens.ts";

/** A line with something on it. */
export interface OutlineLine {
  /** Counted from 1. */
  readonly no: number;
  readonly isWay: boolean;
  /** Where it begins, in UTF-16 code units from the start of the line. */
  readonly at: number;
  readonly end: number;
  readonly pieces: readonly Token[];
  /** The lines that are indented below it. */
  readonly inner: OutlineLine[];
}

export const MAX_CHARACTERS = 200_000;
export const MAX_STATES = 1000;
export const MAX_DEPTH = 12;

/** An outline as a tree of lines by their indentation. @throws OutlineError */
export function outlineLines(text: string): readonly OutlineLine[] {
  if (text.length > MAX_CHARACTERS) throw new OutlineError("too-large", 1, 0, { most: MAX_STATES });
  const top: OutlineLine[] = [];
  const open: { line: OutlineLine; indent: number; inner: number | undefined }[] = [];
  let kind: string | undefined;
  let count = 0;
  for (const [i, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .entries()) {
    const line = written.trimEnd();
    const no = i + 1;
    const at = line.length - line.trimStart().length;
    if (at === line.length || line.charAt(at) === "#") continue;
    for (let n = 0; n < at; n++) {
      kind ??= line.charAt(n);
      if (line.charAt(n) !== kind) throw new OutlineError("mixed-indent", no, n);
    }
    if (++count > MAX_STATES) throw new OutlineError("too-large", no, 0, { most: MAX_STATES });
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= at) open.pop();
    const around = open.at(-1);
    if (!around && at > 0)
      throw new OutlineError(top.length === 0 ? "deeper-than-first" : "uneven-indent", no, at, {
        columns: 0,
      });
    if (around) {
      around.inner ??= at;
      if (around.inner !== at) throw new OutlineError("uneven-indent", no, at, { columns: around.inner });
      if (around.line.isWay) throw new OutlineError("way-in-way", no, at);
      if (open.length >= MAX_DEPTH) throw new OutlineError("too-deep", no, at, { most: MAX_DEPTH });
    }
    const arrow = line.startsWith("->", at) ? 2 : "→＞".includes(line.charAt(at)) ? 1 : 0;
    const it: OutlineLine = {
      no,
      isWay: arrow > 0,
      at,
      end: line.length,
      pieces: piecesOf(line, at + arrow, no),
      inner: [],
    };
    (around ? around.line.inner : top).push(it);
    open.push({ line: it, indent: at, inner: undefined });
  }
  if (!top.some(({ isWay }) => !isWay)) throw new OutlineError("empty", 1, 0);
  return top;
}

function piecesOf(line: string, from: number, no: number): Token[] {
  try {
    return tokens(line, from);
  } catch (error) {
    if (error instanceof TokenFault) throw new OutlineError(error.code, no, error.at, error.facts);
    throw error;
  }
}
