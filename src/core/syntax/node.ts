import type { Span } from "#core/text/textEdit.ts";

/** A node of Babel's tree, as loosely as a search in any code needs it. Offsets are those of the text that was parsed. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The nodes of a list; holes are left out. */
export const nodesOf = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : []);

/** The node that is this part of another, or undefined. */
export function child(node: Node, part: string): Node | undefined {
  const value = node[part];
  return isNode(value) ? value : undefined;
}

/** The nodes directly below, in order. */
export function childrenOf(node: Node): Node[] {
  const below: Node[] = [];
  // What configs consist of is known; this is several times as fast as asking each node for its fields.
  const fields = FIELDS[node.type];
  if (fields) for (const field of fields) addNodes(node[field], below);
  else for (const field in node) if (!NO_CHILD.has(field)) addNodes(node[field], below);
  return below;
}

function addNodes(part: unknown, below: Node[]): void {
  if (isNode(part)) below.push(part);
  else if (Array.isArray(part)) for (const item of part) if (isNode(item)) below.push(item);
}

const NO_CHILD = new Set(["loc", "extra", "errors"]);

/** Where the commonest nodes have their children, in the order of the text. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ObjectExpression: ["properties"],
  ObjectProperty: ["decorators", "key", "value"],
  ArrayExpression: ["elements"],
  SpreadElement: ["argument"],
  MemberExpression: ["object", "property"],
  Identifier: ["typeAnnotation", "decorators"],
  StringLiteral: [],
  NumericLiteral: [],
  BooleanLiteral: [],
  NullLiteral: [],
  TemplateElement: [],
};

/** Visits a node and everything below it, outermost first, however deep. Returning false leaves out what is below. */
export function walk(root: Node, visit: (node: Node) => boolean | void): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (visit(node) === false) continue;
    const below = childrenOf(node);
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
  }
}

const WRAPPERS = new Set([
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "TypeCastExpression",
]);

/** The expression without brackets, `as T`, `satisfies T`, `<T>x`, `!`. */
export function unwrap(node: Node): Node {
  let inner = node;
  while (WRAPPERS.has(inner.type) && isNode(inner["expression"])) inner = inner["expression"];
  return inner;
}

/** Anything with a place in the text. */
export interface Located {
  readonly start?: number | null;
  readonly end?: number | null;
}

/** Where a node stands in the text that was parsed. */
export const spanOf = (node: Located): Span => ({ from: node.start ?? 0, to: node.end ?? 0 });

/** The name of an identifier; empty for other nodes. */
export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === "Identifier" ? String(node["name"]) : "";

/** The text of a string literal or of a template without holes. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node?.type === "StringLiteral") return String(node["value"]);
  const [quasi, ...more] = nodesOf(node?.["quasis"]);
  if (node?.type !== "TemplateLiteral" || !quasi || more.length > 0) return undefined;
  return (quasi["value"] as { readonly cooked?: string | null }).cooked ?? undefined;
}

/** The same behind brackets and `as const`. */
export const literalText = (node: Node | undefined): string | undefined => node && stringOf(unwrap(node));

/** The text of a key that is not computed. */
export function keyText(key: Node): string | undefined {
  if (key.type === "Identifier") return nameOf(key);
  if (key.type === "NumericLiteral") return String(key["value"]);
  return stringOf(key);
}
