import { bareMembers } from "#core/expr/bareMembers.ts";
import type { Arrow, Binary, Expr, Item } from "#core/expr/expr.ts";
import { boundNames, ofItem } from "#core/expr/parts.ts";
import { asCode, asLabel, type FormulaLabels } from "#core/expr/formulaParts.ts";
import {
  type At,
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
  readonly reading?: ReadingWords;
  /** What names and values are called; without it they stand as in code. */
  readonly labels?: FormulaLabels;
}
export const ENGLISH: FormulaWords = { none: "none", else: "else", mod: "mod" };

/** How one formula is printed. */
type Style = PrintOptions & {
  readonly bare: ReadonlySet<string>;
  readonly words: FormulaWords;
  /** Names that a function around gives a meaning of its own, with the names that lead to what each of them is. */
  readonly bound?: ReadonlyMap<string, readonly string[]>;
  /** What this part is compared with or becomes, by the names that lead to it. */
  readonly field?: readonly string[] | undefined;
};

/**
 * An expression as a compact formula: `dp ≥ op ∧ by = turnPlayer`. The prefixes `context.`, `event.`, `params.` are left out
 * where no two of them have a member of the same name. Words and signs only, with the marks of `formulaParts.ts`; never parsed again.
 * @param field what the expression becomes, by the names that lead to it
 */
export function printFormula(expr: Expr, options: PrintOptions = {}, field?: readonly string[]): string {
  const { bare = bareMembers([expr], [], options.params), words = ENGLISH } = options;
  return print(expr, { ...options, bare, words, field })[0];
}

/** A field of the context that is assigned, or one of something else: by its label, where it has one. */
export function printKey(path: readonly string[], { words, event }: PrintOptions): string {
  const name = path.at(-1) ?? "";
  const found = words?.labels?.field(path, event);
  return found ? asLabel(idOf(path), found.label) : keyText(name);
}

/** A path of fields, each by its label, or by one label that says all of it. The first name says what it is of and is not shown. */
export function printPath(path: readonly string[], options: PrintOptions): string {
  if (path.length < 2) return "";
  const found = options.words?.labels?.field(path, options.event);
  if (found?.isWhole) return asLabel(idOf(path), found.label);
  const before = printPath(path.slice(0, -1), options);
  const last = found ? asLabel(idOf(path), found.label) : (path.at(-1) ?? "");
  return before === "" ? last : `${before}.${last}`;
}

const idOf = (path: readonly string[]): string => path.filter((name) => name !== "").join(".");

/** How parts of a formula are printed with these options, at the top or inside a function. */
export function printerWith(
  options: PrintOptions,
  inner?: Arrow,
  list?: Expr,
): Pick<Printer, "at" | "key" | "known" | "LOOSE"> {
  const outer: Style = { ...options, bare: options.bare ?? new Set(), words: options.words ?? ENGLISH };
  const style = inner ? within(inner, outer, list) : outer;
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

function print(expr: Expr, style: Style): Printed {
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
      return [`${at(expr.of, TIGHT)}[${at(expr.index, LOOSE)}]`, TIGHT];
    }
    case "method":
      return (
        signed(expr, at, style) ??
        inWords(expr, at, style) ??
        (style.words.labels
          ? print(expr, inCode(style))
          : [left(`${at(expr.of, TIGHT)}.${expr.method}(${items(expr.args)})`, style), TIGHT])
      );
    case "call": {
      const args = style.impliedContext
        ? expr.args.filter((arg) => arg.kind !== "name" || arg.name !== "context")
        : expr.args;
      const label = helperLabel(expr.name, style);
      if (label !== undefined && HOLE.test(label)) return inSentence(expr.name, label, args, at);
      const name = label === undefined ? expr.name : asLabel(expr.name, label);
      return [args.length === 0 && style.impliedContext ? name : `${name}(${items(args)})`, TIGHT];
    }
    case "math":
      return expr.fn === "abs"
        ? [`|${items(expr.args)}|`, TIGHT]
        : [`${expr.fn}(${items(expr.args)})`, TIGHT];
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
      const [left, right] = fieldsOfSides(expr, style);
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
      return style.words.labels
        ? print(expr, inCode(style))
        : [left(`${parameters(expr)} ↦ ${print(expr.body, within(expr, style))[0]}`, style), LOOSE];
  }
}

