import { parseExpression } from "@babel/parser";
import { MeteredText, TooManyReads } from "#core/text/MeteredText.ts";
import type { Span } from "#core/text/textEdit.ts";
import {
  isMethod,
  type Arrow,
  type BinaryOp,
  type Expr,
  type Item,
  type ObjectLiteral,
  type Pattern,
  type Refused,
} from "#core/expr/expr.ts";

/** The expression of a text, parsed each time; undefined for what is outside of the readable subset. */
export const parsedExpr = (text: string): Expr | undefined => parseExpr(text).expr;

type Parsed =
  | { readonly expr: Expr; readonly refused?: undefined }
  | { readonly expr?: undefined; readonly refused: Refused };

const BINARY: ReadonlySet<string> = new Set([
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "<",
  "<=",
  ">",
  ">=",
  "===",
  "!==",
  "==",
  "!=",
  "&&",
  "||",
  "??",
]);

/** Texts longer than this are not read: no formula is that long. */
const MAX_FORMULA_CHARACTERS = 100_000;

/**
 * Parses an expression of the readable subset. What lies outside is refused with its place and a code: `syntax`, `too-long`,
 * `too-deep`, `call`, `method`, `function`, `statement`, `name`, `operator`, `key`, `pattern` or the construct's name.
 * Never throws.
 */
export function parseExpr(text: string): Parsed {
  if (text.length > MAX_FORMULA_CHARACTERS)
    return { refused: { at: { from: 0, to: text.length }, what: "too-long" } };
  try {
    const node = parseExpression(new MeteredText(text).forParser, {
      plugins: ["typescript"],
      attachComment: false,
    });
    return { expr: convert(node as unknown as Node) };
  } catch (error) {
    if (error instanceof Outside) return { refused: { at: error.at, what: error.what } };
    if (error instanceof SyntaxError) {
      const from = Math.min((error as { pos?: number }).pos ?? 0, text.length);
      return { refused: { at: { from, to: Math.min(from + 1, text.length) }, what: "syntax" } };
    }
    if (error instanceof RangeError || error instanceof TooManyReads)
      return { refused: { at: { from: 0, to: text.length }, what: "too-deep" } };
    throw error;
  }
}

class Outside extends Error {
  readonly at: Span;
  readonly what: string;
  constructor(node: Node, reason: string) {
    super(reason);
    this.at = spanOf(node);
    this.what = reason;
  }
}

/** Babel's node, its fields read by name as each case knows them. */
interface Node {
  readonly type: string;
  readonly start?: number;
  readonly end?: number;
  readonly [key: string]: unknown;
}

const spanOf = (node: Node): Span => ({ from: node.start ?? 0, to: node.end ?? 0 });
const child = (node: Node, key: string): Node => node[key] as Node;
const children = (node: Node, key: string): readonly Node[] =>
  (node[key] as readonly Node[] | undefined) ?? [];

function convert(node: Node): Expr {
  const at = spanOf(node);
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return { kind: "literal", value: node["value"] as string | number | boolean, at };
    case "NullLiteral":
      return { kind: "literal", value: null, at };
    case "Identifier":
      return node["name"] === "undefined"
        ? { kind: "literal", value: undefined, at }
        : { kind: "name", name: safeName(node), at };
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return convert(child(node, "expression"));
    case "MemberExpression":
    case "OptionalMemberExpression":
      return member(node);
    case "CallExpression":
    case "OptionalCallExpression":
      return call(node);
    case "UnaryExpression":
      return unary(node);
    case "BinaryExpression":
    case "LogicalExpression":
      if (!BINARY.has(String(node["operator"]))) throw new Outside(node, "operator");
      return {
        kind: "binary",
        op: node["operator"] as BinaryOp,
        left: convert(child(node, "left")),
        right: convert(child(node, "right")),
        at,
      };
    case "ConditionalExpression":
      return {
        kind: "conditional",
        test: convert(child(node, "test")),
        yes: convert(child(node, "consequent")),
        no: convert(child(node, "alternate")),
        at,
      };
    case "ObjectExpression":
      return object(node);
    case "ArrayExpression":
      return { kind: "array", items: items(children(node, "elements"), node), at };
    case "TemplateLiteral":
      return {
        kind: "template",
        texts: children(node, "quasis").map((quasi) => (quasi["value"] as { cooked?: string }).cooked ?? ""),
        holes: children(node, "expressions").map(convert),
        at,
      };
    case "ArrowFunctionExpression":
      return arrow(node);
    default:
      throw new Outside(node, node.type);
  }
}

