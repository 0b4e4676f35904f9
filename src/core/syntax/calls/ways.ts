import type { Expression, ObjectExpression } from "#core/syntax/ast.ts";
import { child, nameOf, unwrap, type Located, type Node } from "#core/syntax/node.ts";
import { definition, lookup, MAX_CONST_HOPS, type Scope, type Value } from "#core/syntax/scope.ts";
import { addAll } from "#core/text/addAll.ts";

/** What the reader of calls needs of the reader of values, and the other way round. */
export interface Ways {
  resolve(value: Value): Value;
  parts(value: Value & { readonly node: ObjectExpression }): readonly GivenPart[];
  text(value: Value): string | undefined;
}

/** A part of an object as far as it matters here. */
export interface GivenPart {
  readonly kind: "entry" | "spread" | "computedKey";
  readonly name?: string;
  readonly value?: Value;
  readonly node: unknown;
  readonly scope: Scope;
}

const NOWHERE: Scope = { names: new Map(), outer: undefined };

/** A node that no text says, in the place of the call that gives it. */
export const synthesize = (type: string, at: Located, fields: object): Expression =>
  ({ ...fields, type, start: at.start, end: at.end }) as unknown as Expression;

/** A value as a part of a list or object that is put together from several scopes. */
const bound = (value: Value, at: Located): Expression =>
  synthesize("BoundValue", at, { value: value.shared ? value : { ...value, shared: true } });

/** The value of such a part. */
export const boundValue = (node: Expression): Value | undefined =>
  (node.type as string) === "BoundValue" ? (node as unknown as { value: Value }).value : undefined;

/** What is written for a value: in the place of a parameter what it is given. */
export function asGiven(value: Value): Value {
  let at = value;
  for (let i = 0; i < MAX_CONST_HOPS; i++) {
    const { node, scope } = at;
    const binding = node.type === "Identifier" ? lookup(scope, node.name) : undefined;
    const next = binding?.kind === "given" ? binding.value : boundValue(node);
    if (!next) break;
    at = next;
  }
  return at;
}

export const nothing = (at: Located): Value => ({
  node: synthesize("Identifier", at, { name: "undefined" }),
  scope: NOWHERE,
  shared: true,
});

export const literal = (value: string | number, at: Located): Value => ({
  node: synthesize(typeof value === "string" ? "StringLiteral" : "NumericLiteral", at, { value }),
  scope: NOWHERE,
  shared: true,
});

export const listOf = (items: readonly Value[], at: Located): Value => ({
  node: synthesize("ArrayExpression", at, { elements: items.map((item) => bound(item, at)) }),
  scope: NOWHERE,
  shared: true,
});

/** An object of spreads and of entries. */
export const objectOf = (
  all: readonly (Value | readonly [name: string, value: Value])[],
  at: Located,
): Value => {
  const properties = all.map((item) =>
    "node" in item
      ? synthesize("SpreadElement", at, { argument: bound(item, at) })
      : synthesize("ObjectProperty", at, {
          computed: false,
          key: literal(item[0], at).node,
          value: bound(item[1], at),
        }),
  );
  return { node: synthesize("ObjectExpression", at, { properties }), scope: NOWHERE, shared: true };
};

/** The items of a list, spreads laid open; undefined when they are not all known. */
export function itemsOf(ways: Ways, value: Value): Value[] | undefined {
  const list = ways.resolve(value);
  if (list.node.type !== "ArrayExpression" || openLists.has(list.node)) return undefined;
  openLists.add(list.node);
  try {
    return laidOpen(ways, list, list.node.elements);
  } finally {
    openLists.delete(list.node);
  }
}

/** Lists that are being laid open: one that spreads itself would never end. */
const openLists = new Set<Expression>();

function laidOpen(
  ways: Ways,
  list: Value,
  elements: Extract<Expression, { type: "ArrayExpression" }>["elements"],
): Value[] | undefined {
  const items: Value[] = [];
  for (const element of elements) {
    if (!element) return undefined;
    const isSpread = element.type === "SpreadElement";
    const node = (isSpread ? element.argument : element) as Expression;
    const item = asGiven({ ...list, node, shared: true });
    if (!isSpread) items.push(item);
    else {
      const inner = itemsOf(ways, item);
      if (!inner) return undefined;
      addAll(items, inner);
    }
  }
  return items;
}

/** What an object says under its names, each once; undefined when it may say more. */
export function entriesOf(ways: Ways, value: Value): Map<string, GivenPart> | undefined {
  const object = ways.resolve(value);
  if (object.node.type !== "ObjectExpression") return undefined;
  const entries = new Map<string, GivenPart>();
  for (const part of ways.parts({ ...object, node: object.node })) {
    if (part.kind !== "entry" || part.name === undefined) return undefined;
    entries.set(part.name, part);
  }
  return entries;
}

/** A primitive value that is known, or that it is none; undefined for what is not known. */
export function constantOf(ways: Ways, value: Value): { readonly is: unknown } | undefined {
  const resolved = ways.resolve(value);
  const node = resolved.node as unknown as Node;
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return { is: node["value"] };
    case "NullLiteral":
      return { is: null };
    case "Identifier":
      if (nameOf(node) === "undefined") return { is: undefined };
      return definition(lookup(resolved.scope, nameOf(node)))?.kind === "function" ? { is: node } : undefined;
    case "TemplateLiteral": {
      const text = ways.text(resolved);
      return text === undefined ? undefined : { is: text };
    }
    case "ObjectExpression":
    case "ArrayExpression":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return { is: node };
    case "UnaryExpression": {
      const inner = node["operator"] === "!" ? child(node, "argument") : undefined;
      const of = inner && constantOf(ways, { ...resolved, node: inner as unknown as Expression });
      return of && { is: !of.is };
    }
    case "BinaryExpression":
      return comparison(ways, resolved, node);
    default:
      return undefined;
  }
}

function comparison(ways: Ways, value: Value, node: Node): { is: unknown } | undefined {
  const side = (name: "left" | "right") => {
    const inner = child(node, name);
    return inner && constantOf(ways, { ...value, node: unwrap(inner) as unknown as Expression });
  };
  const operator = String(node["operator"]);
  if (!/^[!=]==$/.test(operator)) return undefined;
  const left = side("left");
  // Two objects may be one and the same.
  if (!left || (typeof left.is === "object" && left.is !== null)) return undefined;
  const right = side("right");
  if (!right) return undefined;
  return { is: (left.is === right.is) === (operator === "===") };
}

/** `a ? b : c`, `a && b`, `a || b`, `a ?? b` where it is known which of them it is. */
export function chosen(ways: Ways, value: Value): Value | undefined {
  const node = value.node as unknown as Node;
  const part = (name: string): Value => ({
    ...value,
    node: child(node, name) as unknown as Expression,
    shared: true,
  });
  if (node.type === "ConditionalExpression") {
    const test = constantOf(ways, part("test"));
    return test && part(test.is ? "consequent" : "alternate");
  }
  const left = constantOf(ways, part("left"));
  if (!left) return undefined;
  const { operator } = node;
  const stays = operator === "&&" ? !left.is : operator === "||" ? !!left.is : left.is != null;
  return part(stays ? "left" : "right");
}
