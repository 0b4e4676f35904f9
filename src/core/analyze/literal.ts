import { parse, type ParserPlugin } from "@babel/parser";
import type { Span } from "#core/text/textEdit.ts";

/** A node of the syntax tree, as loosely as a check of shapes needs it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** What a value is, as far as the text tells. `code` may turn out as anything when it runs. */
export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "undefined"
  | "object"
  | "array"
  | "function"
  | "code";

/** A module's syntax with its top-level `const` values, for looking at literals without running anything. */
export interface Syntax {
  readonly program: Node;
  /** Object literal that begins at an offset. */
  objectAt(from: number): Node | undefined;
  /** The literal behind a same-file `const`, `as`, `satisfies` and parentheses; the node itself when there is none. */
  resolve(node: Node): Node;
  kind(node: Node): Kind;
  /** Every node within a stretch of the text, outermost first. */
  within(span: Span): Node[];
  /** The nodes that stand at a stretch of the text exactly, outermost first. */
  exactly(span: Span): readonly Node[];
  parentOf(node: Node): Node | undefined;
  /** Calls of a plain name, in order. */
  readonly calls: readonly Node[];
  /** What the module takes from `xstate` under its own name. */
  readonly fromXState: ReadonlySet<string>;
}

let last:
  | { readonly text: string; readonly lang: "ts" | "js"; readonly syntax: Syntax | undefined }
  | undefined;

/** Reads a module's syntax, faulty places and all; undefined when nothing can be read. The last one is remembered. */
export function readSyntax(text: string, lang: "ts" | "js"): Syntax | undefined {
  if (last?.text !== text || last.lang !== lang) last = { text, lang, syntax: build(text, lang) };
  return last.syntax;
}

/** TypeScript that is only right with JSX is read with JSX, as the reader does. */
function programOf(text: string, lang: "ts" | "js"): Node | undefined {
  const ways: (readonly ParserPlugin[])[] =
    lang === "ts" ? [["typescript"], ["typescript", "jsx"]] : [["jsx"]];
  for (const plugins of ways)
    try {
      const file = parse(text, {
        sourceType: "module",
        errorRecovery: true,
        attachComment: false,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowUndeclaredExports: true,
        plugins: ["decorators", ...plugins],
      });
      return file.program as unknown as Node;
    } catch {
      continue;
    }
  return undefined;
}

function build(text: string, lang: "ts" | "js"): Syntax | undefined {
  const file = programOf(text, lang);
  if (!file) return undefined;
  const objects = new Map<number, Node>();
  const consts = new Map<string, Node>();
  const all: Node[] = [];
  visit(file, (node) => {
    all.push(node);
    if (node.type === "ObjectExpression" && !objects.has(node.start)) objects.set(node.start, node);
    if (
      node.type === "VariableDeclarator" &&
      isNode(node["id"]) &&
      isNode(node["init"]) &&
      node["id"].type === "Identifier"
    ) {
      const name = String(node["id"]["name"]);
      // Two of one name in different functions: neither is certain.
      consts.set(name, consts.has(name) ? node["id"] : node["init"]);
    }
  });
  let index: ReturnType<typeof indexOf> | undefined;
  const indexed = () => (index ??= indexOf(file, all));
  const resolve = (node: Node, steps = 8): Node => {
    const inner = WRAPPERS.has(node.type) && isNode(node["expression"]) ? node["expression"] : undefined;
    if (inner) return resolve(inner, steps);
    if (node.type !== "Identifier" || steps === 0) return node;
    const value = consts.get(String(node["name"]));
    return value && value !== node ? resolve(value, steps - 1) : node;
  };
  return {
    program: file,
    objectAt: (from) => objects.get(from),
    resolve: (node) => resolve(node),
    kind: (node) => kindOf(resolve(node)),
    within: ({ from, to }) => all.filter((node) => from <= node.start && node.end <= to),
    exactly: ({ from, to }) => (indexed().starting.get(from) ?? []).filter((node) => node.end === to),
    parentOf: (node) => indexed().parents.get(node),
    calls: all.filter(
      ({ type, callee }) => type === "CallExpression" && isNode(callee) && callee.type === "Identifier",
    ),
    fromXState: new Set(all.flatMap(takenFromXState)),
  };
}

