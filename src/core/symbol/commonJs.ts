import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { lookup } from "#core/syntax/scope.ts";
import { textAt } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** The name of an export that is the whole module, as TypeScript calls it: `module.exports = machine`, `export = machine`. */
export const WHOLE_MODULE = "export=";

/**
 * The keys of `module.exports` that an assignment or a call of `Object.assign` fills: none for all of it, `own` for `exports.own = machine`.
 * Undefined for what is no export.
 */
export function exportsFilled(tree: Tree, node: Node): readonly string[] | undefined {
  if (node.type !== "AssignmentExpression") {
    const callee = child(node, "callee");
    const isAssign =
      nameOf(callee && child(callee, "object")) === "Object" && memberName(tree, callee) === "assign";
    const [target] = isAssign ? nodesOf(node["arguments"]) : [];
    return target && exportsPath(tree, target);
  }
  const target = child(node, "left");
  // `exports = machine` by itself only gives another value to a variable.
  return target && unwrap(target).type !== "Identifier" ? exportsPath(tree, target) : undefined;
}

/** The keys behind `module.exports` or `exports`. */
function exportsPath(tree: Tree, expression: Node): readonly string[] | undefined {
  const keys: string[] = [];
  let at = unwrap(expression);
  for (; at.type === "MemberExpression"; at = unwrap(child(at, "object") as Node))
    keys.unshift(memberName(tree, at) ?? "*");
  const head = nameOf(at);
  if (!/^(?:module|exports)$/.test(head) || lookup(tree.scopeAt(at.start), head)) return undefined;
  if (head === "exports") return keys;
  return keys[0] === "exports" ? keys.slice(1) : undefined;
}

function memberName(tree: Tree, member: Node | undefined): string | undefined {
  const property = member?.type === "MemberExpression" ? child(member, "property") : undefined;
  return property && (member?.["computed"] === true ? textAt(tree, property) : nameOf(property));
}

/** Where the name is declared that an expression says, as that of a const, function or class; undefined for what is not said by such a name. */
export function declaredName(tree: Tree, expression: Node): Node | undefined {
  const name = nameOf(expression);
  const binding = name === "" ? undefined : lookup(tree.scopeAt(expression.start), name);
  if (binding?.kind === "function") return child(binding.declaration, "id");
  const declarator = binding?.kind === "const" ? tree.parentOf(binding.init as unknown as Node) : undefined;
  const id = declarator && child(declarator, "id");
  return nameOf(id) === name ? id : undefined;
}
