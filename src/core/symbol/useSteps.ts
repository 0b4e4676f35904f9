import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { lookup, type Binding, type Scope } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

// The questions of which a way through a module consists: what is a name, what is filled, what is hidden. `uses.ts` goes the way.

/** What a name that a pattern binds stands for; a function or class has its own name inside of it, too. */
export function bindingsOf(tree: Tree, pattern: Node, declaration: Node): readonly Binding[] {
  const name = nameOf(pattern);
  const isPart = /^(?:Assignment(?:Expression|Pattern)|(?:Optional)?CallExpression)$/.test(declaration.type);
  // A parameter holds within its function, which may begin with a key that does not see it.
  const isParam = FUNCTION.test(declaration.type) && declaration["id"] !== pattern;
  const first = tree.scopeAt(isPart || isParam ? pattern.start : declaration.start);
  if (declaration["id"] !== pattern || !/^(?:Function|Class)/.test(declaration.type)) {
    const found = lookup(first, name);
    return found ? [found] : [];
  }
  const met: Binding[] = [];
  for (let at: Scope | undefined = first; at; at = at.outer) {
    const binding = at.names.get(name);
    if (binding) met.push(binding);
  }
  const own = met.find((binding) => binding.kind === "function" && binding.declaration === declaration);
  const outer = own ?? met[1] ?? met[0];
  const [inner] = met;
  return outer && inner ? [outer, inner] : [];
}

/** The namespace that exports what is declared; `namespace A.B` exports B from A. */
export function namespaceOf(tree: Tree, declaration: Node): Node | undefined {
  const outer = tree.parentOf(declaration);
  const statement = declaration.type === "VariableDeclarator" ? outer && tree.parentOf(outer) : outer;
  if (statement?.type === "TSModuleDeclaration") return statement;
  const block = statement?.type === "ExportNamedDeclaration" ? tree.parentOf(statement) : undefined;
  return block?.type === "TSModuleBlock" ? tree.parentOf(block) : undefined;
}

/** Does a node stand in a namespace of that name? */
export function isInNamespace(tree: Tree, node: Node, name: string): boolean {
  for (let at = tree.parentOf(node); at; at = tree.parentOf(at))
    if (at.type === "TSModuleDeclaration" && nameOf(at["id"]) === name) return true;
  return false;
}

/** Is an identifier a parameter, and no use of one? */
export function isParameter(tree: Tree, node: Node): boolean {
  const parent = tree.parentOf(node);
  if (!parent) return false;
  if (FUNCTION.test(parent.type)) return nodesOf(parent["params"]).includes(node) || parent["id"] === node;
  return parent.type === "AssignmentPattern" && parent["left"] === node;
}

/** The expression with its casts and brackets. */
export function outermost(tree: Tree, node: Node): Node {
  let outer = node;
  for (
    let parent = tree.parentOf(outer);
    parent && unwrap(parent) === unwrap(outer);
    parent = tree.parentOf(outer)
  )
    outer = parent;
  return outer;
}

/** The name at the head of what is assigned to. */
export function headOf(target: Node): Node | undefined {
  let at = unwrap(target);
  while (at.type.endsWith("MemberExpression")) at = unwrap(child(at, "object") as Node);
  return at.type === "Identifier" ? at : undefined;
}

/** Ways to change a list or an object in its place. */
const CHANGES = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|delete|clear)$/;

/** The assignment, deletion or call by which an expression is changed, when it stands there for that. */
export function writeOf(tree: Tree, parent: Node, at: Node): Node | undefined {
  const { type } = parent;
  if ((type === "AssignmentExpression" && parent["left"] === at) || type === "UpdateExpression")
    return parent;
  if (type === "UnaryExpression" && parent["operator"] === "delete") return parent;
  if (type.endsWith("MemberExpression") && parent["object"] === at) {
    const call = tree.parentOf(parent);
    const isCalled = call?.type.endsWith("CallExpression") && call["callee"] === parent;
    return isCalled && CHANGES.test(nameOf(parent["property"])) ? call : undefined;
  }
  if (type !== "CallExpression" || nodesOf(parent["arguments"])[0] !== at) return undefined;
  const callee = child(parent, "callee");
  const isObject = nameOf(callee && child(callee, "object")) === "Object";
  return isObject && /^(?:assign|defineProperty|defineProperties|setPrototypeOf)$/.test(calleeOf(parent))
    ? parent
    : undefined;
}

/** Is a member of an object assigned to, however deep? */
export function writeWithin(tree: Tree, member: Node): boolean {
  let at = outermost(tree, member);
  for (let parent = tree.parentOf(at); parent; parent = tree.parentOf(at)) {
    if (writeOf(tree, parent, at)) return true;
    if (!parent.type.endsWith("MemberExpression") || parent["object"] !== at) return false;
    at = outermost(tree, parent);
  }
  return false;
}

/** The list or object that a call puts an argument into. */
export function filledBy(call: Node, argument: Node): Node | undefined {
  const callee = child(call, "callee");
  const object = callee?.type.endsWith("MemberExpression") ? child(callee, "object") : undefined;
  const [first] = nodesOf(call["arguments"]);
  if (object && nameOf(object) === "Object") return first === argument ? undefined : first;
  return CHANGES.test(calleeOf(call)) ? object : undefined;
}

/** Does an object that spreads an expression say one of its keys again, further on? */
export function isHidden(tree: Tree, at: Node, key: string | undefined): boolean {
  const spread = tree.parentOf(at);
  const object = spread?.type === "SpreadElement" ? tree.parentOf(spread) : undefined;
  if (key === undefined || key === "*" || object?.type !== "ObjectExpression") return false;
  const all = nodesOf(object["properties"]);
  return all.slice(all.indexOf(spread as Node) + 1).some((entry) => keyName(entry) === key);
}

/** The innermost node that holds a stretch. */
export function around(tree: Tree, { from, to }: Span): Node | undefined {
  let low = 0;
  let high = tree.nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tree.nodes[middle] as Node).start <= from) low = middle + 1;
    else high = middle;
  }
  // What begins last at or before it is inside of all that hold it, or beside it.
  let node = tree.nodes[low - 1];
  // What is put between two characters is in the node around them, not in the one that ends or begins there.
  const holds = ({ start, end }: Node) =>
    from === to && from > 0 ? start < from && to < end : start <= from && to <= end;
  while (node && !holds(node)) node = tree.parentOf(node);
  return node;
}

/** What code is to the machine that takes it. */
export type UseKind =
  | "config"
  | "states"
  | "initial"
  | "target"
  | "event"
  | "id"
  | "guard"
  | "action"
  | "actor"
  | "payload"
  | "setup"
  | "code";

const KINDS: Readonly<Record<string, UseKind>> = {
  states: "states",
  initial: "initial",
  target: "target",
  on: "event",
  after: "event",
  id: "id",
  guard: "guard",
  actions: "action",
  entry: "action",
  exit: "action",
  src: "actor",
  invoke: "actor",
  context: "payload",
  meta: "payload",
  params: "payload",
  input: "payload",
  output: "payload",
};

/** What stands under a path of keys of a config. */
export function kindOf(keys: readonly string[]): UseKind {
  for (const key of keys.toReversed()) {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
    if (kind) return kind;
  }
  return "config";
}
