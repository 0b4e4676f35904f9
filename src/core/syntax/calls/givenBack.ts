import type { Expression } from "#core/syntax/ast.ts";
import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { lookup, MAX_CONST_HOPS, type Binding, type Scope, type Value } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";

/**
 * What a call gives back as it was given: the argument of a function of the same module that does nothing but return its first
 * parameter, as helpers do that only say a type. It is written where the call stands, and nowhere else.
 */
export function givenBack(call: Node, scope: Scope): Node | undefined {
  const callee = call.type === "CallExpression" ? child(call, "callee") : undefined;
  const name = callee && unwrap(callee);
  const made = name?.type === "Identifier" ? functionOf(lookup(scope, nameOf(name))) : name && unwrap(name);
  const [argument] = nodesOf(call["arguments"]);
  return made && argument && argument.type !== "SpreadElement" && returnsItsParameter(made)
    ? argument
    : undefined;
}

/** What a config comes to: it may stand in a call that gives it back. */
export function resolveConfig(from: Value): Value {
  let value = resolve(from);
  for (let steps = MAX_CONST_HOPS; steps > 0; steps--) {
    const argument = givenBack(value.node as unknown as Node, value.scope);
    if (!argument) break;
    value = resolve({ ...value, node: argument as unknown as Expression });
  }
  return value;
}

function functionOf(binding: Binding | undefined): Node | undefined {
  if (binding?.kind === "function") return binding.declaration;
  return binding?.kind === "const" ? unwrap(binding.init as unknown as Node) : undefined;
}

function returnsItsParameter(made: Node): boolean {
  if (!FUNCTION.test(made.type) || made["async"] === true || made["generator"] === true) return false;
  const [param] = nodesOf(made["params"]);
  const body = child(made, "body");
  const statements = body?.type === "BlockStatement" ? nodesOf(body["body"]) : undefined;
  const [only] = statements ?? [];
  const returned =
    statements === undefined
      ? body
      : statements.length === 1 && only?.type === "ReturnStatement"
        ? child(only, "argument")
        : undefined;
  const value = returned && unwrap(returned);
  return param?.type === "Identifier" && value?.type === "Identifier" && nameOf(value) === nameOf(param);
}
