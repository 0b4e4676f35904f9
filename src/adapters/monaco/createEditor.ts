import type * as Monaco from "monaco-editor/editor";
import { offerFixes, type PlacedMarker } from "#adapters/monaco/codeActions.ts";
import type { CodeMarker } from "#adapters/monaco/codeMarker.ts";
import { diffEdits } from "#adapters/monaco/diffEdits.ts";
import { editorOptions, FONT_FAMILY } from "#adapters/monaco/editorOptions.ts";
import { EditorSession, type OnEdits } from "#adapters/monaco/editorSession.ts";
import { needFiles, type ImportedFile } from "#adapters/monaco/importedFiles.ts";
import { bindLanguage } from "#adapters/monaco/language/boundEditors.ts";
import type { CodeLanguage } from "#adapters/monaco/language/codeLanguage.ts";
import { bindPreviewRename, bindReferences } from "#adapters/monaco/language/listReferences.ts";
import { refreshTypeErrors } from "#adapters/monaco/language/typeErrors.ts";
import type { EditorLocale } from "#adapters/monaco/loadMonaco.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { themeId, type ThemeName } from "#adapters/monaco/theme.ts";
import { bindHistory, type HistoryVerbs } from "#adapters/monaco/undoKeys.ts";
import { mapOffset, type Span } from "#core/text/textEdit.ts";

/** Ours, beside the squiggles of the TypeScript worker. */
const MARKER_OWNER = "turnwright";

/** A place farther away than this many screens is jumped to: sliding there shows nothing but a blur. */
const SMOOTH_SCREENS = 2;

export interface EditorVerbs extends HistoryVerbs {
  onEdits: OnEdits;
  onCaret(offset: number): void;
  /** What is known of the names in the files; called each time. */
  language?(): CodeLanguage | undefined;
  /** What the list of a name's places is called in the editor's menu. */
  readonly listReferences?: string | undefined;
  /** What renaming with a look at the changes is called there. */
  readonly previewRename?: string | undefined;
}

export interface MountedEditor {
  readonly session: EditorSession;
  setTheme(theme: ThemeName): void;
  setOptions(options: Monaco.editor.IEditorOptions): void;
  /** The spans of markers, highlight and reveal belong to `text`, which may be some keystrokes behind the model. */
  setMarkers(markers: readonly CodeMarker[], text: string): void;
  /** The files of the project that the shown one imports: the type checker gets them. */
  setImports(files: readonly ImportedFile[]): void;
  setHighlight(span: Span | undefined, text: string): void;
  /** Scrolls to the lines of a stretch; never sideways. */
  reveal(span: Span, text: string): void;
  /** Selects a stretch and scrolls to it, without telling of the caret. Focus stays where it is. */
  select(span: Span, text: string): void;
  focus(): void;
  dispose(): void;
}

