import type { Action, Guard, Verbatim } from "#core/chart/chart.ts";
import { argument, type CallExpression, type Expression } from "#core/syntax/ast.ts";
import { effective } from "#core/syntax/entries.ts";
import { parts, resolve, staticText } from "#core/syntax/resolve.ts";
import { asWritten } from "#core/syntax/calls/callResult.ts";
import { calledName, type Value, type Within } from "#core/syntax/scope.ts";
import { at, textOf, type Site } from "#core/read/config/site.ts";

const BUILT_IN = new Set([
  "assign",
  "raise",
  "emit",
  "spawnChild",
  "enqueueActions",
  "sendTo",
  "sendParent",
  "forwardTo",
  "log",
  "cancel",
  "stop",
  "stopChild",
]);
const COMBINATORS = new Set(["and", "or", "not", "stateIn"]);

const verbatim = (site: Site, node: Expression, within: Within): Verbatim => ({
  text: textOf(site, node, within),
  at: at(site, node, within),
});

/** `undefined` or `null` as written. */
export const isNothing = (node: Expression): boolean =>
  node.type === "NullLiteral" || (node.type === "Identifier" && node.name === "undefined");

/** The same behind a name, or as what a call is given. */
export function isNone(value: Value): boolean {
  switch (value.node.type) {
    case "ObjectExpression":
    case "ArrayExpression":
    case "ArrowFunctionExpression":
    case "StringLiteral":
      return false;
    default:
      return isNothing(resolve(value).node);
  }
}

/** Calls `visit` for the items of an array literal (spreads of same-file arrays laid open), else for the value itself. */
export function eachItem(value: Value, visit: (item: Value) => void, steps = 8): void {
  const list = resolve(value);
  if (list.node.type !== "ArrayExpression") {
    visit(value);
    return;
  }
  for (const element of list.node.elements) {
    if (!element) continue;
    const node = (element.type === "SpreadElement" ? element.argument : element) as Expression;
    const item = { ...list, node };
    const inner = element.type === "SpreadElement" && steps > 0 ? resolve(item) : undefined;
    if (inner?.node.type === "ArrayExpression") eachItem({ ...inner, shared: true }, visit, steps - 1);
    else visit(element.type === "SpreadElement" ? { ...item, node: element as unknown as Expression } : item);
  }
}

/** `entry`, `exit`, `actions`: one action or a list of them. */
export function readActions(site: Site, value: Value | undefined): Action[] {
  const actions: Action[] = [];
  if (value)
    asWritten(() => {
      if (!isNone(value)) eachItem(value, (item) => actions.push(readAction(site, item)));
    });
  return actions;
}

function readAction(site: Site, item: Value): Action {
  const written = verbatim(site, item.node, item);
  const name = staticText(item);
  if (name) return { kind: "named", name: name.text, ...written };
  const resolved = resolve(item);
  const { node } = resolved;
  if (node.type === "CallExpression") {
    const callee = calledName(node, resolved.scope);
    if (callee !== undefined && BUILT_IN.has(callee)) return { kind: "builtin", name: callee, ...written };
  }
  return named(site, resolved, written) ?? { kind: "code", ...written };
}

/** `{ type: 'x', params }`, for actions and guards alike. */
function named(
  site: Site,
  value: Value,
  written: Verbatim,
): (Verbatim & { kind: "named"; name: string; params?: Verbatim }) | undefined {
  if (value.node.type !== "ObjectExpression") return undefined;
  const entries = effective(parts({ ...value, node: value.node }));
  const type = entries.get("type")?.value;
  const name = type && staticText(type);
  if (!name) return undefined;
  const params = entries.get("params");
  const node = params?.value?.node ?? params?.node;
  return {
    kind: "named",
    name: name.text,
    ...(node ? { params: verbatim(site, node as Expression, value) } : {}),
    ...written,
  };
}

/** A guard as far as it is understood: a name, params, `and`/`or`/`not`/`stateIn`; anything else is code. */
export const readGuard = (site: Site, value: Value): Guard => asWritten(() => guardOf(site, value, 0));

function guardOf(site: Site, value: Value, depth: number): Guard {
  const written = verbatim(site, value.node, value);
  const name = staticText(value);
  if (name) return { kind: "named", name: name.text, ...written };
  const resolved = resolve(value);
  const { node } = resolved;
  if (node.type === "CallExpression" && depth < 64) {
    const callee = calledName(node, resolved.scope);
    if (callee !== undefined && COMBINATORS.has(callee))
      return combinator(site, resolved, node, callee, written, depth);
  }
  return named(site, resolved, written) ?? { kind: "code", ...written };
}

function combinator(
  site: Site,
  value: Value,
  call: CallExpression,
  callee: string,
  written: Verbatim,
  depth: number,
): Guard {
  const arg = argument(call, 0);
  if (!arg) return { kind: "code", ...written };
  const operand = { ...value, node: arg };
  if (callee === "stateIn") return { kind: "stateIn", params: verbatim(site, arg, value), ...written };
  if (callee === "not") return { kind: "not", of: [guardOf(site, operand, depth + 1)], ...written };
  if (resolve(operand).node.type !== "ArrayExpression") return { kind: "code", ...written };
  const of: Guard[] = [];
  eachItem(operand, (item) => of.push(guardOf(site, item, depth + 1)));
  return { kind: callee === "and" ? "and" : "or", of, ...written };
}
