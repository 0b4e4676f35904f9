import { isAlias, type Modules, type Sibling } from "#core/read/modules/moduleGraph.ts";
import { aliasesIn } from "#core/read/modules/pathAliases.ts";

/** Endings that a specifier may leave out, in the order in which they are tried. */
const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/** `./x.js` may be written for the `x.ts` that it is built from. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx"],
  ".jsx": [".tsx", ".jsx"],
  ".mjs": [".mts", ".mjs"],
  ".cjs": [".cts", ".cjs"],
};

/**
 * The paths that a relative specifier may mean, the likeliest first: as TypeScript and bundlers look for it. None for a package.
 * @param from path of the importing file, with forward slashes; absolute, or relative to some folder
 */
export function siblingPaths(specifier: string, from: string): string[] {
  if (!/^\.\.?(\/|$)/.test(specifier)) return [];
  return filesAt(joinPath(from, specifier), specifier);
}

/** The files that a path without ending may mean. */
function filesAt(base: string, specifier: string): string[] {
  const ending = /\.[cm]?[jt]sx?$/.exec(base)?.[0] ?? "";
  const stem = base.slice(0, base.length - ending.length);
  const folder = specifier.endsWith("/") || /(^|\/)\.\.?$/.test(specifier);
  const files = folder ? [] : ENDINGS.map((suffix) => base + suffix);
  const exact = (WRITTEN_AS[ending] ?? (ending === "" ? [] : [ending])).map((suffix) => stem + suffix);
  const index = ENDINGS.map((suffix) => `${base === "" ? "" : `${base}/`}index${suffix}`);
  return [...exact, ...files, ...index];
}

/** A path relative to the folder of a file. `..` above the start of a relative path is kept. */
function joinPath(file: string, relative: string): string {
  const out = file.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    const last = out.at(-1);
    // The empty part in front is the root of an absolute path; nothing lies above it.
    if (part !== "..") out.push(part);
    else if (last === undefined || last === "..") out.push("..");
    else if (last !== "" || out.length > 1) out.pop();
  }
  return out.join("/");
}

/**
 * `modules` for `readModule` from the files of a project. Aliases are those of a `tsconfig.json` or `jsconfig.json` above the file.
 * @param textOf the text of a path, undefined when there is no such file; paths have forward slashes
 */
export function siblingsIn(textOf: (path: string) => string | undefined): Modules {
  const aliasPaths = aliasesIn(textOf);
  return (specifier, from): Sibling | undefined => {
    const paths = isAlias(specifier)
      ? aliasPaths(specifier, from).flatMap((path) => filesAt(path, path))
      : siblingPaths(specifier, from);
    for (const path of paths) {
      const text = textOf(path);
      if (text !== undefined) return { path, text };
    }
    return undefined;
  };
}
