import type * as Monaco from "monaco-editor/editor";
import {
  DefinitionAdapter,
  getJavaScriptWorker,
  getTypeScriptWorker,
  LibFiles,
  OutlineAdapter,
  QuickInfoAdapter,
  ReferenceAdapter,
  RenameAdapter,
  SuggestAdapter,
  type AskWorker,
} from "monaco-editor/languages/features/typescript/tsMode";
import { addXstateTypes } from "#adapters/monaco/typescript.ts";

/** What Monaco's TypeScript says by itself. The studio's providers ask it where a word is none of the machine's names. */
export interface TypeScriptItself {
  readonly worker: AskWorker;
  readonly completions: Monaco.languages.CompletionItemProvider;
  readonly hover: Monaco.languages.HoverProvider;
  readonly definition: Monaco.languages.DefinitionProvider;
  readonly references: Monaco.languages.ReferenceProvider;
  readonly rename: Monaco.languages.RenameProvider;
  readonly outline: Monaco.languages.DocumentSymbolProvider;
}

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
export function typescriptItself(language: "typescript" | "javascript"): TypeScriptItself {
  const get = language === "typescript" ? getTypeScriptWorker : getJavaScriptWorker;
  const worker: AskWorker = async (...uris) => (await whenSetUp(get))(...uris);
  const files = new LibFiles(worker);
  return {
    worker,
    completions: new SuggestAdapter(worker),
    hover: new QuickInfoAdapter(worker),
    definition: new DefinitionAdapter(files, worker),
    references: new ReferenceAdapter(files, worker),
    rename: new RenameAdapter(files, worker),
    outline: new OutlineAdapter(worker),
  };
}
