import {
  argument,
  calleeName,
  unwrap,
  type CallExpression,
  type Expression,
  type ObjectExpression,
  type ObjectMethod,
  type ObjectProperty,
} from "#core/syntax/ast.ts";
import {
  calledName,
  definition,
  lookup,
  MAX_CONST_HOPS,
  textAround,
  type Binding,
  type Scope,
  type Value,
  type Within,
} from "#core/syntax/scope.ts";
import { DynamicValue } from "#core/syntax/DynamicValue.ts";
import { enumMember } from "#core/syntax/enumMember.ts";
import { effective, type Part } from "#core/syntax/entries.ts";
import { callResult, getterResult, opensCalls, staticMember } from "#core/syntax/calls/callResult.ts";
import { isPatternValue, patternValue } from "#core/syntax/calls/patternValue.ts";
import { boundValue, chosen, nothing, type Ways } from "#core/syntax/calls/ways.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import type { Node } from "#core/syntax/node.ts";
import { isChangedByImporter, isChangedLater } from "#core/syntax/changedLater.ts";
import { usedOnce } from "#core/syntax/usedOnce.ts";

/** An object or list kept in a const that is used once is written for that use, as if it stood there. */
export function hasOnePlace(name: string, meant: Extract<Binding, { kind: "const" }>): boolean {
  const { type } = passThrough(meant.init as unknown as Node);
  if (type !== "ObjectExpression" && type !== "ArrayExpression") return false;
  const text = textAround(meant.scope);
  return text !== undefined && usedOnce(text, name);
}

/** What is filled after it was made holds more than is written. */
function isFilled(meant: Extract<Binding, { kind: "const" }>, binding: Binding | undefined): boolean {
  const text = textAround(meant.scope);
  return (text !== undefined && isChangedLater(text, meant.init)) || isChangedByImporter(binding, meant.init);
}

/** `via` of what is reached from a value through a name: another file is entered at that name. */
const through = (value: Value, binding: Binding | undefined): Pick<Within, "via"> =>
  value.via ? { via: value.via } : binding?.kind === "import" ? { via: value.node } : {};

/**
 * Follows wrappers, consts, member paths into const objects, enum members and what is imported from other files of the project
 * to the expression that gives the value. What cannot be followed is returned as far as it was understood.
 */
export function resolve(value: Value, steps = MAX_CONST_HOPS): Value {
  const node = unwrap(value.node);
  const located = node === value.node ? value : { ...value, node };
  // Most of a config: what is written in place.
  const { type } = node;
  if (type === "ObjectExpression" || type === "StringLiteral" || type === "ArrayExpression") return located;
  if (steps <= 0) return located;
  if (node.type === "Identifier") {
    const binding = lookup(value.scope, node.name);
    if (binding?.kind === "given") return resolve(binding.value, steps - 1);
    const meant = definition(binding);
    if (meant?.kind !== "const" || isFilled(meant, binding)) return located;
    const shared = value.shared || binding !== meant || !hasOnePlace(node.name, meant);
    return resolve({ node: meant.init, scope: meant.scope, shared, ...through(located, binding) }, steps - 1);
  }
  if (node.type === "MemberExpression") {
    const member = memberValue(located, steps - 1);
    if (!member) return located;
    return resolve(member.via ? { ...member, via: value.via ?? node } : member, steps - 1);
  }
  if (node.type === "CallExpression") {
    const inner = passesThrough(node, value.scope) ? argument(node, 0) : undefined;
    if (inner) return resolve({ ...located, node: inner }, steps - 1);
    const result = callResult(WAYS, located);
    return result ? resolve(result, steps - 1) : located;
  }
  if (node.type === "ConditionalExpression" || node.type === "LogicalExpression") {
    const choice = opensCalls() ? chosen(WAYS, located) : undefined;
    return choice ? resolve(choice, steps - 1) : located;
  }
  const part = boundValue(node) ?? (isPatternValue(node) ? patternValue(WAYS, located) : undefined);
  return part ? resolve(part, steps - 1) : located;
}

/** How many values are being computed for others. */
const nesting = new DynamicValue(0);

/** How calls are read. */
const WAYS: Ways = {
  resolve: (value) =>
    nesting.value > MAX_CONST_HOPS ? value : nesting.during(nesting.value + 1, () => resolve(value)),
  parts: (value) => parts(value),
  text: (value) => staticText(value)?.text,
};

/** Calls that give back what they are given: the state of `createStateConfig`, the action of `createAction`, `Object.freeze`. */
const passesThrough = (node: CallExpression, scope: Scope): boolean =>
  ["createStateConfig", "createAction"].includes(calledName(node, scope) ?? "") || isFreeze(node);

function isFreeze(node: Expression): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object } = node.callee;
  return object.type === "Identifier" && object.name === "Object" && calleeName(node) === "freeze";
}

