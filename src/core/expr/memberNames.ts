import type { Expr, Pattern } from "#core/expr/expr.ts";
import { innerOf } from "#core/expr/parts.ts";

/** Names of the fields that an expression takes from something, each once: `context.players[0].hand` has `players` and `hand`. */
export function memberNames(expr: Expr): readonly string[] {
  const members = new Set<string>();
  const visit = (item: Expr): void => {
    if (item.kind === "member") members.add(item.name);
    if (item.kind === "arrow") for (const key of item.params.flatMap(takenKeys)) members.add(key);
    innerOf(item).forEach(visit);
  };
  visit(expr);
  return [...members];
}

/** The fields that a parameter takes out: `{ context: { hand } }`. */
function takenKeys(pattern: Pattern): readonly string[] {
  if (pattern.kind === "bind") return [];
  if (pattern.kind === "array") return pattern.items.flatMap((item) => (item ? takenKeys(item) : []));
  return pattern.fields.flatMap(({ key, to }) => [key, ...takenKeys(to)]);
}
