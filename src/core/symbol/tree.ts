import { parse, type ParserPlugin } from "@babel/parser";
import { isNode, keyText, nameOf, nodesOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A module's syntax, with the ways to find a node again from a span and a value from a name. */
export interface Tree {
  readonly program: Node;
  /** The innermost node that is exactly this stretch. */
  nodeAt(span: Span): Node | undefined;
  /** The property, method or type member whose key is exactly this stretch. */
  ownerAt(key: Span): Node | undefined;
  /** The property or method that begins here. */
  propertyAt(from: number): Node | undefined;
  /** What a node comes to without running: through `as`, brackets, consts of the file and members of const objects. */
  resolve(node: Node): Node;
  /** The type declared under a name at the top of the file. */
  typeNamed(name: string): Node | undefined;
}

const PLUGINS: readonly ParserPlugin[][] = [
  ["typescript", "decorators"],
  ["typescript", "jsx", "decorators"],
  ["jsx", "decorators"],
];

/** A machine and the files that it imports are asked for in turn. */
const REMEMBERED = 6;
const last: { readonly text: string; readonly tree: Tree | undefined }[] = [];

/** The tree of a module text, or undefined while it cannot be parsed. The last texts are remembered. */
export function treeOf(text: string): Tree | undefined {
  const place = last.findIndex((one) => one.text === text);
  const [known = { text, tree: build(text) }] = place < 0 ? [] : last.splice(place, 1);
  last.unshift(known);
  last.length = Math.min(last.length, REMEMBERED);
  return known.tree;
}

function build(text: string): Tree | undefined {
  for (const plugins of PLUGINS) {
    try {
      const file = parse(text, {
        sourceType: "module",
        plugins,
        attachComment: false,
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowUndeclaredExports: true,
      });
      return indexed(file.program as unknown as Node);
    } catch {
      // Not this dialect, or no module at all.
    }
  }
  return undefined;
}

function indexed(program: Node): Tree {
  const spans = new Map<string, Node>();
  const owners = new Map<string, Node>();
  const properties = new Map<number, Node>();
  const consts = new Map<string, Node>();
  const types = new Map<string, Node>();
  walk(program, (node) => {
    spans.set(`${node.start}:${node.end}`, node);
    const { key, id, init } = node as { key?: unknown; id?: unknown; init?: unknown };
    if (isNode(key)) {
      owners.set(`${key.start}:${key.end}`, node);
      properties.set(node.start, node);
    }
    if (node.type === "VariableDeclarator" && isNode(id) && id.type === "Identifier" && isNode(init))
      // Two of one name in different functions: neither is certain.
      consts.set(nameOf(id), consts.has(nameOf(id)) ? id : init);
    if (/^TS(TypeAlias|Interface|Enum)Declaration$/.test(node.type) && isNode(id) && !types.has(nameOf(id)))
      types.set(nameOf(id), node);
  });
  const tree: Tree = {
    program,
    nodeAt: ({ from, to }) => spans.get(`${from}:${to}`),
    ownerAt: ({ from, to }) => owners.get(`${from}:${to}`),
    propertyAt: (from) => properties.get(from),
    resolve: (node) => resolve(node, 16),
    typeNamed: (name) => types.get(name),
  };
  const resolve = (from: Node, steps: number): Node => {
    const node = unwrap(from);
    if (steps === 0) return node;
    if (node.type === "Identifier") {
      const value = consts.get(nameOf(node));
      return value && value !== node ? resolve(value, steps - 1) : node;
    }
    const { object, property } = node as { object?: unknown; property?: unknown };
    if (!/^(Optional)?MemberExpression$/.test(node.type) || !isNode(object) || !isNode(property)) return node;
    const name = node["computed"] === true ? stringOf(resolve(property, steps - 1)) : nameOf(property);
    const value = name === undefined ? undefined : memberOf(object, name, steps - 1);
    return value ? resolve(value, steps - 1) : node;
  };
  const memberOf = (object: Node, name: string, steps: number): Node | undefined => {
    const declared = object.type === "Identifier" ? types.get(nameOf(object)) : undefined;
    if (declared?.type === "TSEnumDeclaration") {
      const body = declared["body"];
      const member = nodesOf(isNode(body) ? body["members"] : declared["members"]).find(
        (one) => isNode(one["id"]) && keyText(one["id"]) === name,
      );
      return isNode(member?.["initializer"]) ? member["initializer"] : undefined;
    }
    const holder = resolve(object, steps);
    return holder.type === "ObjectExpression" ? propertyOf(holder, name)?.value : undefined;
  };
  return tree;
}

/** Last name of what is called: `assign` of `assign(...)` and of `xstate.assign(...)`. */
export function calleeOf(call: Node): string {
  if (!/^(Optional)?CallExpression$/.test(call.type) || !isNode(call["callee"])) return "";
  const callee = unwrap(call["callee"]);
  return nameOf(callee) || (callee["computed"] === true ? "" : nameOf(callee["property"]));
}

/** A property of an object literal; a method's value is the method. */
export interface Property {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

/** Properties as written; spreads and computed keys are left out. */
export function propertiesOf(object: Node): Property[] {
  return nodesOf(object["properties"]).flatMap((part): Property[] => {
    const { key, value } = part as { key?: unknown; value?: unknown };
    if (!isNode(key) || part["computed"] === true) return [];
    const name = keyText(key);
    const held = part.type === "ObjectMethod" ? part : value;
    return name === undefined || !isNode(held) ? [] : [{ name, key, value: held }];
  });
}

/** The property of that name; of two the last, as in JavaScript. */
export const propertyOf = (object: Node, name: string): Property | undefined =>
  propertiesOf(object).findLast((one) => one.name === name);
