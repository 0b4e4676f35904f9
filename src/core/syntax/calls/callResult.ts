import type { Expression } from "#core/syntax/ast.ts";
import { bindParams } from "#core/syntax/calls/bindPattern.ts";
import { runBody } from "#core/syntax/calls/runBody.ts";
import {
  constantOf,
  entriesOf,
  itemsOf,
  listOf,
  literal,
  objectOf,
  type Ways,
} from "#core/syntax/calls/ways.ts";
import { DynamicValue } from "#core/syntax/DynamicValue.ts";
import { child, nameOf, nodesOf, unwrap, type Located, type Node } from "#core/syntax/node.ts";
import { isChangedByImporter, isChangedLater } from "#core/syntax/changedLater.ts";
import {
  callOf,
  definition,
  lookup,
  textAround,
  type Binding,
  type Scope,
  type Value,
} from "#core/syntax/scope.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * A helper that gives back states, transitions or lists of them is read as what it gives: its body with the arguments in the place of its
 * parameters. Only what is certain without running it; where that ends, the call stays code.
 */
const opening = new DynamicValue(false);

/** Reads with calls opened. */
export const openingCalls = <T>(read: () => T): T => opening.during(true, read);

/** Reads calls as the code that they are: what they give is changed by no command. */
export const asWritten = <T>(read: () => T): T => opening.during(false, read);

export const opensCalls = (): boolean => opening.value;

/** Calls within calls that are followed: a bound on recursion. */
const MAX_CALL_NESTING = 8;
/** Calls that are followed altogether for one call of the chart, so that recursion ends. */
const MAX_OPENED_CALLS = 500;

interface Known {
  readonly via: number | null | undefined;
  result: Value | undefined;
}
const results = new WeakMap<Scope, Map<Expression, Known>>();

/** What a call gives back, where that is certain; undefined else. */
export function callResult(ways: Ways, call: Value): Value | undefined {
  if (!opening.value) return undefined;
  let known = results.get(call.scope);
  if (!known) results.set(call.scope, (known = new Map()));
  const cached = known.get(call.node);
  if (cached && cached.via === call.via?.start) return cached.result;
  // What leads back to itself says nothing.
  const now: Known = { via: call.via?.start, result: undefined };
  known.set(call.node, now);
  try {
    return (now.result = evaluate(ways, call));
  } catch (error) {
    // What was stopped half-way is not known.
    known.delete(call.node);
    throw error;
  }
}

function evaluate(ways: Ways, call: Value): Value | undefined {
  const node = call.node as unknown as Node;
  const callee = unwrap(node["callee"] as Node);
  if (
    callee.type !== "Identifier" &&
    callee.type !== "MemberExpression" &&
    !/^(?:Arrow)?Function/.test(callee.type)
  )
    return undefined;
  const fn = functionOf(ways, { ...call, node: callee as unknown as Expression });
  const { args, more } = argumentsOf(ways, call, nodesOf(node["arguments"]));
  if (fn) return apply(ways, fn, args, call, more);
  if (callee.type !== "MemberExpression" || callee["computed"] === true || more) return undefined;
  const object = child(callee, "object");
  const method = nameOf(callee["property"]);
  if (!object) return undefined;
  const isObject = nameOf(object) === "Object" && !lookup(call.scope, "Object");
  if (isObject) return ofObject(ways, method, args, node);
  return ofList(ways, method, { ...call, node: object as unknown as Expression }, args, call);
}

function argumentsOf(ways: Ways, call: Value, written: readonly Node[]) {
  const args: Value[] = [];
  for (const item of written) {
    const isSpread = item.type === "SpreadElement";
    const node = (isSpread ? child(item, "argument") : item) as unknown as Expression;
    const value: Value = { ...call, node, shared: true };
    const items = isSpread ? itemsOf(ways, value) : [value];
    if (!items) return { args, more: true };
    addAll(args, items);
  }
  return { args, more: false };
}

