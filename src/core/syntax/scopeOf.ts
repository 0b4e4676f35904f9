import type { Binding, Scope } from "#core/syntax/scope.ts";
import { bindUnknown, declared, linkScope } from "#core/syntax/declared.ts";
import { child, isNode, nodesOf, type Node } from "#core/syntax/node.ts";

export const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|ObjectMethod|Class(?:Private)?Method)$/;

/** The names inside a node: those around it, with what the node declares. The very same scope where it declares nothing. */
export function scopeOf(node: Node, outer: Scope): Scope {
  const names = declaredFor(node);
  if (!names || names.size === 0) return outer;
  const scope: Scope = { names, outer };
  linkScope(scope);
  return scope;
}

/** What a module, function, class, block or loop declares for the code in it; undefined for other nodes. */
export function declaredFor(node: Node): Map<string, Binding> | undefined {
  const { type } = node;
  switch (type) {
    case "Program":
      return withVars(node, declared(nodesOf(node["body"])));
    case "BlockStatement":
    case "StaticBlock":
    case "TSModuleBlock":
      return declared(nodesOf(node["body"]));
    case "SwitchStatement":
      return declared(nodesOf(node["cases"]).flatMap((item) => nodesOf(item["consequent"])));
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
      return declared(nodesOf([node["init"], node["left"]]));
    case "ClassExpression":
    case "ClassDeclaration":
    case "CatchClause":
      return bound(nodesOf([node["id"], node["param"]]));
    case "TSEnumDeclaration":
      return bound(enumMembers(node).flatMap((member) => nodesOf([member["id"]])));
    default:
      if (!FUNCTION.test(type)) return undefined;
      return withVars(child(node, "body"), bound(nodesOf([node["id"], ...nodesOf(node["params"])])));
  }
}

/** Babel 8 puts the members of an enum into a body. */
export const enumMembers = (node: Node): Node[] => nodesOf((child(node, "body") ?? node)["members"]);

function bound(patterns: readonly Node[]): Map<string, Binding> {
  const names = new Map<string, Binding>();
  for (const pattern of patterns)
    if (pattern.type === "StringLiteral") names.set(String(pattern["value"]), { kind: "unknown" });
    else bindUnknown(pattern, names);
  return names;
}

/** Where a statement holds others. */
const STATEMENTS = [
  "body",
  "consequent",
  "alternate",
  "block",
  "handler",
  "finalizer",
  "cases",
  "init",
  "left",
];

/** `var` of a function or module stands for the whole of it, however deep it is written. */
function withVars(root: Node | undefined, names: Map<string, Binding>): Map<string, Binding> {
  const look = (node: Node) => {
    if (node !== root && (FUNCTION.test(node.type) || node.type.startsWith("Class"))) return;
    if (/Expression$|^TS/.test(node.type)) return;
    if (node.type === "VariableDeclaration" && node["kind"] === "var")
      for (const name of declared([node]).keys()) if (!names.has(name)) names.set(name, { kind: "unknown" });
    for (const field of STATEMENTS) {
      const part = node[field];
      for (const item of isNode(part) ? [part] : nodesOf(part)) look(item);
    }
    if (node.type === "ExportNamedDeclaration" && isNode(node["declaration"])) look(node["declaration"]);
  };
  if (root) look(root);
  return names;
}

/**
 * From where the names of a node hold: what stands before, such as the key of a method or what a `switch` asks, is code of its
 * surroundings.
 */
export function scopeStart(node: Node): number {
  if (node.type === "SwitchStatement") return child(node, "discriminant")?.end ?? node.start;
  return child(node, "key")?.end ?? node.start;
}
