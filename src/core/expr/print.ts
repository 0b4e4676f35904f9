import { bareMembers } from "#core/expr/bareMembers.ts";
import type { Arrow, Binary, Expr, Item } from "#core/expr/expr.ts";
import { boundNames, ofItem } from "#core/expr/parts.ts";
import {
  asCode,
  keyText,
  type Printed,
  type Printer,
  readArray,
  readConditional,
  readMethod,
  readObject,
  type ReadingWords,
} from "#core/expr/readable.ts";

/** How tightly an operator binds; a looser part inside a tighter one gets parentheses. */
const WIDE = 0;
const LOOSE = 1;
const ELSE = 2;
const OR = 3;
const AND = 4;
const EQUAL = 5;
const ORDER = 6;
const SUM = 7;
const PRODUCT = 8;
const SIGN = 9;
const TIGHT = 10;

const SYMBOL: Readonly<Record<string, readonly [string, number]>> = {
  "??": ["else", ELSE],
  "||": ["∨", OR],
  "&&": ["∧", AND],
  "===": ["=", EQUAL],
  "==": ["=", EQUAL],
  "!==": ["≠", EQUAL],
  "!=": ["≠", EQUAL],
  "<": ["<", ORDER],
  "<=": ["≤", ORDER],
  ">": [">", ORDER],
  ">=": ["≥", ORDER],
  "+": ["+", SUM],
  "-": ["−", SUM],
  "*": ["·", PRODUCT],
  "/": ["/", PRODUCT],
  "%": ["mod", PRODUCT],
  "**": ["^", SIGN],
};
/** The sign that says the opposite. */
const OPPOSITE: Readonly<Record<string, string>> = { "===": "≠", "==": "≠", "!==": "=", "!=": "=" };

export interface PrintOptions {
  /** Members that stand alone, as `context.dp`; when left out those of `bareMembers`. */
  readonly bare?: ReadonlySet<string>;
  /** The three words that a formula may hold, in the reader's language. */
  readonly words?: FormulaWords;
  /** What stands for a name: a constant by its value. */
  readonly constants?: ReadonlyMap<string, Expr>;
  /** What `params.<name>` stands for. */
  readonly params?: ReadonlyMap<string, Expr>;
  /** A helper that is given the whole context is printed without it: `facedOp`, not `facedOp(context)`. */
  readonly impliedContext?: boolean;
}
export interface FormulaWords {
  readonly none: string;
  readonly else: string;
  readonly mod: string;
  /** Words for lists and changed objects; without them they stand as in code. */
  readonly reading?: ReadingWords;
}
export const ENGLISH: FormulaWords = { none: "none", else: "else", mod: "mod" };

/** How one formula is printed. */
type Style = PrintOptions & { readonly bare: ReadonlySet<string>; readonly words: FormulaWords };

/**
 * An expression as a compact formula: `dp ≥ op ∧ by = turnPlayer`. The prefixes `context.`, `event.`, `params.` are left out
 * where no two of them have a member of the same name. Words and signs only; never parsed again.
 */
export function printFormula(expr: Expr, options: PrintOptions = {}): string {
  const { bare = bareMembers([expr], [], options.params), words = ENGLISH } = options;
  return print(expr, { ...options, bare, words })[0];
}

/** How parts of a formula are printed with these options, at the top or inside a function. */
export function printerWith(
  options: PrintOptions,
  inner?: Arrow,
): { at: (expr: Expr, least: number) => string; known: (expr: Expr) => Expr; LOOSE: number } {
  const outer: Style = { ...options, bare: options.bare ?? new Set(), words: options.words ?? ENGLISH };
  const style = inner ? within(inner, outer) : outer;
  const at = (expr: Expr, least: number): string => {
    const [text, tightness] = print(expr, style);
    return tightness < least ? `(${text})` : text;
  };
  return { at, known: (expr) => (expr.kind === "member" && ofParams(expr, style)) || expr, LOOSE };
}

/**
 * How tightly the sides of an operator must hold together. Left to right: `a − (b − c)` keeps its parentheses, `a ∧ b ∧ c` needs
 * none. Comparisons are never chained, since `a < b < 3` says something else to people, and `else` stands apart from ∨ and ∧. Which of
 * those two goes first is known to who writes code: `a ∨ (b ∧ c)`.
 */
