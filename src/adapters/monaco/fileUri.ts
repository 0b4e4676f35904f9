import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";

const EXTENSION = { typescript: "ts", javascript: "js", json: "json" } as const;

/** So deep below the root lie the type checker's files that `../../` of a path does not lead out. */
const FOLDER = "/project/a/b/c/d/e/f/g";

/**
 * URI of the model of a game's file. Machines lie above `node_modules` of the type checker, so that `xstate` resolves; one whose
 * path is known lies in its folder under a name of its own, so that `./rules` means there what it means in the file.
 * `docs` and `file` need no escaping: they are checked names (core/project/gameFiles.ts).
 * @param path of the file as those that import it know it, with forward slashes
 */
export function fileUri(
  docs: string | undefined,
  file: string,
  lang: keyof typeof EXTENSION,
  path?: string,
): string {
  const game = docs ?? "game";
  if (path !== undefined) {
    const place = placeOf(path)
      .replace(/(\.[cm]?[jt]sx?)?$/, ".open")
      .split("/");
    return `file://${place.map(encodeURIComponent).join("/")}.${EXTENSION[lang]}`;
  }
  const name = file === "machine" ? `machines/${game}` : `rulesets/${game}/${file}`;
  return `file:///${name}.${EXTENSION[lang]}`;
}

/** Where a file of the project lies for the type checker: its path in one tree, however far up it begins. */
export function placeOf(path: string): string {
  const place = FOLDER.split("/");
  for (const part of path.split("/"))
    if (part === "..") place.pop();
    else if (part !== "" && part !== ".") place.push(part);
  return place.join("/");
}

/** How many models a URI has had on this page. */
const generations = new Map<string, number>();

/**
 * A URI that no model had before: the TypeScript worker tells texts apart by URI and version, and every new model starts at
 * version 1, so a file that is opened again under its old URI would get the types of its old text.
 */
export function freshUri({ Uri }: MonacoApi, name: string): Monaco.Uri {
  const generation = (generations.get(name) ?? 0) + 1;
  generations.set(name, generation);
  return Uri.parse(generation === 1 ? name : name.replace(/(\.[^./]+)$/, `.${generation}$1`));
}