/** Puts an editor without a file into `host`. */
export function createEditor(
  monaco: MonacoApi,
  host: HTMLElement,
  locale: EditorLocale,
  verbs: EditorVerbs,
): MountedEditor {
  const container = host.appendChild(host.ownerDocument.createElement("div"));
  container.style.height = "100%";
  const editor = monaco.editor.create(container, { ...editorOptions(locale), model: null });
  const session = new EditorSession(monaco, editor, verbs.onEdits);
  const highlight = editor.createDecorationsCollection();
  const history = bindHistory(monaco, editor, {
    undo: () => {
      session.followNextChange();
      verbs.undo();
    },
    redo: () => {
      session.followNextChange();
      verbs.redo();
    },
    save: () => verbs.save(),
  });
  const names = bindLanguage(session, () => verbs.language?.());
  const list = bindReferences(monaco, editor, verbs.listReferences ?? "List references");
  const rename = bindPreviewRename(monaco, editor, verbs.previewRename ?? "Rename with preview");
  const caret = followCaret(editor, session, verbs.onCaret);
  let isDisposed = false;
  // Widths measured with a stand-in font would put the caret beside the letters.
  void document.fonts.load(`12.5px ${FONT_FAMILY}`).then(
    () => isDisposed || monaco.editor.remeasureFonts(),
    () => undefined,
  );

  const rangeOf = ({ from, to }: Span, text: string): Monaco.Range | undefined => {
    const model = editor.getModel();
    const map = session.map;
    if (!model || !map) return undefined;
    const since = diffEdits(text, map.text);
    const place = (offset: number) => model.getPositionAt(map.toModel(mapOffset(offset, since)));
    return monaco.Range.fromPositions(place(from), place(to));
  };

  return {
    session,
    setTheme: (theme) => monaco.editor.setTheme(themeId(theme)),
    setOptions: (options) => editor.updateOptions(options),
    setMarkers: (markers, text) => {
      const model = editor.getModel();
      if (!model) return;
      drawMarkers(monaco, model, markers, (marker) => rangeOf(marker, text));
    },
    setImports: (files) => needFiles(monaco, editor, files),
    setHighlight: (span, text) => {
      const range = span && rangeOf(span, text);
      highlight.set(
        range ? [{ range, options: { isWholeLine: true, className: "turnwright-selected-lines" } }] : [],
      );
    },
    reveal: (span, text) => {
      const range = rangeOf(span, text);
      if (!range) return;
      const away = Math.abs(editor.getTopForLineNumber(range.startLineNumber) - editor.getScrollTop());
      const near = away < SMOOTH_SCREENS * editor.getLayoutInfo().height;
      const { Smooth, Immediate } = monaco.editor.ScrollType;
      // Lines alone: in one that is long the others would be led out of sight sideways.
      const lines = new monaco.Range(range.startLineNumber, 1, range.endLineNumber, 1);
      editor.revealRangeNearTopIfOutsideViewport(lines, near ? Smooth : Immediate);
    },
    select: (span, text) => {
      const range = rangeOf(span, text);
      if (!range) return;
      session.quietly(() => editor.setSelection(range));
      const show = () =>
        editor.revealRangeInCenterIfOutsideViewport(range, monaco.editor.ScrollType.Immediate);
      show();
      // An editor that has just come wraps its lines again once it knows its width: the place has moved then.
      const model = editor.getModel();
      requestAnimationFrame(() => {
        if (!isDisposed && editor.getModel() === model) show();
      });
    },
    focus: () => editor.focus(),
    dispose: () => {
      isDisposed = true;
      // Monaco remembers single elements of an editor that is gone, such as its container and the button that was pointed at last. Each would
      // keep all that it hangs together with: the text, and the view around it.
      const elements = [container, ...container.querySelectorAll("*")];
      needFiles(monaco, editor, []);
      caret.dispose();
      names.dispose();
      list.dispose();
      rename.dispose();
      history.dispose();
      session.dispose();
      editor.dispose();
      for (const element of elements) element.remove();
    },
  };
}

function drawMarkers(
  monaco: MonacoApi,
  model: Monaco.editor.ITextModel,
  markers: readonly CodeMarker[],
  rangeOf: (marker: CodeMarker) => Monaco.Range | undefined,
): void {
  const placed = markers.flatMap((marker): PlacedMarker[] => {
    const range = rangeOf(marker);
    if (!range) return [];
    const { message, code } = marker;
    return [{ marker, range, data: { ...range, severity: severityOf(monaco, marker), message, code } }];
  });
  offerFixes(model, placed);
  monaco.editor.setModelMarkers(
    model,
    MARKER_OWNER,
    placed.map(({ data }) => data),
  );
  refreshTypeErrors(model);
}

/** Reports where the person put the caret, once per frame; moves that follow a change from outside are not reported. */
function followCaret(
  editor: Monaco.editor.IStandaloneCodeEditor,
  session: EditorSession,
  onCaret: (offset: number) => void,
): Monaco.IDisposable {
  let frame = 0;
  const tell = () => {
    frame = 0;
    const position = editor.getPosition();
    const model = editor.getModel();
    if (position && model && session.map) onCaret(session.map.toProject(model.getOffsetAt(position)));
  };
  const moves = editor.onDidChangeCursorPosition(() => {
    if (!session.silent) frame ||= requestAnimationFrame(tell);
  });
  return {
    dispose: () => {
      cancelAnimationFrame(frame);
      moves.dispose();
    },
  };
}

function severityOf({ MarkerSeverity }: MonacoApi, { severity }: CodeMarker): Monaco.MarkerSeverity {
  if (severity === "error") return MarkerSeverity.Error;
  return severity === "warning" ? MarkerSeverity.Warning : MarkerSeverity.Info;
}
