import type { parse } from "@babel/parser";
import { unwrap as unwrapNode, type Node } from "#core/syntax/node.ts";

/** The parts of Babel's syntax tree that the reader looks at, named through the parser so that core needs no other package. */
export type File = ReturnType<typeof parse>;
export type Statement = File["program"]["body"][number];
export type Expression = Extract<Statement, { type: "ExpressionStatement" }>["expression"];
export type ExpressionOf<T extends Expression["type"]> = Extract<Expression, { type: T }>;
export type ObjectExpression = ExpressionOf<"ObjectExpression">;
export type ObjectPart = ObjectExpression["properties"][number];
export type ObjectProperty = Extract<ObjectPart, { type: "ObjectProperty" }>;
export type ObjectMethod = Extract<ObjectPart, { type: "ObjectMethod" }>;
export type CallExpression = ExpressionOf<"CallExpression">;
export type TypeAlias = Extract<Statement, { type: "TSTypeAliasDeclaration" }>;
export type Interface = Extract<Statement, { type: "TSInterfaceDeclaration" }>;
export type EnumDeclaration = Extract<Statement, { type: "TSEnumDeclaration" }>;
export type TypeNode = TypeAlias["typeAnnotation"];
export type TypeNodeOf<T extends TypeNode["type"]> = Extract<TypeNode, { type: T }>;
export type Comment = NonNullable<File["comments"]>[number];

/** The expression inside `as T`, `satisfies T`, `!`, `<T>x` and parentheses. */
export const unwrap = (node: Expression): Expression =>
  unwrapNode(node as unknown as Node) as unknown as Expression;

/** Last name of what is called: `assign` of `assign(...)`, `xstate.assign(...)`, `setup(...).assign(...)`. */
export function calleeName(call: CallExpression): string | undefined {
  if (call.callee.type === "V8IntrinsicIdentifier" || call.callee.type === "Super") return undefined;
  const callee = unwrap(call.callee as Expression);
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier")
    return callee.property.name;
  return undefined;
}

/** An argument of a call when it is a plain expression, neither a spread nor absent. */
export function argument(call: CallExpression, index: number): Expression | undefined {
  const arg = call.arguments[index];
  return arg && arg.type !== "SpreadElement" && arg.type !== "ArgumentPlaceholder"
    ? (arg as Expression)
    : undefined;
}
