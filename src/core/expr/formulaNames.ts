import type { Binary, Expr, Item, Member, Pattern } from "#core/expr/expr.ts";
import { asLabel, type FormulaLabels } from "#core/expr/formulaParts.ts";
import { boundNames } from "#core/expr/parts.ts";
import type { At } from "#core/expr/readable.ts";

/** The names that lead to a field, as `FormulaLabels` takes them. */
type FieldPath = readonly string[];

/** The names that functions around a part of a formula, or the helper that it is of, give a meaning of their own. */
export interface LocalNames {
  /** With the names that lead to what each of them is. */
  readonly bound?: ReadonlyMap<string, FieldPath>;
  /** With what each of them is called, no two of them alike. */
  readonly locals?: ReadonlyMap<string, string>;
  /** What else stands in the formula by itself: no local name is called so. */
  readonly free?: ReadonlySet<string>;
  /** Collects what stands in the formula by itself. */
  readonly collect?: Set<string>;
}

/** Where a part of a formula stands. */
export interface NamedIn extends LocalNames {
  /** Members that stand alone, as `context.dp`. */
  readonly bare: ReadonlySet<string>;
  /** The type of the event that the code is for: its fields have labels of their own. */
  readonly event?: string;
  /** What this part is compared with or becomes, by the names that lead to it. */
  readonly field?: FieldPath | undefined;
}

/** What a field is of whose first name says so; anything else stands for itself. */
const ROOTS: ReadonlySet<string> = new Set(["context", "event", "input"]);

/** Methods that give an item, or some of the items, of a list. */
const ITEM_METHODS: ReadonlySet<string> = new Set(["find", "filter", "slice", "at", "toReversed"]);

const COMPARISONS: ReadonlySet<string> = new Set(["===", "==", "!==", "!=", "<", "<=", ">", ">="]);

/** In the label of a helper, where what it is given is said: `the top of {1}`. */
const HOLE = /\{\d\}/;
const HOLES = /\{\d\}/g;

/** So tightly what fills a hole in a label must hold together: as a single word does. */
const AS_A_WORD = 10;

/**
 * How the printer of formulas names what has a label: which field a part of an expression is, and what stands for it. It is apart from the
 * printer since the first picture needs none of it.
 */
export class FormulaNames {
  readonly #labels: FormulaLabels;

  constructor(labels: FormulaLabels) {
    this.#labels = labels;
  }

  /** A field by its label; undefined where it has none. */
  member(expr: Member, isBare: boolean, style: NamedIn, at: At): string | undefined {
    const root = expr.of.kind === "name" ? `${expr.of.name}.${expr.name}` : undefined;
    const path = this.#path(expr, style);
    const found = this.#labels.field(path, style.event);
    if (isBare || found?.isWhole) style.collect?.add(found?.label ?? expr.name);
    if (!found) return undefined;
    // Two things of one name are told apart by what they are of.
    const isTwice =
      root !== undefined && path[0] !== "" && path[0] !== "input" && !isBare && style.bare.size > 0;
    const label = asLabel(idOf(path), isTwice ? `${found.label} (${root})` : found.label);
    return isBare || found.isWhole ? label : `${at(expr.of, AS_A_WORD)}.${label}`;
  }

  /** The last name of a path by its label. */
  key(path: FieldPath, event: string | undefined): string | undefined {
    const found = this.#labels.field(path, event);
    return found && asLabel(idOf(path), found.label);
  }

  /** A path of fields, each by its label, or by one label that says all of it. The first name says what it is of and is not shown. */
  path(path: FieldPath): string {
    if (path.length < 2) return "";
    const found = this.#labels.field(path, undefined);
    const last = found ? asLabel(idOf(path), found.label) : (path.at(-1) ?? "");
    const before = found?.isWhole ? "" : this.path(path.slice(0, -1));
    return before === "" ? last : `${before}.${last}`;
  }

  /** What a name stands for by itself is called: a local name, or a helper or list of the module. */
  helper(name: string, style: LocalNames): string | undefined {
    const local = style.locals?.get(name);
    if (local !== undefined) return local === name ? undefined : asLabel(name, local);
    const label = this.#helper(name, style)?.replaceAll(HOLES, "…");
    style.collect?.add(label ?? name);
    return label === undefined ? undefined : asLabel(name, label);
  }

  /**
   * A helper as its label says it, with what it is given filled in; what has no place in the label stands behind it. Undefined for a label
   * without places.
   */
  call(name: string, args: readonly Item[], style: NamedIn, at: At): string | undefined {
    const label = this.#helper(name, style);
    if (label === undefined || !HOLE.test(label)) return undefined;
    const text = (item: Item | undefined) =>
      item === undefined ? "…" : item.kind === "spread" ? `…${at(item.of, AS_A_WORD)}` : at(item, AS_A_WORD);
    const filled = new Set<number>();
    const parts = label.split(/(\{\d\})/).map((part) => {
      if (!HOLE.test(part)) return part === "" ? "" : asLabel(name, part);
      const place = Number(part[1]) - 1;
      filled.add(place);
      return text(args[place]);
    });
    const rest = args.filter((_, i) => !filled.has(i)).map(text);
    return `${parts.join("")}${rest.length === 0 ? "" : `(${rest.join(", ")})`}`;
  }

