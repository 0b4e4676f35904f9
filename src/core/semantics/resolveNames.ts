import type { Expr } from "#core/expr/expr.ts";
import { withInner } from "#core/expr/parts.ts";

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
  switch (expr.kind) {
    case "name":
      return names.names?.get(expr.name) ?? names.constants?.get(expr.name) ?? expr;
    case "member": {
      const isParam = expr.of.kind === "name" && expr.of.name === "params";
      return (isParam && names.params?.get(expr.name)) || withInner(expr, inside);
    }
    case "index":
    case "method":
    case "call":
    case "math":
    case "array":
    case "unary":
    case "binary":
      return withInner(expr, inside);
    default:
      return expr;
  }
}
