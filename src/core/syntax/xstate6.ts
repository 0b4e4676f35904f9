import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { importedName } from "#core/syntax/freeNames.ts";
import { entriesOf, entryOf, type Entry } from "#core/syntax/property.ts";
import { calleeOf, treeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What tells that a module is written for XState 6, and where. */
export interface Xstate6Sign {
  readonly at: Span;
  /** The code that tells it, as short as it is clear. */
  readonly sign: string;
}

/** What version 6 exports and version 5 does not, as of its first betas. */
const NEW_EXPORTS = new Set(
  "checkStateIn createAsyncLogic createCallbackLogic createEventObservableLogic createListenerLogic createMachineFromConfig createObservableLogic createStateConfig createSubscriptionLogic machineConfigToJSON machineVersions serializeMachine types".split(
    " ",
  ),
);
const NEW_ENTRIES = /^xstate\/(?:durable|scxml|validation|fsm)$/;
const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|ObjectMethod)$/;
/** A getter is none: what it gives is the value. */
const isFunction = ({ type, kind }: Node): boolean => FUNCTION.test(type) && kind !== "get" && kind !== "set";
const MAPS = new Set(["on", "after"]);
const LISTS = new Set(["always", "onDone", "onError", "onSnapshot", "onTimeout"]);

/**
 * Whether a module is written for XState 6: its transitions are functions, or it takes what only version 6 has. Read as version 5 such a
 * module would seem to stay where it goes on. Undefined for all others, and for what cannot be read.
 */
export function xstate6Sign(text: string, lang?: "ts" | "js"): Xstate6Sign | undefined {
  if (!/createMachine|xstate/.test(text)) return undefined;
  const tree = treeOf(text, lang);
  if (!tree) return undefined;
  let sign = signs.get(tree);
  if (sign === undefined) signs.set(tree, (sign = findSign(tree) ?? null));
  return sign ?? undefined;
}

/** By tree: a menu asks for each of its commands. */
const signs = new WeakMap<Tree, Xstate6Sign | null>();

function findSign(tree: Tree): Xstate6Sign | undefined {
  for (const statement of nodesOf(tree.program["body"])) {
    const imported = statement.type === "ImportDeclaration" ? newImport(statement) : undefined;
    if (!imported) continue;
    const { at, sign } = signAt(tree, imported);
    // By its name alone nobody sees that nothing but the import tells it.
    return { at, sign: imported.type === "ImportSpecifier" ? `import { ${sign} }` : sign };
  }
  for (const call of tree.nodes) {
    const called = call.type.endsWith("CallExpression") ? calleeOf(call) : "";
    if (called !== "createMachine" && called !== "setup" && called !== "createStateConfig") continue;
    const [first] = nodesOf(call["arguments"]);
    const config = first && objectOf(tree, first);
    const sign = config && (called === "setup" ? schemasOnly(config) : inState(tree, config, 0));
    if (sign) return signAt(tree, sign);
  }
  return undefined;
}

/** Longest piece of code that a message quotes as a sign of XState 6: about half a line of a terminal. */
const MAX_SIGN_CHARACTERS = 40;

/** A function is quoted by its head: the key before it says which one it is. */
function signAt(tree: Tree, { start, end }: Pick<Node, "start" | "end">): Xstate6Sign {
  const [line = ""] = tree.text.slice(start, end).split("\n");
  return {
    at: { from: start, to: end },
    sign: line.length > MAX_SIGN_CHARACTERS ? `${line.slice(0, MAX_SIGN_CHARACTERS).trimEnd()}…` : line,
  };
}

function newImport(statement: Node): Node | undefined {
  const source = child(statement, "source");
  const from = String(source?.["value"] ?? "");
  if (NEW_ENTRIES.test(from)) return source;
  if (from !== "xstate" || statement["importKind"] === "type") return undefined;
  return nodesOf(statement["specifiers"]).find(
    (node) =>
      node.type === "ImportSpecifier" && node["importKind"] !== "type" && NEW_EXPORTS.has(importedName(node)),
  );
}

