import type { Expr, Item, Pattern } from "#core/expr/expr.ts";

/** The names that a parameter binds. */
export function boundNames(pattern: Pattern): string[] {
  if (pattern.kind === "bind") return [pattern.name];
  const rest = pattern.rest === undefined ? [] : [pattern.rest];
  if (pattern.kind === "object") return [...pattern.fields.flatMap((field) => boundNames(field.to)), ...rest];
  return [...pattern.items.flatMap((item) => (item ? boundNames(item) : [])), ...rest];
}

/** What stands at a place of a list, or is spread there. */
export const ofItem = (item: Item): Expr => (item.kind === "spread" ? item.of : item);

/** Expressions directly inside another. */
export function innerOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "literal":
    case "name":
      return [];
    case "member":
    case "unary":
      return [expr.of];
    case "index":
      return [expr.of, expr.index];
    case "method":
      return [expr.of, ...expr.args.map(ofItem)];
    case "call":
    case "math":
      return expr.args.map(ofItem);
    case "binary":
      return [expr.left, expr.right];
    case "conditional":
      return [expr.test, expr.yes, expr.no];
    case "object":
      return expr.fields.flatMap((field) =>
        field.kind === "spread"
          ? [field.of]
          : typeof field.key === "string"
            ? [field.value]
            : [field.key, field.value],
      );
    case "array":
      return expr.items.map(ofItem);
    case "template":
      return expr.holes;
    case "arrow":
      return [expr.body];
  }
}

/** An expression with others in the place of those directly inside it, in the order of `innerOf`. */
export function withInner(expr: Expr, change: (part: Expr) => Expr): Expr {
  const items = (all: readonly Item[]) =>
    all.map((item): Item => (item.kind === "spread" ? { ...item, of: change(item.of) } : change(item)));
  switch (expr.kind) {
    case "literal":
    case "name":
      return expr;
    case "member":
    case "unary":
      return { ...expr, of: change(expr.of) };
    case "index":
      return { ...expr, of: change(expr.of), index: change(expr.index) };
    case "method":
      return { ...expr, of: change(expr.of), args: items(expr.args) };
    case "call":
    case "math":
      return { ...expr, args: items(expr.args) };
    case "binary":
      return { ...expr, left: change(expr.left), right: change(expr.right) };
    case "conditional":
      return { ...expr, test: change(expr.test), yes: change(expr.yes), no: change(expr.no) };
    case "object":
      return {
        ...expr,
        fields: expr.fields.map((field) =>
          field.kind === "spread"
            ? { ...field, of: change(field.of) }
            : {
                ...field,
                key: typeof field.key === "string" ? field.key : change(field.key),
                value: change(field.value),
              },
        ),
      };
    case "array":
      return { ...expr, items: items(expr.items) };
    case "template":
      return { ...expr, holes: expr.holes.map(change) };
    case "arrow":
      return { ...expr, body: change(expr.body) };
  }
}

/** A key as a name; one that is no name in quotation marks. */
export const keyText = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `“${key}”`);
