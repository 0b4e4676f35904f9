import { evaluate, type ExprScope } from "#core/expr/evaluate.ts";
import type { ExprOf } from "#core/expr/expr.ts";

/** A same-file `const`: its name and the text of its value. */
export interface Helper {
  readonly name: string;
  readonly text: string;
}

/**
 * The consts and arrow helpers of a module as a scope for `evaluate`, each computed when it is first used. Those outside
 * the subset, and those that lead back to themselves, are absent. @param exprOf parses a text, or knows what it was compiled to
 */
export function helperScope(helpers: readonly Helper[], exprOf: ExprOf): ExprScope {
  const scope: Record<string, unknown> = {};
  const open = new Set<string>();
  for (const { name, text } of helpers) {
    if (name === "__proto__") continue;
    const expr = exprOf(text);
    if (!expr) continue;
    let known: { readonly value: unknown } | undefined;
    Object.defineProperty(scope, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        if (known) return known.value;
        if (open.has(name)) return undefined;
        open.add(name);
        try {
          known = { value: evaluate(expr, scope) };
          return known.value;
        } finally {
          open.delete(name);
        }
      },
    });
  }
  return scope;
}