function memberValue(value: Value, steps: number): Value | undefined {
  const { node, scope } = value;
  if (node.type !== "MemberExpression" || node.object.type === "Super") return undefined;
  const name = memberName(node, scope, steps);
  if (name === undefined) return undefined;
  const object = resolve({ ...value, node: node.object as Expression }, steps);
  if (object.node.type === "Identifier") {
    const binding = lookup(object.scope, object.node.name);
    const meant = definition(binding);
    if (meant?.kind === "enum") return enumMember(meant, name, through(object, binding));
    const ofClass = opensCalls() ? staticMember(object, name) : undefined;
    if (ofClass)
      return ofClass.node.type.startsWith("ClassMethod") ? getterResult(WAYS, ofClass, value) : ofClass;
  }
  if (object.node.type === "ArrayExpression") {
    const before = /^\d+$/.test(name) ? object.node.elements.slice(0, Number(name) + 1) : [];
    const item = before[Number(name)];
    // Behind a spread the places are others.
    return item && !before.some((one) => one?.type === "SpreadElement")
      ? { ...object, node: item as Expression, shared: true }
      : undefined;
  }
  if (object.node.type !== "ObjectExpression") return undefined;
  const all = parts({ ...object, node: object.node, shared: true }, steps);
  const entry = effective(all).get(name);
  if (entry || !isGiven(node.object as Expression, scope)) return entry?.value;
  // What a call does not give is undefined, where it is seen that it gives no more.
  return all.every(({ kind }) => kind === "entry") && !(name in {}) ? nothing(node) : undefined;
}

/** A parameter for which an object is written in the call. */
function isGiven(object: Expression, scope: Scope): boolean {
  const name = unwrap(object);
  const binding = name.type === "Identifier" ? lookup(scope, name.name) : undefined;
  return binding?.kind === "given" && unwrap(binding.value.node).type === "ObjectExpression";
}

function memberName(
  node: Extract<Expression, { type: "MemberExpression" }>,
  scope: Scope,
  steps: number,
): string | undefined {
  if (!node.computed) return node.property.type === "Identifier" ? node.property.name : undefined;
  if (node.property.type === "PrivateName") return undefined;
  return staticText({ node: node.property, scope, shared: false }, steps)?.text;
}

/** A text known without running, and whether it is written in place as one literal. */
export interface StaticText {
  readonly text: string;
  readonly literal: boolean;
  readonly value: Value;
}

/** Reads a string (or number, as its text): literals, templates, `+` of such, and what `resolve` leads to. */
export function staticText(from: Value, steps = MAX_CONST_HOPS): StaticText | undefined {
  if (steps <= 0) return undefined;
  const value = resolve(from, steps);
  const { node } = value;
  // `const a = a + a`: without this every step would be two.
  if (openTexts.has(node)) return undefined;
  if (node.type !== "TemplateLiteral" && node.type !== "BinaryExpression") return textOfLiteral(value);
  openTexts.add(node);
  try {
    return joinedText(value, steps);
  } finally {
    openTexts.delete(node);
  }
}

/** What is being put together, so that what leads back to itself is reported. */
const openTexts = new Set<Expression>();

function textOfLiteral(value: Value): StaticText | undefined {
  const { node } = value;
  if (node.type === "StringLiteral") return { text: node.value, literal: !value.shared, value };
  if (node.type === "NumericLiteral") return { text: String(node.value), literal: !value.shared, value };
  return undefined;
}

