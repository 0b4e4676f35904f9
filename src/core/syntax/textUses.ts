import type { Expression } from "#core/syntax/ast.ts";
import { child, nodesOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { keyName } from "#core/syntax/property.ts";
import { identifiersNamed, references } from "#core/syntax/references.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { MAX_CONST_HOPS } from "#core/syntax/scope.ts";
import { enumMembers } from "#core/syntax/scopeOf.ts";
import type { Tree } from "#core/syntax/tree.ts";
import { addAll } from "#core/text/addAll.ts";

/** A stretch of a text that an expression says, with the literal that it is taken from. */
export interface Piece {
  readonly text: string;
  /** Absent for what no single literal says, such as a number or a part of a template. */
  readonly literal?: Node;
}

/** What a text is put together from: literals, templates, `+`, consts, members of const objects and enums. Undefined when it is not known. */
export function piecesOf(tree: Tree, node: Node, steps = MAX_CONST_HOPS): readonly Piece[] | undefined {
  if (steps <= 0) return undefined;
  const value = resolve({
    node: node as unknown as Expression,
    scope: tree.scopeAt(node.start),
    shared: false,
  });
  const unwrapped = unwrap(value.node as unknown as Node);
  const whole = stringOf(unwrapped);
  if (whole !== undefined) return [{ text: whole, literal: unwrapped }];
  if (unwrapped.type === "NumericLiteral") return [{ text: String(unwrapped["value"]) }];
  const parts = partsOf(unwrapped);
  const pieces: Piece[] = [];
  for (const part of parts ?? []) {
    const inner = typeof part === "string" ? [{ text: part }] : piecesOf(tree, part, steps - 1);
    if (!inner) return undefined;
    addAll(pieces, inner);
  }
  return parts && pieces;
}

/** The parts of a template or of a sum, as text or as code. */
function partsOf(node: Node): (string | Node)[] | undefined {
  if (node.type === "TemplateLiteral") {
    const holes = nodesOf(node["expressions"]);
    return nodesOf(node["quasis"]).flatMap((quasi, i) => {
      const { cooked, raw } = quasi["value"] as { readonly cooked?: string | null; readonly raw: string };
      const hole = holes[i];
      return hole ? [cooked ?? raw, hole] : [cooked ?? raw];
    });
  }
  const [left, right] = [child(node, "left"), child(node, "right")];
  // Of numbers the sum is another.
  const adds = node.type === "BinaryExpression" && node["operator"] === "+" && left && right;
  return adds && (saysText(left) || saysText(right)) ? [left, right] : undefined;
}

const saysText = (node: Node): boolean => /^(?:String|Template)Literal$/.test(unwrap(node).type);

/** The text that an expression says, without running anything. */
export const textAt = (tree: Tree, node: Node): string | undefined =>
  piecesOf(tree, node)
    ?.map(({ text }) => text)
    .join("");

/** The key of a property, also of one that is computed. */
export function keyAt(tree: Tree, property: Node): string | undefined {
  const key = property["computed"] === true ? child(property, "key") : undefined;
  return key ? textAt(tree, key) : keyName(property);
}

/** Where what a declaration says is used. */
export interface TextUses {
  /** The outermost expressions that say it or a longer text with it. */
  readonly places: readonly Node[];
  /** The name it has, such as `Phase.Draw`. */
  readonly name: string;
  /** Other files may use it. */
  readonly exported: boolean;
}

/**
 * All uses of a literal that stands in a const, in an object in a const or in an enum; undefined when there may be others, as where
 * the whole enum is handed over. What types say of it follows by itself.
 * @param isPlace where to stop: what is known to be a use
 */
export function usesOfText(
  tree: Tree,
  literal: Node,
  isPlace: (node: Node) => boolean,
): TextUses | undefined {
  const places = new Set<Node>();
  const visited = new Set<Node>();
  let exported = false;
  let name = "";
  /** Whether all uses of what an expression says could be found. */
  const follow = (node: Node, first = false): boolean => {
    if (!first && isPlace(node)) {
      places.add(node);
      return true;
    }
    const outer = outermost(tree, node);
    const parent = tree.parentOf(outer);
    if (parent && (parent.type === "TemplateLiteral" || parent.type === "BinaryExpression"))
      return follow(parent);
    const declared = declarationOf(tree, outer);
    if (!declared) {
      places.add(node);
      return true;
    }
    if (visited.has(declared.node)) return false;
    visited.add(declared.node);
    if (first) name = [declared.name, ...declared.path].join(".");
    const uses = declared.bare ? references(tree, declared) : undefined;
    if (!uses) return false;
    exported ||= uses.exported;
    return uses.nodes.every((use) => {
      const member = memberAt(tree, use, declared.path);
      return member === "other" || (member !== undefined && follow(member));
    });
  };
  return follow(literal, true) && name !== "" ? { places: [...places], name, exported } : undefined;
}

/** The expression with the wrappers around it, and calls that give it back. */
function outermost(tree: Tree, node: Node): Node {
  let outer = node;
  for (;;) {
    const parent = tree.parentOf(outer);
    if (!parent || (unwrap(parent) !== unwrap(outer) && passThrough(parent) !== passThrough(outer)))
      return outer;
    outer = parent;
  }
}

/** What gives a value its name. */
interface Declaration {
  readonly node: Node;
  readonly name: string;
  /** The keys on the way to it. */
  readonly path: readonly string[];
  /** Whether nothing around it can say the same in a way that is not seen. */
  readonly bare: boolean;
}

function declarationOf(tree: Tree, value: Node): Declaration | undefined {
  const path: string[] = [];
  for (let at = value; ;) {
    const holder = tree.parentOf(at);
    if (holder?.type === "TSEnumMember" && holder["initializer"] === at && path.length === 0)
      return enumMember(tree, holder);
    if (holder?.type === "VariableDeclarator" && holder["init"] === at) {
      const id = child(holder, "id");
      const isConst = tree.parentOf(holder)?.["kind"] === "const";
      return id?.type === "Identifier"
        ? { node: holder, name: String(id["name"]), path, bare: isConst }
        : undefined;
    }
    const key = holder?.type === "ObjectProperty" && holder["value"] === at ? keyName(holder) : undefined;
    const object = key === undefined ? undefined : holder && tree.parentOf(holder);
    if (key === undefined || object?.type !== "ObjectExpression") return undefined;
    path.unshift(key);
    at = outermost(tree, object);
  }
}

function enumMember(tree: Tree, member: Node): Declaration | undefined {
  let node = tree.parentOf(member);
  if (node?.type === "TSEnumBody") node = tree.parentOf(node);
  const [id, memberId] = [node && child(node, "id"), child(member, "id")];
  if (!node || !id || !memberId) return undefined;
  const key = String(memberId["name"] ?? memberId["value"]);
  // In an enum its members have their bare names.
  const bare = !identifiersNamed(tree, key).some(
    (item) =>
      member !== tree.parentOf(item) &&
      enumMembers(node).some(({ start, end }) => start < item.start && item.end <= end),
  );
  return { node, name: String(id["name"]), path: [key], bare };
}

/** What a name and the keys behind it lead to: the expression, another value of the same object, or undefined for the whole. */
function memberAt(tree: Tree, use: Node, path: readonly string[]): Node | "other" | undefined {
  let at = use;
  for (const key of path) {
    const outer = outermost(tree, at);
    const member = tree.parentOf(outer);
    if (!member?.type.endsWith("MemberExpression") || member["object"] !== outer) return undefined;
    const property = child(member, "property");
    const name = property && (member["computed"] === true ? textAt(tree, property) : property["name"]);
    if (name === undefined) return undefined;
    if (name !== key) return "other";
    at = member;
  }
  return at;
}
