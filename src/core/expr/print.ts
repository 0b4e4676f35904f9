import { bareMembers } from "#core/expr/bareMembers.ts";
import type { Arrow, Binary, Expr, Item, Member } from "#core/expr/expr.ts";
import { boundNames, keyText, ofItem } from "#core/expr/parts.ts";
import type { FormulaNames, LocalNames, NamedIn } from "#core/expr/formulaNames.ts";
import { asCode } from "#core/expr/formulaParts.ts";
import type { At, Printed, Printer, Reading } from "#core/expr/readable.ts";

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

export interface PrintOptions extends LocalNames {
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
  /** The type of the event that the code is for: its fields have labels of their own. */
  readonly event?: string;
}
export interface FormulaWords {
  readonly none: string;
  readonly else: string;
  readonly mod: string;
  /** Without them `true` and `false`. */
  readonly yes?: string;
  readonly no?: string;
  /** Words for lists and changed objects; without them they stand as in code. */
  readonly reading?: Reading;
  /** What names and values are called; without it they stand as in code. */
  readonly names?: FormulaNames;
}
export const ENGLISH: FormulaWords = { none: "none", else: "else", mod: "mod" };

/** How one formula is printed. */
type FormulaStyle = PrintOptions & NamedIn & { readonly words: FormulaWords };

/**
 * An expression as a compact formula: `dp ≥ op ∧ by = turnPlayer`. The prefixes `context.`, `event.`, `params.` are left out
 * where no two of them have a member of the same name. Words and signs only, with the marks of `formulaParts.ts`; never parsed again.
 * @param field what the expression becomes, by the names that lead to it
 */
export function printFormula(expr: Expr, options: PrintOptions = {}, field?: readonly string[]): string {
  const { bare = bareMembers([expr], [], options.params), words = ENGLISH } = options;
  const all = (style: FormulaStyle) => print(expr, style)[0];
  return all(wholeStyle({ ...options, bare, words, field }, all));
}

/** How a whole formula is printed that consists of these parts, so that no local name reads as anything else in it. */
const wholeStyle = (style: FormulaStyle, parts: (style: FormulaStyle) => unknown): FormulaStyle =>
  style.words.names?.whole(style, parts) ?? style;

/** A field of the context that is assigned, or one of something else: by its label, where it has one. */
export const printKey = (path: readonly string[], { words, event }: PrintOptions): string =>
  words?.names?.key(path, event) ?? keyText(path.at(-1) ?? "");