  /** A text in quotation marks. */
  value(text: string, { field, event }: NamedIn): string | undefined {
    const label = this.#labels.value(text, field, event);
    return label === undefined ? undefined : asLabel(text, label);
  }

  /** The names that lead to what a text is compared with; none where that has no name. */
  field(expr: Expr, style: NamedIn): FieldPath | undefined {
    const path = this.#path(expr, style);
    return path.length > 1 ? path : undefined;
  }

  /** What each side of an operator is compared with. */
  operandFields(
    { op, left, right }: Binary,
    style: NamedIn,
  ): readonly [FieldPath | undefined, FieldPath | undefined] {
    if (op === "??") return [style.field, this.field(left, style) ?? style.field];
    if (!COMPARISONS.has(op)) return [undefined, undefined];
    return [this.field(right, style), this.field(left, style)];
  }

  /**
   * How a whole formula is to be printed: what stands in it by itself is known before a local name is called anything.
   * @param print prints all of it
   */
  whole<T extends Omit<NamedIn, "bare">>(style: T, print: (style: T) => unknown): T {
    if (style.free || style.collect) return style;
    const free = new Set<string>();
    print({ ...style, collect: free });
    const { field, event } = style;
    if (field) free.add(this.#labels.field(field, event)?.label ?? field.at(-1) ?? "");
    return { ...style, free };
  }

  /**
   * The names inside of a function, beside those of the functions around it.
   * @param list whose items the first parameter stands for one by one, where the function goes through one
   */
  inside(params: readonly Pattern[], list: Expr | undefined, style: LocalNames): LocalNames {
    const [bound, locals] = [new Map(style.bound), new Map(style.locals)];
    const names = params.flatMap(boundNames);
    const [first] = params;
    for (const name of names) {
      bound.set(name, [""]);
      // What is hidden by a name of its own may be called the same: nothing inside can mean it.
      locals.delete(name);
    }
    if (list && first?.kind === "bind") bound.set(first.name, partOf(this.#path(list, style)));
    for (const name of new Set(names)) {
      const isItem = first?.kind === "bind" && first.name === name;
      const label = this.#labels.local(name, isItem ? listName(list) : undefined);
      locals.set(name, apart(label ?? name, new Set(locals.values()), style.free));
    }
    const { free, collect } = style;
    return { bound, locals, ...(free ? { free } : {}), ...(collect ? { collect } : {}) };
  }

  #helper(name: string, style: LocalNames): string | undefined {
    return style.bound?.has(name) ? undefined : this.#labels.helper(name);
  }

  /** The names that lead to what an expression gives. */
  #path(expr: Expr, style: LocalNames): FieldPath {
    switch (expr.kind) {
      case "name":
        return style.bound?.get(expr.name) ?? [ROOTS.has(expr.name) ? expr.name : ""];
      case "member":
        return [...this.#path(expr.of, style), expr.name];
      case "index":
        return this.#path(expr.of, style);
      case "binary":
        return expr.op === "??" ? partOf(this.#path(expr.left, style)) : [""];
      case "method":
        return ITEM_METHODS.has(expr.method) ? partOf(this.#path(expr.of, style)) : [""];
      default:
        return [""];
    }
  }
}

/** The path to something within what a path leads to: no label says all of it. */
const partOf = (path: FieldPath): FieldPath => ["", ...path.slice(1)];

const idOf = (path: FieldPath): string => path.filter((name) => name !== "").join(".");

/** What a list goes by whose items a function is given: its field, its constant, or the helper that gives it. */
function listName(list: Item | undefined): string | undefined {
  switch (list?.kind) {
    case "member":
    case "name":
    case "call":
      return list.name;
    case "index":
    case "spread":
      return listName(list.of);
    case "method":
      return ITEM_METHODS.has(list.method) ? listName(list.of) : undefined;
    case "binary":
      return list.op === "??" ? listName(list.left) : undefined;
    case "array":
      return list.items[0]?.kind === "spread" ? listName(list.items[0]) : undefined;
    default:
      return undefined;
  }
}

/** A word with a number in a circle where something else is called so already: `card①` beside `card`, `player②` beside `player`. */
function apart(word: string, others: ReadonlySet<string>, free: ReadonlySet<string> | undefined): string {
  const isTaken = (text: string) => others.has(text) || free?.has(text) === true;
  if (!isTaken(word)) return word;
  let number = others.has(word) ? 2 : 1;
  while (isTaken(`${word}${circled(number)}`)) number++;
  return `${word}${circled(number)}`;
}

const CIRCLED_ONE = 0x24_60;
const MAX_CIRCLED = 20;
const circled = (number: number): string =>
  number <= MAX_CIRCLED ? String.fromCodePoint(CIRCLED_ONE + number - 1) : `(${number})`;
