import type { FileStyle } from "#core/edit/pen/fileStyle.ts";
import { importEdits, nameInModule, XSTATE_NAMES, xstateName } from "#core/edit/pen/xstateImports.ts";
import { refuse } from "#core/edit/refuse.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { nameOf, spanOf, type Node } from "#core/syntax/node.ts";
import { lookup, type Scope } from "#core/syntax/scope.ts";
import { visibleNames, type Tree } from "#core/syntax/tree.ts";
import type { TextEdit } from "#core/text/textEdit.ts";

/** What a change takes from `xstate`, by the names that the module has or gets for it. */
export class XStateNames {
  private readonly tree: Tree;
  private readonly at: number;
  private readonly style: FileStyle;
  private readonly scope: Scope;
  private readonly used = new Set<string>();
  /** By names of XState that something else has here, what they are called instead. */
  private readonly aliases = new Map<string, string>();

  /** @param at where the code of the machine stands, in whose eyes a name is taken or free */
  constructor(tree: Tree, at: number, style: FileStyle) {
    this.tree = tree;
    this.at = at;
    this.style = style;
    this.scope = tree.scopeAt(at);
  }

  /**
   * Notes code that is about to be written. A name that the module has for something else means that; one that it has for a type only
   * cannot be imported.
   */
  use(code: Node): void {
    for (const name of namesOf(freeNames(code))) {
      if (!XSTATE_NAMES.has(name)) continue;
      const type = this.typeCalled(name);
      if (type) refuse("name-taken", spanOf(type), { key: name });
      this.used.add(name);
    }
  }

  /** What a value of `xstate` is called in this module; one that is not there yet is imported, as something else where its name is taken. */
  called(name: string): string {
    const known = nameInModule(this.tree.text, this.tree.program, name);
    const meant = known === undefined ? undefined : expressionOf(known);
    if (known !== undefined && meant && xstateName(meant, this.scope) === name) return known;
    if (!lookup(this.scope, name) && !this.typeCalled(name)) {
      this.used.add(name);
      return name;
    }
    const alias = this.aliases.get(name) ?? this.freeName(`${name}XState`);
    this.aliases.set(name, alias);
    return alias;
  }

  /** The imports that are missing. */
  edits(): TextEdit[] {
    const visible = visibleNames(this.tree, this.at);
    const missing = [...this.used].filter((name) => !visible.has(name));
    const names = [...missing, ...this.aliases.keys()];
    return importEdits(this.tree.text, this.tree.program, names, this.style, this.aliases);
  }

  /** The type that has a name which no value has. */
  private typeCalled(name: string): Node | undefined {
    const binding = lookup(this.scope, name);
    if (binding && !(binding.kind === "import" && binding.typeOnly)) return undefined;
    const imported = this.tree.nodes.find(
      (node) => node.type === "ImportSpecifier" && nameOf(node["local"]) === name,
    );
    return binding ? imported : this.tree.typeNamed(name);
  }

  /** A name that stands nowhere in the module. */
  private freeName(wish: string): string {
    const taken = new Set(this.tree.nodes.map((node) => (node.type === "Identifier" ? nameOf(node) : "")));
    let name = wish;
    for (let count = 2; taken.has(name); count++) name = `${wish}${count}`;
    return name;
  }
}
