import type { Expression } from "#core/syntax/ast.ts";
import { parseAlone } from "#core/syntax/parse.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { MAX_CONST_HOPS, type Scope } from "#core/syntax/scope.ts";
import type { Json } from "#core/text/json.ts";

/**
 * The JSON value of a literal as written in a module; undefined when only running it would tell.
 * @param scope names that it may use: a const that is a literal counts as one
 */
export function literalJson(text: string, scope?: Scope): Json | undefined {
  try {
    const node = parseAlone(text);
    return node && valueOf(node, scope);
  } catch {
    return undefined;
  }
}

function valueOf(node: Expression, scope: Scope | undefined, steps = MAX_CONST_HOPS): Json | undefined {
  const inner = (item: Expression) => valueOf(item, scope, steps);
  switch (node.type) {
    case "Identifier":
    case "MemberExpression": {
      if (!scope || steps <= 0) return undefined;
      const meant = resolve({ node, scope, shared: false });
      return meant.node === node ? undefined : valueOf(meant.node, meant.scope, steps - 1);
    }
    case "StringLiteral":
    case "BooleanLiteral":
    case "NumericLiteral":
      return node.value;
    case "NullLiteral":
      return null;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case "UnaryExpression": {
      const value = node.operator === "-" ? inner(node.argument) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return inner(node.expression);
    case "ArrayExpression": {
      const items: Json[] = [];
      for (const element of node.elements) {
        const item = element && element.type !== "SpreadElement" ? inner(element) : undefined;
        if (item === undefined) return undefined;
        items.push(item);
      }
      return items;
    }
    case "ObjectExpression": {
      const entries: [string, Json][] = [];
      for (const part of node.properties) {
        if (part.type !== "ObjectProperty" || part.computed) return undefined;
        const key = part.key.type === "Identifier" ? part.key.name : inner(part.key as Expression);
        const value = inner(part.value as Expression);
        if (
          (typeof key !== "string" && typeof key !== "number") ||
          value === undefined ||
          key === "__proto__"
        )
          return undefined;
        entries.push([String(key), value]);
      }
      return Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}
