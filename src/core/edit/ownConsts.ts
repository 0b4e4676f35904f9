import { passThrough } from "#core/syntax/passThrough.ts";
import { usedOnce } from "#core/syntax/usedOnce.ts";
import type { Span } from "#core/text/textEdit.ts";
import { declarations, freeNames, visibleNames } from "#core/edit/freeNames.ts";
import { keyName, walk } from "#core/edit/sourceTree.ts";
import { child, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/**
 * Objects and lists that stand in a const of the module which is used once: they are edited there, as if they stood where the
 * name does. The reader decides in the same way what is shared (`scope.ts`).
 */
export class OwnConsts {
  private readonly text: string;
  private readonly program: Node;
  private known: { values: ReadonlyMap<string, Node>; counts: ReadonlyMap<string, number> } | undefined;
  constructor(text: string, program: Node) {
    this.text = text;
    this.program = program;
  }

  /** What a value is without `as T` and the like; a name of such a const stands for what it holds. */
  follow(written: Node): Node {
    const node = passThrough(written);
    return (node.type === "Identifier" && this.valueOf(String(node["name"]))) || node;
  }

  /** The object in which a property is written that an object has in the end: itself, or one in a const that it spreads. */
  holder(object: Node, name: string): Node | undefined {
    for (const one of nodesOf(object["properties"]).toReversed()) {
      if (keyName(one) === name) return object;
      const inner = this.spread(one);
      const found = inner && this.holder(inner, name);
      if (found) return found;
    }
    return undefined;
  }

  /** The object that has a property at that offset: itself, or one in a const that it spreads. */
  holderAt(object: Node, offset: number): Node | undefined {
    for (const one of nodesOf(object["properties"])) {
      if (one.start === offset) return object;
      const inner = this.spread(one);
      const found = inner && this.holderAt(inner, offset);
      if (found) return found;
    }
    return undefined;
  }

  /** The object in a const that a spread lays open. */
  private spread(one: Node): Node | undefined {
    const argument = one.type === "SpreadElement" ? child(one, "argument") : undefined;
    const inner = argument && unwrap(argument).type === "Identifier" ? this.follow(argument) : undefined;
    return inner?.type === "ObjectExpression" ? inner : undefined;
  }

  /**
   * Whether code that is moved from one offset to another means the same there: the names it uses are declared once in the module, and so that
   * they have their value by then. Always so where neither place is in a const of its own.
   */
  mayMove(code: Node, from: number, to: number, config: Span): boolean {
    const at = this.constAround(to, config);
    if (at === this.constAround(from, config)) return true;
    const seen = visibleNames(this.program, to);
    const { counts } = this.names();
    const atOnce = freeNames(code, true);
    return [...freeNames(code)].every((name) => {
      const count = counts.get(name) ?? 0;
      if (count === 0) return true;
      return (
        count === 1 && seen.has(name) && (!at || !atOnce.has(name) || this.isThereBefore(name, at.start))
      );
    });
  }

  /** Is the name a class, function, import or const that has its value before an offset is reached? */
  private isThereBefore(name: string, offset: number): boolean {
    let there = true;
    walk(this.program, (node) => {
      const own = node.type === "VariableDeclaration" || /^(?:Class|TSEnum)Declaration$/.test(node.type);
      if (!own || node.end <= offset) return;
      if (visibleNames({ ...node, type: "Program", body: [node] }, node.start).has(name)) there = false;
    });
    return there;
  }

  /** The declaration of the const in which an offset lies, when the config does not lie there too. */
  private constAround(offset: number, config: Span): Node | undefined {
    let found: Node | undefined;
    if (config.from <= offset && offset <= config.to) return undefined;
    walk(this.program, (node) => {
      if (offset < node.start || offset > node.end) return false;
      const holds = node.start <= config.from && config.to <= node.end;
      if (node.type === "VariableDeclarator" && !holds) found = node;
    });
    return found;
  }

  private valueOf(name: string): Node | undefined {
    const { values, counts } = this.names();
    const value = values.get(name);
    return value && counts.get(name) === 1 && usedOnce(this.text, name) ? value : undefined;
  }

  private names() {
    if (this.known) return this.known;
    const values = new Map<string, Node>();
    walk(this.program, (node) => {
      const id = node.type === "VariableDeclarator" ? child(node, "id") : undefined;
      const init = id?.type === "Identifier" ? child(node, "init") : undefined;
      const value = init && passThrough(init);
      if (value && /^(?:Object|Array)Expression$/.test(value.type)) values.set(String(id?.["name"]), value);
    });
    return (this.known = { values, counts: declarations(this.program) });
  }
}
