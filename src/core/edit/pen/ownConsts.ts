import { keyName } from "#core/syntax/property.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { declared } from "#core/syntax/declared.ts";
import { hasOnePlace } from "#core/syntax/resolve.ts";
import { lookup } from "#core/syntax/scope.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";
import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { child, nodesOf, unwrap, type Node, walk } from "#core/syntax/node.ts";

/**
 * Objects and lists that stand in a const of the module which is used once: they are edited there, as if they stood where the
 * name does. The reader asks the same `hasOnePlace`.
 */
export class OwnConsts {
  private readonly tree: Tree;
  constructor(tree: Tree) {
    this.tree = tree;
  }

  private declarations: readonly (readonly [Node, ReadonlyMap<string, unknown>])[] | undefined;

  /** What a value is without `as T` and the like; a name of such a const stands for what it holds. */
  follow(written: Node): Node {
    const node = passThrough(written);
    return (node.type === "Identifier" && this.valueOf(node)) || node;
  }

  /** The object in which a property is written that an object has in the end: itself, or one in a const that it spreads. */
  holder(object: Node, name: string): Node | undefined {
    for (const node of nodesOf(object["properties"]).toReversed()) {
      if (keyName(node) === name) return object;
      const inner = this.spread(node);
      const innermost = inner && this.holder(inner, name);
      if (innermost) return innermost;
    }
    return undefined;
  }

  /** The object that has a property at that offset: itself, or one in a const that it spreads. */
  holderAt(object: Node, offset: number): Node | undefined {
    for (const node of nodesOf(object["properties"])) {
      if (node.start === offset) return object;
      const inner = this.spread(node);
      const innermost = inner && this.holderAt(inner, offset);
      if (innermost) return innermost;
    }
    return undefined;
  }

  /** The object in a const that a spread lays open. */
  private spread(node: Node): Node | undefined {
    const argument = node.type === "SpreadElement" ? child(node, "argument") : undefined;
    const inner = argument && unwrap(argument).type === "Identifier" ? this.follow(argument) : undefined;
    return inner?.type === "ObjectExpression" ? inner : undefined;
  }

  /**
   * Whether code that is moved from one offset to another means the same there: the names it uses stand for the same there, and have
   * their value by then. Always so where neither place is in a const of its own.
   */
  mayMove(code: Node, from: number, to: number, config: Span): boolean {
    const at = this.constAround(to, config);
    if (at === this.constAround(from, config)) return true;
    const [before, after] = [this.tree.scopeAt(from), this.tree.scopeAt(to)];
    const atOnce = namesOf(freeNames(code, { atOnce: true }));
    return [...namesOf(freeNames(code))].every((name) => {
      const meant = lookup(before, name);
      if (lookup(after, name) !== meant) return false;
      return !meant || !at || !atOnce.has(name) || this.isThereBefore(name, at.start);
    });
  }

  /**
   * Is the name a class, function, import or const that has its value before an offset is reached, and all that it may ask for when it
   * is called there, too?
   */
  private isThereBefore(name: string, offset: number, known = new Set<string>()): boolean {
    if (known.has(name)) return true;
    known.add(name);
    this.declarations ??= this.tree.nodes
      .filter(({ type }) => type.endsWith("Declaration"))
      .map((node) => [node, declared([node])] as const);
    return this.declarations.every(([node, names]) => {
      if (!names.has(name)) return true;
      const isValue = node.type === "VariableDeclaration" || /^(?:Class|TSEnum)Declaration$/.test(node.type);
      if (isValue && node.end > offset) return false;
      return [...namesOf(freeNames(node))].every((item) => this.isThereBefore(item, offset, known));
    });
  }

  /** The declaration of the const in which an offset lies, when the config does not lie there too. */
  private constAround(offset: number, config: Span): Node | undefined {
    let constant: Node | undefined;
    if (config.from <= offset && offset <= config.to) return undefined;
    walk(this.tree.program, (node) => {
      if (offset < node.start || offset > node.end) return false;
      const holds = node.start <= config.from && config.to <= node.end;
      if (node.type === "VariableDeclarator" && !holds) constant = node;
    });
    return constant;
  }

  private valueOf(node: Node): Node | undefined {
    const name = String(node["name"]);
    const binding = lookup(this.tree.scopeAt(node.start), name);
    if (binding?.kind !== "const" || !hasOnePlace(name, binding)) return undefined;
    return passThrough(binding.init as unknown as Node);
  }
}
