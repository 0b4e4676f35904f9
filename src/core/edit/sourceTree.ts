import { parse, parseExpression, type ParserPlugin } from "@babel/parser";
import { child, isNode, keyText, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** A module text as a tree, with its object literals at hand. */
export interface SourceTree {
  readonly program: Node;
  /** Object literals by the offset of their `{`. */
  readonly objects: ReadonlyMap<number, Node>;
}

let last: { text: string; tree: SourceTree | undefined } | undefined;

/** The tree of a module text, or undefined while it cannot be parsed. The last text is remembered: `check` and `edits` come in pairs. */
export function sourceTree(text: string): SourceTree | undefined {
  if (last?.text !== text) last = { text, tree: build(text) };
  return last.tree;
}

/** The tree of a text that is not the module's own, so that the module's is remembered. */
export const freshTree = (text: string): SourceTree | undefined => build(text);

function build(text: string): SourceTree | undefined {
  const program = parseWith(text, ["typescript"], true) ?? parseWith(text, ["typescript", "jsx"], true);
  if (!program) return undefined;
  const objects = new Map<number, Node>();
  try {
    walk(program, (node) => {
      if (node.type === "ObjectExpression") objects.set(node.start, node);
    });
  } catch (error) {
    // Code nested thousands of levels deep parses but is too deep to walk.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return { program, objects };
}

/** @param recover for a text that was read already: faults of meaning, such as a name declared twice, do not matter here */
function parseWith(text: string, plugins: ParserPlugin[], recover: boolean): Node | undefined {
  try {
    const file = parse(text, {
      sourceType: "module",
      plugins: ["decorators", ...plugins],
      createParenthesizedExpressions: true,
      attachComment: false,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
      errorRecovery: recover,
    });
    return file.program as unknown as Node;
  } catch {
    return undefined;
  }
}

/**
 * The tree of a text that is one expression, so that it may stand as a value between commas; undefined for any other. A comment
 * to the end of line would eat what follows. Offsets are two more than those of the text.
 */
export function expressionOf(text: string): Node | undefined {
  const program = parseWith(`([${text}])`, ["typescript"], false);
  const body = program ? nodesOf(program["body"]) : [];
  const outer = body[0] && child(body[0], "expression");
  const list = outer && child(outer, "expression");
  const items = list?.type === "ArrayExpression" ? (list["elements"] as (Node | null)[]) : [];
  const [item] = items;
  return body.length === 1 && items.length === 1 && item?.type !== "SpreadElement"
    ? (item ?? undefined)
    : undefined;
}

/** The tree of a text that is one expression as a whole, such as JSON, with the offsets of the text. */
export function expressionTree(text: string): Node | undefined {
  try {
    return parseExpression(text, { attachComment: false }) as unknown as Node;
  } catch {
    return undefined;
  }
}

/**
 * Visits a node and everything below it, faster than the `walk` of any code. Returning false leaves out what is below.
 * @throws RangeError when the code is nested deeper than the stack
 */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  // What configs consist of is known; this makes a walk several times as fast as asking each node for its fields.
  const fields = FIELDS[node.type];
  if (fields) {
    for (const field of fields) walkField(node[field], visit);
    return;
  }
  for (const field in node) if (field !== "loc" && field !== "extra") walkField(node[field], visit);
}

function walkField(value: unknown, visit: (node: Node) => boolean | void): void {
  if (Array.isArray(value)) {
    for (const item of value) if (isNode(item)) walk(item, visit);
  } else if (isNode(value)) walk(value, visit);
}

/** Where the commonest nodes have their children, in the order of the text. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ObjectExpression: ["properties"],
  ObjectProperty: ["decorators", "key", "value"],
  ArrayExpression: ["elements"],
  SpreadElement: ["argument"],
  MemberExpression: ["object", "property"],
  Identifier: ["typeAnnotation", "decorators"],
  StringLiteral: [],
  NumericLiteral: [],
  BooleanLiteral: [],
  NullLiteral: [],
  TemplateElement: [],
};

/** Name of a property, or undefined for a spread or a computed key. */
export function keyName(property: Node): string | undefined {
  const key = property["computed"] === true ? undefined : child(property, "key");
  return key && keyText(key);
}

/** The property of that name; of two the last, as in JavaScript. */
export const propertyOf = (object: Node, name: string): Node | undefined =>
  nodesOf(object["properties"]).findLast((property) => keyName(property) === name);

/** The value of a property without its wrappers; undefined for a method. */
export function valueOf(property: Node | undefined): Node | undefined {
  const value = property?.type === "ObjectProperty" ? child(property, "value") : undefined;
  return value && unwrap(value);
}
