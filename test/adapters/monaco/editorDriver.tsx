import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { CodeEditor, type CodeEditorProps } from "#adapters/monaco/CodeEditor.tsx";
import type { EditInfo } from "#adapters/monaco/editorSession.ts";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";

export interface Reported {
  readonly edits: readonly TextEdit[];
  readonly info: EditInfo;
}

/** A page with one editor over a small project: one text per file, a revision, and lists of what the editor said. */
export async function openEditor(text: string, more: Partial<CodeEditorProps> = {}) {
  const monaco = await loadMonaco("en");
  const host = document.createElement("div");
  host.style.cssText = "width:800px;height:400px";
  document.body.append(host);
  const files = new Map([["machine", text]]);
  const reported: Reported[] = [];
  const asked: string[] = [];
  const carets: number[] = [];
  const listeners = new Set<() => void>();
  let revision = 1;
  let extra = more;
  let view = { text, revision, file: more.file ?? "machine" };
  const publish = () => {
    view = { file: extra.file ?? "machine", text: files.get(extra.file ?? "machine") ?? "", revision };
    for (const listener of listeners) listener();
  };
  files.set(view.file, text);

  const App = () => {
    const now = useSyncExternalStore(
      (listener) => (listeners.add(listener), () => listeners.delete(listener)),
      () => view,
    );
    return (
      <CodeEditor
        docs="toss"
        lang="typescript"
        theme="light"
        locale="en"
        ariaLabel="Code"
        onUndo={() => asked.push("undo")}
        onRedo={() => asked.push("redo")}
        onSave={() => asked.push("save")}
        onCaret={(offset) => carets.push(offset)}
        onEdits={(edits, info) => {
          reported.push({ edits, info });
          files.set(info.file, applyEdits(files.get(info.file) ?? "", edits));
          revision++;
          publish();
          return revision;
        }}
        {...extra}
        {...now}
      />
    );
  };
  const root = createRoot(host);
  root.render(<App />);
  await until(() =>
    monaco.editor.getEditors().some((e) => host.contains(e.getContainerDomNode()) && e.getModel()),
  );
  const editor = monaco.editor.getEditors().find((e) => host.contains(e.getContainerDomNode()))!;

  return {
    monaco,
    editor,
    host,
    reported,
    asked,
    carets,
    text: (file = view.file) => files.get(file)!,
    value: () => editor.getModel()!.getValue(),
    focus: () => editor.focus(),
    put: (offset: number) => editor.setPosition(editor.getModel()!.getPositionAt(offset)),
    caret: () => editor.getModel()!.getOffsetAt(editor.getPosition()!),
    /** A change by another hand: a graph command, an undo, another program. */
    outside: async (next: string) => {
      files.set(view.file, next);
      revision++;
      publish();
      await frame();
    },
    show: async (props: Partial<CodeEditorProps>, next?: string) => {
      extra = { ...extra, ...props };
      if (next !== undefined) files.set(extra.file ?? "machine", next);
      publish();
      await frame();
    },
    close: () => {
      root.unmount();
      host.remove();
    },
  };
}

export const frame = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** Waits until `holds` is true; fails after `ms`. */
export async function until(holds: () => boolean, ms = 25_000): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Not so after ${ms} ms: ${holds}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
