/**
 * Everything of Monaco that the studio uses, in one chunk that is loaded late. Import this file only with `import()`, and
 * only after the words of its interface (loadMonaco.ts does both).
 */
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/javascript/register";
// Vite makes the default export of `?worker` files; the linter cannot see it.
// oxlint-disable-next-line import/default
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
// oxlint-disable-next-line import/default
import TsWorker from "monaco-editor/languages/features/typescript/ts.worker?worker";
import { registerCodeActions } from "#adapters/monaco/codeActions.ts";
import { registerLanguage } from "#adapters/monaco/language/register.ts";
import { registerJson } from "#adapters/monaco/jsonLanguage.ts";
import { defineThemes } from "#adapters/monaco/theme.ts";
import { addXstateTypes } from "#adapters/monaco/typescript.ts";

self.MonacoEnvironment = {
  getWorker: (_moduleId, label) =>
    label === "typescript" || label === "javascript" ? new TsWorker() : new EditorWorker(),
};

defineThemes(monaco.editor);
registerJson(monaco.languages);
const checkUnseen = registerLanguage(monaco);
registerCodeActions(monaco);

export { monaco, addXstateTypes, checkUnseen };
