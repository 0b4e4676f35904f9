import type { Expr, Item } from "#core/expr/expr.ts";

/** What the names in an expression stand for. */
export interface Names {
  /** Parameters of a helper by name. */
  readonly names?: ReadonlyMap<string, Expr> | undefined;
  /** What `params.<name>` stands for. */
  readonly params?: ReadonlyMap<string, Expr> | undefined;
  readonly constants?: ReadonlyMap<string, Expr> | undefined;
}

/** An expression with what its names stand for in their place; functions stay as they are, since they bind names of their own. */
export function resolveNames(expr: Expr, names: Names): Expr {
  const inside = (part: Expr): Expr => resolveNames(part, names);
  const items = (all: readonly Item[]) =>
    all.map((item): Item => (item.kind === "spread" ? { ...item, of: inside(item.of) } : inside(item)));
  switch (expr.kind) {
    case "name":
      return names.names?.get(expr.name) ?? names.constants?.get(expr.name) ?? expr;
    case "member": {
      const isParam = expr.of.kind === "name" && expr.of.name === "params";
      return (isParam && names.params?.get(expr.name)) || { ...expr, of: inside(expr.of) };
    }
    case "index":
      return { ...expr, of: inside(expr.of), index: inside(expr.index) };
    case "method":
      return { ...expr, of: inside(expr.of), args: items(expr.args) };
    case "call":
    case "math":
      return { ...expr, args: items(expr.args) };
    case "array":
      return { ...expr, items: items(expr.items) };
    case "unary":
      return { ...expr, of: inside(expr.of) };
    case "binary":
      return { ...expr, left: inside(expr.left), right: inside(expr.right) };
    default:
      return expr;
  }
}
