import { applyEdits, type Span } from "#core/text/textEdit.ts";
import type { StripTypes } from "#core/export/toJavaScript.ts";

/** A module and where it names the files that it imports. */
export interface ExportFile {
  readonly path: string;
  readonly text: string;
  readonly lang: "ts" | "js";
  /** Paths of the files it imports, by the specifier that is written. */
  readonly imports: Readonly<Record<string, string>>;
  readonly links: readonly { readonly specifier: string; readonly at: Span }[];
}

/** A module with the files of its project that it needs to run. */
export interface ExportProject {
  readonly main: ExportFile;
  readonly files: readonly ExportFile[];
  /** Relative imports that lead to no file. */
  readonly missing: readonly { readonly specifier: string; readonly from: string }[];
}

/** What an exported module needs beside it. */
export interface GoesWith {
  /** Paths are relative to the exported module; one that begins with `../` lies outside of its folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Imports whose file was not found: the export will not run without it. */
  readonly missing: readonly string[];
}

/**
 * The module as it is exported, and the files that go with it. TypeScript stays as it is. In JavaScript the types are out of
 * all of them, and every import says the whole name of the file, as plain Node and browsers want it.
 * @param name the exported module's file name: files that import it back will look for that
 */
export function exportProject(
  { main, files, missing }: ExportProject,
  to: "ts" | "js",
  strip: StripTypes,
  name = lastPart(main.path),
): { readonly text: string; readonly goesWith: GoesWith } {
  const folder = main.path.split("/").slice(0, -1);
  const places = new Map([[main.path, name]]);
  for (const { path } of files) {
    let place = relative(folder, path.split("/"));
    if (to === "js") place = inJavaScript(place);
    // `a.ts` and `a.js` beside each other would become one.
    while ([...places.values()].includes(place)) place = place.replace(/(\.\w+)$/, "_$1");
    places.set(path, place);
  }
  const placeOf = (path: string): string => places.get(path) ?? path;
  const written = (file: ExportFile): string => {
    const folders = placeOf(file.path).split("/").slice(0, -1);
    const edits = file.links.flatMap(({ specifier, at }) => {
      const path = file.imports[specifier];
      if (path === undefined || (to === "ts" && (path !== main.path || name === lastPart(path)))) return [];
      const next = relative(folders, placeOf(path).split("/"));
      const quote = file.text[at.from] ?? '"';
      return [{ ...at, insert: `${quote}${next.startsWith("../") ? next : `./${next}`}${quote}` }];
    });
    const text = applyEdits(file.text, edits);
    return to === "js" && file.lang === "ts" ? strip(text) : text;
  };
  return {
    text: written(main),
    goesWith: {
      files: files.map((file) => ({ path: placeOf(file.path), text: written(file) })),
      missing: missing.map(({ specifier }) => specifier),
    },
  };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const inJavaScript = (path: string): string =>
  path.replace(/\.([cm]?)tsx?$/, ".$1js").replace(/\.jsx$/, ".js");

/** The way from a folder to a file, both as parts of paths from the same start. */
function relative(folder: readonly string[], file: readonly string[]): string {
  let same = 0;
  while (same < folder.length && same < file.length - 1 && folder[same] === file[same]) same++;
  return [...folder.slice(same).map(() => ".."), ...file.slice(same)].join("/");
}
