import type { EnumDeclaration } from "#core/syntax/ast.ts";
import { isNode, nameOf, type Node } from "#core/syntax/node.ts";
import { lookup, type Binding } from "#core/syntax/scope.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** What has a name: the declarator of a const, or an enum. */
export interface NamedDeclaration {
  readonly node: Node;
  readonly name: string;
}

const indexes = new WeakMap<Tree, ReadonlyMap<string, readonly Node[]>>();

/**
 * The identifiers of a module that stand for a value under a name, in the order of the text, those that declare it among them. A name that
 * stands as a key, behind a dot, as a label, or in a type is none of them. Computed once for a tree.
 */
export function identifiersNamed(tree: Tree, name: string): readonly Node[] {
  let index = indexes.get(tree);
  if (!index) indexes.set(tree, (index = indexOf(tree)));
  return index.get(name) ?? [];
}

function indexOf(tree: Tree): Map<string, Node[]> {
  const index = new Map<string, Node[]>();
  // Nodes come with the outer ones first, so that what follows a type within its bounds is a part of it.
  let typeEnd = -1;
  for (const node of tree.nodes) {
    const { type } = node;
    if (node.start < typeEnd) continue;
    if (isType(type)) typeEnd = node.end;
    if (type !== "Identifier" || isKey(tree.parentOf(node), node)) continue;
    const name = nameOf(node);
    const same = index.get(name);
    if (same) same.push(node);
    else index.set(name, [node]);
  }
  return index;
}

/** Parts of TypeScript that hold code; all others are types. */
const TYPE_CODE =
  /^TS(?:AsExpression|SatisfiesExpression|NonNullExpression|InstantiationExpression|TypeAssertion|EnumDeclaration|EnumBody|EnumMember|ModuleDeclaration|ModuleBlock|ImportEqualsDeclaration|QualifiedName|ExportAssignment|ParameterProperty)$/;
const isType = (type: string): boolean => type.startsWith("TS") && !TYPE_CODE.test(type);

/** Does an identifier stand for itself, and not for what a variable of its name holds? */
function isKey(parent: Node | undefined, node: Node): boolean {
  if (!parent) return false;
  const { type } = parent;
  if (type.endsWith("MemberExpression")) return parent["property"] === node && parent["computed"] !== true;
  if (parent["label"] === node || (type === "TSQualifiedName" && parent["right"] === node)) return true;
  if (type === "TSEnumMember" || type === "TSModuleDeclaration") return parent["id"] === node;
  if (type === "MetaProperty" || /^Import\w*Specifier$/.test(type)) return true;
  // Of `{ name }` the value is the one that counts.
  return isNode(parent["key"]) && parent["key"] === node && parent["computed"] !== true;
}

/** The places that name a declaration, and whether it is exported; undefined when its name is declared in another way as well. */
export function references(
  tree: Tree,
  { node, name }: NamedDeclaration,
): { readonly nodes: readonly Node[]; readonly exported: boolean } | undefined {
  const declaration = node.type === "VariableDeclarator" ? tree.parentOf(node) : node;
  let exported = declaration !== undefined && tree.parentOf(declaration)?.type === "ExportNamedDeclaration";
  const binding = lookup(tree.scopeAt(node.start), name);
  if (!binding || !isOf(binding, node)) return undefined;
  const nodes: Node[] = [];
  for (const item of identifiersNamed(tree, name)) {
    if (item === node["id"]) continue;
    const parent = tree.parentOf(item);
    if (parent?.type === "ExportSpecifier") {
      if (parent["local"] === item) exported = true;
      continue;
    }
    if (lookup(tree.scopeAt(item.start), name) === binding) nodes.push(item);
  }
  return { nodes, exported };
}

function isOf(binding: Binding, node: Node): boolean {
  if (binding.kind === "const") return (binding.init as unknown as Node) === node["init"];
  return binding.kind === "enum" && binding.declaration === (node as unknown as EnumDeclaration);
}