/**
 * Inside a function its own names stand for what it is given, whatever they stand for around it.
 * @param list whose items it is given one by one, where it goes through one
 */
function within({ params }: Arrow, style: Style, list?: Expr): Style {
  const bound = new Set(params.flatMap(boundNames));
  const [item] = params;
  const listPath = list && pathOf(list, style);
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
    bound: new Map([
      ...(style.bound ?? []),
      ...[...bound].map((name) => [name, [""]] as const),
      // The first of a function that goes through a list is one of its items.
      ...(listPath && item?.kind === "bind" ? [[item.name, ["", ...listPath.slice(1)]] as const] : []),
    ]),
  };
}

const ofParams = ({ of, name }: Extract<Expr, { kind: "member" }>, { params }: Style): Expr | undefined =>
  of.kind === "name" && of.name === "params" ? params?.get(name) : undefined;

/** What a field is of whose first name says so; anything else stands for itself. */
const ROOTS: ReadonlySet<string> = new Set(["context", "event", "input"]);

const ITEM_METHODS: ReadonlySet<string> = new Set(["find", "filter", "slice", "at", "toReversed"]);

/** The names that lead to what an expression gives, as `FormulaLabels` takes them. */
function pathOf(expr: Expr, style: Style): readonly string[] {
  switch (expr.kind) {
    case "name":
      return style.bound?.get(expr.name) ?? [ROOTS.has(expr.name) ? expr.name : ""];
    case "member":
      return [...pathOf(expr.of, style), expr.name];
    case "index":
      return pathOf(expr.of, style);
    case "binary":
      return expr.op === "??" ? ["", ...pathOf(expr.left, style).slice(1)] : [""];
    case "method":
      // An item, or some of the items, of the list.
      return ITEM_METHODS.has(expr.method) ? ["", ...pathOf(expr.of, style).slice(1)] : [""];
    default:
      return [""];
  }
}

/** The names that lead to what a text is compared with; none where that has no name. */
const fieldPath = (expr: Expr, style: Style): readonly string[] | undefined => {
  const path = pathOf(expr, style);
  return path.length > 1 ? path : undefined;
};

/** What each side of an operator is compared with. */
function fieldsOfSides(
  { op, left, right }: Binary,
  style: Style,
): readonly [readonly string[] | undefined, readonly string[] | undefined] {
  if (op === "??") return [style.field, fieldPath(left, style) ?? style.field];
  if (SYMBOL[op]?.[1] !== EQUAL && SYMBOL[op]?.[1] !== ORDER) return [undefined, undefined];
  return [fieldPath(right, style), fieldPath(left, style)];
}

/** A field of something: by its label where it has one, its last name otherwise. */
function memberText(expr: Extract<Expr, { kind: "member" }>, at: At, style: Style): string {
  const root = expr.of.kind === "name" ? `${expr.of.name}.${expr.name}` : undefined;
  const isBare = root !== undefined && style.bare.has(root);
  const path = pathOf(expr, style);
  const found = style.words.labels?.field(path, style.event);
  if (!found) return isBare ? expr.name : `${at(expr.of, TIGHT)}.${expr.name}`;
  // Two things of one name are told apart by what they are of.
  const isTwice =
    root !== undefined && path[0] !== "" && path[0] !== "input" && !isBare && style.bare.size > 0;
  const label = asLabel(idOf(path), isTwice ? `${found.label} (${root})` : found.label);
  return isBare || found.isWhole ? label : `${at(expr.of, TIGHT)}.${label}`;
}

/** What a helper or list of the module is called, unless a function around calls something else of its own so. */
const helperLabel = (name: string, style: Style): string | undefined =>
  style.bound?.has(name) ? undefined : style.words.labels?.helper(name);

function helperName(name: string, style: Style): string {
  const label = helperLabel(name, style);
  return label === undefined ? name : asLabel(name, label.replaceAll(HOLES, "…"));
}

/** In the label of a helper, where what it is given is said: `the top of {1}`. */
const HOLE = /\{\d\}/;
const HOLES = /\{\d\}/g;

