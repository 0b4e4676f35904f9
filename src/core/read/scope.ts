import {
  argument,
  calleeName,
  unwrap,
  type EnumDeclaration,
  type Expression,
  type ObjectExpression,
  type ObjectMethod,
  type ObjectProperty,
} from "#core/read/ast.ts";

/** What a name stands for: a `const` with its value, an enum, or something that is not known before running. */
export type Binding =
  | { readonly kind: "const"; readonly init: Expression; readonly scope: Scope }
  | { readonly kind: "enum"; readonly declaration: EnumDeclaration; readonly scope: Scope }
  | { readonly kind: "unknown" };

/** Names of one block, function or module and of those around it. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly outer: Scope | undefined;
}

/** An expression where it is written, with the names it sees. `shared`: reached through a const, so not written in place. */
export interface Value {
  readonly node: Expression;
  readonly scope: Scope;
  readonly shared: boolean;
}

/** Consts that lead to consts are followed this far; a longer way is a cycle or a joke. */
const MOST_STEPS = 32;

export function lookup(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.names.get(name);
    if (found) return found;
  }
  return undefined;
}

/**
 * Follows wrappers, same-file consts, member paths into const objects and enum members to the expression that gives the
 * value. What cannot be followed is returned as far as it was understood.
 */
export function resolve(value: Value, steps = MOST_STEPS): Value {
  const node = unwrap(value.node);
  const here = node === value.node ? value : { ...value, node };
  if (steps <= 0) return here;
  if (node.type === "Identifier") {
    const binding = lookup(value.scope, node.name);
    if (binding?.kind !== "const") return here;
    return resolve({ node: binding.init, scope: binding.scope, shared: true }, steps - 1);
  }
  if (node.type === "MemberExpression") {
    const member = memberValue(here, steps - 1);
    return member ? resolve(member, steps - 1) : here;
  }
  if (node.type === "CallExpression") {
    const inner = calleeName(node) === "createStateConfig" || isFreeze(node) ? argument(node, 0) : undefined;
    return inner ? resolve({ ...here, node: inner }, steps - 1) : here;
  }
  return here;
}

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
  if (node.object.type === "Identifier") {
    const binding = lookup(scope, node.object.name);
    if (binding?.kind === "enum") return enumMember(binding.declaration, binding.scope, name);
  }
  const object = resolve({ node: node.object as Expression, scope, shared: value.shared }, steps);
  if (object.node.type === "ArrayExpression") {
    const item = /^\d+$/.test(name) ? object.node.elements[Number(name)] : undefined;
    return item && item.type !== "SpreadElement"
      ? { node: item as Expression, scope: object.scope, shared: true }
      : undefined;
  }
  if (object.node.type !== "ObjectExpression") return undefined;
  const entry = effective(parts({ ...object, node: object.node, shared: true }, steps)).get(name);
  return entry?.value;
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

function enumMember(declaration: EnumDeclaration, scope: Scope, name: string): Value | undefined {
  const members = declaration.body?.members ?? declaration.members;
  const member = members.find((m) => (m.id.type === "Identifier" ? m.id.name : m.id.value) === name);
  return member?.initializer ? { node: member.initializer, scope, shared: true } : undefined;
}

/** A text known without running, and whether it is written in place as one literal. */
export interface StaticText {
  readonly text: string;
  readonly literal: boolean;
  readonly value: Value;
}

/** Reads a string (or number, as its text): literals, templates, `+` of such, and what `resolve` leads to. */
export function staticText(from: Value, steps = MOST_STEPS): StaticText | undefined {
  if (steps <= 0) return undefined;
  const value = resolve(from, steps);
  const { node, scope } = value;
  if (node.type === "StringLiteral") return { text: node.value, literal: !value.shared, value };
  if (node.type === "NumericLiteral") return { text: String(node.value), literal: !value.shared, value };
  if (node.type === "TemplateLiteral") {
    let text = "";
    for (const [i, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? quasi.value.raw;
      const hole = node.expressions[i];
      if (!hole) continue;
      const inner = staticText({ node: hole as Expression, scope, shared: true }, steps - 1);
      if (!inner) return undefined;
      text += inner.text;
    }
    return { text, literal: !value.shared && node.expressions.length === 0, value };
  }
  if (node.type === "BinaryExpression" && node.operator === "+" && node.left.type !== "PrivateName") {
    const left = staticText({ ...value, node: node.left }, steps - 1);
    const right = staticText({ ...value, node: node.right }, steps - 1);
    return left && right ? { text: left.text + right.text, literal: false, value } : undefined;
  }
  return undefined;
}

/** One `key: value` of an object literal, those of resolved spreads included. */
export interface Entry {
  readonly name: string;
  readonly node: ObjectProperty | ObjectMethod;
  /** Absent for a method. */
  readonly value?: Value;
  readonly shared: boolean;
}
export type Part =
  | ({ readonly kind: "entry" } & Entry)
  | {
      readonly kind: "spread" | "computedKey";
      readonly node: Expression | ObjectProperty | ObjectMethod;
      readonly shared: boolean;
    };

/** What an object literal says, in order; spreads of same-file objects are laid open, others stay as parts of their own. */
export function parts(value: Value & { readonly node: ObjectExpression }, steps = MOST_STEPS): Part[] {
  const { scope, shared } = value;
  const out: Part[] = [];
  for (const node of value.node.properties) {
    if (node.type === "SpreadElement") {
      const inner = steps > 0 ? resolve({ node: node.argument, scope, shared }, steps - 1) : undefined;
      if (inner?.node.type === "ObjectExpression")
        out.push(...parts({ ...inner, node: inner.node, shared: true }, steps - 1));
      else out.push({ kind: "spread", node: node as unknown as Expression, shared });
      continue;
    }
    const name = keyName(node, scope, steps);
    if (name === undefined) out.push({ kind: "computedKey", node, shared });
    else if (node.type === "ObjectMethod") out.push({ kind: "entry", name, node, shared });
    else
      out.push({
        kind: "entry",
        name,
        node,
        shared,
        value: { node: node.value as Expression, scope, shared },
      });
  }
  return out;
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

/** The entry each name has in the end: the last one written, as in JavaScript. */
export function effective(all: readonly Part[]): Map<string, Entry> {
  const map = new Map<string, Entry>();
  for (const part of all) if (part.kind === "entry") map.set(part.name, part);
  return map;
}
