import type { ObjectExpression } from "#core/syntax/ast.ts";
import { makersIn } from "#core/read/partial/namesAfter.ts";
import type { Names } from "#core/read/partial/outline.ts";

/** Words without which nothing below is found, and the backslash that they may be written with. */
const SUSPECT = /\bawait\b|\barguments\b|\b(?:type|interface)\b(?!\s*:)|\\u/;
const MACHINE = /createMachine|\\u/;

/**
 * Whether an object literal reads alone as it does in its module: it declares no type and holds no machine, for which the whole
 * module is looked through, and what it may say does not depend on the function or class around it.
 */
export function standsAlone(text: string, object: ObjectExpression, names: Names): boolean {
  const code = text.slice(object.start ?? 0, object.end ?? 0);
  if (MACHINE.test(code) || makersIn(names).some((name) => code.includes(name))) return false;
  return !SUSPECT.test(code) || alone(object, false);
}

interface AnyNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

function alone(value: unknown, inFunction: boolean): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => alone(item, inFunction));
  const node = value as unknown as AnyNode;
  switch (node.type) {
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return false;
    case "AwaitExpression":
      if (!inFunction) return false;
      break;
    case "Identifier":
      if (node["name"] === "arguments") return false;
      break;
  }
  const inner = inFunction || /Function|Method/.test(node.type ?? "");
  return Object.entries(node).every(
    ([field, child]) => field === "loc" || field === "extra" || alone(child, inner),
  );
}
