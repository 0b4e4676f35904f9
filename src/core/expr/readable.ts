import type {
  Arrow,
  ArrayLiteral,
  Conditional,
  Expr,
  Index,
  Item,
  MethodCall,
  ObjectLiteral,
} from "#core/expr/expr.ts";

/**
 * How lists and changed objects read to somebody who writes no code: `sum over e ∈ effects: e.amount`, `for each p ∈ players: p.toss :=
 * none`. Each form stands for one way of writing only, so that two programs that do different things never read the same; what has no
 * such form stays code and is marked.
 */

/** Templates in the reader's language, by name; what stands in braces is filled in: `sum over {over}: {value}`. */
export type ReadingWords = Readonly<Record<ReadingForm, string>>;

export const READING_FORMS = [
  // {start}, {over}, {value}, and in `gather` {name}: what goes through a list and is changed by each of its items
  "sum",
  "sumFrom",
  "most",
  "gather",
  // {over}, {value}
  "each",
  "first",
  "firstIndex",
  // {item}, {list}
  "index",
  "turned",
  // {list}, and in those of several {count}
  "different",
  "at0",
  "last",
  "butFirst",
  "butLast",
  "reversed",
  "firstOf",
  "lastOf",
  "butFirstOf",
  "butLastOf",
  // {item}, {list}, {index}, {all}
  "numbered",
  "numberedAll",
  // {of}, {changes}
  "with",
  // {of}: where fields are set, all those of something that is not listed field by field
  "rest",
  // {test}, {yes}, {no}
  "if",
  // what stands before the brackets of numbers
  "min",
  "max",
] as const;
type ReadingForm = (typeof READING_FORMS)[number];

/** A printed part and how tightly it holds together. */
export type Printed = readonly [text: string, tightness: number];

/** @param field what the part is compared with or becomes, by the names that lead to it */
export type At = (inner: Expr, least: number, field?: readonly string[]) => string;

/** What the printer lends: how a part is printed at least so tightly, and what a function is given inside. */
export interface Printer {
  readonly at: At;
  /** A name that changes give something to: by its label, where it has one. */
  readonly key: (name: string) => string;
  /** The same inside a function, perhaps one that goes through a list. */
  readonly inside: (arrow: Arrow, inner: Expr, least: number, list?: Expr) => string;
  /** What a part is where it is known: a parameter that is filled in. */
  readonly known: (expr: Expr) => Expr;
  readonly WIDE: number;
  readonly LOOSE: number;
  readonly ELSE: number;
  readonly ORDER: number;
  readonly TIGHT: number;
}

/** What `assignment` needs of the printer. */
export interface AssignmentPrinter {
  /** The field that is assigned. */
  readonly key: string;
  /** What it becomes, as a formula. */
  readonly text: () => string;
  readonly printer: Pick<Printer, "at" | "key" | "known" | "LOOSE">;
  /** Inside a function that goes through a list. */
  readonly inside: (arrow: Arrow, list: Expr) => Pick<Printer, "at" | "key" | "known" | "LOOSE">;
}

/** The forms in the words of one language. They are apart from the printer of formulas since the first picture needs none of them. */
export class Reading {
  readonly words: ReadingWords;

  constructor(words: ReadingWords) {
    this.words = words;
  }

  /** An expression in words; undefined for one that has none. @param field what it becomes, by the names that lead to it */
  read(
    expr: MethodCall | Index | ObjectLiteral | ArrayLiteral | Conditional,
    printer: Printer,
    field: readonly string[] | undefined,
  ): Printed | undefined {
    const { words } = this;
    switch (expr.kind) {
      case "method":
        return readMethod(expr, words, printer);
      case "index":
        return readIndex(expr, words, printer);
      case "object":
        return readObject(expr, words, printer);
      case "array":
        return readArray(expr, words, printer);
      case "conditional":
        return readConditional(expr, words, printer, field);
    }
  }

  /** All the fields of something that is not listed field by field. */
  rest(of: string): string {
    return this.words.rest.replace("{of}", () => of);
  }

