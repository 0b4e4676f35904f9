import type * as Monaco from "monaco-editor/editor";
import type { EditorSession } from "#adapters/monaco/editorSession.ts";
import type { EolMap } from "#adapters/monaco/eolMap.ts";
import type { CodeLanguage, CodePoint } from "#adapters/monaco/language/codeLanguage.ts";

/** An editor with what the studio knows of its file. Monaco asks by model, whichever editor shows it. */
interface Bound {
  readonly session: EditorSession;
  readonly language: () => CodeLanguage | undefined;
}

const bound = new Set<Bound>();

/** Makes an editor's files known to the providers until the answer is disposed. */
export function bindLanguage(session: EditorSession, language: Bound["language"]): Monaco.IDisposable {
  const editor = { session, language };
  bound.add(editor);
  return { dispose: () => void bound.delete(editor) };
}

/** A model that shows a file of the project, with the way between its offsets and the project's. */
export interface ShownModel {
  readonly language: CodeLanguage;
  readonly file: string;
  readonly map: EolMap;
}

/** Undefined for other models, and while an input method holds text back that the project does not have yet. */
export function shownIn(model: Monaco.editor.ITextModel): ShownModel | undefined {
  for (const { session, language } of bound) {
    const open = session.openIn(model);
    const bindings = language();
    if (open && bindings && open.map.model === model.getValue())
      return { language: bindings, file: open.file, map: open.map };
  }
  return undefined;
}

/** Whether an editor shows the file of this name. */
export const isShown = (file: string): boolean => [...bound].some(({ session }) => session.file === file);

/** Any editor's language: for places that no shown model holds. */
export const anyLanguage = (): CodeLanguage | undefined => [...bound].at(-1)?.language();

export function pointAt(
  { file, map }: ShownModel,
  model: Monaco.editor.ITextModel,
  position: Monaco.IPosition,
): CodePoint {
  return { file, text: map.text, offset: map.toProject(model.getOffsetAt(position)) };
}
