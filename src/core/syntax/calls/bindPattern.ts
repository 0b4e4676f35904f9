import type { Expression } from "#core/syntax/ast.ts";
import { bindUnknown } from "#core/syntax/declared.ts";
import { child, isNode, keyText, nameOf, nodesOf, type Located, type Node } from "#core/syntax/node.ts";
import {
  constantOf,
  entriesOf,
  itemsOf,
  listOf,
  nothing,
  objectOf,
  type Ways,
} from "#core/syntax/calls/ways.ts";
import type { Binding, Scope, Value } from "#core/syntax/scope.ts";

/** Where names are bound: the scope that gets them, in which defaults are computed, and the call it is for. */
export interface Binder {
  readonly ways: Ways;
  readonly names: Map<string, Binding>;
  readonly scope: Scope;
  readonly at: Located;
  /** Of a function in another file: what stands for it in this one. */
  readonly via?: Located | undefined;
}

/** Binds the names of a parameter or pattern. @param given undefined when it is not known what it is given */
export function bindPattern(binder: Binder, pattern: Node, given: Value | undefined): void {
  const { names } = binder;
  if (pattern.type === "Identifier" && given)
    names.set(nameOf(pattern), { kind: "given", value: { ...given, shared: true } });
  else if (pattern.type === "AssignmentPattern") bindDefault(binder, pattern, given);
  else if (pattern.type === "ObjectPattern" && given) bindObject(binder, pattern, given);
  else if (pattern.type === "ArrayPattern" && given) bindList(binder, pattern, given);
  else bindUnknown(pattern, names);
}

function bindDefault(binder: Binder, pattern: Node, given: Value | undefined): void {
  const left = child(pattern, "left") as Node;
  const known = given && constantOf(binder.ways, given);
  if (!known) bindPattern(binder, left, undefined);
  else if (known.is !== undefined) bindPattern(binder, left, given);
  else bindPattern(binder, left, located(binder, child(pattern, "right") as Node));
}

/** Code of the function itself. */
const located = ({ scope, via }: Binder, node: Node): Value => ({
  node: node as unknown as Expression,
  scope,
  shared: true,
  ...(via ? { via } : {}),
});

function bindObject(binder: Binder, pattern: Node, given: Value): void {
  const entries = entriesOf(binder.ways, given);
  if (!entries) return bindUnknown(pattern, binder.names);
  const taken = new Set<string>();
  for (const part of nodesOf(pattern["properties"])) {
    if (part.type === "RestElement") {
      const rest = [...entries].filter(([name]) => !taken.has(name));
      const known = rest.flatMap(([name, { value }]) => (value ? [[name, value] as const] : []));
      const whole = known.length === rest.length ? objectOf(known, binder.at) : undefined;
      bindPattern(binder, child(part, "argument") as Node, whole);
      continue;
    }
    const { key, value } = part as { key?: unknown; value?: unknown };
    const name = isNode(key) && part["computed"] !== true ? keyText(key) : undefined;
    if (!isNode(value)) continue;
    // Under a computed key anything may be taken.
    if (name === undefined) return bindUnknown(pattern, binder.names);
    taken.add(name);
    const entry = entries.get(name);
    const none = !entry && !(name in {}) ? nothing(binder.at) : undefined;
    bindPattern(binder, value, entry ? entry.value : none);
  }
}

function bindList(binder: Binder, pattern: Node, given: Value): void {
  const items = itemsOf(binder.ways, given);
  if (!items) return bindUnknown(pattern, binder.names);
  for (const [i, element] of ((pattern["elements"] ?? []) as (Node | null)[]).entries())
    if (element?.type === "RestElement")
      bindPattern(binder, child(element, "argument") as Node, listOf(items.slice(i), binder.at));
    else if (element) bindPattern(binder, element, items[i] ?? nothing(binder.at));
}

/** Binds the parameters of a function. @param args what it is called with; undefined from where that is not known */
export function bindParams(
  binder: Binder,
  params: readonly Node[],
  args: readonly (Value | undefined)[],
  more: boolean,
): void {
  const parameters = params.filter((param) => nameOf(param) !== "this");
  for (const [i, param] of parameters.entries())
    if (param.type === "RestElement") {
      const rest = args.slice(i);
      const known = rest.flatMap((value) => (value ? [value] : []));
      const whole = !more && known.length === rest.length ? listOf(known, binder.at) : undefined;
      bindPattern(binder, child(param, "argument") as Node, whole);
    } else bindPattern(binder, param, i < args.length ? args[i] : more ? undefined : nothing(binder.at));
}