/** A helper as its label says it, with what it is given filled in; what has no place in the label stands behind it. */
function inSentence(name: string, label: string, args: readonly Item[], at: At): Printed {
  const text = (item: Item | undefined) =>
    item === undefined ? "…" : item.kind === "spread" ? `…${at(item.of, SIGN)}` : at(item, TIGHT);
  const holes = new Set<number>();
  const parts = label.split(/(\{\d\})/).map((part) => {
    if (!HOLE.test(part)) return part === "" ? "" : asLabel(name, part);
    const place = Number(part[1]) - 1;
    holes.add(place);
    return text(args[place]);
  });
  const rest = args.filter((_, i) => !holes.has(i)).map(text);
  return [`${parts.join("")}${rest.length === 0 ? "" : `(${rest.join(", ")})`}`, LOOSE];
}

/** The key of an object that is written out. */
const objectKey = (path: readonly string[], style: Style): string =>
  style.words.labels?.field(path, style.event) ? printKey(path, style) : (path.at(-1) ?? "");

function literal(value: unknown, { words, field, event }: Style): string {
  if (typeof value === "string") {
    const label = words.labels?.value(value, field, event);
    return `“${label === undefined ? value : asLabel(value, label)}”`;
  }
  if (value === null || value === undefined) return words.none;
  if (typeof value === "boolean") return (value ? words.yes : words.no) ?? String(value);
  if (typeof value === "number" && value < 0) return `−${-value}`;
  return String(value);
}

/** `¬(a = b)` reads `a ≠ b`, `¬(x ∈ list)` reads `x ∉ list`. */
function negated(expr: Extract<Expr, { kind: "unary" }>, at: At, style: Style): Printed | undefined {
  const { of } = expr;
  if (expr.op !== "!") return undefined;
  if (of.kind === "binary" && OPPOSITE[of.op]) {
    const [left, right] = fieldsOfSides(of, style);
    return [`${at(of.left, EQUAL, left)} ${OPPOSITE[of.op]} ${at(of.right, ORDER, right)}`, EQUAL];
  }
  if (of.kind === "method" && of.method === "includes" && of.args.length === 1)
    return [isIn(ofItem(of.args[0] as Item), "∉", of.of, at, style), EQUAL];
  return undefined;
}

/** `x ∈ list`: what stands in the list is what `x` may be, and the other way round. */
const isIn = (item: Expr, sign: "∈" | "∉", list: Expr, at: At, style: Style): string =>
  `${at(item, ORDER, fieldPath(list, style))} ${sign} ${at(list, ORDER, fieldPath(item, style))}`;

/** A method that has a sign: `x ∈ list`, `∃ p ∈ list: …`, `{p ∈ list: …}`. */
function signed(expr: Extract<Expr, { kind: "method" }>, at: At, style: Style): Printed | undefined {
  const [first] = expr.args;
  if (expr.method === "includes" && first && expr.args.length === 1)
    return [isIn(ofItem(first), "∈", expr.of, at, style), EQUAL];
  if (first?.kind === "arrow" && expr.args.length === 1 && first.params.length === 1) {
    const over = `${parameters(first)} ∈ ${at(expr.of, ORDER)}`;
    const body = inside(first, first.body, LOOSE, style, expr.of);
    if (expr.method === "some") return [`∃ ${over}: ${body}`, LOOSE];
    if (expr.method === "every") return [`∀ ${over}: ${body}`, LOOSE];
    if (expr.method === "filter") return [`{${over}: ${body}}`, TIGHT];
  }
  return undefined;
}

/** The same part inside a function, at least so tightly. */
function inside(arrow: Arrow, inner: Expr, least: number, style: Style, list?: Expr): string {
  const [text, tightness] = print(inner, within(arrow, style, list));
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
  return expr.kind === "array" ? readArray(expr, printer) : readConditional(expr, printer, style.field);
}

const printerOf = (words: ReadingWords, at: At, style: Style): Printer => ({
  words,
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
function inCode({ words, ...style }: Style): Style {
  const { labels: _, ...unlabelled } = words;
  return { ...style, bare: new Set(), words: unlabelled };
}

/** What has no form in words is code, and marked as such where there are words. */
const left = (text: string, { words }: Style): string => (words.reading ? asCode(text) : text);

function parameters(arrow: Arrow): string {
  const names = arrow.params.map((pattern) =>
    pattern.kind === "bind" ? pattern.name : `{${boundNames(pattern).join(", ")}}`,
  );
  return names.length === 1 ? (names[0] ?? "") : `(${names.join(", ")})`;
}