const objectOf = (tree: Tree, node: Node): Node | undefined => {
  const resolved = tree.resolve(node);
  return resolved.type === "ObjectExpression" ? resolved : undefined;
};

/** A list's items, or what stands alone. */
function itemsOf(tree: Tree, node: Node): Node[] {
  const resolved = isFunction(node) ? node : tree.resolve(node);
  return resolved.type === "ArrayExpression"
    ? nodesOf(resolved["elements"]).map((item) => unwrap(item))
    : [resolved];
}

/** `schemas` with calls, such as `types<...>()`, in the place of `types`. Version 5 takes it as a note that means nothing. */
function schemasOnly(setup: Node): Node | undefined {
  const schemas = entryOf(setup, "schemas");
  if (!schemas || entryOf(setup, "types") || schemas.value.type !== "ObjectExpression") return undefined;
  const isCalled = (entry: Entry) =>
    /^(context|events|input|output)$/.test(entry.name) && hasCall(entry.value);
  return entriesOf(schemas.value).some(isCalled) ? schemas.key : undefined;
}

const hasCall = (value: Node): boolean => {
  const node = unwrap(value);
  if (node.type === "ObjectExpression") return entriesOf(node).some((entry) => hasCall(entry.value));
  return node.type === "CallExpression";
};

/** States may refer to themselves through constants; recursion ends here. */
const MAX_STATE_LEVELS = 64;

function inState(tree: Tree, state: Node, depth: number): Pick<Node, "start" | "end"> | undefined {
  if (depth > MAX_STATE_LEVELS) return undefined;
  for (const { name, key, value } of entriesOf(state)) {
    const resolved = isFunction(value) ? undefined : objectOf(tree, value);
    if (name === "states" && resolved)
      for (const entry of entriesOf(resolved)) {
        const inner = isFunction(entry.value) ? undefined : objectOf(tree, entry.value);
        const sign = inner && inState(tree, inner, depth + 1);
        if (sign) return sign;
      }
    else if (MAPS.has(name) && resolved) {
      const way = entriesOf(resolved).find((entry) => leadsByCode(tree, entry.value));
      if (way) return { start: way.key.start, end: way.value.end };
    } else if (LISTS.has(name) && leadsByCode(tree, value)) return { start: key.start, end: value.end };
    else if ((name === "entry" || name === "exit") && itemsOf(tree, value).some(enqueues)) return value;
    else if (name === "invoke")
      for (const node of itemsOf(tree, value)) {
        const sign = node.type === "ObjectExpression" ? inState(tree, node, depth + 1) : undefined;
        if (sign) return sign;
      }
    else if (name === "type" && value.type === "StringLiteral" && value["value"] === "choice") return value;
  }
  return undefined;
}

/** A transition that is a function. */
const leadsByCode = (tree: Tree, value: Node): boolean =>
  itemsOf(tree, value).some((node) => isFunction(node));

/** An entry or exit that is given `enq` and uses it: version 5 gives actions their parameters there. */
function enqueues(node: Node): boolean {
  const second = isFunction(node) ? nodesOf(node["params"])[1] : undefined;
  const name = second?.type === "Identifier" ? String(second["name"]) : undefined;
  let isFound = false;
  if (name !== undefined)
    walk(node, (item) => {
      const callee = item.type === "CallExpression" ? child(item, "callee") : undefined;
      const on = callee?.type === "MemberExpression" ? child(callee, "object") : callee;
      const method = callee?.type === "MemberExpression" ? nameOf(callee["property"]) : "";
      if (on && nameOf(on) === name && (method === "" || ENQUEUED.has(method))) isFound = true;
      return !isFound;
    });
  return isFound;
}

const ENQUEUED = new Set(["raise", "sendTo", "emit", "log", "cancel", "spawn", "stop"]);
