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

/** A key as a name; one that is no name in quotation marks. */
export const keyText = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `“${key}”`);
