import {
  parameters,
  translateTree,
  treeOfExpression,
  type DataScope,
} from "#core/import/scxml/ecmascript.ts";
import { child, nameOf, nodesOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";

/** A condition as a guard; what of it asks for active states is `stateIn`, joined by `and`, `or` and `not`. */
export type GuardTranslation =
  | { readonly kind: "guard"; readonly text: string; readonly imports: readonly string[] }
  | { readonly kind: "invalid" }
  | { readonly kind: "unread" };

/** @param targetOf the target that names the state of an id: `#machine.a.b` */
export function guardCode(
  text: string,
  scope: DataScope,
  targetOf: (id: string) => string | undefined,
): GuardTranslation {
  const tree = treeOfExpression(text);
  if (!tree) return { kind: "invalid" };
  const imports = new Set<string>();
  const value = guardOf(tree, { text, scope, targetOf, imports });
  return value === undefined ? { kind: "unread" } : { kind: "guard", text: value, imports: [...imports] };
}

interface GuardRequest {
  readonly text: string;
  readonly scope: DataScope;
  readonly targetOf: (id: string) => string | undefined;
  readonly imports: Set<string>;
}

function guardOf(given: Node, request: GuardRequest): string | undefined {
  const { text, scope, targetOf, imports } = request;
  const part = translateTree(given, text, scope);
  if (part.kind === "code")
    return `${parameters(part)} => ${part.type === "boolean" ? part.text : `Boolean(${part.text})`}`;
  const node = unwrap(given);
  const of = (...names: readonly string[]): (string | undefined)[] =>
    names.map((name) => {
      const inner = child(node, name);
      return inner && guardOf(inner, request);
    });
  if (node.type === "LogicalExpression" && node["operator"] !== "??") {
    const parts = of("left", "right");
    const combinator = node["operator"] === "&&" ? "and" : "or";
    if (parts.includes(undefined)) return undefined;
    imports.add(combinator);
    return `${combinator}([${parts.join(", ")}])`;
  }
  if (node.type === "UnaryExpression" && node["operator"] === "!") {
    const [inner] = of("argument");
    if (inner === undefined) return undefined;
    imports.add("not");
    return `not(${inner})`;
  }
  if (node.type !== "CallExpression" || nameOf(child(node, "callee")) !== "In") return undefined;
  const [argument, ...more] = nodesOf(node["arguments"]);
  const id = stringOf(argument);
  const target = id === undefined || more.length > 0 ? undefined : targetOf(id);
  if (target === undefined) return undefined;
  imports.add("stateIn");
  return `stateIn(${JSON.stringify(target)})`;
}