function joinedText(value: Value, steps: number): StaticText | undefined {
  const { node } = value;
  if (node.type === "TemplateLiteral") {
    let text = "";
    for (const [i, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? quasi.value.raw;
      const hole = node.expressions[i];
      if (!hole) continue;
      const inner = staticText({ ...value, node: hole as Expression, shared: true }, steps - 1);
      if (!inner) return undefined;
      text += inner.text;
    }
    return { text, literal: !value.shared && node.expressions.length === 0, value };
  }
  const number = node.type === "BinaryExpression" ? staticNumber(value, steps) : undefined;
  if (number !== undefined) return { text: String(number), literal: false, value };
  if (node.type === "BinaryExpression" && node.operator === "+" && node.left.type !== "PrivateName") {
    const left = staticText({ ...value, node: node.left }, steps - 1);
    const right = staticText({ ...value, node: node.right }, steps - 1);
    return left && right ? { text: left.text + right.text, literal: false, value } : undefined;
  }
  return undefined;
}

/** A number known without running, such as a delay of `10 * SECOND`. */
function staticNumber(from: Value, steps: number): number | undefined {
  if (steps <= 0) return undefined;
  const value = resolve(from, steps);
  const { node } = value;
  if (node.type === "NumericLiteral") return node.value;
  if (node.type !== "BinaryExpression" || node.left.type === "PrivateName") return undefined;
  const left = staticNumber({ ...value, node: node.left }, steps - 1);
  const right = left === undefined ? undefined : staticNumber({ ...value, node: node.right }, steps - 1);
  if (left === undefined || right === undefined) return undefined;
  switch (node.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    default:
      return undefined;
  }
}

/** A literal that is spread where it stands is not edited; one in a const that is used once is. */
const isShared = (argument: Expression, value: Value): boolean =>
  value.shared || unwrap(argument).type !== "Identifier";

/** Whether a value is an object literal. */
export const isObject = (value: Value): value is Value & { readonly node: ObjectExpression } =>
  value.node.type === "ObjectExpression";

/** Spreads that are laid open for one object. Where each has the one before it twice over they would be ever more: the rest stay as they are. */
const MAX_SPREADS = 1_000;
/** The objects that are being laid open, from the outermost in (one that spreads itself would never end), and how many there were in all. */
const spreading = new DynamicValue<{
  readonly open: readonly Expression[];
  readonly total: { count: number };
}>({ open: [], total: { count: 0 } });

/** What an object literal says, in order; spreads of known objects are laid open, others stay as parts of their own. */
export function parts(value: Value & { readonly node: ObjectExpression }, steps = MAX_CONST_HOPS): Part[] {
  const { scope, shared, via } = value;
  const out: Part[] = [];
  // Field by field: this runs for every object of a module, and spreading is many times as slow.
  for (const node of value.node.properties) {
    if (node.type === "SpreadElement") {
      const inner = steps > 0 ? resolve({ node: node.argument, scope, shared, via }, steps - 1) : undefined;
      const brought =
        inner?.node.type === "ObjectExpression" ? broughtBy(node.argument, inner, steps) : undefined;
      if (brought) for (const part of brought) out.push(part);
      else if (!inner || !bringsNothing(inner.node))
        out.push({ kind: "spread", node: node as unknown as Expression, scope, shared, via });
      continue;
    }
    if (setsPrototype(node)) {
      // What an object inherits is no property of its own, but is found where a property is asked for.
      if (!bringsNothing((node as ObjectProperty).value as Expression))
        out.push({ kind: "spread", node: node as unknown as Expression, scope, shared, via });
      continue;
    }
    const name = keyName(node, scope, steps);
    if (name === undefined) out.push({ kind: "computedKey", node, scope, shared, via });
    else if (node.type === "ObjectMethod") out.push(methodPart(name, node, value));
    else {
      const inner = { node: node.value as Expression, scope, shared, via };
      out.push({ kind: "entry", name, node, scope, shared, via, value: inner });
    }
  }
  return out;
}

/** `__proto__: value`, the one form in which the name is not that of a property (ECMAScript, 13.2.5.5 PropertyDefinitionEvaluation). */
const setsPrototype = (node: ObjectProperty | ObjectMethod): boolean =>
  node.type === "ObjectProperty" &&
  !node.computed &&
  !node.shorthand &&
  ((node.key.type === "Identifier" && node.key.name === "__proto__") ||
    (node.key.type === "StringLiteral" && node.key.value === "__proto__"));

/** A method has no value but itself; what a getter gives may be known. */
function methodPart(name: string, node: ObjectMethod, { scope, shared, via }: Value): Part {
  const part = { kind: "entry", name, node, scope, shared, via } as const;
  const getter: Value = { node: node as unknown as Expression, scope, shared, via };
  const given = node.kind === "get" ? getterResult(WAYS, getter, getter) : undefined;
  return given ? { ...part, value: { ...given, shared: true } } : part;
}

/** `...undefined`, `...null`, `...false`. */
const bringsNothing = (node: Expression): boolean =>
  node.type === "NullLiteral" ||
  (node.type === "BooleanLiteral" && !node.value) ||
  (node.type === "Identifier" && node.name === "undefined");

/** The parts of an object that is spread; undefined for one that spreads itself. */
function broughtBy(argument: Expression, value: Value, steps: number): Part[] | undefined {
  const node = value.node as ObjectExpression;
  const { open } = spreading.value;
  const total = open.length === 0 ? { count: 0 } : spreading.value.total;
  if (open.includes(node) || total.count++ > MAX_SPREADS) return undefined;
  return spreading.during({ open: [...open, node], total }, () =>
    parts({ ...value, node, shared: isShared(argument, value) }, steps - 1).map((part) =>
      part.kind === "entry" ? { ...part, spread: true } : part,
    ),
  );
}

function keyName(node: ObjectProperty | ObjectMethod, scope: Scope, steps: number): string | undefined {
  const { key } = node;
  if (node.computed)
    return key.type === "PrivateName"
      ? undefined
      : staticText({ node: key as Expression, scope, shared: false }, steps - 1)?.text;
  if (key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral") return key.value;
  if (key.type === "NumericLiteral") return String(key.value);
  if (key.type === "BigIntLiteral") return key.value;
  return undefined;
}
