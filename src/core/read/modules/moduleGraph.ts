import { isNode, type Node } from "#core/syntax/node.ts";
import type { Expression, File, Interface, ObjectExpression, TypeAlias } from "#core/syntax/ast.ts";
import { declared, linkScope, nameOf } from "#core/syntax/declared.ts";
import { declaredFor } from "#core/syntax/scopeOf.ts";
import type { Followed } from "#core/read/module.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { sourceAt } from "#core/syntax/source.ts";
import type { Binding, DeclaredType, Scope, SourceModule } from "#core/syntax/scope.ts";

/** A file of the project that another one imports. */
export interface Sibling {
  readonly path: string;
  readonly text: string;
}

/**
 * Gives the file that a relative specifier (`./phases`) or an alias (`@/phases`) means in the file `from`, or undefined when there is none. Must be
 * quick and answer the same while a module is read: it may be asked again for the same file.
 */
export type Modules = (specifier: string, from: string) => Sibling | undefined;

/** Larger files are data, not config: they stay opaque. */
const MAX_MODULE_CHARACTERS = 2_000_000;
/** A machine whose config is spread over more files than this is a mistake. */
const MAX_CONFIG_FILES = 400;

/** Does a specifier mean a file beside this one, and not a package? */
export const isRelative = (specifier: string): boolean => /^\.\.?(\/|$)/.test(specifier);

