import { javascriptDefaults, typescriptDefaults } from "monaco-editor/languages/features/typescript/register";
import type * as Monaco from "monaco-editor/editor";
import { placeOf } from "#adapters/monaco/fileUri.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";

/** A file of the project that a shown one imports. */
export interface ImportedFile {
  /** With forward slashes; the type checker finds the file by it. */
  readonly path: string;
  readonly text: string;
}

/** What each editor needs, and what the type checker has been given for it. */
const filesByEditor = new Map<object, readonly ImportedFile[]>();
const libraries = new Map<string, { readonly text: string; readonly parts: readonly Monaco.IDisposable[] }>();
/** Paths by the names that the type checker has for them. */
const paths = new Map<string, string>();

/** Gives the type checker the files that an editor needs, in place of those it needed before; none lets them all go. */
export function needFiles(monaco: MonacoApi, editor: object, files: readonly ImportedFile[]): void {
  if (files.length > 0) filesByEditor.set(editor, files);
  else filesByEditor.delete(editor);
  const texts = new Map([...filesByEditor.values()].flat().map(({ path, text }) => [path, text]));
  for (const [path, { parts }] of libraries) {
    if (texts.has(path)) continue;
    for (const part of parts) part.dispose();
    for (const name of namesOf(monaco, path)) paths.delete(name);
    libraries.delete(path);
  }
  for (const [path, text] of texts) {
    if (libraries.get(path)?.text === text) continue;
    const names = namesOf(monaco, path);
    for (const name of names) paths.set(name, path);
    // A newer text under the same name takes the place of the older one.
    const parts = [typescriptDefaults, javascriptDefaults].flatMap((defaults) =>
      names.map((name) => defaults.addExtraLib(text, name)),
    );
    libraries.set(path, { text, parts });
  }
}

/** The path of a file that was given to the type checker, by the name it has there. */
export const pathOfImported = (name: string): string | undefined => paths.get(name);

/**
 * The names under which the type checker may look for a file: what a specifier says is put as it is behind the folder of the
 * importing one, which is written with escapes when that is a model, and without them when it is one of these files.
 */
function namesOf({ Uri }: MonacoApi, path: string): string[] {
  const place = placeOf(path);
  const escaped = Uri.from({ scheme: "file", path: place }).toString();
  const cut = (text: string) => text.lastIndexOf("/") + 1;
  const mixed = escaped.slice(0, cut(escaped)) + place.slice(cut(place));
  return [...new Set([escaped, mixed, `file://${place}`])];
}
