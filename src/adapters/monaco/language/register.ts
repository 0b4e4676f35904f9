import { javascriptDefaults, typescriptDefaults } from "monaco-editor/languages/features/typescript/register";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { completionProvider } from "#adapters/monaco/language/completionProvider.ts";
import { definitionProvider, referenceProvider } from "#adapters/monaco/language/findProviders.ts";
import { hoverProvider } from "#adapters/monaco/language/hoverProvider.ts";
import { outlineProvider } from "#adapters/monaco/language/outlineProvider.ts";
import { openBesides } from "#adapters/monaco/language/places.ts";
import { renameProvider } from "#adapters/monaco/language/renameProvider.ts";
import { checkUnseen, type CheckedFile } from "#adapters/monaco/language/checkUnseen.ts";
import { markTypeErrors } from "#adapters/monaco/language/typeErrors.ts";
import { typescriptItself } from "#adapters/monaco/language/typescriptItself.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";

const DEFAULTS = { typescript: typescriptDefaults, javascript: javascriptDefaults };

/**
 * Makes the studio's knowledge of its files known to Monaco; to be called once. Answers how to have a file checked that no editor
 * shows.
 */
export function registerLanguage(monaco: MonacoApi): (file: CheckedFile) => Promise<readonly TypeError[]> {
  const { languages } = monaco;
  const checkers = {
    typescript: checkerOf(monaco, "typescript"),
    javascript: checkerOf(monaco, "javascript"),
  };
  for (const language of ["typescript", "javascript"] as const) {
    const { itself } = checkers[language];
    languages.registerCompletionItemProvider(language, completionProvider(monaco, itself.completions));
    languages.registerHoverProvider(language, hoverProvider(itself.hover));
    languages.registerDefinitionProvider(language, definitionProvider(monaco, itself.definition));
    languages.registerReferenceProvider(language, referenceProvider(monaco, itself.references));
    languages.registerRenameProvider(language, renameProvider(itself.rename));
    languages.registerDocumentSymbolProvider(language, outlineProvider(monaco, itself.outline));
    markTypeErrors(monaco, language, checkers[language]);
  }
  languages.registerHoverProvider("json", hoverProvider());
  languages.registerDefinitionProvider("json", definitionProvider(monaco));
  languages.registerReferenceProvider("json", referenceProvider(monaco));
  languages.registerRenameProvider("json", renameProvider());
  openBesides(monaco);
  return (file) => checkUnseen(monaco, checkers[file.language], file);
}

function checkerOf(monaco: MonacoApi, language: CheckedFile["language"]) {
  const itself = typescriptItself(monaco, language);
  return { itself, worker: itself.worker, defaults: DEFAULTS[language] };
}
