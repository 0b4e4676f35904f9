import type { Kind } from "#core/syntax/configKeys.ts";
import { isNode, nodesOf, stringOf, type Node } from "#core/syntax/node.ts";
import { entriesOf, type Entry } from "#core/syntax/property.ts";
import { treeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A module's tree with what the checks ask about its literals without running anything. */
export interface Syntax {
  readonly program: Node;
  /** Object literal that begins at an offset. */
  objectAt(from: number): Node | undefined;
  /** The value behind consts of the file, members, `as`, `satisfies` and parentheses; the node itself when there is none. */
  resolve(node: Node): Node;
  kind(node: Node): Kind;
  /** Every node within a stretch of the text, outermost first. */
  within(span: Span): Node[];
  /** The nodes that stand at a stretch of the text exactly, outermost first. */
  exactly(span: Span): readonly Node[];
  parentOf(node: Node): Node | undefined;
  /** Calls of a plain name, or of a property such as `enqueue.raise`, in order. */
  readonly calls: readonly Node[];
  /** What the module takes from `xstate` under its own name. */
  readonly fromXState: ReadonlySet<string>;
}

const syntaxes = new WeakMap<Tree, Syntax>();

/** A module's syntax, faulty places and all; undefined when nothing can be read. Remembered with the tree. */
export function readSyntax(text: string, lang: "ts" | "js"): Syntax | undefined {
  const tree = treeOf(text, lang);
  if (!tree) return undefined;
  const known = syntaxes.get(tree) ?? syntaxOf(tree);
  syntaxes.set(tree, known);
  return known;
}

function syntaxOf(tree: Tree): Syntax {
  const { program, nodes, objects, resolve, exactly, parentOf } = tree;
  return {
    program,
    objectAt: (from) => objects.get(from),
    resolve,
    kind: (node) => kindOf(resolve(node)),
    within: ({ from, to }) => nodes.filter((node) => from <= node.start && node.end <= to),
    exactly,
    parentOf,
    calls: nodes.filter(
      ({ type, callee }) =>
        type === "CallExpression" &&
        isNode(callee) &&
        (callee.type === "Identifier" || callee.type === "MemberExpression"),
    ),
    fromXState: new Set(nodes.flatMap(takenFromXState)),
  };
}

/** `assign` of `import { assign } from "xstate"` and of `const { assign } = require("xstate")`. */
function takenFromXState(node: Node): string[] {
  const { source, id, init } = node;
  if (node.type === "ImportDeclaration" && isNode(source) && source["value"] === "xstate")
    return itemsOf(node["specifiers"]).flatMap((name) => sameName(name["imported"], name["local"]));
  if (node.type !== "VariableDeclarator" || !isNode(id) || !isNode(init) || id.type !== "ObjectPattern")
    return [];
  const [from] = itemsOf(init["arguments"]);
  return init.type === "CallExpression" && from && stringOf(from) === "xstate"
    ? itemsOf(id["properties"]).flatMap((item) => sameName(item["key"], item["value"]))
    : [];
}

const sameName = (a: unknown, b: unknown): string[] =>
  isNode(a) && isNode(b) && a["name"] === b["name"] ? [String(a["name"])] : [];

function kindOf(node: Node): Kind {
  switch (node.type) {
    case "StringLiteral":
    case "TemplateLiteral":
      return "string";
    case "NumericLiteral":
    case "BigIntLiteral":
      return "number";
    case "UnaryExpression":
      return isNode(node["argument"]) && node["argument"].type === "NumericLiteral" ? "number" : "code";
    case "BooleanLiteral":
      return "boolean";
    case "NullLiteral":
      return "null";
    case "ObjectExpression":
      return "object";
    case "ArrayExpression":
      return "array";
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ObjectMethod":
      return "function";
    case "Identifier":
      return node["name"] === "undefined" ? "undefined" : "code";
    default:
      return "code";
  }
}

/** The properties of an object literal, those of same-file `const` objects that it spreads among them. */
export function membersOf(syntax: Syntax, object: Node, steps = 8): Entry[] {
  return nodesOf(object["properties"]).flatMap((part): Entry[] => {
    if (part.type !== "SpreadElement") return entriesOf({ ...object, properties: [part] });
    const spread = isNode(part["argument"]) ? syntax.resolve(part["argument"]) : part;
    return spread.type === "ObjectExpression" && steps > 0 ? membersOf(syntax, spread, steps - 1) : [];
  });
}

/** Items of a list, holes and spreads left out. */
export const itemsOf = (list: unknown): Node[] =>
  nodesOf(list).filter(({ type }) => type !== "SpreadElement");
