/** The parts of Monaco's TypeScript support that its own declarations leave out. */
declare module "monaco-editor/languages/features/typescript/tsMode" {
  import type { Uri, editor, languages } from "monaco-editor/editor";
  import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";

  export interface Worker {
    getSyntacticDiagnostics(file: string): Promise<Diagnostic[]>;
    getSemanticDiagnostics(file: string): Promise<Diagnostic[]>;
    getSuggestionDiagnostics(file: string): Promise<Diagnostic[]>;
    getDefinitionAtPosition(file: string, offset: number): Promise<readonly Found[] | undefined>;
    getReferencesAtPosition(file: string, offset: number): Promise<readonly Found[] | undefined>;
    findRenameLocations(
      file: string,
      offset: number,
      strings: boolean,
      comments: boolean,
      prefixAndSuffix: boolean,
    ): Promise<readonly Found[] | undefined>;
  }
  /** A place in a file by its name in the worker. */
  export interface Found {
    readonly fileName: string;
    readonly textSpan: { readonly start: number; readonly length: number };
  }
  export type AskWorker = (...uris: Uri[]) => Promise<Worker>;

  export function getTypeScriptWorker(): Promise<AskWorker>;
  export function getJavaScriptWorker(): Promise<AskWorker>;
  export class LibFiles {
    constructor(worker: AskWorker);
    fetchLibFilesIfNecessary(uris: readonly Uri[]): Promise<void>;
    getOrCreateModel(fileName: string): editor.ITextModel | null;
  }
  export const SuggestAdapter: new (worker: AskWorker) => languages.CompletionItemProvider;
  export const QuickInfoAdapter: new (worker: AskWorker) => languages.HoverProvider;
  export const RenameAdapter: new (files: LibFiles, worker: AskWorker) => languages.RenameProvider;
  export const OutlineAdapter: new (worker: AskWorker) => languages.DocumentSymbolProvider;
  export function flattenDiagnosticMessageText(
    message: Diagnostic["messageText"],
    newLine: string,
    indent?: number,
  ): string;
}