  /** A field of the context in words: what is changed of it line by line, of each item of a list where it is one. */
  assignment(
    name: string,
    value: Expr,
    { key, text, printer, inside }: AssignmentPrinter,
  ): readonly string[] {
    const assignment = value.kind === "object" ? changesOf(value, printer) : undefined;
    const isField = (expr: Expr) =>
      expr.kind === "member" && expr.name === name && isName(expr.of, "context");
    if (assignment && isField(assignment.of))
      return assignment.all.map((change) => `${key}${fieldAt(change.key)} := ${change.value}`);
    const plainText = () => [`${key} := ${text()}`];
    if (value.kind !== "method" || value.method !== "map" || value.args.length !== 1 || value.chain)
      return plainText();
    const [arrow] = value.args;
    const [param] = arrow?.kind === "arrow" && arrow.params.length === 1 ? arrow.params : [];
    if (arrow?.kind !== "arrow" || param?.kind !== "bind" || param.fallback || !isField(value.of))
      return plainText();
    const { body } = arrow;
    const within = inside(arrow, value.of);
    const item = within.at({ kind: "name", name: param.name, at: arrow.at }, 0);
    const isGuarded = body.kind === "conditional" && isName(body.no, param.name);
    const done = isGuarded ? body.yes : body;
    const over = isGuarded ? `{${item} ∈ ${key}: ${within.at(body.test, 1)}}` : `${item} ∈ ${key}`;
    const changes = done.kind === "object" ? changesOf(done, within) : undefined;
    const change =
      changes && isName(changes.of, param.name)
        ? changes.all.map(({ key: field, value: to }) => `${item}${fieldAt(field)} := ${to}`).join(", ")
        : `${item} := ${within.at(done, 1)}`;
    return [this.words.each.replace("{over}", () => over).replace("{value}", () => change)];
  }
}

/** A field behind what it is of: `.hp`, and as it is one that stands in brackets. */
const fieldAt = (key: string): string => (key.startsWith("[") ? key : `.${key}`);

const fill = (template: string, facts: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole);

/** A method of a list in words; undefined for one that has none. */
/** `list[0]`; any other place stays a number. */
function readIndex(
  { of, index, optional, chain }: Index,
  words: ReadingWords,
  { at, LOOSE, TIGHT }: Printer,
): Printed | undefined {
  return optional || chain || numberOf(index) !== 0
    ? undefined
    : [fill(words.at0, { list: at(of, TIGHT) }), LOOSE];
}

function readMethod(expr: MethodCall, words: ReadingWords, printer: Printer): Printed | undefined {
  const { at, LOOSE, TIGHT } = printer;
  const args = plain(expr.args);
  if (!args || expr.optional || expr.chain) return undefined;
  const [first] = args;
  const list = () => at(expr.of, TIGHT);
  switch (expr.method) {
    case "reduce":
      return reduce(expr.of, args, words, printer);
    case "map":
    case "flatMap":
    case "find":
    case "findIndex":
      return overList(expr.method, expr.of, args, words, printer);
    case "some":
    case "every":
    case "filter":
      return withPlace(expr, args, words, printer);
    case "indexOf":
      return first && args.length === 1
        ? [fill(words.index, { item: at(first, TIGHT), list: list() }), LOOSE]
        : undefined;
    case "at":
      return args.length === 1 && numberOf(first) === -1
        ? [fill(words.last, { list: list() }), LOOSE]
        : undefined;
    case "toReversed":
      return args.length === 0 ? [fill(words.reversed, { list: list() }), LOOSE] : undefined;
    case "slice":
      return slice(list(), args, words, printer);
    default:
      return undefined;
  }
}

function slice(
  list: string,
  args: readonly Expr[],
  words: ReadingWords,
  { LOOSE }: Printer,
): Printed | undefined {
  const [from, to] = args.map(numberOf);
  const say = (singular: string, many: string, count: number): Printed => [
    fill(count === 1 && singular !== "" ? singular : many, { list, count: String(count) }),
    LOOSE,
  ];
  if (from === undefined || !Number.isInteger(from) || args.length > 2) return undefined;
  if (args.length === 1) {
    if (from > 0) return say(words.butFirst, words.butFirstOf, from);
    return from < 0 ? say("", words.lastOf, -from) : undefined;
  }
  if (from !== 0 || to === undefined || !Number.isInteger(to) || to === 0) return undefined;
  return to > 0 ? say("", words.firstOf, to) : say(words.butLast, words.butLastOf, -to);
}

function reduce(
  list: Expr,
  args: readonly Expr[],
  words: ReadingWords,
  printer: Printer,
): Printed | undefined {
  const { at, inside, LOOSE, TIGHT, WIDE } = printer;
  const [arrow, start] = args;
  if (args.length !== 2 || arrow?.kind !== "arrow" || !start || arrow.params.length !== 2) return undefined;
  const [sum, item] = arrow.params;
  if (sum?.kind !== "bind" || item?.kind !== "bind" || sum.fallback || item.fallback) return undefined;
  if (sum.name === item.name) return undefined;
  // What is gathered stands for no item; the other parameter does.
  const within = { ...arrow, params: [item, sum] };
  const over = overText(within, item.name, list, printer);
  const { body } = arrow;
  const says = (template: string, value: Expr, tightness: number): Printed => [
    fill(template, {
      over,
      name: nameInside(within, sum.name, printer, list),
      value: inside(within, value, LOOSE, list),
      start: at(start, TIGHT),
    }),
    tightness,
  ];
  const free = (value: Expr) => !mentions(value, sum.name);
  if (body.kind === "binary" && body.op === "+" && isName(body.left, sum.name) && free(body.right))
    return numberOf(start) === 0 && !Object.is(numberOf(start), -0)
      ? says(words.sum, body.right, LOOSE)
      : says(words.sumFrom, body.right, LOOSE);
  if (body.kind === "math" && body.fn === "max" && body.args.length === 2) {
    const [greatest, value] = plain(body.args) ?? [];
    if (greatest && value && isName(greatest, sum.name) && free(value)) return says(words.most, value, WIDE);
  }
  return says(words.gather, body, WIDE);
}

