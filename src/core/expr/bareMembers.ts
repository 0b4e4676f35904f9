import type { Expr } from "#core/expr/expr.ts";
import { boundNames, innerOf } from "#core/expr/parts.ts";

/** What the fields that a formula names are of. */
const PREFIXES = new Set(["context", "event", "params", "input"]);

/**
 * Members that only one of context, event, params and input has in these expressions, as `context.dp`.
 * @param assigned context fields that stand on the left of `:=`
 * @param filled members of params that are shown by their value
 */
export function bareMembers(
  all: readonly Expr[],
  assigned: readonly string[] = [],
  filled?: ReadonlyMap<string, Expr>,
): ReadonlySet<string> {
  const owners = new Map<string, Set<string>>(assigned.map((name) => [name, new Set(["context"])]));
  const locals = new Set<string>();
  const bound = new Set<string>();
  const note = (expr: Expr): void => {
    if (expr.kind === "member" && expr.of.kind === "name" && PREFIXES.has(expr.of.name)) {
      if (expr.of.name === "params" && filled?.has(expr.name)) return;
      const set = owners.get(expr.name) ?? new Set<string>();
      owners.set(expr.name, set.add(expr.of.name));
    } else if (expr.kind === "name") locals.add(expr.name);
    if (expr.kind === "arrow")
      for (const name of expr.params.flatMap(boundNames)) {
        locals.add(name);
        bound.add(name);
      }
    for (const inner of innerOf(expr)) note(inner);
  };
  for (const expr of all) note(expr);
  const bare = new Set<string>();
  for (const [name, set] of owners)
    // a function inside may call something else of its own `event`
    if (set.size === 1 && !locals.has(name) && ![...set].some((owner) => bound.has(owner)))
      bare.add(`${[...set].join("")}.${name}`);
  return bare;
}
