import type { Expr } from "#core/expr/expr.ts";

/** What is written under a name in an object literal. */
export function fieldOf(expr: Expr, name: string): Expr | undefined {
  if (expr.kind !== "object") return undefined;
  const field = expr.fields.find((item) => item.kind === "field" && item.key === name);
  return field?.kind === "field" ? field.value : undefined;
}

/** The fields of an object literal by name, or of the one that an arrow function gives. */
export function fieldsOf(expr: Expr | undefined): ReadonlyMap<string, Expr> | undefined {
  const object = expr?.kind === "arrow" ? expr.body : expr;
  if (object?.kind !== "object") return undefined;
  return new Map(
    object.fields.flatMap((field) =>
      field.kind === "field" && typeof field.key === "string" ? [[field.key, field.value] as const] : [],
    ),
  );
}