/** Names that lead out of plain data are refused wherever a person could write them. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

function safeName(node: Node): string {
  const name = String(node["name"] ?? node["value"]);
  if (FORBIDDEN.has(name)) throw new Outside(node, "name");
  return name;
}

function member(node: Node): Expr {
  const of = convert(child(node, "object"));
  const property = child(node, "property");
  const shared = {
    of,
    optional: node["optional"] === true,
    chain: node.type === "OptionalMemberExpression",
    at: spanOf(node),
  };
  if (node["computed"]) {
    if (property.type === "StringLiteral") return { kind: "member", ...shared, name: safeName(property) };
    return { kind: "index", ...shared, index: convert(property) };
  }
  if (property.type !== "Identifier") throw new Outside(property, "name");
  return { kind: "member", ...shared, name: safeName(property) };
}

function call(node: Node): Expr {
  const callee = child(node, "callee");
  const args = items(children(node, "arguments"), node);
  const at = spanOf(node);
  if (callee.type === "Identifier") {
    if (node["optional"]) throw new Outside(node, "call");
    return { kind: "call", name: safeName(callee), args, at };
  }
  if (callee.type !== "MemberExpression" && callee.type !== "OptionalMemberExpression")
    throw new Outside(node, "call");
  const property = child(callee, "property");
  if (callee["computed"] || property.type !== "Identifier" || node["optional"])
    throw new Outside(node, "call");
  const name = String(property["name"]);
  const owner = child(callee, "object");
  if (owner.type === "Identifier" && owner["name"] === "Math") {
    if (name !== "min" && name !== "max" && name !== "abs") throw new Outside(node, "call");
    return { kind: "math", fn: name, args, at };
  }
  if (!isMethod(name)) throw new Outside(property, "method");
  return {
    kind: "method",
    of: convert(owner),
    method: name,
    args,
    optional: callee["optional"] === true,
    chain: node.type === "OptionalCallExpression",
    at,
  };
}

function unary(node: Node): Expr {
  const op = node["operator"];
  if (op !== "!" && op !== "-" && op !== "+") throw new Outside(node, "operator");
  return { kind: "unary", op, of: convert(child(node, "argument")), at: spanOf(node) };
}

function items(nodes: readonly (Node | null)[], owner: Node): Item[] {
  return nodes.map((node) => {
    if (!node) throw new Outside(owner, "hole");
    return node.type === "SpreadElement"
      ? { kind: "spread", of: convert(child(node, "argument")) }
      : convert(node);
  });
}

function object(node: Node): ObjectLiteral {
  const fields = children(node, "properties").map((property): ObjectLiteral["fields"][number] => {
    if (property.type === "SpreadElement")
      return { kind: "spread", of: convert(child(property, "argument")) };
    if (property.type !== "ObjectProperty") throw new Outside(property, "function");
    const key = child(property, "key");
    const value = convert(child(property, "value"));
    if (property["computed"] && key.type !== "StringLiteral")
      return { kind: "field", key: convert(key), value };
    return { kind: "field", key: keyName(key), value };
  });
  return { kind: "object", fields, at: spanOf(node) };
}

function keyName(key: Node): string {
  if (key.type !== "Identifier" && key.type !== "StringLiteral" && key.type !== "NumericLiteral")
    throw new Outside(key, "key");
  return safeName(key);
}

function arrow(node: Node): Arrow {
  if (node["async"]) throw new Outside(node, "function");
  const params = children(node, "params").map(pattern);
  const body = child(node, "body");
  if (body.type !== "BlockStatement") return { kind: "arrow", params, body: convert(body), at: spanOf(node) };
  const statements = [...children(body, "body")];
  const asserts = statements[0] && assertedTypes(statements[0]);
  if (asserts) statements.shift();
  const [only, ...more] = statements;
  if (!only || more.length > 0 || only.type !== "ReturnStatement" || !only["argument"])
    throw new Outside(body, "statement");
  return {
    kind: "arrow",
    params,
    body: convert(child(only, "argument")),
    ...(asserts ? { asserts } : {}),
    at: spanOf(node),
  };
}

/** Event types of `assertEvent(event, 'A')` or `assertEvent(event, ['A', 'B'])`. */
function assertedTypes(statement: Node): string[] | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const expression = child(statement, "expression");
  if (expression.type !== "CallExpression" || child(expression, "callee")["name"] !== "assertEvent")
    return undefined;
  const types = children(expression, "arguments")[1];
  const list = types?.type === "ArrayExpression" ? children(types, "elements") : types ? [types] : [];
  return list.every((node) => node?.type === "StringLiteral")
    ? list.map((node) => String(node["value"]))
    : undefined;
}

function pattern(node: Node): Pattern {
  if (node.type === "AssignmentPattern")
    return { ...pattern(child(node, "left")), fallback: convert(child(node, "right")) };
  if (node.type === "Identifier") return { kind: "bind", name: safeName(node) };
  if (node.type === "ObjectPattern") {
    const fields: { key: string; to: Pattern }[] = [];
    let rest: string | undefined;
    for (const property of children(node, "properties")) {
      if (property.type === "RestElement") rest = safeName(child(property, "argument"));
      else if (property["computed"]) throw new Outside(property, "pattern");
      else fields.push({ key: keyName(child(property, "key")), to: pattern(child(property, "value")) });
    }
    return { kind: "object", fields, ...(rest === undefined ? {} : { rest }) };
  }
  if (node.type === "ArrayPattern") {
    const all = children(node, "elements") as readonly (Node | null)[];
    const last = all.at(-1);
    const rest = last?.type === "RestElement" ? safeName(child(last, "argument")) : undefined;
    const bound = (rest === undefined ? all : all.slice(0, -1)).map((item) => (item ? pattern(item) : null));
    return { kind: "array", items: bound, ...(rest === undefined ? {} : { rest }) };
  }
  throw new Outside(node, "pattern");
}
