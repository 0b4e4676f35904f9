import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";

/** Shift+F2 asks for the new name of what stands at the caret, and shows a preview of the change. */
export function bindPreviewRename(
  monaco: MonacoApi,
  editor: Monaco.editor.IStandaloneCodeEditor,
  label: string,
): Monaco.IDisposable {
  return editor.addAction({
    id: "turnwright.previewRename",
    label,
    keybindings: [monaco.KeyMod.Shift | monaco.KeyCode.F2],
    contextMenuGroupId: "1_modification",
    contextMenuOrder: 1.2,
    run: () => {
      const model = editor.getModel();
      const position = editor.getPosition();
      const shown = model && shownIn(model);
      if (model && shown && position && shown.language.previewRename(pointAt(shown, model, position))) return;
      // Of other words TypeScript alone knows the places.
      void editor.getAction("editor.action.rename")?.run();
    },
  });
}

/** Shift+F12 lists the places of a name beside the code; of other words Monaco shows them in place, as it always does. */
export function bindReferences(
  monaco: MonacoApi,
  editor: Monaco.editor.IStandaloneCodeEditor,
  label: string,
): Monaco.IDisposable {
  return editor.addAction({
    id: "turnwright.listReferences",
    label,
    keybindings: [monaco.KeyMod.Shift | monaco.KeyCode.F12],
    contextMenuGroupId: "navigation",
    contextMenuOrder: 1.4,
    run: () => {
      const model = editor.getModel();
      const position = editor.getPosition();
      const shown = model && shownIn(model);
      if (model && shown && position && shown.language.listReferences(pointAt(shown, model, position)))
        return;
      void editor.getAction("editor.action.goToReferences")?.run();
    },
  });
}
