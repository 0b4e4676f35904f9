import type { Expression } from "#core/syntax/ast.ts";
import { isNode, nodesOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { parts, resolve, staticText } from "#core/syntax/resolve.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** The names that a property stands for; undefined when they are not known. */
export type Brings = (property: Node) => readonly string[] | undefined;

/**
 * What stands before a property and has its name, or may have: a spread, a computed key, the same key once more. It comes to light
 * when the property goes.
 * @param certain leaves out what only may have its name
 */
export function hiddenBy(
  tree: Tree,
  object: Node,
  property: Node,
  brings: Brings,
  certain = false,
): Node | undefined {
  const name = nameOf(tree, property);
  const all = nodesOf(object["properties"]);
  return name === undefined
    ? undefined
    : all.slice(0, Math.max(0, all.indexOf(property))).findLast((node) => {
        const names = namesOf(tree, node, brings);
        return names ? names.includes(name) : !certain;
      });
}

/** Whether a spread in an object certainly brings a name. */
export const isBrought = (tree: Tree, object: Node, name: string, brings: Brings): boolean =>
  nodesOf(object["properties"]).some(
    (node) => node.type === "SpreadElement" && namesOf(tree, node, brings)?.includes(name),
  );

function namesOf(tree: Tree, property: Node, brings: Brings): readonly string[] | undefined {
  if (property.type !== "SpreadElement") {
    const name = nameOf(tree, property);
    return name === undefined ? undefined : [name];
  }
  return brings(property) ?? namesSpread(tree, property);
}

function nameOf(tree: Tree, property: Node): string | undefined {
  const { key } = property;
  if (property["computed"] !== true || !isNode(key)) return keyName(property);
  return staticText(valueAt(tree, key))?.text;
}

function namesSpread(tree: Tree, spread: Node): readonly string[] | undefined {
  const value = resolve(valueAt(tree, spread["argument"] as Node));
  if (value.node.type !== "ObjectExpression") return undefined;
  const all = parts({ ...value, node: value.node });
  const names = all.flatMap((part) => (part.kind === "entry" ? [part.name] : []));
  return names.length === all.length ? names : undefined;
}

const valueAt = (tree: Tree, node: Node) => ({
  node: node as unknown as Expression,
  scope: tree.scopeAt(node.start),
  shared: false,
});

/**
 * What says "nothing" under a name as leaving it out does. `undefined` under an event would forbid it to the states around: a list
 * without candidates does not.
 * @param holder the property whose object it stands in, when that is not a config itself
 */
export function emptyValue(name: string, holder: string | undefined): string {
  if (holder === "on" || holder === "after") return "[]";
  if (holder !== undefined) return "undefined";
  return EMPTY[name] ?? "undefined";
}

const EMPTY: Readonly<Record<string, string>> = {
  reenter: "false",
  on: "{}",
  after: "{}",
  always: "[]",
  entry: "[]",
  exit: "[]",
  actions: "[]",
  tags: "[]",
  invoke: "[]",
};
