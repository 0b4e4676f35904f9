/** The parts of Monaco's TypeScript support that its own declarations leave out. */
declare module "monaco-editor/languages/features/typescript/tsMode" {
  import type { Uri, editor, languages } from "monaco-editor/editor";
  import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";

  export interface Worker {
    getSyntacticDiagnostics(file: string): Promise<Diagnostic[]>;
    getSemanticDiagnostics(file: string): Promise<Diagnostic[]>;
    getSuggestionDiagnostics(file: string): Promise<Diagnostic[]>;
  }
  export type AskWorker = (...uris: Uri[]) => Promise<Worker>;

  export function getTypeScriptWorker(): Promise<AskWorker>;
  export function getJavaScriptWorker(): Promise<AskWorker>;
  export class LibFiles {
    constructor(worker: AskWorker);
  }
  export const SuggestAdapter: new (worker: AskWorker) => languages.CompletionItemProvider;
  export const QuickInfoAdapter: new (worker: AskWorker) => languages.HoverProvider;
  export const DefinitionAdapter: new (files: LibFiles, worker: AskWorker) => languages.DefinitionProvider;
  export const ReferenceAdapter: new (files: LibFiles, worker: AskWorker) => languages.ReferenceProvider;
  export const RenameAdapter: new (files: LibFiles, worker: AskWorker) => languages.RenameProvider;
  export const OutlineAdapter: new (worker: AskWorker) => languages.DocumentSymbolProvider;
  export function flattenDiagnosticMessageText(
    message: Diagnostic["messageText"],
    newLine: string,
    indent?: number,
  ): string;
}
