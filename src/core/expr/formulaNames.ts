import type { Binary, Expr, Item, Member, Pattern } from "#core/expr/expr.ts";
import { asLabel, type FormulaLabels } from "#core/expr/formulaParts.ts";
import type { At } from "#core/expr/readable.ts";

/** The names that lead to a field, as `FormulaLabels` takes them. */
type FieldPath = readonly string[];

/** Where a part of a formula stands. */
export interface NamedIn {
  /** Members that stand alone, as `context.dp`. */
  readonly bare: ReadonlySet<string>;
  /** The type of the event that the code is for: its fields have labels of their own. */
  readonly event?: string;
  /** Names that a function around gives a meaning of its own, with the names that lead to what each of them is. */
  readonly bound?: ReadonlyMap<string, FieldPath>;
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

  /** A helper or list of the module, unless a function around calls something else of its own so. */
  helper(name: string, style: NamedIn): string | undefined {
    const label = this.#helper(name, style);
    return label === undefined ? undefined : asLabel(name, label.replaceAll(HOLES, "…"));
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
   * The names that a function gives a meaning of its own, beside those of the functions around it.
   * @param first parameter, which stands for one item where the function goes through a list
   */
  bound(
    names: ReadonlySet<string>,
    first: Pattern | undefined,
    list: Expr | undefined,
    style: NamedIn,
  ): ReadonlyMap<string, FieldPath> {
    const bound = new Map(style.bound);
    for (const name of names) bound.set(name, [""]);
    if (list && first?.kind === "bind") bound.set(first.name, partOf(this.#path(list, style)));
    return bound;
  }

  #helper(name: string, style: NamedIn): string | undefined {
    return style.bound?.has(name) ? undefined : this.#labels.helper(name);
  }

  /** The names that lead to what an expression gives. */
  #path(expr: Expr, style: NamedIn): FieldPath {
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