/** `map`, `flatMap`, `find`, `findIndex` with a function that is given each item, and perhaps its place. */
function overList(
  method: "map" | "flatMap" | "find" | "findIndex",
  list: Expr,
  args: readonly Expr[],
  words: ReadingWords,
  printer: Printer,
): Printed | undefined {
  const { inside, LOOSE, TIGHT } = printer;
  const [arrow] = args;
  if (args.length !== 1 || arrow?.kind !== "arrow") return undefined;
  const over = binderText(arrow, list, words, printer);
  if (over === undefined) return undefined;
  const value = inside(arrow, arrow.body, method === "flatMap" ? TIGHT : LOOSE, list);
  if (method === "map") return [`[${fill(words.each, { over, value })}]`, TIGHT];
  if (method === "flatMap") return [`[${fill(words.each, { over, value: `…${value}` })}]`, TIGHT];
  return [fill(method === "find" ? words.first : words.firstIndex, { over, value }), LOOSE];
}

/** `some`, `every`, `filter` with the place of each item; those without are signs already. */
function withPlace(
  expr: MethodCall,
  args: readonly Expr[],
  words: ReadingWords,
  printer: Printer,
): Printed | undefined {
  const { at, inside, LOOSE, TIGHT } = printer;
  const [arrow] = args;
  if (args.length !== 1 || arrow?.kind !== "arrow" || arrow.params.length < 2) return undefined;
  if (expr.method === "every" && isAllDifferent(expr.of, arrow, printer))
    return [fill(words.different, { list: at(expr.of, TIGHT) }), LOOSE];
  const over = binderText(arrow, expr.of, words, printer);
  if (over === undefined) return undefined;
  const body = inside(arrow, arrow.body, LOOSE, expr.of);
  if (expr.method === "filter") return [`{${over}: ${body}}`, TIGHT];
  return [`${expr.method === "some" ? "∃" : "∀"} ${over}: ${body}`, LOOSE];
}

/** `list.every((one, i) => list.indexOf(one) === i)`. */
function isAllDifferent(list: Expr, { params, body }: Arrow, { at, TIGHT }: Printer): boolean {
  const [first, place] = params;
  if (params.length !== 2 || first?.kind !== "bind" || place?.kind !== "bind") return false;
  if (body.kind !== "binary" || body.op !== "===" || !isName(body.right, place.name)) return false;
  const { left } = body;
  if (left.kind !== "method" || left.method !== "indexOf" || left.args.length !== 1 || left.optional)
    return false;
  const [sought] = plain(left.args) ?? [];
  if (!sought || !isName(sought, first.name) || mentions(list, first.name) || mentions(list, place.name))
    return false;
  return at(left.of, TIGHT) === at(list, TIGHT);
}

/** What a function goes over: `p ∈ players`, with the place of each where it takes it. */
function binderText(arrow: Arrow, list: Expr, words: ReadingWords, printer: Printer): string | undefined {
  const names = arrow.params.map((pattern) =>
    pattern.kind === "bind" && !pattern.fallback ? pattern.name : undefined,
  );
  const [item, index, all] = names;
  if (item === undefined || names.includes(undefined) || names.length > 3) return undefined;
  if (index === undefined) return overText(arrow, item, list, printer);
  const { at, ORDER } = printer;
  const name = (bound: string) => nameInside(arrow, bound, printer, list);
  const facts = {
    item: name(item),
    index: name(index),
    all: all === undefined ? "" : name(all),
    list: at(list, ORDER),
  };
  return fill(all === undefined ? words.numbered : words.numberedAll, facts);
}

/** `p ∈ players`; of a part of a list whose items go by the same name that part alone: `{p ∈ players: ¬p.out}`. */
function overText(arrow: Arrow, item: string, list: Expr, printer: Printer): string {
  const text = printer.at(list, printer.ORDER);
  const name = nameInside(arrow, item, printer, list);
  if (list.kind !== "method" || list.method !== "filter" || list.args.length !== 1 || list.optional)
    return `${name} ∈ ${text}`;
  const [filter] = list.args;
  const [param] = filter?.kind === "arrow" && filter.params.length === 1 ? filter.params : [];
  if (filter?.kind !== "arrow" || param?.kind !== "bind" || param.fallback || param.name !== item)
    return `${name} ∈ ${text}`;
  return nameInside(filter, item, printer, list.of) === name ? text : `${name} ∈ ${text}`;
}

