/*
 * The way back from a shown formula to code: `x ∈ list ∧ |hand| < 3` is `list.includes(x) && hand.length < 3`. Signs, the words
 * of the interface and the operators of code may be mixed, since that is how people type. Names stay as they are.
 */

/** Words that stand for a sign, in the languages of the interface. */
const WORDS: Readonly<Record<string, string>> = {
  and: "∧",
  かつ: "∧",
  且: "∧",
  並且: "∧",
  or: "∨",
  または: "∨",
  或: "∨",
  或者: "∨",
  not: "not",
  非: "not",
  else: "??",
  なければ: "??",
  無則: "??",
  mod: "%",
  none: "none",
  なし: "none",
  無: "none",
};

/** By sign, the operator of code and how tightly it binds; the same order as in `printFormula`. */
const BINARY: Readonly<Record<string, readonly [code: string, tightness: number]>> = {
  "??": ["??", 2],
  "∨": ["||", 3],
  "||": ["||", 3],
  "∧": ["&&", 4],
  "&&": ["&&", 4],
  "=": ["===", 5],
  "==": ["==", 5],
  "===": ["===", 5],
  "≠": ["!==", 5],
  "!=": ["!=", 5],
  "!==": ["!==", 5],
  "∈": ["∈", 5],
  "∉": ["∉", 5],
  "<": ["<", 6],
  "≤": ["<=", 6],
  "<=": ["<=", 6],
  ">": [">", 6],
  "≥": [">=", 6],
  ">=": [">=", 6],
  "+": ["+", 7],
  "−": ["-", 7],
  "-": ["-", 7],
  "·": ["*", 8],
  "*": ["*", 8],
  "/": ["/", 8],
  "%": ["%", 8],
  "^": ["**", 9],
  "**": ["**", 9],
};
const NOT = 4;
const SIGN = 9;
const TIGHT = 10;
const LOOSE = 1;

interface Token {
  readonly kind: "name" | "word" | "value" | "sign" | "end";
  readonly text: string;
}

const TOKEN =
  /\s+|([\p{ID_Start}_$][\p{ID_Continue}$]*)|(\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”)|(===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\*\*|=>|\.\.\.|[-+*/%^=<>!?:,.()[\]{}|#∧∨¬≠≤≥·−∈∉∃∀↦…])/uy;

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, name, value, sign] = match;
    if (name !== undefined) {
      const isField = tokens.at(-1)?.text === "." || tokens.at(-1)?.text === "?.";
      const word = isField || !Object.hasOwn(WORDS, name) ? undefined : WORDS[name];
      tokens.push(word === undefined ? { kind: "name", text: name } : { kind: "word", text: word });
    } else if (value !== undefined) tokens.push({ kind: "value", text: value });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
  }
  return tokens;
}

class NotAFormulaError extends Error {}