/** Nodes by where they begin, and who holds them; made when somebody asks. */
function indexOf(root: Node, all: readonly Node[]) {
  const starting = new Map<number, Node[]>();
  const parents = new Map<Node, Node>();
  for (const node of all) {
    const same = starting.get(node.start);
    if (same) same.push(node);
    else starting.set(node.start, [node]);
    for (const child of childrenOf(node)) parents.set(child, node);
  }
  parents.delete(root);
  return { starting, parents };
}

/** `assign` of `import { assign } from "xstate"` and of `const { assign } = require("xstate")`. */
function takenFromXState(node: Node): string[] {
  const { source, id, init } = node;
  if (node.type === "ImportDeclaration" && isNode(source) && source["value"] === "xstate")
    return nodesOf(node["specifiers"]).flatMap((one) => sameName(one["imported"], one["local"]));
  if (node.type !== "VariableDeclarator" || !isNode(id) || !isNode(init) || id.type !== "ObjectPattern")
    return [];
  const [from] = nodesOf(init["arguments"]);
  return init.type === "CallExpression" && from && stringOf(from) === "xstate"
    ? nodesOf(id["properties"]).flatMap((one) => sameName(one["key"], one["value"]))
    : [];
}

const sameName = (a: unknown, b: unknown): string[] =>
  isNode(a) && isNode(b) && a["name"] === b["name"] ? [String(a["name"])] : [];

const WRAPPERS = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "ParenthesizedExpression",
]);

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

/** A property of an object literal; a method's value is the method. Spreads and keys that are computed are left out. */
export interface Property {
  readonly key: string;
  readonly keyAt: Span;
  readonly value: Node;
}

export function propertiesOf(object: Node): Property[] {
  return nodesOf(object["properties"]).flatMap((part): Property[] => {
    const key = part["key"];
    if (!isNode(key)) return [];
    const name = keyText(key, part["computed"] === true);
    const value = part.type === "ObjectMethod" ? part : part["value"];
    return name === undefined || !isNode(value)
      ? []
      : [{ key: name, keyAt: { from: key.start, to: key.end }, value }];
  });
}

/** The text of a string literal, or of a template without holes. */
export function stringOf(node: Node): string | undefined {
  if (node.type === "StringLiteral") return String(node["value"]);
  const [quasi, ...more] = nodesOf(node["quasis"]);
  if (node.type !== "TemplateLiteral" || !quasi || more.length > 0) return undefined;
  return String((quasi["value"] as { readonly cooked?: unknown }).cooked);
}

/** Child nodes in a list, holes and spreads left out. */
export const nodesOf = (list: unknown): Node[] =>
  Array.isArray(list)
    ? list.filter((item): item is Node => isNode(item) && item.type !== "SpreadElement")
    : [];

function keyText(key: Node, computed: boolean): string | undefined {
  if (key.type === "Identifier" && !computed) return String(key["name"]);
  if (key.type === "NumericLiteral") return String(key["value"]);
  return stringOf(key);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Node).type === "string" &&
  typeof (value as Node).start === "number";

function visit(root: Node, see: (node: Node) => void): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    see(node);
    for (const child of childrenOf(node).reverse()) stack.push(child);
  }
}

function childrenOf(node: Node): Node[] {
  const below: Node[] = [];
  for (const name in node) {
    if (name === "loc" || name.endsWith("Comments") || name === "errors" || name === "comments") continue;
    const part = node[name];
    if (isNode(part)) below.push(part);
    else if (Array.isArray(part)) for (const item of part) if (isNode(item)) below.push(item);
  }
  return below;
}