/** What a parameter of a function is called inside it. */
const nameInside = (arrow: Arrow, name: string, { inside, WIDE }: Printer, list?: Expr): string =>
  inside(arrow, { kind: "name", name, at: arrow.at }, WIDE, list);

/** `{ ...p, hand: 0 }` reads `p with {hand := 0}`. */
function readObject(expr: ObjectLiteral, words: ReadingWords, printer: Printer): Printed | undefined {
  const changes = changesOf(expr, printer);
  if (!changes) return undefined;
  const { at, TIGHT, LOOSE } = printer;
  const text = changes.all.map(({ key, value }) => `${key} := ${value}`).join(", ");
  return [fill(words.with, { of: at(changes.of, TIGHT), changes: `{${text}}` }), LOOSE];
}

/** The fields that a copy of an object gets new values for; undefined for an object that is no changed copy. */
function changesOf(
  { fields }: ObjectLiteral,
  { at, key: keyName, known, LOOSE }: Pick<Printer, "at" | "key" | "known" | "LOOSE">,
):
  | { readonly of: Expr; readonly all: readonly { readonly key: string; readonly value: string }[] }
  | undefined {
  const [copy, ...changes] = fields;
  if (copy?.kind !== "spread" || changes.length === 0) return undefined;
  const all: { key: string; value: string }[] = [];
  for (const change of changes) {
    if (change.kind === "spread") return undefined;
    const key = typeof change.key === "string" ? change.key : known(change.key);
    const name =
      typeof key === "string"
        ? key
        : key.kind === "literal" && typeof key.value === "string"
          ? key.value
          : "";
    if (name === "" && typeof key !== "string")
      all.push({ key: `[${at(key, LOOSE)}]`, value: at(change.value, LOOSE) });
    else all.push({ key: keyName(name), value: at(change.value, LOOSE, ["", name]) });
  }
  return { of: copy.of, all };
}

/** `[...l.slice(l.indexOf(x)), ...l.slice(0, l.indexOf(x))]`: a list from one of its items on, and round to it. */
function readArray({ items }: ArrayLiteral, words: ReadingWords, printer: Printer): Printed | undefined {
  const [first, second] = items.map((item) => (item.kind === "spread" ? item.of : undefined));
  if (items.length !== 2 || first?.kind !== "method" || second?.kind !== "method") return undefined;
  if (first.method !== "slice" || second.method !== "slice") return undefined;
  const [from] = plain(first.args) ?? [];
  const [zero, to] = plain(second.args) ?? [];
  if (first.args.length !== 1 || second.args.length !== 2 || numberOf(zero) !== 0 || !from || !to)
    return undefined;
  if (from.kind !== "method" || from.method !== "indexOf" || from.args.length !== 1) return undefined;
  const [item] = plain(from.args) ?? [];
  const { at, TIGHT, LOOSE } = printer;
  const list = at(first.of, TIGHT);
  const same =
    at(second.of, TIGHT) === list && at(from.of, TIGHT) === list && at(to, LOOSE) === at(from, LOOSE);
  const chained = [first, second, from].some((call) => call.optional || call.chain);
  return item && same && !chained ? [fill(words.turned, { list, item: at(item, TIGHT) }), LOOSE] : undefined;
}

/** `test ? yes : no`; another question in the place of `no` follows without brackets. */
function readConditional(
  { test, yes, no }: Conditional,
  words: ReadingWords,
  { at, ELSE, LOOSE, WIDE }: Printer,
  field: readonly string[] | undefined,
): Printed {
  const rest = at(no, no.kind === "conditional" ? WIDE : LOOSE, field);
  return [fill(words.if, { test: at(test, ELSE), yes: at(yes, LOOSE, field), no: rest }), WIDE];
}

/** Arguments without spreads, or undefined. */
const plain = (args: readonly Item[]): readonly Expr[] | undefined =>
  args.every((item): item is Expr => item.kind !== "spread") ? args : undefined;

const isName = (expr: Expr, name: string): boolean => expr.kind === "name" && expr.name === name;

function numberOf(expr: Expr | undefined): number | undefined {
  if (expr?.kind === "unary" && expr.op === "-") {
    const of = numberOf(expr.of);
    return of === undefined ? undefined : -of;
  }
  return expr?.kind === "literal" && typeof expr.value === "number" ? expr.value : undefined;
}

/** Whether a name stands anywhere in an expression, bound or not: nothing is claimed of a name that is bound again. */
function mentions(part: unknown, name: string): boolean {
  if (typeof part !== "object" || part === null) return false;
  const { kind, name: partName } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (partName === name && (kind === "name" || kind === "call" || kind === "bind")) return true;
  return Object.values(part).some((inner) => mentions(inner, name));
}