/** The code of a formula; undefined for what is none. Whether the code is valid is checked elsewhere. */
export function formulaToCode(text: string): string | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  try {
    return new Reader(tokens).whole();
  } catch (error) {
    if (error instanceof NotAFormulaError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A part as code, and how tightly it holds together. */
interface Part {
  readonly code: string;
  readonly tight: number;
}

const END: Token = { kind: "end", text: "" };

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): string {
    const { code } = this.#expr(LOOSE);
    return this.#next().kind === "end" ? code : fail();
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? END;
  }

  #next(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token.kind !== "value" && token.kind !== "name" && token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #need(text: string): void {
    if (!this.#take(text)) fail();
  }

  #name(): string {
    const token = this.#next();
    return token.kind === "name" ? token.text : fail();
  }

  #expr(least: number): Part {
    const arrow = this.#arrow();
    if (arrow) return arrow;
    let left = this.#prefix();
    for (;;) {
      const membership = this.#membership();
      const token = this.#peek();
      const sign = token.kind === "sign" || token.kind === "word" ? token.text : undefined;
      const operator = membership ? BINARY[membership] : sign === undefined ? undefined : BINARY[sign];
      if (!operator || operator[1] < least) break;
      this.#at += membership === "∉" ? 2 : 1;
      left = joined(left, operator, this.#expr(operator[1] + 1));
    }
    if (least > LOOSE || !this.#take("?")) return left;
    const yes = this.#expr(LOOSE);
    this.#need(":");
    return { code: `${left.code} ? ${yes.code} : ${this.#expr(LOOSE).code}`, tight: LOOSE };
  }

  /** `in` and `not in` between two parts, as the signs that they stand for. */
  #membership(): "∈" | "∉" | undefined {
    if (this.#isName("in")) return "∈";
    return this.#is("not") && this.#isName("in", 1) ? "∉" : undefined;
  }

  #isName(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token.kind === "name" && token.text === text;
  }

  /** Whether a part begins that speaks of each of a list: `p ∈ list`, `p in list`. */
  #isEach(ahead = 0): boolean {
    return this.#peek(ahead).kind === "name" && (this.#is("∈", ahead + 1) || this.#isName("in", ahead + 1));
  }

  /** `p ↦ p.a`, `(p, i) ↦ i`; undefined where none begins. */
  #arrow(): Part | undefined {
    const start = this.#at;
    const names: string[] = [];
    if (this.#peek().kind === "name") names.push(this.#name());
    else if (this.#take("("))
      while (this.#peek().kind === "name") {
        names.push(this.#name());
        if (!this.#take(",")) break;
      }
    const closed = this.#is("(", start - this.#at) ? this.#take(")") : names.length > 0;
    if (!closed || !(this.#take("↦") || this.#take("=>"))) {
      this.#at = start;
      return undefined;
    }
    return { code: `(${names.join(", ")}) => ${bodyOf(this.#expr(LOOSE).code)}`, tight: LOOSE };
  }

  #prefix(): Part {
    if (this.#take("¬") || this.#take("!")) return { code: `!${hold(this.#prefix(), SIGN)}`, tight: SIGN };
    if (this.#take("−") || this.#take("-")) return { code: `-${hold(this.#prefix(), SIGN)}`, tight: SIGN };
    if (this.#take("+")) return { code: `+${hold(this.#prefix(), SIGN)}`, tight: SIGN };
    // In words, `not` applies to the whole comparison: not a = b.
    if (this.#is("not") && !this.#isCallOfNot()) {
      this.#at++;
      const { code, tight } = this.#expr(NOT + 1);
      return { code: `!${tight > SIGN ? code : `(${code})`}`, tight: SIGN };
    }
    for (const [sign, method] of [
      ["∃", "some"],
      ["∀", "every"],
    ] as const) {
      if (this.#take(sign)) return this.#over(method);
      if (!this.#isName(method) || !this.#isEach(1)) continue;
      this.#at++;
      return this.#over(method);
    }
    return this.#postfix(this.#primary());
  }

  /** `not(…)` as a whole: XState's, or a function of the module that is called so. */
  #isCallOfNot(): boolean {
    if (!this.#is("(", 1)) return false;
    let depth = 0;
    let ahead = 1;
    do {
      if (this.#is("(", ahead)) depth++;
      else if (this.#is(")", ahead)) depth--;
      else if (this.#peek(ahead).kind === "end") return false;
      ahead++;
    } while (depth > 0);
    const { kind, text } = this.#peek(ahead);
    return kind === "end" || ["∧", "∨", "&&", "||", ")", "]", ",", "?", ":", "}"].includes(text);
  }

  /** `p ∈ list: claim` of the list's method. */
  #over(method: "some" | "every" | "filter"): Part {
    const name = this.#name();
    if (this.#isName("in")) this.#at++;
    else this.#need("∈");
    const list = hold(this.#expr(6), TIGHT);
    this.#need(":");
    return { code: `${list}.${method}((${name}) => ${bodyOf(this.#expr(LOOSE).code)})`, tight: TIGHT };
  }

  #primary(): Part {
    const token = this.#next();
    const { text } = token;
    if (token.kind === "value") return { code: text.startsWith("“") ? textOf(text) : text, tight: TIGHT };
    if (token.kind === "word")
      return { code: text === "none" ? "null" : text === "not" ? "not" : fail(), tight: TIGHT };
    if (token.kind === "name") {
      if (text === "in" && this.#peek().kind !== "end") return this.#stateIn();
      const isMath = (text === "min" || text === "max") && this.#is("(");
      return { code: isMath ? `Math.${text}` : text, tight: TIGHT };
    }
    if (text === "(") {
      const { code } = this.#expr(LOOSE);
      this.#need(")");
      return { code: `(${code})`, tight: TIGHT };
    }
    if (text === "[") return { code: `[${this.#items("]").join(", ")}]`, tight: TIGHT };
    if (text === "|") return this.#bar();
    if (text === "{") return this.#braces();
    return fail();
  }

  /** `in #turn.end`: asks whether the state is active. */
  #stateIn(): Part {
    let id = "";
    while (this.#peek().kind === "name" || this.#is("#") || this.#is(".")) id += this.#next().text;
    return id === "" ? fail() : { code: `stateIn(${JSON.stringify(id)})`, tight: TIGHT };
  }

  /** `|hand|` is how many there are, `|a − b|` how far apart. */
  #bar(): Part {
    const part = this.#expr(LOOSE);
    this.#need("|");
    const isNumber = part.tight >= 7 && part.tight <= SIGN;
    return {
      code: isNumber ? `Math.abs(${part.code})` : `${hold(part, TIGHT)}.length`,
      tight: TIGHT,
    };
  }

  /** `{p ∈ list: claim}`, or an object. */
  #braces(): Part {
    if (this.#isEach()) {
      const part = this.#over("filter");
      this.#need("}");
      return part;
    }
    const fields: string[] = [];
    while (!this.#take("}")) {
      if (fields.length > 0) this.#need(",");
      if (this.#take("…") || this.#take("...")) fields.push(`...${hold(this.#expr(SIGN), SIGN)}`);
      else {
        const key = this.#take("[") ? `[${this.#closed("]")}]` : this.#next().text;
        fields.push(this.#take(":") ? `${key}: ${this.#expr(LOOSE).code}` : key);
      }
    }
    return { code: fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`, tight: TIGHT };
  }

  #closed(by: string): string {
    const { code } = this.#expr(LOOSE);
    this.#need(by);
    return code;
  }

  #items(close: string): string[] {
    const items: string[] = [];
    while (!this.#take(close)) {
      if (items.length > 0) this.#need(",");
      items.push(
        this.#take("…") || this.#take("...") ? `...${hold(this.#expr(SIGN), SIGN)}` : this.#expr(LOOSE).code,
      );
    }
    return items;
  }

  #postfix(start: Part): Part {
    let { code } = start;
    for (;;) {
      if (this.#take("(")) code += `(${this.#items(")").join(", ")})`;
      else if (this.#take("[")) code += `[${this.#closed("]")}]`;
      else if (this.#take("?.")) code += `?.${this.#name()}`;
      else if (this.#take(".")) code += `.${this.#name()}`;
      else return { code, tight: TIGHT };
    }
  }
}

function fail(): never {
  throw new NotAFormulaError("no formula");
}

const hold = (part: Part, least: number): string => (part.tight < least ? `(${part.code})` : part.code);

function joined(left: Part, [code, tight]: readonly [string, number], right: Part): Part {
  if (code === "∈" || code === "∉")
    return {
      code: `${code === "∉" ? "!" : ""}${hold(right, TIGHT)}.includes(${left.code})`,
      tight: code === "∉" ? SIGN : TIGHT,
    };
  // Nothing is either of JavaScript's two.
  const isNone = left.code === "null" || right.code === "null";
  const sign = isNone && code.length === 3 && tight === 5 ? code.slice(0, 2) : code;
  // JavaScript wants `??` apart from the others.
  const least = code === "??" ? 5 : tight;
  return { code: `${hold(left, least)} ${sign} ${hold(right, least)}`, tight };
}

const bodyOf = (code: string): string => (code.startsWith("{") ? `(${code})` : code);

/** A text as it is shown; where something is filled in, as code that fills it in. */
function textOf(shown: string): string {
  const inner = shown.slice(1, -1);
  if (!/\{[^{}]*\}/.test(inner)) return JSON.stringify(inner);
  const parts = inner.split(/\{([^{}]*)\}/);
  return `\`${parts.map((part, i) => (i % 2 === 0 ? part.replaceAll(/[`\\$]/g, "\\$&") : `\${${formulaToCode(part) ?? fail()}}`)).join("")}\``;
}

/** What sets in an action, beside `:=`; `==`, `=>` and comparisons set nothing. */
const SETS = /:=|[-+*/%]=|(?<![=!<>:])=(?![=>])/y;

/**
 * Assignments whose right sides are formulas, with commas between: `asked := {s ∈ seats: s ≠ by}; n += 1` is
 * `asked = seats.filter((s) => s !== by), n += 1`. Undefined where the text is no list of assignments.
 */
export function formulasSet(text: string): string | undefined {
  const parts = text.trim() === "" ? [] : assignmentsIn(text);
  const code = parts.map((part) => {
    const right = part.sign === undefined ? undefined : formulaToCode(part.right);
    return right === undefined ? undefined : `${part.left} ${part.sign === ":=" ? "=" : part.sign} ${right}`;
  });
  return code.length > 0 && code.every((one) => one !== undefined) ? code.join(", ") : undefined;
}

/** The assignments of an action by what stands between them, outside of brackets and quotes. */
function assignmentsIn(text: string): { left: string; sign?: string; right: string }[] {
  const parts: { left: string; sign?: string; right: string }[] = [{ left: "", right: "" }];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const part = parts.at(-1) as (typeof parts)[number];
    const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”/y;
    quoted.lastIndex = at;
    SETS.lastIndex = at;
    const whole = quoted.exec(text)?.[0];
    const sign = depth === 0 && part.sign === undefined ? SETS.exec(text)?.[0] : undefined;
    const char = whole ?? sign ?? text.slice(at, at + 1);
    if (whole === undefined && "([{".includes(char)) depth++;
    if (whole === undefined && ")]}".includes(char)) depth--;
    if (depth === 0 && (char === ";" || char === ",")) parts.push({ left: "", right: "" });
    else if (sign !== undefined) part.sign = sign;
    else if (part.sign === undefined) part.left += char;
    else part.right += char;
    at += char.length;
  }
  return parts;
}
