import { type Who, WHO, WHO_WORDS } from "#core/outline/outline.ts";
import { OutlineError } from "#core/outline/outlineFault.ts";
import type { OutlineLine } from "#core/outline/outlineLines.ts";
import type { Token } from "#core/outline/tokens.ts";

/** A name is one line, and spaces in it are single: nobody sees whether there are two. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The words at the beginning of pieces as one name, and what is behind them. */
export function nameIn(pieces: readonly Token[]): { readonly name: string; readonly rest: readonly Token[] } {
  if (pieces[0]?.kind === "quoted") return { name: oneLine(pieces[0].value), rest: pieces.slice(1) };
  const end = pieces.findIndex(({ kind }) => kind !== "word");
  const words = end < 0 ? pieces : pieces.slice(0, end);
  return { name: words.map(({ value }) => value).join(" "), rest: pieces.slice(words.length) };
}

/** The name of a state. @throws OutlineError when there is none */
export function takeName(line: OutlineLine): ReturnType<typeof nameIn> {
  const taken = nameIn(line.pieces);
  if (taken.name === "") throw new OutlineError("name-missing", line.no, line.pieces[0]?.at ?? line.at);
  return taken;
}

/** @throws OutlineError for words that are not those of anybody */
export function readWho(line: OutlineLine, piece: Token): Who {
  const words = piece.value.toLowerCase();
  const who = WHO.find((one) => WHO_WORDS[one].includes(words) || one.toLowerCase() === words);
  if (who) return who;
  const all = WHO.map((one) => WHO_WORDS[one][0]).join(", ");
  throw new OutlineError("who-unknown", line.no, piece.at, { who: piece.value, words: all });
}

/** The name, with a number behind it when it is taken: `draw`, `draw2`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}${n}`;
  return free;
}
