import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { entriesOf } from "#core/syntax/property.ts";
import { itemsOf, type Syntax } from "#core/analyze/literal.ts";
import { isNode, stringOf, type Node } from "#core/syntax/node.ts";

const FUNCTION = /^(?:Arrow)?FunctionExpression$|^ObjectMethod$/;
/** Built-in actions: calling one makes an action and carries nothing out. */
const BUILT_IN = new Set(
  "assign raise emit sendTo sendParent forwardTo spawnChild stopChild cancel enqueueActions".split(" "),
);
/** Names that the context had as first argument before version 5. */
const CONTEXT = /^_?(?:context|ctx)$/i;
const EVENT = /^_?(?:event|evt|ev|e)$/i;

const fault = (
  code: DiagnosticCode,
  node: Node,
  facts: Diagnostic["facts"],
  path: readonly string[],
): Diagnostic => ({
  code,
  severity: "error",
  file: "machine",
  at: { from: node.start, to: node.end },
  path,
  facts,
});

/**
 * What is wrong with a function that stands as guard or action: a guard that answers with a promise (always true), an action that
 * only makes a built-in action, arguments in the order of XState 4.
 */
export function functionFaults(
  syntax: Syntax,
  node: Node,
  kind: "guard" | "action",
  path: readonly string[],
): Diagnostic[] {
  if (!FUNCTION.test(node.type)) return [];
  const diagnostics = formerArguments(node, path);
  if (kind === "guard") {
    if (node["async"] === true) diagnostics.push(fault("guard-async", node, {}, path));
    return diagnostics;
  }
  for (const call of directCalls(node)) {
    const name = calleeOf(call);
    if (BUILT_IN.has(name) && syntax.fromXState.has(name))
      diagnostics.push(fault("action-not-carried-out", call, { name }, path));
  }
  return diagnostics;
}

/** `(ctx, event) => ...`: the context is in the first argument now, and the event too. */
function formerArguments(node: Node, path: readonly string[]): Diagnostic[] {
  const [first, second] = itemsOf(node["params"]);
  if (first?.type !== "Identifier") return [];
  const name = String(first["name"]);
  const withEvent = second?.type === "Identifier" && EVENT.test(String(second["name"]));
  const read = fieldsRead(node, name);
  if (!CONTEXT.test(name) || read.has("context") || read.has("event")) return [];
  return withEvent || read.size > 0 ? [fault("former-arguments", first, { name }, path)] : [];
}

/** The fields of an object that code reads by name. */
function fieldsRead(root: Node, object: string): ReadonlySet<string> {
  const fields = new Set<string>();
  eachNode(root, (node) => {
    const { object: from, property } = node;
    if (node.type.endsWith("MemberExpression") && isNode(from) && isNode(property) && from["name"] === object)
      fields.add(String(property["name"]));
    return undefined;
  });
  return fields;
}

/** Calls that a function makes itself, not through functions within it. */
function directCalls(fn: Node): Node[] {
  const calls: Node[] = [];
  eachNode(fn, (node) => {
    if (node !== fn && FUNCTION.test(node.type)) return "skip";
    if (node.type === "CallExpression") calls.push(node);
    return undefined;
  });
  return calls;
}

/** Faults of calls of XState's own creators anywhere in a stretch of code. */
export function callFaults(syntax: Syntax, call: Node): Diagnostic[] {
  const name = calleeOf(call);
  const args = itemsOf(call["arguments"]);
  const [first] = args;
  if (!first || !syntax.fromXState.has(name)) return [];
  if (name === "assign") return assignFaults(syntax, first);
  if (name === "raise" || name === "emit" || name === "sendParent") return textEvent(name, first);
  if (name === "sendTo" && args[1]) return textEvent(name, args[1]);
  const kind = syntax.kind(first);
  if ((name === "and" || name === "or") && kind !== "array" && kind !== "code")
    return [fault("guard-list", call, { name, got: "one", expected: `${name}([…])` }, [])];
  if (name === "not" && kind === "array")
    return [fault("guard-list", call, { name, got: "list", expected: `${name}(…)` }, [])];
  return [];
}

function textEvent(name: string, event: Node): Diagnostic[] {
  const type = stringOf(event);
  return type === undefined
    ? []
    : [fault("event-as-text", event, { name, event: type, expected: `{ type: "${type}" }` }, [])];
}

function assignFaults(syntax: Syntax, first: Node): Diagnostic[] {
  const value = syntax.resolve(first);
  const functions =
    value.type === "ObjectExpression" ? entriesOf(value).map((entry) => entry.value) : [value];
  return functions
    .filter((node) => FUNCTION.test(node.type))
    .flatMap((node) => [
      ...formerArguments(node, []),
      ...(node["async"] === true ? [fault("assign-async", node, {}, [])] : []),
    ]);
}

/** Plain functions among the actors of setup: XState needs logic made by `fromPromise` and its like. */
export function actorFaults(syntax: Syntax, actors: Node): Diagnostic[] {
  return entriesOf(actors).flatMap(({ name, value }) => {
    const node = syntax.resolve(value);
    return FUNCTION.test(node.type) ? [fault("actor-function", node, { name }, [])] : [];
  });
}

export const calleeOf = (call: Node): string => {
  const { callee } = call;
  return isNode(callee) && callee.type === "Identifier" ? String(callee["name"]) : "";
};

function eachNode(root: Node, see: (node: Node) => "skip" | undefined): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (see(node) === "skip") continue;
    for (const part of Object.values(node))
      if (isNode(part)) stack.push(part);
      else if (Array.isArray(part)) for (const item of part) if (isNode(item)) stack.push(item);
  }
}
