import type { Implementation } from "#core/chart/chart.ts";
import type { Expr } from "#core/expr/expr.ts";
import { usedNames } from "#core/expr/usedNames.ts";
import { fingerprint } from "#core/text/fingerprint.ts";

/** The code that a guard or action may name. */
export interface NamedCode {
  readonly guards: ReadonlyMap<string, Implementation>;
  /** Texts of the consts and helpers of the module. */
  readonly consts: ReadonlyMap<string, string>;
  /** Undefined for code outside of the readable subset. */
  readonly parse: (text: string) => Expr | undefined;
}

/**
 * A short name for all that decides what a guard or action does: its own code and that of every helper and constant in it. Spaces,
 * comments, types, the way it is laid out and what helpers and guards are called do not count.
 */
export function behaviorPrint({ text, elsewhere }: Implementation, code: NamedCode): string {
  // What a part is called does not count, only which one it is.
  const numbers = new Map<string, number>();
  const texts = [bare(text, numbers, code)];
  let count = 0;
  while (!elsewhere && count < numbers.size) {
    const next = [...numbers.keys()][count++] ?? "";
    texts.push(bare(code.consts.get(next) ?? code.guards.get(next)?.text ?? "", numbers, code));
  }
  return fingerprint(texts.join("\n"));
}

/** The code without what does not count; `numbers` counts the parts that it names, in the order in which they are met. */
function bare(text: string, numbers: Map<string, number>, { guards, consts, parse }: NamedCode): string {
  const numberOf = (name: string): number => {
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return numbers.get(name) ?? 0;
  };
  const expr = parse(text);
  if (!expr) return oneLine(text).replace(WORD, (word) => (consts.has(word) ? `#${numberOf(word)}` : word));
  const used = new Set(usedNames(expr));
  return JSON.stringify(expr, (key, value: unknown) => {
    if (key === "at") return undefined;
    const { kind, name, value: literal } = (value ?? {}) as { kind?: string; name?: string; value?: unknown };
    if ((kind === "name" || kind === "call") && name !== undefined && used.has(name) && consts.has(name))
      return { ...(value as object), name: numberOf(name) };
    if (kind === "literal" && typeof literal === "string" && guards.has(literal))
      return { kind: "guard", name: numberOf(literal) };
    return value;
  });
}

/** Code as one line, without its comments. */
export const oneLine = (text: string): string =>
  text
    .replace(STRING_OR_COMMENT, (part) => (part.startsWith("/") ? " " : part))
    .replace(/\s+/g, " ")
    .trim();

/** Strings are found first, since one may hold what begins a comment. What is not closed goes on to its end: it is read once. */
const STRING_OR_COMMENT =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[^])*`?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g;

/** A name in code. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The words of code outside of the readable subset, each once: whatever it mentions may matter. */
export const wordsOf = (text: string): readonly string[] => [...new Set(text.match(WORD) ?? [])];
