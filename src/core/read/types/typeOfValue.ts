import type { PayloadType } from "#core/chart/payload.ts";
import { unwrap, type EnumDeclaration, type Expression } from "#core/syntax/ast.ts";
import { unionOf } from "#core/read/types/payloadAlgebra.ts";
import { effective } from "#core/syntax/entries.ts";
import { parts, resolve } from "#core/syntax/resolve.ts";
import { definition, lookup, type Value } from "#core/syntax/scope.ts";

/** `typeof X` of a same-file const: exact under `as const`, else widened as TypeScript does. */
export function typeOfValue(value: Value): PayloadType | undefined {
  if (value.node.type === "Identifier") {
    const binding = definition(lookup(value.scope, value.node.name), "type");
    if (binding?.kind !== "const") return undefined;
    return ofExpression(
      { node: binding.init, scope: binding.scope, shared: true },
      isConst(binding.init) ? "exact" : "top",
      0,
    );
  }
  return ofExpression(value, "exact", 0);
}

/** Every member's value; undefined when one is computed by counting. */
export function typeOfEnum(declaration: EnumDeclaration): PayloadType | undefined {
  const members = declaration.body?.members ?? declaration.members;
  const values = members.map(({ initializer }): PayloadType | undefined =>
    initializer?.type === "StringLiteral" || initializer?.type === "NumericLiteral"
      ? { kind: "literal", value: initializer.value }
      : undefined,
  );
  return values.every((type) => type !== undefined) ? unionOf(values) : undefined;
}

function isConst(node: Expression): boolean {
  if (node.type === "TSSatisfiesExpression") return isConst(node.expression);
  if (node.type !== "TSAsExpression" || node.typeAnnotation.type !== "TSTypeReference") return false;
  const { typeName } = node.typeAnnotation;
  return typeName.type === "Identifier" && typeName.name === "const";
}

/** `top`: a primitive const keeps its exact value, the inside of an object or array does not. */
type Mode = "exact" | "top" | "wide";

function ofExpression(value: Value, mode: Mode, depth: number): PayloadType | undefined {
  if (depth > 16) return undefined;
  const inside = mode === "exact" ? "exact" : "wide";
  const resolved = resolve(value);
  const node = unwrap(resolved.node);
  if (node.type === "StringLiteral" || node.type === "NumericLiteral" || node.type === "BooleanLiteral")
    return mode === "wide"
      ? { kind: typeof node.value as "string" | "number" | "boolean" }
      : { kind: "literal", value: node.value };
  if (node.type === "UnaryExpression" && node.operator === "-" && node.argument.type === "NumericLiteral")
    return mode === "wide" ? { kind: "number" } : { kind: "literal", value: -node.argument.value };
  if (node.type === "NullLiteral") return { kind: "null" };
  if (node.type === "ArrayExpression") {
    const items = node.elements.map((item) =>
      item && item.type !== "SpreadElement"
        ? ofExpression({ ...resolved, node: item as Expression }, inside, depth + 1)
        : undefined,
    );
    if (!items.every((item) => item !== undefined)) return undefined;
    return inside === "exact" ? { kind: "tuple", of: items } : { kind: "array", of: unionOf(items) };
  }
  if (node.type === "ObjectExpression") {
    const all = parts({ ...resolved, node });
    if (all.some((part) => part.kind !== "entry")) return undefined;
    const fields = [...effective(all).values()].map((entry) => ({
      name: entry.name,
      type: entry.value && ofExpression(entry.value, inside, depth + 1),
      optional: false,
    }));
    const known = fields.flatMap((field) => (field.type ? [{ ...field, type: field.type }] : []));
    return known.length === fields.length ? { kind: "object", fields: known } : undefined;
  }
  return undefined;
}
