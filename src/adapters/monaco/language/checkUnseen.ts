import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { eolMap } from "#adapters/monaco/eolMap.ts";
import { fileUri, freshUri } from "#adapters/monaco/fileUri.ts";
import { needFiles, type ImportedFile } from "#adapters/monaco/importedFiles.ts";
import { typeDiagnostics, errorsIn, type Defaults } from "#adapters/monaco/language/askTypes.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import type { AskWorker } from "monaco-editor/languages/features/typescript/tsMode";

/** A file of a game as the type checker has to know it. */
export interface CheckedFile {
  /** Id of the game. */
  readonly docs: string;
  readonly file: string;
  /** Where it lies, so that what it imports is found. */
  readonly path: string;
  readonly language: "typescript" | "javascript";
  readonly text: string;
  readonly imports: readonly ImportedFile[];
}

/** Whom to ask about the files of a language. */
export interface Checker {
  readonly defaults: Defaults;
  readonly worker: AskWorker;
}

/** Has the type checker read a file for as long as that takes; its offsets are the file's. */
export async function checkUnseen(
  monaco: MonacoApi,
  { defaults, worker }: Checker,
  { docs, file, path, language, text, imports }: CheckedFile,
): Promise<readonly TypeError[]> {
  const map = eolMap(text);
  const reader = {};
  needFiles(monaco, reader, imports);
  const model = monaco.editor.createModel(
    map.model,
    language,
    freshUri(monaco, fileUri(docs, file, language, path)),
  );
  try {
    return errorsIn(await typeDiagnostics(model, defaults, worker), map);
  } finally {
    model.dispose();
    needFiles(monaco, reader, []);
  }
}
