import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";

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
