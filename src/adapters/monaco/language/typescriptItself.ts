import type * as Monaco from "monaco-editor/editor";
import {
  getJavaScriptWorker,
  getTypeScriptWorker,
  LibFiles,
  OutlineAdapter,
  QuickInfoAdapter,
  RenameAdapter,
  SuggestAdapter,
  type AskWorker,
} from "monaco-editor/languages/features/typescript/tsMode";
import { pathOfImported } from "#adapters/monaco/importedFiles.ts";
import { shownIn } from "#adapters/monaco/language/boundEditors.ts";
import { isBeside, locations, rangeIn } from "#adapters/monaco/language/places.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { addXstateTypes } from "#adapters/monaco/typescript.ts";

/** What Monaco's TypeScript says by itself. The studio's providers ask it where a word is none of the machine's names. */
export interface TypeScriptItself {
  readonly worker: AskWorker;
  readonly completions: Monaco.languages.CompletionItemProvider;
  readonly hover: Monaco.languages.HoverProvider;
  readonly definition: Search;
  readonly references: Search;
  readonly rename: Monaco.languages.RenameProvider;
  readonly outline: Monaco.languages.DocumentSymbolProvider;
}

/** Places of the word at a position, in any file. */
export type Search = (
  model: Monaco.editor.ITextModel,
  position: Monaco.IPosition,
) => Promise<Monaco.languages.Location[]>;

/** Monaco sets its TypeScript up a moment after the first model comes. */
const SETUP_MS = 10_000;
const STEP_MS = 20;

/** A question from before the types came would never be answered: Monaco ends the worker when they come. */
async function whenSetUp(get: () => Promise<AskWorker>): Promise<AskWorker> {
  await addXstateTypes();
  for (const end = performance.now() + SETUP_MS; performance.now() < end;) {
    try {
      return await get();
    } catch {
      await new Promise((done) => setTimeout(done, STEP_MS));
    }
  }
  return get();
}

/** The worker starts with the first question, as Monaco's own providers have it. */
export function typescriptItself(monaco: MonacoApi, language: "typescript" | "javascript"): TypeScriptItself {
  const get = language === "typescript" ? getTypeScriptWorker : getJavaScriptWorker;
  const worker: AskWorker = async (...uris) => (await whenSetUp(get))(...uris);
  const files = new LibFiles(worker);
  return {
    worker,
    completions: new SuggestAdapter(worker),
    hover: new QuickInfoAdapter(worker),
    definition: searchBy("getDefinitionAtPosition", monaco, files, worker),
    references: searchBy("getReferencesAtPosition", monaco, files, worker),
    rename: renameHere(new RenameAdapter(files, worker), worker),
    outline: new OutlineAdapter(worker),
  };
}

/** What the worker finds, with places in imported files shown as the studio's; Monaco's own way would make models of them that grow old. */
function searchBy(
  verb: "getDefinitionAtPosition" | "getReferencesAtPosition",
  monaco: MonacoApi,
  files: LibFiles,
  worker: AskWorker,
): Search {
  return async (model, position) => {
    const client = await worker(model.uri);
    if (model.isDisposed()) return [];
    const uri = model.uri.toString();
    const found = (await client[verb](uri, model.getOffsetAt(position))) ?? [];
    await files.fetchLibFilesIfNecessary(found.map(({ fileName }) => monaco.Uri.parse(fileName)));
    if (model.isDisposed()) return [];
    const shown = shownIn(model);
    return found.flatMap(({ fileName, textSpan: { start, length } }): Monaco.languages.Location[] => {
      const at = { from: start, to: start + length };
      const file = pathOfImported(fileName);
      if (file !== undefined) return shown ? locations(monaco, model, shown, [{ file, at }]) : [];
      if (isBeside(monaco.Uri.parse(fileName))) return [];
      const targetModel = fileName === uri ? model : files.getOrCreateModel(fileName);
      return targetModel
        ? [{ uri: targetModel.uri, range: rangeIn(targetModel, { toModel: (offset) => offset }, at) }]
        : [];
    });
  };
}

/** Renames within the shown file. Occurrences in imported files stay as they are, and the person is shown where. */
function renameHere(
  itself: Monaco.languages.RenameProvider,
  worker: AskWorker,
): Monaco.languages.RenameProvider {
  return {
    provideRenameEdits: async (model, position, to, token) => {
      const client = await worker(model.uri);
      if (model.isDisposed()) return undefined;
      const offset = model.getOffsetAt(position);
      const found = await client.findRenameLocations(model.uri.toString(), offset, false, false, false);
      if (model.isDisposed()) return undefined;
      const far = (found ?? []).flatMap(({ fileName }) => pathOfImported(fileName) ?? [])[0];
      if (far === undefined) return itself.provideRenameEdits(model, position, to, token);
      shownIn(model)?.language.refuseRename(model.getWordAtPosition(position)?.word ?? "", far);
      return { edits: [] };
    },
  };
}
