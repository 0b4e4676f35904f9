/** A piece of a line. `at` is where it begins, in UTF-16 code units from the start of the line. */
export interface Token {
  readonly kind: "word" | "quoted" | "key" | "who" | "mark" | "star" | "slash" | "text";
  readonly value: string;
  readonly at: number;
}

/** What is wrong within a line, and where. */
export class TokenFault extends Error {
  readonly code: "unclosed" | "bad-quote";
  readonly at: number;
  readonly facts: Readonly<Record<string, string>>;
  constructor(code: "unclosed" | "bad-quote", at: number, facts: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.at = at;
    this.facts = facts;
  }
}

/** Half and full width: whoever types Japanese or Chinese need not change the keyboard for a bracket. */
const CLOSED_BY: Readonly<Record<string, readonly [kind: "key" | "who" | "mark", close: string]>> = {
  "{": ["key", "}"],
  "｛": ["key", "｝"],
  "[": ["who", "]"],
  "［": ["who", "］"],
  "【": ["who", "】"],
  "(": ["mark", ")"],
  "（": ["mark", "）"],
};
const STARS = "*＊";
const COLONS = ":：";
const SLASHES = "/／";
const isSpace = (char: string) => /\s/.test(char);
const endsWord = (char: string) =>
  isSpace(char) ||
  char === '"' ||
  (STARS + COLONS + SLASHES).includes(char) ||
  Object.hasOwn(CLOSED_BY, char);

/** The pieces of a line from `from` on. @throws TokenFault */
export function tokens(line: string, from: number): Token[] {
  const all: Token[] = [];
  for (let at = from; at < line.length;) {
    const char = line.charAt(at);
    const closed = CLOSED_BY[char];
    if (isSpace(char)) at++;
    else if (STARS.includes(char)) all.push({ kind: "star", value: "*", at: at++ });
    else if (SLASHES.includes(char)) all.push({ kind: "slash", value: "/", at: at++ });
    else if (COLONS.includes(char)) {
      all.push({ kind: "text", value: line.slice(at + 1).trim(), at });
      at = line.length;
    } else if (char === '"') {
      const end = quoteEnd(line, at);
      all.push({ kind: "quoted", value: unquoted(line.slice(at, end), at), at });
      at = end;
    } else if (closed) {
      const [kind, close] = closed;
      const end = line.indexOf(close, at);
      if (end < 0) throw new TokenFault("unclosed", at, { open: char, close });
      all.push({ kind, value: line.slice(at + 1, end).trim(), at });
      at = end + 1;
    } else {
      const start = at;
      while (at < line.length && !endsWord(line.charAt(at))) at++;
      all.push({ kind: "word", value: line.slice(start, at), at: start });
    }
  }
  return all;
}

function quoteEnd(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line.charAt(at) === "\\") at++;
    else if (line.charAt(at) === '"') return at + 1;
  }
  throw new TokenFault("unclosed", from, { open: '"', close: '"' });
}

function unquoted(text: string, at: number): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new TokenFault("bad-quote", at, { text });
  }
}

/** A name as an outline writes it: bare where it is read back as it is, else in quotes as in JSON. */
export function writtenName(name: string, reserved: readonly string[] = []): string {
  const isBare =
    name !== "" &&
    !/^(?:#|->|→)/.test(name) &&
    !/[\s"*＊:：/／{}｛｝[\]［］【】()（）]/u.test(name.replaceAll(" ", "")) &&
    name === name.trim() &&
    !name.includes("  ") &&
    !name.split(" ").some((word) => reserved.includes(word));
  return isBare
    ? name
    : JSON.stringify(name).replaceAll(
        /[\u2028\u2029\u0085]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
}
