import { WHOLE_MODULE } from "#core/symbol/commonJs.ts";
import { exitsTaken, importsIn, specifiersOf } from "#core/symbol/importPlaces.ts";
import type { Importers } from "#core/symbol/importers.ts";
import { usesOfImport } from "#core/symbol/uses.ts";
import { child, nameOf, nodesOf, stringOf, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { identifiersNamed } from "#core/syntax/references.ts";
import { lookup, type Binding } from "#core/syntax/scope.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { treeAt, type Tree } from "#core/syntax/tree.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";

/** Code of another file that spells a name, and the place of the module that takes it from there. */
export interface FarSpelling {
  readonly at: Node;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A bound on work: declarations of other files that are looked into. */
const MAX_DECLARATIONS = 2_000;

/**
 * Where guards, actions and other code that a module imports for a machine spell a name, as `event.type === "GO"`: at most one place for
 * each import. What the machine has by a setup of another file is among it.
 */
export function farSpellingsOf(
  tree: Tree,
  machine: Node | undefined,
  { imports, imported }: Importers,
  symbol: MachineSymbol,
): readonly FarSpelling[] {
  return [...new Set(imports.values())].flatMap((path) => {
    const specifiers = specifiersOf({ imports }, path);
    return exitsTaken(tree, specifiers).flatMap((exit) => {
      const { uses } = usesOfImport(tree, path, exit, importsIn(tree, specifiers, exit).places);
      // What goes into other machines alone has its names from them.
      const isOfOthers = uses.length > 0 && uses.every((use) => use.machine && use.machine !== machine);
      const found = isOfOthers ? undefined : new Search(imported, symbol).from(path, exit.name);
      return found ? [{ ...found, at: exit.at }] : [];
    });
  });
}

/** A stretch of a file to be looked through. */
interface Part {
  readonly path: string;
  readonly tree: Tree;
  readonly node: Node;
}

class Search {
  private readonly files: Importers["imported"];
  private readonly symbol: MachineSymbol;
  private readonly open: Part[] = [];
  private readonly seen = new Set<Node>();
  private readonly seenExports = new Set<string>();

  constructor(files: Importers["imported"], symbol: MachineSymbol) {
    this.files = files;
    this.symbol = symbol;
  }

  from(path: string, name: string): Omit<FarSpelling, "at"> | undefined {
    this.exported(path, name);
    for (let part = this.open.pop(); part && this.seen.size < MAX_DECLARATIONS; part = this.open.pop()) {
      const { tree, node } = part;
      if (this.seen.has(node)) continue;
      this.seen.add(node);
      let said: Node | undefined;
      walk(node, (inner) => {
        if (said) return false;
        if (this.says(tree, inner)) said = inner;
        if (inner.type === "Identifier") this.follow(part, nameOf(inner), inner.start);
        return undefined;
      });
      if (said) return { path: part.path, line: tree.text.slice(0, said.start).split("\n").length };
    }
    return undefined;
  }

  private says(tree: Tree, node: Node): boolean {
    const { kind, name } = this.symbol;
    if (stringOf(node) === name) return true;
    if (!/^Object(?:Property|Method)$/.test(node.type) || keyName(node) !== name) return false;
    // A table of events has their names for keys, and a setup has those of its guards.
    const object = tree.parentOf(node);
    const table = object && tree.parentOf(object);
    const isDefined = table?.type === "ObjectProperty" && keyName(table) === `${kind}s`;
    return kind === "event" || isDefined;
  }

  /** Opens what a name stands for at an offset of a file. */
  private follow({ path, tree }: Pick<Part, "path" | "tree">, name: string, offset: number): void {
    const binding = lookup(tree.scopeAt(offset), name);
    if (binding?.kind === "import") this.taken(path, binding.from, binding.name);
    else
      for (const node of binding ? valuesOf(tree, name, binding) : []) this.open.push({ path, tree, node });
  }

  private taken(from: string, specifier: string, name: string): void {
    const path = this.files.get(from)?.imports.get(specifier);
    if (path !== undefined) this.exported(path, name === "*" ? WHOLE_MODULE : name);
  }

  /** Opens what a file exports under a name, or all of a file that says it in another way. */
  private exported(path: string, name: string): void {
    const key = `${path} ${name}`;
    const file = this.files.get(path);
    const tree = file && treeAt(path, file.text, langOfPath(path));
    if (!tree || this.seenExports.has(key)) return;
    this.seenExports.add(key);
    const { end } = tree.program;
    let isKnown = false;
    for (const statement of nodesOf(tree.program["body"])) {
      if (!statement.type.startsWith("Export")) continue;
      const source = stringOf(child(statement, "source"));
      const declaration = child(statement, "declaration");
      if (statement.type === "ExportDefaultDeclaration" && name === "default" && declaration) {
        isKnown = true;
        this.open.push({ path, tree, node: declaration });
      }
      if (statement.type === "ExportAllDeclaration" && source !== undefined) this.taken(path, source, name);
      for (const specifier of nodesOf(statement["specifiers"])) {
        if (textOf(child(specifier, "exported")) !== name) continue;
        isKnown = true;
        const local = textOf(child(specifier, "local"));
        if (source === undefined) this.follow({ path, tree }, local, end);
        else this.taken(path, source, local === "" ? "*" : local);
      }
    }
    if (lookup(tree.scopeAt(end), name)) this.follow({ path, tree }, name, end);
    else if (!isKnown && !hasExportAll(tree)) this.open.push({ path, tree, node: tree.program });
  }
}

/** The code that gives a name of a file its value. */
function valuesOf(tree: Tree, name: string, binding: Binding): readonly Node[] {
  const init = binding.kind === "const" ? (binding.init as unknown as Node) : undefined;
  if (init && tree.parentOf(init)) return [init];
  if (binding.kind === "function") return [binding.declaration];
  if (binding.kind === "enum") return [binding.declaration as unknown as Node];
  // What a pattern takes out of something, or a variable is given.
  return identifiersNamed(tree, name).flatMap((identifier) => {
    if (lookup(tree.scopeAt(identifier.start), name) !== binding) return [];
    let at = identifier;
    for (let up = tree.parentOf(at); up; at = up, up = tree.parentOf(up)) {
      if (up["id"] === at) return child(up, "init") ?? [];
      if (up.type === "AssignmentExpression" && up["left"] === at) return child(up, "right") ?? [];
      if (!/Pattern$|^ObjectProperty$|^RestElement$/.test(up.type)) return [];
    }
    return [];
  });
}

const textOf = (node: Node | undefined): string => nameOf(node) || (stringOf(node) ?? "");

const hasExportAll = (tree: Tree): boolean =>
  nodesOf(tree.program["body"]).some(({ type }) => type === "ExportAllDeclaration");