/** The function that a name, a member or an expression stands for. */
function functionOf(ways: Ways, value: Value, steps = 4): Value | undefined {
  if (steps === 0) return undefined;
  const node = unwrap(value.node as unknown as Node);
  if (/^(?:ArrowFunctionExpression|FunctionExpression)$/.test(node.type)) return value;
  if (node.type === "Identifier") {
    const binding = lookup(value.scope, nameOf(node));
    const meant = definition(binding);
    if (meant?.kind === "function" && !isClass(meant.declaration)) {
      const via = value.via ?? (binding?.kind === "import" ? (node as Located) : undefined);
      const declaration = meant.declaration as unknown as Expression;
      return { node: declaration, scope: meant.scope, shared: true, ...(via ? { via } : {}) };
    }
    if (meant?.kind !== "const" && meant?.kind !== "given") return undefined;
  }
  if (node.type === "MemberExpression" && node["computed"] !== true) {
    const method = methodOf(ways, value, node);
    if (method) return method;
  }
  const inner = ways.resolve(value);
  const isSame = inner.node === value.node || (inner.node as unknown as Node) === node;
  return isSame ? undefined : functionOf(ways, inner, steps - 1);
}

/** `helpers.state` of `const helpers = { state() {...} }` or of `class helpers { static state() {...} }`. */
function methodOf(ways: Ways, value: Value, member: Node): Value | undefined {
  const object = ways.resolve({ ...value, node: member["object"] as Expression });
  const ofClass = staticMember(object, nameOf(member["property"]));
  if (ofClass) return (ofClass.node as unknown as Node)["kind"] === "method" ? ofClass : undefined;
  if (object.node.type !== "ObjectExpression") return undefined;
  const part = ways
    .parts({ ...object, node: object.node })
    .findLast((givenPart) => givenPart.kind !== "entry" || givenPart.name === nameOf(member["property"]));
  const node = part?.node as Node | undefined;
  if (part?.kind !== "entry" || node?.type !== "ObjectMethod" || node["kind"] !== "method") return undefined;
  return { ...object, node: node as unknown as Expression, scope: part.scope };
}

/** The name that a call calls something by, with what it is a member of. */
function calledText(written: Node | undefined): string {
  const callee = written && unwrap(written);
  if (callee?.type !== "MemberExpression" || callee["computed"] === true) return nameOf(callee);
  const owner = calledText(child(callee, "object"));
  return owner === "" ? nameOf(callee["property"]) : `${owner}.${nameOf(callee["property"])}`;
}

const isClass = (node: Node): boolean => node.type.startsWith("Class");

/** A static member of a class that a name stands for: its method, or what a property holds. */
export function staticMember(object: Value, name: string): Value | undefined {
  const node = object.node as unknown as Node;
  const binding = node.type === "Identifier" ? lookup(object.scope, nameOf(node)) : undefined;
  const meant = definition(binding);
  if (meant?.kind !== "function" || !isClass(meant.declaration)) return undefined;
  const members = nodesOf(child(meant.declaration, "body")?.["body"]);
  const member = members.findLast(
    (item) => item["static"] === true && item["computed"] !== true && nameOf(item["key"]) === name,
  );
  const held = member?.type === "ClassMethod" ? member : member && child(member, "value");
  if (!held || isChangedLater(textAround(meant.scope) ?? "", held)) return undefined;
  if (isChangedByImporter(binding, held)) return undefined;
  const via = object.via ?? (binding?.kind === "import" ? (node as Located) : undefined);
  const base = { scope: meant.scope, shared: true, ...(via ? { via } : {}) };
  return { ...base, node: held as unknown as Expression };
}

/** What a getter gives, where that is certain. @param at what asks for it */
export function getterResult(ways: Ways, getter: Value, at: Value): Value | undefined {
  return opening.value && (getter.node as unknown as Node)["kind"] === "get"
    ? apply(ways, getter, [], at)
    : undefined;
}

