import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";

/** What an editor does in place of Monaco's own undo, redo and save. */
export interface HistoryVerbs {
  undo(): void;
  redo(): void;
  save(): void;
}

type Verb = keyof HistoryVerbs;

const editors = new Map<Monaco.editor.ICodeEditor, HistoryVerbs>();
let last: HistoryVerbs | undefined;
let bound = false;

/**
 * Sends undo, redo and save of this editor to `verbs`: keys, menus, palette and `editor.trigger` alike, since Monaco's own
 * commands of these names are replaced. Dispose the answer together with the editor.
 */
export function bindHistory(
  monaco: MonacoApi,
  editor: Monaco.editor.IStandaloneCodeEditor,
  verbs: HistoryVerbs,
): Monaco.IDisposable {
  if (!bound) bindCommands(monaco);
  bound = true;
  editors.set(editor, verbs);
  const focus = editor.onDidFocusEditorWidget(() => {
    last = verbs;
  });
  return {
    dispose: () => {
      focus.dispose();
      editors.delete(editor);
      if (last === verbs) last = undefined;
    },
  };
}

function bindCommands({ editor, KeyCode, KeyMod }: MonacoApi): void {
  editor.registerCommand("undo", () => run("undo"));
  editor.registerCommand("redo", () => run("redo"));
  editor.registerCommand("turnwright.save", () => run("save"));
  editor.addKeybindingRule({ keybinding: KeyMod.CtrlCmd | KeyCode.KeyS, command: "turnwright.save" });
  // Monaco has Ctrl+Shift+Z everywhere, but Ctrl+Y not on a Mac.
  editor.addKeybindingRule({ keybinding: KeyMod.CtrlCmd | KeyCode.KeyY, command: "redo" });
}

function run(verb: Verb): void {
  const focused = [...editors.keys()].find((editor) => editor.hasTextFocus());
  if (focused) return editors.get(focused)![verb]();
  // The find box and other small fields inside Monaco keep the undo of the browser.
  if (verb !== "save" && isTextField(document.activeElement)) {
    document.execCommand(verb);
    return;
  }
  (last ?? editors.values().next().value)?.[verb]();
}

const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