/** How parts of a formula are printed with these options, at the top or inside a function. */
export function printerWith(
  options: PrintOptions,
  inner?: Arrow,
  list?: Expr,
): Pick<Printer, "at" | "key" | "known" | "LOOSE"> {
  const outer: FormulaStyle = {
    ...options,
    bare: options.bare ?? new Set(),
    words: options.words ?? ENGLISH,
  };
  const parts = (style: FormulaStyle) => [
    list && print(list, style),
    inner && print(inner.body, within(inner, style, list)),
  ];
  const style = inner ? within(inner, wholeStyle(outer, parts), list) : outer;
  const at: At = (expr, least, field) => {
    const [text, tightness] = print(expr, { ...style, field });
    return tightness < least ? `(${text})` : text;
  };
  return {
    at,
    key: (name) => printKey(["", name], style),
    known: (expr) => (expr.kind === "member" && ofParams(expr, style)) || expr,
    LOOSE,
  };
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

function print(expr: Expr, style: FormulaStyle): Printed {
  const at: At = (inner, least, field) => {
    const [text, tightness] = print(inner, field === style.field ? style : { ...style, field });
    return tightness < least ? `(${text})` : text;
  };
  const items = (all: readonly Item[], field?: readonly string[]) =>
    all.map((item) => (item.kind === "spread" ? `…${at(item.of, SIGN)}` : at(item, LOOSE, field))).join(", ");
  switch (expr.kind) {
    case "literal":
      return [literal(expr.value, style), TIGHT];
    case "name": {
      const value = style.constants?.get(expr.name);
      return value ? print(value, style) : [helperName(expr.name, style), TIGHT];
    }
    case "member": {
      const given = ofParams(expr, style);
      if (given) return print(given, style);
      if (expr.name === "length") return [`|${at(expr.of, LOOSE)}|`, TIGHT];
      return [memberText(expr, at, style), TIGHT];
    }
    case "index": {
      const key = expr.index.kind === "member" ? ofParams(expr.index, style) : undefined;
      if (style.words.reading && key?.kind === "literal" && typeof key.value === "string")
        return [`${at(expr.of, TIGHT)}.${printKey(["", key.value], style)}`, TIGHT];
      return inWords(expr, at, style) ?? [`${at(expr.of, TIGHT)}[${at(expr.index, LOOSE)}]`, TIGHT];
    }
    case "method":
      return (
        signed(expr, at, style) ??
        inWords(expr, at, style) ??
        (style.words.names
          ? print(expr, inCode(style))
          : [left(`${at(expr.of, TIGHT)}.${expr.method}(${items(expr.args)})`, style), TIGHT])
      );
    case "call": {
      const args = style.impliedContext
        ? expr.args.filter((arg) => arg.kind !== "name" || arg.name !== "context")
        : expr.args;
      const named = style.words.names?.call(expr.name, args, style, at);
      if (named !== undefined) return [named, LOOSE];
      const name = helperName(expr.name, style);
      return [args.length === 0 && style.impliedContext ? name : `${name}(${items(args)})`, TIGHT];
    }
    case "math":
      return expr.fn === "abs"
        ? [`|${items(expr.args)}|`, TIGHT]
        : [`${style.words.reading?.words[expr.fn] ?? expr.fn}(${items(expr.args)})`, TIGHT];
    case "unary":
      return (
        negated(expr, at, style) ?? [
          `${expr.op === "!" ? "¬" : expr.op === "-" ? "−" : "+"}${at(expr.of, SIGN)}`,
          SIGN,
        ]
      );
    case "binary": {
      const [symbol, tightness] = SYMBOL[expr.op] ?? [expr.op, LOOSE];
      const sign = expr.op === "??" ? style.words.else : expr.op === "%" ? style.words.mod : symbol;
      const [before, after] = sides(expr);
      const [left, right] = style.words.names?.operandFields(expr, style) ?? [];
      return [`${at(expr.left, before, left)} ${sign} ${at(expr.right, after, right)}`, tightness];
    }
    case "conditional":
      return (
        inWords(expr, at, style) ?? [
          `${at(expr.test, ELSE)} ? ${at(expr.yes, ELSE, style.field)} : ${at(expr.no, LOOSE, style.field)}`,
          LOOSE,
        ]
      );
    case "array":
      return inWords(expr, at, style) ?? [`[${items(expr.items, style.field)}]`, TIGHT];
    case "object": {
      const read = inWords(expr, at, style);
      if (read) return read;
      const fields = expr.fields.map((field) => {
        if (field.kind === "spread") return `…${at(field.of, SIGN)}`;
        const path = typeof field.key === "string" ? ["", field.key] : undefined;
        const key = path ? objectKey(path, style) : `[${at(field.key as Expr, LOOSE)}]`;
        const text = at(field.value, LOOSE, path);
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
      return style.words.names
        ? print(expr, inCode(style))
        : [
            left(
              `${parameters(expr, within(expr, style))} ↦ ${print(expr.body, within(expr, style))[0]}`,
              style,
            ),
            LOOSE,
          ];
  }
}

/**
 * Inside a function its own names stand for what it is given, whatever they stand for around it.
 * @param list whose items it is given one by one, where it goes through one
 */
function within({ params }: Arrow, style: FormulaStyle, list?: Expr): FormulaStyle {
  const bound = new Set(params.flatMap(boundNames));
  const copyOf = <T>(map: ReadonlyMap<string, T> | undefined) =>
    map && new Map([...map].filter(([name]) => !bound.has(name)));
  const constants = copyOf(style.constants);
  const given = bound.has("params") ? undefined : style.params;
  return {
    ...(constants ? { constants } : {}),
    ...(given ? { params: given } : {}),
    ...(style.impliedContext && !bound.has("context") ? { impliedContext: true } : {}),
    ...(style.event === undefined || bound.has("event") ? {} : { event: style.event }),
    bare: style.bare,
    words: style.words,
    ...style.words.names?.inside(params, list, style),
  };
}

const ofParams = (
  { of, name }: Extract<Expr, { kind: "member" }>,
  { params }: FormulaStyle,
): Expr | undefined => (of.kind === "name" && of.name === "params" ? params?.get(name) : undefined);

/** A field of something: by its label where it has one, its last name otherwise. */
function memberText(expr: Member, at: At, style: FormulaStyle): string {
  const isBare = expr.of.kind === "name" && style.bare.has(`${expr.of.name}.${expr.name}`);
  const named = style.words.names?.member(expr, isBare, style, at);
  return named ?? (isBare ? expr.name : `${at(expr.of, TIGHT)}.${expr.name}`);
}

const helperName = (name: string, style: FormulaStyle): string =>
  style.words.names?.helper(name, style) ?? name;

/** The key of an object that is written out. */
const objectKey = (path: readonly string[], { words, event }: FormulaStyle): string =>
  words.names?.key(path, event) ?? path.at(-1) ?? "";

function literal(value: unknown, style: FormulaStyle): string {
  const { words } = style;
  if (typeof value === "string") return `“${words.names?.value(value, style) ?? value}”`;
  if (value === null || value === undefined) return words.none;
  if (typeof value === "boolean") return (value ? words.yes : words.no) ?? String(value);
  if (typeof value === "number" && value < 0) return `−${-value}`;
  return String(value);
}

/** `¬(a = b)` reads `a ≠ b`, `¬(x ∈ list)` reads `x ∉ list`. */
function negated(expr: Extract<Expr, { kind: "unary" }>, at: At, style: FormulaStyle): Printed | undefined {
  const { of } = expr;
  if (expr.op !== "!") return undefined;
  if (of.kind === "binary" && OPPOSITE[of.op]) {
    const [left, right] = style.words.names?.operandFields(of, style) ?? [];
    return [`${at(of.left, EQUAL, left)} ${OPPOSITE[of.op]} ${at(of.right, ORDER, right)}`, EQUAL];
  }
  if (of.kind === "method" && of.method === "includes" && of.args.length === 1)
    return [isIn(ofItem(of.args[0] as Item), "∉", of.of, at, style), EQUAL];
  return undefined;
}

/** `x ∈ list`: what stands in the list is what `x` may be, and the other way round. */
function isIn(item: Expr, sign: "∈" | "∉", list: Expr, at: At, style: FormulaStyle): string {
  const fieldOf = (expr: Expr) => style.words.names?.field(expr, style);
  return `${at(item, ORDER, fieldOf(list))} ${sign} ${at(list, ORDER, fieldOf(item))}`;
}

/** A method that has a sign: `x ∈ list`, `∃ p ∈ list: …`, `{p ∈ list: …}`. */
function signed(expr: Extract<Expr, { kind: "method" }>, at: At, style: FormulaStyle): Printed | undefined {
  const [first] = expr.args;
  if (expr.method === "includes" && first && expr.args.length === 1)
    return [isIn(ofItem(first), "∈", expr.of, at, style), EQUAL];
  if (first?.kind === "arrow" && expr.args.length === 1 && first.params.length === 1) {
    const over = `${parameters(first, within(first, style, expr.of))} ∈ ${at(expr.of, ORDER)}`;
    const body = inside(first, first.body, LOOSE, style, expr.of);
    if (expr.method === "some") return [`∃ ${over}: ${body}`, LOOSE];
    if (expr.method === "every") return [`∀ ${over}: ${body}`, LOOSE];
    if (expr.method === "filter") return [`{${over}: ${body}}`, TIGHT];
  }
  return undefined;
}

/** The same part inside a function, at least so tightly. */
function inside(arrow: Arrow, inner: Expr, least: number, style: FormulaStyle, list?: Expr): string {
  const [text, tightness] = print(inner, within(arrow, style, list));
  return tightness < least ? `(${text})` : text;
}

/** Lists, changed objects and questions in the reader's words, where there are such. */
function inWords(
  expr: Extract<Expr, { kind: "method" | "index" | "object" | "array" | "conditional" }>,
  at: At,
  style: FormulaStyle,
): Printed | undefined {
  const { reading } = style.words;
  return reading?.read(expr, printerOf(at, style), style.field);
}

const printerOf = (at: At, style: FormulaStyle): Printer => ({
  at,
  key: (name) => printKey(["", name], style),
  inside: (arrow, inner, least, list) => inside(arrow, inner, least, style, list),
  known: (expr) => (expr.kind === "member" && ofParams(expr, style)) || expr,
  WIDE,
  LOOSE,
  ELSE,
  ORDER,
  TIGHT,
});

/** Within what stays code every name stands as in the code: no label, and `context.hand` in full. */
function inCode({ words, ...style }: FormulaStyle): FormulaStyle {
  const { names: _, ...unlabelled } = words;
  return { ...style, bare: new Set(), words: unlabelled };
}

/** What has no form in words is code, and marked as such where there are words. */
const left = (text: string, { words }: FormulaStyle): string => (words.reading ? asCode(text) : text);

function parameters(arrow: Arrow, style: FormulaStyle): string {
  const name = (bound: string) => helperName(bound, style);
  const names = arrow.params.map((pattern) =>
    pattern.kind === "bind" ? name(pattern.name) : `{${boundNames(pattern).map(name).join(", ")}}`,
  );
  return names.length === 1 ? (names[0] ?? "") : `(${names.join(", ")})`;
}
