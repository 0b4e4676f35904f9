import { spanOf, type Located, isNode, type Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { Followed } from "#core/read/module.ts";
import type { Modules, Sibling } from "#core/read/modules/moduleGraph.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { freshSource, knownSource } from "#core/syntax/source.ts";

/** A file, and the paths of those that it imports by the specifier that is written. */
export interface LinkedFile extends Sibling {
  readonly lang: "ts" | "js";
  readonly imports: Readonly<Record<string, string>>;
  /** Every place where the file names another one or a package. */
  readonly links: readonly ImportLink[];
}

/** A specifier as it is written; `at` is the string literal with its quotes. */
export interface ImportLink {
  readonly specifier: string;
  readonly at: Span;
}

/** What has to go along with a module for it to run. */
export interface ImportClosure {
  /** The module itself. */
  readonly main: LinkedFile;
  /** The files that it imports, and those that they import, in the order in which they are met; the module not among them. */
  readonly files: readonly LinkedFile[];
  /** Relative imports that lead to no file. */
  readonly missing: readonly Followed[];
  /** Other packages that it, or one of the files, imports: `xstate` in front. */
  readonly packages: readonly string[];
}

/** Files that are followed from import to import; as many as a machine may be read from. */
const MAX_LINKED_FILES = 400;

/**
 * Every file that a module needs to run. Nothing is run.
 * @param types whether what is imported for its types alone is followed as well
 */
export function importClosure(
  main: Sibling & { readonly lang: "ts" | "js" },
  modules: Modules | undefined,
  types = false,
): ImportClosure {
  const linked = new Map<string, LinkedFile>();
  const missing: Followed[] = [];
  const packages = new Set<string>();
  const visit = ({ path, text, lang }: typeof main): void => {
    const imports: Record<string, string> = {};
    const links = importLinks(text, lang, types);
    linked.set(path, { path, text, lang, imports, links });
    for (const specifier of new Set(links.map((link) => link.specifier))) {
      if (!/^\.\.?(\/|$)/.test(specifier)) {
        packages.add(specifier);
        continue;
      }
      const sibling = modules?.(specifier, path);
      // What imports more than this is no machine's project.
      if (!sibling || linked.size > MAX_LINKED_FILES) missing.push({ specifier, from: path });
      else {
        imports[specifier] = sibling.path;
        if (!linked.has(sibling.path)) visit({ ...sibling, lang: langOfPath(sibling.path) });
      }
    }
  };
  visit(main);
  const [first, ...files] = linked.values();
  const inOrder = [...packages].sort((a, b) => Number(b === "xstate") - Number(a === "xstate"));
  return { main: first as LinkedFile, files, missing, packages: inOrder };
}

/** What the text imports or exports from elsewhere when it runs, or for its types too, in order. Empty while it cannot be parsed. */
export function importLinks(text: string, lang: "ts" | "js", types = false): ImportLink[] {
  const { file } = (knownSource(text, lang) ?? freshSource(text, lang)).parsed;
  const links: ImportLink[] = [];
  const take = (source: unknown): void => {
    if (isNode(source) && source.type === "StringLiteral")
      links.push({ specifier: String(source["value"]), at: spanOf(source as Located) });
  };
  for (const statement of (file?.program.body ?? []) as unknown as Node[]) {
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(statement.type)) {
      if (types || isValueImport(statement)) take(statement["source"]);
    }
  }
  // `import("./x")` may stand anywhere.
  if (file && /\bimport\s*\(/.test(text)) walk(file.program as unknown as Node, take);
  return links.toSorted((a, b) => a.at.from - b.at.from);
}

function isValueImport(statement: Node): boolean {
  if (statement["importKind"] === "type" || statement["exportKind"] === "type") return false;
  const specifiers = (statement["specifiers"] ?? []) as Node[];
  const types = specifiers.filter((node) => node["importKind"] === "type" || node["exportKind"] === "type");
  return specifiers.length === 0 || types.length < specifiers.length;
}

function walk(node: Node, take: (source: unknown) => void): void {
  const callee = node["callee"];
  if (node.type === "ImportExpression") take(node["source"]);
  else if (node.type === "CallExpression" && isNode(callee) && callee.type === "Import")
    take((node["arguments"] as unknown[])[0]);
  for (const key in node) {
    const inner = node[key];
    if (key === "loc") continue;
    if (Array.isArray(inner)) {
      for (const item of inner) if (isNode(item)) walk(item, take);
    } else if (isNode(inner)) walk(inner, take);
  }
}
