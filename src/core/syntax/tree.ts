import type { Expression } from "#core/syntax/ast.ts";
import { declared, linkScope } from "#core/syntax/declared.ts";
import { childrenOf, isNode, nameOf, spanOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { resolve } from "#core/syntax/resolve.ts";
import type { Scope } from "#core/syntax/scope.ts";
import { declaredFor, scopeStart } from "#core/syntax/scopeOf.ts";
import { freshSource, sourceAt, sourceOf, type Source } from "#core/syntax/source.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A module's syntax with the ways to find a node again from a place and a value from a name. */
export interface Tree {
  readonly text: string;
  readonly program: Node;
  /** Every node, in the order of the text, outer ones first. */
  readonly nodes: readonly Node[];
  /** Object literals by the offset of their `{`. */
  readonly objects: ReadonlyMap<number, Node>;
  /** The nodes that stand at a stretch of the text exactly, outermost first. */
  exactly(span: Span): readonly Node[];
  /** The innermost node that is exactly this stretch. */
  nodeAt(span: Span): Node | undefined;
  /** The property, method or type member whose key is exactly this stretch. */
  ownerAt(key: Span): Node | undefined;
  /** The property or method that begins here. */
  propertyAt(from: number): Node | undefined;
  parentOf(node: Node): Node | undefined;
  /** The names that code at an offset sees. */
  scopeAt(offset: number): Scope;
  /** What a node comes to without running, in the eyes of the place where it stands; see `resolve.ts`. */
  resolve(node: Node): Node;
  /** The type declared under a name; of several the first. */
  typeNamed(name: string): Node | undefined;
}

const trees = new WeakMap<Source, Tree | undefined>();

/** The tree of a module text, faulty places and all; undefined when nothing can be read. Remembered with its text. */
export function treeOf(text: string, lang?: "ts" | "js"): Tree | undefined {
  return treeIn(sourceOf(text, lang));
}

/** The tree of a file that is read beside others, by its path. */
export const treeAt = (path: string, text: string, lang: "ts" | "js"): Tree | undefined =>
  treeIn(sourceAt(path, text, lang));

/** The tree of a text that is no module of its own and that nobody asks for again. */
export const freshTree = (text: string): Tree | undefined => treeIn(freshSource(text));

function treeIn(source: Source): Tree | undefined {
  if (!trees.has(source)) trees.set(source, build(source));
  return trees.get(source);
}

function build({ text, parsed }: Source): Tree | undefined {
  const program = parsed.tree?.program as unknown as Node | undefined;
  if (!program) return undefined;
  const nodes = once(() => allOf(program));
  const starting = once(() => byStart(nodes()));
  const objects = once(() => objectsOf(nodes()));
  const parents = once(() => parentsOf(nodes()));
  const types = once(() => typesOf(nodes()));
  const scopes = once(() => scopesOf(program, text, nodes()));
  const exactly = ({ from, to }: Span) => (starting().get(from) ?? []).filter((node) => node.end === to);
  const scopeAt = (offset: number) => innermost(scopes(), offset);
  return {
    text,
    program,
    get nodes() {
      return nodes();
    },
    get objects() {
      return objects();
    },
    exactly,
    nodeAt: (span) => exactly(span).at(-1),
    ownerAt: (span) => {
      const owners = exactly(span).flatMap((node) => {
        const owner = parents().get(node);
        return owner?.["key"] === node ? [owner] : [];
      });
      return owners.at(-1);
    },
    propertyAt: (from) =>
      starting()
        .get(from)
        ?.findLast((node) => isNode(node["key"])),
    parentOf: (node) => parents().get(node),
    scopeAt,
    resolve: (node) => {
      const value = { node: node as unknown as Expression, scope: scopeAt(node.start), shared: false };
      return unwrap(resolve(value).node as unknown as Node);
    },
    typeNamed: (name) => types().get(name),
  };
}

function once<T>(work: () => T): () => T {
  let cache: { readonly value: T } | undefined;
  return () => (cache ??= { value: work() }).value;
}

function allOf(program: Node): Node[] {
  const all: Node[] = [];
  walk(program, (node) => void all.push(node));
  return all;
}

function byStart(nodes: readonly Node[]): Map<number, Node[]> {
  const starting = new Map<number, Node[]>();
  for (const node of nodes) {
    const same = starting.get(node.start);
    if (same) same.push(node);
    else starting.set(node.start, [node]);
  }
  return starting;
}

function objectsOf(nodes: readonly Node[]): Map<number, Node> {
  const objects = new Map<number, Node>();
  for (const node of nodes) if (node.type === "ObjectExpression") objects.set(node.start, node);
  return objects;
}

function parentsOf(nodes: readonly Node[]): Map<Node, Node> {
  const parents = new Map<Node, Node>();
  for (const node of nodes) for (const item of childrenOf(node)) parents.set(item, node);
  return parents;
}

function typesOf(nodes: readonly Node[]): Map<string, Node> {
  const types = new Map<string, Node>();
  for (const node of nodes) {
    const { type, id } = node;
    if (/^TS(TypeAlias|Interface|Enum)Declaration$/.test(type) && isNode(id) && !types.has(nameOf(id)))
      types.set(nameOf(id), node);
  }
  return types;
}

/** A scope and the stretch of text in which it holds. */
interface Held {
  readonly from: number;
  readonly to: number;
  readonly scope: Scope;
  readonly outer: Held | undefined;
}

/** The scopes of a module in the order of the text. */
function scopesOf(program: Node, text: string, nodes: readonly Node[]): Held[] {
  const top: Scope = { names: declaredFor(program) ?? declared([]), outer: undefined, text };
  linkScope(top);
  const held: Held[] = [{ from: -1, to: Infinity, scope: top, outer: undefined }];
  const open = [...held];
  for (const node of nodes) {
    if (node === program) continue;
    const names = declaredFor(node);
    if (!names || names.size === 0) continue;
    const from = scopeStart(node);
    while ((open.at(-1) as Held).to < node.end) open.pop();
    const outer = open.at(-1) as Held;
    const scope: Scope = { names, outer: outer.scope };
    linkScope(scope);
    const binding = { from, to: node.end, scope, outer };
    held.push(binding);
    open.push(binding);
  }
  return held.sort((a, b) => a.from - b.from || b.to - a.to);
}

function innermost(held: readonly Held[], offset: number): Scope {
  let low = 0;
  for (let high = held.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if ((held[middle] as Held).from <= offset) low = middle;
    else high = middle - 1;
  }
  let at: Held | undefined = held[low];
  while (at && at.to <= offset) at = at.outer;
  return (at ?? (held[0] as Held)).scope;
}

/** Whether a node is one of the text; others the reader put together, as what a pattern leaves of an object. */
export const isWritten = (tree: Tree, node: Node): boolean => tree.exactly(spanOf(node)).includes(node);

/** Last name of what is called: `assign` of `assign(...)` and of `xstate.assign(...)`. */
export function calleeOf(call: Node): string {
  if (!/^(Optional)?CallExpression$/.test(call.type) || !isNode(call["callee"])) return "";
  const callee = unwrap(call["callee"]);
  return nameOf(callee) || (callee["computed"] === true ? "" : nameOf(callee["property"]));
}

/** Names that code at an offset may use as values: those of the module and of the functions and blocks around it. */
export function visibleNames(tree: Tree, offset: number): Set<string> {
  const names = new Set<string>();
  const types = new Set<string>();
  for (let at: Scope | undefined = tree.scopeAt(offset); at; at = at.outer)
    for (const [name, binding] of at.names) {
      if (names.has(name) || types.has(name)) continue;
      (binding.kind === "import" && binding.typeOnly ? types : names).add(name);
    }
  return names;
}
