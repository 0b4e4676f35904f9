/** A file that imports another one of the project, and the files that its specifiers mean. */
export interface ImportingFile {
  readonly path: string;
  readonly text: string;
  readonly imports: ReadonlyMap<string, string>;
}

/** Who imports a module. */
export interface Importers {
  /** The module, as the files know it. */
  readonly path: string;
  /** The files that it imports itself. */
  readonly imports: ReadonlyMap<string, string>;
  /** The files that it imports, and those that these import. */
  readonly imported: ReadonlyMap<string, ImportingFile>;
  /** The files that import it, and those that import these. */
  readonly files: readonly ImportingFile[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

/** The importers of a module, or of a file that it imports, looked for when somebody asks; undefined where nobody knows the files around it. */
export type FindImporters = (path?: string) => Importers | undefined;

interface Script {
  readonly path: string;
  readonly text: string;
}

/** Every place where a text may name a file beside it: quick, and without parsing. */
const SPECIFIER = /\b(?:from|import|require)[\s(]*["'`]([^"'`\n]+)["'`]/g;

/**
 * The scripts of a project that import a module, directly or by way of others.
 * @param scripts all of the project, the module perhaps among them
 * @param fileMeant which file a specifier means in another one
 */
export function importersOf(
  path: string,
  scripts: Iterable<Script>,
  fileMeant: (specifier: string, from: string) => { readonly path: string } | undefined,
  isComplete: boolean,
): Importers {
  const importing = new Map<string, ImportingFile[]>();
  const all = new Map<string, ImportingFile>();
  let own: ReadonlyMap<string, string> = new Map();
  for (const script of scripts) {
    const specifiers = new Set(
      Array.from(script.text.matchAll(SPECIFIER), ([, specifier = ""]) => specifier),
    );
    const imports = new Map<string, string>();
    for (const specifier of specifiers) {
      const file = fileMeant(specifier, script.path);
      if (file) imports.set(specifier, file.path);
    }
    if (script.path === path) own = imports;
    const file = { ...script, imports };
    all.set(script.path, file);
    for (const goal of new Set(imports.values())) importing.set(goal, [...(importing.get(goal) ?? []), file]);
  }
  const files = new Set<ImportingFile>();
  const open = [path];
  for (let goal = open.pop(); goal !== undefined; goal = open.pop())
    for (const file of importing.get(goal) ?? [])
      if (file.path !== path && !files.has(file)) {
        files.add(file);
        open.push(file.path);
      }
  return { path, imports: own, imported: importedBy(own, all), files: [...files], isComplete };
}

function importedBy(
  imports: ReadonlyMap<string, string>,
  all: ReadonlyMap<string, ImportingFile>,
): ReadonlyMap<string, ImportingFile> {
  const imported = new Map<string, ImportingFile>();
  const open = [...imports.values()];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = imported.has(path) ? undefined : all.get(path);
    if (!file) continue;
    imported.set(path, file);
    open.push(...file.imports.values());
  }
  return imported;
}