function sides({ op, left, right }: Binary): readonly [number, number] {
  const [, tightness] = SYMBOL[op] ?? [op, LOOSE];
  if (tightness === EQUAL || tightness === ORDER) return [SUM, SUM];
  if (op === "**") return [TIGHT, SIGN];
  const isElse = (side: Expr) => side.kind === "binary" && side.op === "??";
  const joint = (side: Expr) => (side.kind === "binary" && side.op === op ? tightness : EQUAL);
  if (op === "||" || op === "&&") return [joint(left), joint(right)];
  if (op === "??") return [isElse(left) ? ELSE : EQUAL, isElse(right) ? ELSE : EQUAL];
  // `2 · (a mod 3)`, but `a · b · c`.
  const same = right.kind === "binary" && right.op === op && op !== "-" && op !== "/" && op !== "%";
  const sum = op === "+" && right.kind === "binary" && right.op === "-";
  return [tightness, same || sum ? tightness : tightness + 1];
}

function print(expr: Expr, style: Style): Printed {
  const at = (inner: Expr, least: number): string => {
    const [text, tightness] = print(inner, style);
    return tightness < least ? `(${text})` : text;
  };
  const items = (all: readonly Item[]) =>
    all.map((item) => (item.kind === "spread" ? `…${at(item.of, SIGN)}` : at(item, LOOSE))).join(", ");
  switch (expr.kind) {
    case "literal":
      return [literal(expr.value, style.words), TIGHT];
    case "name": {
      const value = style.constants?.get(expr.name);
      return value ? print(value, style) : [expr.name, TIGHT];
    }
    case "member": {
      const given = ofParams(expr, style);
      if (given) return print(given, style);
      if (expr.name === "length") return [`|${at(expr.of, LOOSE)}|`, TIGHT];
      if (expr.of.kind === "name" && style.bare.has(`${expr.of.name}.${expr.name}`))
        return [expr.name, TIGHT];
      return [`${at(expr.of, TIGHT)}.${expr.name}`, TIGHT];
    }
    case "index": {
      const key = expr.index.kind === "member" ? ofParams(expr.index, style) : undefined;
      if (style.words.reading && key?.kind === "literal" && typeof key.value === "string")
        return [`${at(expr.of, TIGHT)}.${keyText(key.value)}`, TIGHT];
      return [`${at(expr.of, TIGHT)}[${at(expr.index, LOOSE)}]`, TIGHT];
    }
    case "method":
      return (
        signed(expr, at, style) ??
        inWords(expr, at, style) ?? [
          left(`${at(expr.of, TIGHT)}.${expr.method}(${items(expr.args)})`, style),
          TIGHT,
        ]
      );
    case "call": {
      if (!style.impliedContext) return [`${expr.name}(${items(expr.args)})`, TIGHT];
      const args = expr.args.filter((arg) => arg.kind !== "name" || arg.name !== "context");
      return [args.length === 0 ? expr.name : `${expr.name}(${items(args)})`, TIGHT];
    }
    case "math":
      return expr.fn === "abs"
        ? [`|${items(expr.args)}|`, TIGHT]
        : [`${expr.fn}(${items(expr.args)})`, TIGHT];
    case "unary":
      return (
        negated(expr, at) ?? [
          `${expr.op === "!" ? "¬" : expr.op === "-" ? "−" : "+"}${at(expr.of, SIGN)}`,
          SIGN,
        ]
      );
    case "binary": {
      const [symbol, tightness] = SYMBOL[expr.op] ?? [expr.op, LOOSE];
      const sign = expr.op === "??" ? style.words.else : expr.op === "%" ? style.words.mod : symbol;
      const [before, after] = sides(expr);
      return [`${at(expr.left, before)} ${sign} ${at(expr.right, after)}`, tightness];
    }
    case "conditional":
      return (
        inWords(expr, at, style) ?? [
          `${at(expr.test, ELSE)} ? ${at(expr.yes, ELSE)} : ${at(expr.no, LOOSE)}`,
          LOOSE,
        ]
      );
    case "array":
      return inWords(expr, at, style) ?? [`[${items(expr.items)}]`, TIGHT];
    case "object": {
      const read = inWords(expr, at, style);
      if (read) return read;
      const fields = expr.fields.map((field) => {
        if (field.kind === "spread") return `…${at(field.of, SIGN)}`;
        const key = typeof field.key === "string" ? field.key : `[${at(field.key, LOOSE)}]`;
        const text = at(field.value, LOOSE);
        return text === key ? key : `${key}: ${text}`;
      });
      return [fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`, TIGHT];
    }
    case "template":
      return [
        `“${expr.texts.map((text, i) => (i === 0 ? text : `{${at(expr.holes[i - 1] as Expr, LOOSE)}}${text}`)).join("")}”`,
        TIGHT,
      ];
    case "arrow":
      return [left(`${parameters(expr)} ↦ ${print(expr.body, within(expr, style))[0]}`, style), LOOSE];
  }
}

/** Inside a function its own names stand for what it is given, whatever they stand for around it. */
function within({ params }: Arrow, style: Style): Style {
  const bound = new Set(params.flatMap(boundNames));
  const copyOf = <T>(map: ReadonlyMap<string, T> | undefined) =>
    map && new Map([...map].filter(([name]) => !bound.has(name)));
  const constants = copyOf(style.constants);
  const given = bound.has("params") ? undefined : style.params;
  return {
    ...(constants ? { constants } : {}),
    ...(given ? { params: given } : {}),
    ...(style.impliedContext && !bound.has("context") ? { impliedContext: true } : {}),
    bare: style.bare,
    words: style.words,
  };
}

const ofParams = ({ of, name }: Extract<Expr, { kind: "member" }>, { params }: Style): Expr | undefined =>
  of.kind === "name" && of.name === "params" ? params?.get(name) : undefined;

type At = (inner: Expr, least: number) => string;

function literal(value: unknown, words: FormulaWords): string {
  if (typeof value === "string") return `“${value}”`;
  if (value === null || value === undefined) return words.none;
  if (typeof value === "number" && value < 0) return `−${-value}`;
  return String(value);
}

/** `¬(a = b)` reads `a ≠ b`, `¬(x ∈ list)` reads `x ∉ list`. */
function negated(expr: Extract<Expr, { kind: "unary" }>, at: At): Printed | undefined {
  const { of } = expr;
  if (expr.op !== "!") return undefined;
  if (of.kind === "binary" && OPPOSITE[of.op])
    return [`${at(of.left, EQUAL)} ${OPPOSITE[of.op]} ${at(of.right, ORDER)}`, EQUAL];
  if (of.kind === "method" && of.method === "includes" && of.args.length === 1)
    return [`${at(ofItem(of.args[0] as Item), ORDER)} ∉ ${at(of.of, ORDER)}`, EQUAL];
  return undefined;
}

/** A method that has a sign: `x ∈ list`, `∃ p ∈ list: …`, `{p ∈ list: …}`. */
function signed(expr: Extract<Expr, { kind: "method" }>, at: At, style: Style): Printed | undefined {
  const [first] = expr.args;
  if (expr.method === "includes" && first && expr.args.length === 1)
    return [`${at(ofItem(first), ORDER)} ∈ ${at(expr.of, ORDER)}`, EQUAL];
  if (first?.kind === "arrow" && expr.args.length === 1 && first.params.length === 1) {
    const over = `${parameters(first)} ∈ ${at(expr.of, ORDER)}`;
    const body = inside(first, first.body, LOOSE, style);
    if (expr.method === "some") return [`∃ ${over}: ${body}`, LOOSE];
    if (expr.method === "every") return [`∀ ${over}: ${body}`, LOOSE];
    if (expr.method === "filter") return [`{${over}: ${body}}`, TIGHT];
  }
  return undefined;
}

/** The same part inside a function, at least so tightly. */
function inside(arrow: Arrow, inner: Expr, least: number, style: Style): string {
  const [text, tightness] = print(inner, within(arrow, style));
  return tightness < least ? `(${text})` : text;
}

/** Lists, changed objects and questions in the reader's words, where there are such. */
function inWords(
  expr: Extract<Expr, { kind: "method" | "object" | "array" | "conditional" }>,
  at: At,
  style: Style,
): Printed | undefined {
  const words = style.words.reading;
  if (!words) return undefined;
  const printer = printerOf(words, at, style);
  if (expr.kind === "method") return readMethod(expr, printer);
  if (expr.kind === "object") return readObject(expr, printer);
  return expr.kind === "array" ? readArray(expr, printer) : readConditional(expr, printer);
}

const printerOf = (words: ReadingWords, at: At, style: Style): Printer => ({
  words,
  at,
  inside: (arrow, inner, least) => inside(arrow, inner, least, style),
  known: (expr) => (expr.kind === "member" && ofParams(expr, style)) || expr,
  WIDE,
  LOOSE,
  ELSE,
  ORDER,
  TIGHT,
});

/** What has no form in words is code, and marked as such where there are words. */
const left = (text: string, { words }: Style): string => (words.reading ? asCode(text) : text);

function parameters(arrow: Arrow): string {
  const names = arrow.params.map((pattern) =>
    pattern.kind === "bind" ? pattern.name : `{${boundNames(pattern).join(", ")}}`,
  );
  return names.length === 1 ? (names[0] ?? "") : `(${names.join(", ")})`;
}
