import { XSTATE_MAKERS, xstateName } from "#core/edit/pen/xstateImports.ts";
import type { CallExpression, Expression } from "#core/syntax/ast.ts";
import { openingCalls } from "#core/syntax/calls/callResult.ts";
import { boundValue } from "#core/syntax/calls/ways.ts";
import { child, nodesOf, spanOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { calledName, lookup } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

const DOES = /^(?:New|Await|Assignment|Update|TaggedTemplate|Yield|Import|Class)Expression$/;

/** Does the reader know what a call gives? Then its function does nothing else, and gives the same each time. */
const isTransparent = (tree: Tree, call: Node): boolean =>
  openingCalls(() => {
    const node = call as unknown as Expression;
    return resolve({ node, scope: tree.scopeAt(call.start), shared: false }).node !== node;
  });

/**
 * Code in a stretch that runs as soon as it is read, so that a copy of it may be something else, or do something twice; a machine that
 * is made anywhere in it would be a machine more.
 */
export function runsAtOnce(tree: Tree, { from, to }: Span): Node | undefined {
  let call: Node | undefined;
  const look = (node: Node, isLater: boolean): void => {
    walk(node, (inner) => {
      if (call || inner.end <= from || inner.start >= to) return false;
      if (inner !== node && /Function|ObjectMethod|ClassMethod/.test(inner.type)) {
        look(inner, true);
        return false;
      }
      if (inner.start < from || inner.end > to) return undefined;
      const name =
        inner.type === "CallExpression"
          ? calledName(inner as unknown as CallExpression, tree.scopeAt(inner.start))
          : undefined;
      const makesMachine = name === "createMachine" || name === "setup";
      const callee = child(inner, "callee");
      const builder = callee && xstateName(callee, tree.scopeAt(inner.start));
      const isMaker = builder !== undefined && XSTATE_MAKERS.has(builder);
      const isCall = inner.type.endsWith("CallExpression");
      const runs = DOES.test(inner.type) || (isCall && !isMaker);
      if (makesMachine || (runs && !isLater && !(isCall && isTransparent(tree, inner)))) call = inner;
      return undefined;
    });
  };
  look(tree.program, false);
  return call;
}

/** Whether an object or list that the reader put together has a part whose code would run once more in a copy. */
export function partsRunAtOnce(tree: Tree, node: Node): boolean {
  const values = nodesOf(node["properties"] ?? node["elements"]).map((part) => child(part, "value") ?? part);
  return values.some((part) => {
    const value = boundValue(part as unknown as Expression)?.node as unknown as Node | undefined;
    return value !== undefined && runsAtOnce(tree, spanOf(value)) !== undefined;
  });
}

/**
 * A call in a stretch that runs as soon as it is read and changes what it finds outside of its function, such as a count: each more or
 * less of it makes all later ones give something else.
 */
export function countingCall(tree: Tree, { from, to }: Span): Node | undefined {
  return tree.nodes.find((node) => {
    const isInside = from <= node.start && node.end <= to && node.type.endsWith("CallExpression");
    return isInside && !isLater(tree, node, from) && hasEffects(tree, node);
  });
}

function isLater(tree: Tree, node: Node, from: number): boolean {
  for (let at = tree.parentOf(node); at && at.start >= from; at = tree.parentOf(at))
    if (FUNCTION.test(at.type)) return true;
  return false;
}

function hasEffects(tree: Tree, call: Node): boolean {
  const callee = child(call, "callee");
  const binding = callee && lookup(tree.scopeAt(call.start), String(callee["name"]));
  const made =
    binding?.kind === "function"
      ? binding.declaration
      : binding?.kind === "const"
        ? unwrap(binding.init as unknown as Node)
        : undefined;
  if (!made || !FUNCTION.test(made.type)) return false;
  const outside = new Set(freeNames(made).map((name) => name.start));
  let found = false;
  walk(made, (node) => {
    const target =
      node.type === "AssignmentExpression"
        ? child(node, "left")
        : node.type === "UpdateExpression"
          ? child(node, "argument")
          : undefined;
    let head = target && unwrap(target);
    while (head?.type.endsWith("MemberExpression")) head = unwrap(child(head, "object") as Node);
    found ||= head !== undefined && outside.has(head.start);
  });
  return found;
}

/** Do the names of a piece of code mean the same at another place? */
export function sameNames(tree: Tree, code: Node, at: Node): boolean {
  const [before, after] = [tree.scopeAt(code.start), tree.scopeAt(at.start)];
  return freeNames(code).every((node) => {
    const name = String(node["name"]);
    return lookup(before, name) === lookup(after, name);
  });
}

/** Does code name a const or function of which it is a part? A copy of it would name the same again, and never be its own. */
export function leadsToItself(tree: Tree, code: Node): boolean {
  const visitedNodes = new Set<Node>();
  const open = [code];
  for (let at = open.pop(); at; at = open.pop())
    for (const name of freeNames(at)) {
      const binding = lookup(tree.scopeAt(name.start), String(name["name"]));
      const value = binding?.kind === "const" ? (binding.init as unknown as Node) : undefined;
      const init = binding?.kind === "function" ? binding.declaration : value;
      if (!init || visitedNodes.has(init)) continue;
      if (init.start <= code.start && code.end <= init.end) return true;
      visitedNodes.add(init);
      open.push(init);
    }
  return false;
}

/** Does what a call calls come back to itself? What it gives would call it again. */
export function callsItself(tree: Tree, call: Node): boolean {
  const callee = child(call, "callee");
  return (callee ? freeNames(callee) : []).some((name) => {
    const binding = lookup(tree.scopeAt(name.start), String(name["name"]));
    const value = binding?.kind === "const" ? (binding.init as unknown as Node) : undefined;
    const definition = binding?.kind === "function" ? binding.declaration : value;
    return definition !== undefined && leadsToItself(tree, definition);
  });
}
