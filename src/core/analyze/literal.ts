import { parse, type ParserPlugin } from "@babel/parser";
import {
  childrenOf,
  isNode,
  keyText,
  nameOf,
  nodesOf,
  spanOf,
  stringOf,
  unwrap,
  walk,
  type Node,
} from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

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
  /** Calls of a plain name, or of a property such as `enqueue.raise`, in order. */
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
  const params = new Set<string>();
  walk(file, (node) => {
    all.push(node);
    for (const param of nodesOf(node["params"])) if (param.type === "Identifier") params.add(nameOf(param));
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
    const inner = unwrap(node);
    if (inner.type !== "Identifier" || steps === 0) return inner;
    const name = nameOf(inner);
    // A parameter of the same name may be meant.
    const value = params.has(name) ? undefined : consts.get(name);
    return value && value !== inner ? resolve(value, steps - 1) : inner;
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
      ({ type, callee }) =>
        type === "CallExpression" &&
        isNode(callee) &&
        (callee.type === "Identifier" || callee.type === "MemberExpression"),
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
    return itemsOf(node["specifiers"]).flatMap((one) => sameName(one["imported"], one["local"]));
  if (node.type !== "VariableDeclarator" || !isNode(id) || !isNode(init) || id.type !== "ObjectPattern")
    return [];
  const [from] = itemsOf(init["arguments"]);
  return init.type === "CallExpression" && from && stringOf(from) === "xstate"
    ? itemsOf(id["properties"]).flatMap((one) => sameName(one["key"], one["value"]))
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

/** A property of an object literal; a method's value is the method. Spreads and keys that are computed are left out. */
export interface Property {
  readonly key: string;
  readonly keyAt: Span;
  readonly value: Node;
}

export function propertiesOf(object: Node): Property[] {
  return itemsOf(object["properties"]).flatMap((part): Property[] => {
    const key = part["key"];
    if (!isNode(key)) return [];
    const name = nameOfKey(key, part["computed"] === true);
    const value = part.type === "ObjectMethod" ? part : part["value"];
    return name === undefined || !isNode(value) ? [] : [{ key: name, keyAt: spanOf(key), value }];
  });
}

/** The properties of an object literal, those of same-file `const` objects that it spreads among them. */
export function membersOf(syntax: Syntax, object: Node, steps = 8): Property[] {
  return nodesOf(object["properties"]).flatMap((part): Property[] => {
    if (part.type !== "SpreadElement") return propertiesOf({ ...object, properties: [part] });
    const spread = isNode(part["argument"]) ? syntax.resolve(part["argument"]) : part;
    return spread.type === "ObjectExpression" && steps > 0 ? membersOf(syntax, spread, steps - 1) : [];
  });
}

/** Items of a list, holes and spreads left out. */
export const itemsOf = (list: unknown): Node[] =>
  nodesOf(list).filter(({ type }) => type !== "SpreadElement");

/** `["a"]` is as good as `a`; another computed key may turn out as anything. */
function nameOfKey(key: Node, computed: boolean): string | undefined {
  return key.type === "Identifier" && computed ? undefined : keyText(key);
}
