import { child, nameOf, nodesOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";
import { entryOf, keyName } from "#core/syntax/property.ts";
import { lookup, MAX_CONST_HOPS, type Binding } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";

// What is done with code that is handed over: who is called, and may that make a machine? `uses.ts` asks.

/** What is called, as far as it can be seen. */
export type Callee =
  /** A function or class of this file, whose code tells the rest. */
  | { readonly kind: "function"; readonly node: Node }
  /** It makes no machine. What it gives back has in it what it was given, texts of that, or nothing of it; a setup makes machines. */
  | { readonly kind: "plain"; readonly gives: "all" | "texts" | "nothing" | "setup" }
  /** `createMachine`, in a way in which no chart is read. */
  | { readonly kind: "maker" }
  /** A function of another file, or one that is only known when it runs. It may make a machine. */
  | { readonly kind: "unknown" };

/** Who is called by an expression. */
export function calledBy(tree: Tree, expression: Node): Callee {
  const callee = unwrap(expression);
  const own = functionOf(tree, callee);
  if (own) return { kind: "function", node: own };
  const path = pathOf(tree, callee, MAX_CONST_HOPS);
  const [last] = path.names;
  const maker = path.names.findIndex((name) => MAKER.test(name));
  if (maker === 0 || (maker === 1 && BOUND.test(last ?? ""))) return { kind: "maker" };
  // A method of what createMachine gave back.
  if (maker > 0) return { kind: "plain", gives: "all" };
  const { from } = path;
  // By these names other modules hand on what xstate has.
  if (from === "xstate" || (last !== undefined && OF_XSTATE.test(last)))
    return { kind: "plain", gives: last === "setup" || last === "extend" ? "setup" : "all" };
  if (from === "platform" || from === "test") return { kind: "plain", gives: givenBack(path.names) };
  if (last !== undefined && METHODS.test(last) && path.names.length > 1)
    return { kind: "plain", gives: "all" };
  return { kind: "unknown" };
}

/** Functions of xstate and of a setup that make no machine. */
export const OF_XSTATE =
  /^(?:setup|extend|create(?:StateConfig|Action|Guard|Actor)|from(?:Promise|Callback|Observable|EventObservable|Transition)|assign|sendTo|raise|log|cancel|stopChild|enqueueActions|emit|spawnChild|forwardTo|sendParent|stateIn|and|or|not)$/;
const MAKER = /^(?:createMachine|StateMachine)$/;
const BOUND = /^(?:bind|call|apply)$/;
/** Methods of lists, maps and texts, of actors and of logs. */
const METHODS =
  /^(?:concat|includes|indexOf|lastIndexOf|push|unshift|splice|fill|with|has|get|set|add|delete|join|send|matches|hasTag|can|log|info|debug|warn|error|trace)$/;
/** What the platform makes of an object without having it any more. */
const GIVES_ALL =
  /^(?:Object|Array|Map|Set|WeakMap|WeakSet|Promise|Proxy|Reflect|structuredClone|JSON\.parse)(?:\.|$)/;

function givenBack(names: readonly string[]): "all" | "texts" | "nothing" {
  const called = names.toReversed().join(".");
  if (/^(?:Object\.(?:keys|getOwnPropertyNames)|Reflect\.ownKeys|JSON\.stringify)$/.test(called))
    return "texts";
  return GIVES_ALL.test(called) ? "all" : "nothing";
}

/** The names by which something is reached, the last one first, and where the first of them comes from. */
interface Path {
  readonly names: readonly string[];
  readonly from: "xstate" | "platform" | "test" | "unknown";
}

/** Names that those who run tests are called by, wherever they come from. */
const TESTS = /^(?:expect|assert|test|it|describe|vi|jest)$/;
const TEST_MODULES = /^(?:node:|vitest$|jest$|@jest\/|chai$|bun:test$)/;

const originOf = (module: string): Path["from"] =>
  /^@?xstate(?:$|\/)/.test(module) ? "xstate" : TEST_MODULES.test(module) ? "test" : "unknown";

/** The module that a call of `require` or a dynamic import names. */
function moduleAsked(call: Node): string | undefined {
  if (call.type === "ImportExpression") return stringOf(child(call, "source"));
  const callee = child(call, "callee");
  const isAsked = callee && (nameOf(callee) === "require" || callee.type === "Import");
  return isAsked ? stringOf(nodesOf(call["arguments"])[0]) : undefined;
}

function pathOf(tree: Tree, expression: Node, steps: number): Path {
  const names: string[] = [];
  let at = unwrap(expression);
  for (;;) {
    if (at.type.endsWith("MemberExpression")) {
      names.push(propertyOf(tree, at) ?? "");
      at = unwrap(child(at, "object") as Node);
    } else if (moduleAsked(at) !== undefined) return { names, from: originOf(moduleAsked(at) ?? "") };
    else if (/^(?:(?:Optional)?Call|New)Expression$/.test(at.type)) at = unwrap(child(at, "callee") as Node);
    else if (at.type === "AwaitExpression") at = unwrap(child(at, "argument") as Node);
    else break;
  }
  if (at.type !== "Identifier" || steps <= 0) return { names, from: "unknown" };
  const name = nameOf(at);
  const binding = lookup(tree.scopeAt(at.start), name);
  if (TESTS.test(name)) return { names: [...names, name], from: "test" };
  if (!binding) return { names: [...names, name], from: name === "require" ? "unknown" : "platform" };
  if (binding.kind === "import") {
    const { from, name: imported } = binding;
    return { names: imported === "*" ? names : [...names, imported], from: originOf(from) };
  }
  const before =
    binding.kind === "const" ? pathOf(tree, binding.init as unknown as Node, steps - 1) : undefined;
  return before
    ? { names: [...names, ...before.names], from: before.from }
    : { names: [...names, name], from: "unknown" };
}

function propertyOf(tree: Tree, member: Node): string | undefined {
  const property = child(member, "property");
  return property && (member["computed"] === true ? textAt(tree, property) : nameOf(property));
}

/** The function or class of this file that an expression stands for. */
function functionOf(tree: Tree, expression: Node, steps = MAX_CONST_HOPS): Node | undefined {
  const node = unwrap(expression);
  if (FUNCTION.test(node.type) || /^Class(?:Declaration|Expression)$/.test(node.type)) return node;
  if (steps <= 0) return undefined;
  if (node.type === "Identifier") {
    const binding = lookup(tree.scopeAt(node.start), nameOf(node));
    const value = valueOf(binding);
    return value && functionOf(tree, value, steps - 1);
  }
  if (!node.type.endsWith("MemberExpression")) return undefined;
  const holder = holderOf(tree, unwrap(child(node, "object") as Node), steps - 1);
  const name = propertyOf(tree, node);
  const held = holder && name !== undefined ? memberOf(holder, name) : undefined;
  return held && functionOf(tree, held, steps - 1);
}

const valueOf = (binding: Binding | undefined): Node | undefined =>
  binding?.kind === "function"
    ? binding.declaration
    : binding?.kind === "const"
      ? (binding.init as unknown as Node)
      : undefined;

/** The object literal or class of which an expression is, or is an instance. */
function holderOf(tree: Tree, node: Node, steps: number): Node | undefined {
  if (node.type === "ThisExpression") return holderOfThis(tree, node);
  if (node.type === "ObjectExpression" || /^Class(?:Declaration|Expression)$/.test(node.type)) return node;
  if (steps <= 0) return undefined;
  if (node.type === "NewExpression") return holderOf(tree, unwrap(child(node, "callee") as Node), steps - 1);
  const value =
    node.type === "Identifier" ? valueOf(lookup(tree.scopeAt(node.start), nameOf(node))) : undefined;
  return value && holderOf(tree, unwrap(value), steps - 1);
}

function memberOf(holder: Node, name: string): Node | undefined {
  if (holder.type === "ObjectExpression") return entryOf(holder, name)?.value;
  const part = classParts(holder).find((one) => keyName(one) === name);
  return part?.type === "ClassProperty" ? child(part, "value") : part;
}

const classParts = (node: Node): Node[] => nodesOf(child(node, "body")?.["body"]);

/** The constructor of a class; undefined where it has none of its own. */
export const constructorOf = (node: Node): Node | undefined =>
  classParts(node).find((part) => part["kind"] === "constructor");

/** The object or class that `this` and `super` speak of; undefined where that is known only when it runs. */
export function holderOfThis(tree: Tree, self: Node): Node | undefined {
  for (let at = tree.parentOf(self); at; at = tree.parentOf(at)) {
    if (/^Class(?:Declaration|Expression)$/.test(at.type)) return at;
    if (at.type === "ObjectMethod") return tree.parentOf(at);
    if (at.type === "FunctionExpression") {
      const holder = tree.parentOf(at);
      return holder?.type === "ObjectProperty" ? tree.parentOf(holder) : undefined;
    }
    if (at.type === "FunctionDeclaration") return undefined;
  }
  return undefined;
}

const selves = new WeakMap<Tree, ReadonlyMap<Node, readonly Node[]>>();

/** Where the code of an object or class says `this` or `super`. */
export function thisWithin(tree: Tree, holder: Node): readonly Node[] {
  let index = selves.get(tree);
  if (!index) {
    const found = new Map<Node, Node[]>();
    for (const node of tree.nodes) {
      const of = /^(?:ThisExpression|Super)$/.test(node.type) ? holderOfThis(tree, node) : undefined;
      if (of) found.set(of, [...(found.get(of) ?? []), node]);
    }
    selves.set(tree, (index = found));
  }
  return index.get(holder) ?? [];
}

/** The `this` at the head of what is assigned to. */
export function thisOf(target: Node): Node | undefined {
  let at = unwrap(target);
  while (at.type.endsWith("MemberExpression")) at = unwrap(child(at, "object") as Node);
  return at.type === "ThisExpression" ? at : undefined;
}

/** Keys that hardly anything has but the config of a machine or of a state. */
export const CONFIG_KEYS: ReadonlySet<string> = new Set([
  "states",
  "on",
  "always",
  "after",
  "invoke",
  "entry",
  "exit",
]);

const configs = new WeakMap<Node, boolean>();

/** Is an object written like a config? The states of one are asked about as often as they have uses. */
export function hasConfigKeys(object: Node): boolean {
  const known = configs.get(object);
  if (known !== undefined) return known;
  const properties = nodesOf(object["properties"]);
  const isSpread = properties.some(({ type }) => type === "SpreadElement");
  const names = properties.map((property) => keyName(property) ?? "");
  const isConfig =
    names.includes("states") || (isSpread && (names.includes("id") || names.includes("initial")));
  configs.set(object, isConfig);
  return isConfig;
}

/** The machine that a call of `provide` is of. */
export function providedMachine(tree: Tree, object: Node, machines: ReadonlySet<Node>): Node | undefined {
  let at: Node | undefined = unwrap(object);
  for (let hops = 0; at && !machines.has(at) && hops < MAX_CONST_HOPS; hops++) {
    const isProvided: boolean = calleeOf(at) === "provide";
    const next: Node | undefined = isProvided
      ? child(unwrap(child(at, "callee") as Node), "object")
      : at.type === "Identifier"
        ? valueOf(lookup(tree.scopeAt(at.start), nameOf(at)))
        : tree.resolve(at);
    at = next && next !== at ? unwrap(next) : undefined;
  }
  return at && machines.has(at) ? at : undefined;
}
