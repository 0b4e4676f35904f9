import type { Expr } from "#core/expr/expr.ts";
import { boundNames, innerOf } from "#core/expr/parts.ts";

/** What a guard, an action or `assign` is given by XState. */
const GIVEN: ReadonlySet<string> = new Set(["context", "event", "params", "self", "input"]);

/** Consts and helpers that an expression names, each once, in the order in which they stand. What its arrows bind is left out. */
export function usedNames(expr: Expr): readonly string[] {
  const names = new Set<string>();
  const visit = (item: Expr, bound: ReadonlySet<string>): void => {
    if ((item.kind === "name" || item.kind === "call") && !bound.has(item.name)) names.add(item.name);
    const inside = item.kind === "arrow" ? new Set([...bound, ...item.params.flatMap(boundNames)]) : bound;
    for (const inner of innerOf(item)) visit(inner, inside);
  };
  visit(expr, GIVEN);
  return [...names];
}