/** The result of a function for what it is given. */
function apply(ways: Ways, fn: Value, args: readonly Value[], call: Value, more = false): Value | undefined {
  const node = fn.node as unknown as Node;
  const body = child(node, "body");
  if (!body || node["async"] === true || node["generator"] === true) return undefined;
  const within = callOf(call.scope);
  for (let up = within; up; up = up.within) if (up.callee === node) return undefined;
  const depth = (within?.depth ?? 0) + 1;
  const budget = within?.budget ?? { left: MAX_OPENED_CALLS };
  if (depth > MAX_CALL_NESTING || budget.left-- <= 0) return undefined;
  const names = new Map<string, Binding>();
  const callNode = call.node as unknown as Node;
  // A getter is called by naming its member.
  const name = calledText(child(callNode, "callee") ?? callNode);
  const scope: Scope = { names, outer: fn.scope, call: { callee: node, name, within, depth, budget } };
  const at = call.node as Located;
  const via = fn.via ? (call.via ?? at) : undefined;
  bindParams({ ways, names, scope, at, via }, nodesOf(node["params"]), args, more);
  if (body.type === "BlockStatement") return runBody(ways, body, scope, at, via);
  return { node: body as unknown as Expression, scope, shared: true, ...(via ? { via } : {}) };
}

/** `Object.fromEntries`, `keys`, `values`, `entries` and `assign`. */
function ofObject(ways: Ways, method: string, args: readonly Value[], at: Located): Value | undefined {
  const [first] = args;
  if (!first) return undefined;
  if (method === "assign") return first.node.type === "ObjectExpression" ? objectOf(args, at) : undefined;
  if (method === "fromEntries") {
    const pairs = itemsOf(ways, first)?.map((item) => itemsOf(ways, item));
    const all: (readonly [string, Value])[] = [];
    for (const pair of pairs ?? []) {
      const name = pair?.[0] && ways.text(pair[0]);
      if (name === undefined || !pair?.[1]) return undefined;
      all.push([name, pair[1]]);
    }
    return pairs && objectOf(all, at);
  }
  if (!/^(?:keys|values|entries)$/.test(method)) return undefined;
  const entries = entriesOf(ways, first);
  if (!entries || [...entries].some(([, { value }]) => !value)) return undefined;
  // Numbers come first, whatever their place.
  const rank = (name: string) => (/^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : Infinity);
  const inOrder = [...entries].sort(([a], [b]) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  const all = inOrder.map(([name, { value }]) => [literal(name, at), value as Value] as const);
  if (method === "entries")
    return listOf(
      all.map((pair) => listOf(pair, at)),
      at,
    );
  return listOf(
    all.map(([name, value]) => (method === "keys" ? name : value)),
    at,
  );
}

/** An object whose spreads are laid open, so that one that grows step by step does not become deep. */
function flat(ways: Ways, value: Value, at: Located): Value {
  const entries = entriesOf(ways, value);
  const known = [...(entries ?? [])].flatMap(([name, part]) =>
    part.value ? [[name, part.value] as const] : [],
  );
  return entries && known.length === entries.size ? objectOf(known, at) : value;
}

/** `map`, `flatMap`, `filter`, `concat` and `reduce` of a known list. */
function ofList(
  ways: Ways,
  method: string,
  list: Value,
  args: readonly Value[],
  call: Value,
): Value | undefined {
  if (!/^(?:map|flatMap|filter|concat|reduce)$/.test(method)) return undefined;
  const at = call.node as Located;
  const items = itemsOf(ways, list);
  if (!items) return undefined;
  if (method === "concat") {
    const isOne = (value: Value) => ways.resolve(value).node.type === "ObjectExpression";
    const more = args.flatMap((arg) => itemsOf(ways, arg) ?? [isOne(arg) ? arg : undefined]);
    const known = more.flatMap((value) => (value ? [value] : []));
    return known.length === more.length ? listOf([...items, ...known], at) : undefined;
  }
  const fn = args[0] && functionOf(ways, args[0]);
  if (!fn) return undefined;
  if (method === "reduce") {
    let sum = args[1];
    for (const [i, item] of items.entries()) {
      const next = sum && apply(ways, fn, [sum, item, literal(i, at)], call);
      sum = next && flat(ways, next, at);
    }
    return sum;
  }
  const out: Value[] = [];
  for (const [i, item] of items.entries()) {
    const given = apply(ways, fn, [item, literal(i, at)], call);
    if (!given) return undefined;
    if (method === "map") out.push(given);
    else if (method === "flatMap") {
      const inner = itemsOf(ways, given);
      if (!inner) return undefined;
      addAll(out, inner);
    } else {
      const test = constantOf(ways, given);
      if (!test) return undefined;
      if (test.is) out.push(item);
    }
  }
  return listOf(out, at);
}