/** A specifier that no package can have as its name: an alias of the project, such as `@/phases` or `~/phases`. */
export const isAlias = (specifier: string): boolean => /^(?:@\/|[~#$])/.test(specifier);

/** May it mean a file of the project, by its place or by an alias? */
export const isOfProject = (specifier: string): boolean => isRelative(specifier) || isAlias(specifier);

/** The files that one reading goes through, each opened once and only when something in it is requested. */
export class ModuleGraph {
  /** The imports that were followed, in the order in which they were needed. */
  readonly followed: Followed[] = [];
  /** The texts of the files that were opened. */
  readonly texts = new Map<string, string>();
  private readonly modules: Modules | undefined;
  private readonly open = new Map<string, FileModule | undefined>();
  private readonly fileModules = new Map<string, FileModule | undefined>();

  constructor(modules: Modules | undefined) {
    this.modules = modules;
  }

  /** The module that is read. */
  main(path: string, text: string, file: File): SourceModule {
    const module = new FileModule(this, path, text, file);
    if (path !== "") this.open.set(path, module);
    return module;
  }

  /** The module that a specifier in a file means; a package, or a file that is not there, is undefined. */
  at(specifier: string, from: string): FileModule | undefined {
    if (!isOfProject(specifier)) return undefined;
    const key = `${from}\0${specifier}`;
    if (!this.fileModules.has(key)) {
      const sibling = this.modules?.(specifier, from);
      this.followed.push({ specifier, from, ...(sibling ? { path: sibling.path } : {}) });
      this.fileModules.set(key, sibling && this.load(sibling));
    }
    return this.fileModules.get(key);
  }

  private load({ path, text }: Sibling): FileModule | undefined {
    this.texts.set(path, text);
    if (!this.open.has(path)) {
      const file =
        text.length <= MAX_MODULE_CHARACTERS && this.open.size < MAX_CONFIG_FILES
          ? sourceAt(path, text, langOfPath(path)).parsed.file
          : undefined;
      this.open.set(path, file && new FileModule(this, path, text, file));
    }
    return this.open.get(path);
  }
}

/** What a module gives away under a name: one of its own names, one of another module, or a value without a name. */
type Export =
  | { readonly kind: "own"; readonly name: string }
  | { readonly kind: "from"; readonly from: string; readonly name: string; readonly typeOnly: boolean }
  | { readonly kind: "value"; readonly binding: Binding };

class FileModule implements SourceModule {
  readonly path: string;
  readonly text: string;
  readonly top: Scope;
  readonly types: SourceModule["types"];
  readonly comments: SourceModule["comments"];
  private readonly graph: ModuleGraph;
  private readonly body: readonly Node[];
  private table: { named: ReadonlyMap<string, Export>; stars: readonly string[] } | undefined;
  private whole: Binding | undefined;

  constructor(graph: ModuleGraph, path: string, text: string, file: File) {
    this.graph = graph;
    this.path = path;
    this.text = text;
    this.comments = file.comments ?? [];
    const program = file.program as unknown as Node;
    this.body = program["body"] as Node[];
    this.top = { names: declaredFor(program) ?? new Map(), outer: undefined, module: this };
    linkScope(this.top);
    this.types = topTypes(this.body);
  }

  imported(from: string, name: string): Binding | undefined {
    const module = this.graph.at(from, this.path);
    return name === "*" ? module?.namespace() : module?.exported(name, new Set());
  }

  importedType(from: string, name: string): DeclaredType | undefined {
    return this.graph.at(from, this.path)?.exportedType(name, new Set());
  }

  private exports() {
    this.table ??= exportTable(this.body, this.top);
    return this.table;
  }

  private exported(name: string, visited: Set<FileModule>): Binding | undefined {
    if (visited.has(this)) return undefined;
    visited.add(this);
    const { named, stars } = this.exports();
    const entry = named.get(name);
    if (entry?.kind === "own") return this.top.names.get(entry.name) ?? { kind: "unknown" };
    if (entry?.kind === "value") return entry.binding;
    if (entry)
      return {
        kind: "import",
        from: entry.from,
        name: entry.name,
        typeOnly: entry.typeOnly,
        scope: this.top,
      };
    // `export *` leaves the default out.
    if (name === "default") return undefined;
    for (const from of stars) {
      const inner = this.graph.at(from, this.path)?.exported(name, visited);
      if (inner) return inner;
    }
    return undefined;
  }

  private exportedType(name: string, visited: Set<FileModule>): DeclaredType | undefined {
    if (visited.has(this)) return undefined;
    visited.add(this);
    const { named, stars } = this.exports();
    const entry = named.get(name);
    if (entry?.kind === "from")
      return this.graph.at(entry.from, this.path)?.exportedType(entry.name, visited);
    if (entry?.kind === "own") {
      const declaration = this.types.get(entry.name);
      if (declaration) return { module: this, declaration };
      const binding = this.top.names.get(entry.name);
      return binding?.kind === "import"
        ? this.graph.at(binding.from, this.path)?.exportedType(binding.name, visited)
        : undefined;
    }
    for (const from of entry ? [] : stars) {
      const inner = this.graph.at(from, this.path)?.exportedType(name, visited);
      if (inner) return inner;
    }
    return undefined;
  }

  private exportedNames(visited: Set<FileModule>): Set<string> {
    if (visited.has(this)) return new Set();
    visited.add(this);
    const { named, stars } = this.exports();
    const names = new Set(named.keys());
    for (const from of stars)
      for (const name of this.graph.at(from, this.path)?.exportedNames(visited) ?? [])
        if (name !== "default") names.add(name);
    return names;
  }

  /** `import * as x`: an object of all exports, in the order that the language gives them. */
  private namespace(): Binding {
    if (this.whole) return this.whole;
    const names = new Map<string, Binding>();
    for (const name of [...this.exportedNames(new Set())].sort()) {
      const binding = this.exported(name, new Set());
      if (binding && !(binding.kind === "import" && binding.typeOnly)) names.set(name, binding);
    }
    const scope: Scope = { names, outer: undefined, module: this };
    const identifier = (name: string) => ({ type: "Identifier", name });
    const properties = [...names.keys()].map((name) => ({
      type: "ObjectProperty",
      computed: false,
      shorthand: true,
      key: identifier(name),
      value: identifier(name),
    }));
    const init = { type: "ObjectExpression", properties } as unknown as ObjectExpression;
    this.whole = { kind: "const", init, scope };
    return this.whole;
  }
}

/** Types at the top of a module, exported or not. */
function topTypes(body: readonly Node[]): Map<string, TypeAlias | Interface> {
  const types = new Map<string, TypeAlias | Interface>();
  for (const statement of body) {
    const inner = statement["declaration"];
    const node = /^Export(Named|Default)/.test(statement.type) && isNode(inner) ? inner : statement;
    if (node.type !== "TSTypeAliasDeclaration" && node.type !== "TSInterfaceDeclaration") continue;
    const declaration = node as unknown as TypeAlias | Interface;
    if (!types.has(declaration.id.name)) types.set(declaration.id.name, declaration);
  }
  return types;
}

function exportTable(body: readonly Node[], top: Scope) {
  const exports = new Map<string, Export>();
  const stars: string[] = [];
  for (const statement of body) {
    const source = statement["source"];
    const declaration = statement["declaration"];
    if (statement.type === "ExportAllDeclaration") {
      if (isNode(source)) stars.push(String(source["value"]));
    } else if (statement.type === "ExportDefaultDeclaration" && isNode(declaration))
      exports.set("default", defaultExport(declaration, top));
    else if (statement.type === "ExportNamedDeclaration") {
      if (isNode(declaration)) {
        for (const name of declared([declaration]).keys()) exports.set(name, { kind: "own", name });
        for (const name of topTypes([declaration]).keys()) exports.set(name, { kind: "own", name });
      }
      for (const specifier of (statement["specifiers"] ?? []) as Node[]) {
        const typeOnly = statement["exportKind"] === "type" || specifier["exportKind"] === "type";
        const name = specifier.type === "ExportNamespaceSpecifier" ? "*" : nameOf(specifier["local"] as Node);
        const from = isNode(source) ? String(source["value"]) : undefined;
        exports.set(
          nameOf(specifier["exported"] as Node),
          from === undefined ? { kind: "own", name } : { kind: "from", from, name, typeOnly },
        );
      }
    }
  }
  return { named: exports, stars };
}

function defaultExport(declaration: Node, top: Scope): Export {
  const id = declaration["id"];
  if (/^TS(Interface|Enum)Declaration$/.test(declaration.type) && isNode(id))
    return { kind: "own", name: nameOf(id) };
  if (declaration.type === "FunctionDeclaration")
    return { kind: "value", binding: { kind: "function", declaration, scope: top } };
  if (declaration.type === "ClassDeclaration") return { kind: "value", binding: { kind: "unknown" } };
  // `export default phases` may be a name of a value or of a type.
  if (declaration.type === "Identifier") return { kind: "own", name: nameOf(declaration) };
  return {
    kind: "value",
    binding: { kind: "const", init: declaration as unknown as Expression, scope: top },
  };
}
