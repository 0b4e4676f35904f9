import type { Expression } from "#core/syntax/ast.ts";
import { parseAlone } from "#core/syntax/parse.ts";
import type { Json } from "#core/text/json.ts";

/** The JSON value of a literal as written in a module; undefined when only running it would tell. */
export function literalJson(text: string): Json | undefined {
  try {
    const node = parseAlone(text);
    return node && valueOf(node);
  } catch {
    return undefined;
  }
}

function valueOf(node: Expression): Json | undefined {
  switch (node.type) {
    case "StringLiteral":
    case "BooleanLiteral":
    case "NumericLiteral":
      return node.value;
    case "NullLiteral":
      return null;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case "UnaryExpression": {
      const value = node.operator === "-" ? valueOf(node.argument) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return valueOf(node.expression);
    case "ArrayExpression": {
      const items: Json[] = [];
      for (const element of node.elements) {
        const item = element && element.type !== "SpreadElement" ? valueOf(element) : undefined;
        if (item === undefined) return undefined;
        items.push(item);
      }
      return items;
    }
    case "ObjectExpression": {
      const entries: [string, Json][] = [];
      for (const part of node.properties) {
        if (part.type !== "ObjectProperty" || part.computed) return undefined;
        const key = part.key.type === "Identifier" ? part.key.name : valueOf(part.key as Expression);
        const value = valueOf(part.value as Expression);
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
