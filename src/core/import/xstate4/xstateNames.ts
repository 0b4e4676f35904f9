import { child, literalText, nameOf, nodesOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** Where a module for XState 4 takes its names from. */
const XSTATE = /^xstate(?:\/lib\/.+|\/es\/.+|\/dist\/.+)?$/;

/** A statement that brings names of XState 4 into the module. */
export interface XStateImport {
  readonly statement: Node;
  /** Imported name and local name, with the node that binds it. */
  readonly names: readonly { readonly imported: string; readonly local: string; readonly node: Node }[];
}

/** What the names of XState 4 are called in a module. */
export class XStateNames {
  /** `import`, `require`, and destructuring of what they gave. */
  readonly imports: readonly XStateImport[];
  readonly #locals = new Map<string, string>();
  /** Names that stand for all of XState, or for its action creators. */
  readonly #namespaces = new Set<string>();
  /** Other names that the module binds. */
  readonly #bound = new Set<string>();

  constructor(tree: Tree) {
    const imports: XStateImport[] = [];
    for (const statement of nodesOf(tree.program["body"])) {
      const found =
        statement.type === "ImportDeclaration" ? this.#imported(statement) : this.#required(statement);
      if (found) imports.push(found);
    }
    this.imports = imports;
    const own = new Set(imports.flatMap(({ names }) => names.map(({ local }) => local)));
    for (const node of tree.nodes)
      for (const name of boundNames(node)) if (!own.has(name)) this.#bound.add(name);
  }

  /** Which function of XState 4 an expression calls; undefined for another one. */
  of(call: Node): string | undefined {
    const callee = call.type === "CallExpression" ? child(call, "callee") : undefined;
    if (!callee) return undefined;
    const name = nameOf(callee);
    // A text without imports is a piece of a module, in which the names mean what they always do.
    if (name !== "")
      return (
        this.#locals.get(name) ?? (this.imports.length === 0 && !this.#bound.has(name) ? name : undefined)
      );
    const isOurs =
      callee.type === "MemberExpression" &&
      callee["computed"] !== true &&
      this.#isNamespace(callee["object"]);
    return isOurs ? nameOf(callee["property"]) : undefined;
  }

  /** A specifier of the import that binds a name of XState 5, and that name: another one where the module has it for something else. */
  today(name: string): { readonly specifier: string; readonly local: string } {
    if (!this.#bound.has(name)) return { specifier: name, local: name };
    const local = `xstate${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return { specifier: `${name} as ${local}`, local };
  }

  #imported(statement: Node): XStateImport | undefined {
    if (!XSTATE.test(stringOf(child(statement, "source")) ?? "")) return undefined;
    const names = nodesOf(statement["specifiers"]).map((node) => {
      const local = nameOf(child(node, "local"));
      const imported = child(node, "imported");
      if (!imported) this.#namespaces.add(local);
      else this.#locals.set(local, nameOf(imported) || (stringOf(imported) ?? ""));
      return { imported: imported ? (this.#locals.get(local) ?? "") : "*", local, node };
    });
    for (const { imported, local } of names) if (imported === "actions") this.#namespaces.add(local);
    return { statement, names };
  }

  /** `const { createMachine } = require("xstate")`, `const { raise } = actions`. */
  #required(statement: Node): XStateImport | undefined {
    const [only, ...others] = nodesOf(statement["declarations"]);
    const init = only && child(only, "init");
    const id = only && child(only, "id");
    if (statement.type !== "VariableDeclaration" || others.length > 0 || !init || !id) return undefined;
    if (!this.#isRequired(init) && !this.#isNamespace(init)) return undefined;
    if (id.type === "Identifier") {
      this.#namespaces.add(nameOf(id));
      return { statement, names: [{ imported: "*", local: nameOf(id), node: id }] };
    }
    const names = nodesOf(id["properties"]).map((node) => {
      const imported = keyName(node) ?? "*";
      const local = nameOf(child(node, "value"));
      this.#locals.set(local, imported);
      if (imported === "actions") this.#namespaces.add(local);
      return { imported, local, node };
    });
    return { statement, names };
  }
  #isRequired(given: Node): boolean {
    const node = unwrap(given);
    if (node.type === "MemberExpression" && nameOf(node["property"]) === "actions")
      return this.#isRequired(node["object"] as Node);
    const [path] = nodesOf(node["arguments"]);
    return nameOf(node["callee"]) === "require" && XSTATE.test(literalText(path) ?? "");
  }
  #isNamespace(given: unknown): boolean {
    const node = unwrap(given as Node);
    if (node.type === "MemberExpression")
      return nameOf(node["property"]) === "actions" && this.#isNamespace(node["object"]);
    return this.#namespaces.has(nameOf(node));
  }
}

/** The names that a node binds by itself. */
function boundNames(node: Node): string[] {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return [nameOf(child(node, "id"))];
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      return [nameOf(child(node, "local"))];
    default:
      return nodesOf(node["params"]).map(nameOf);
  }
}
