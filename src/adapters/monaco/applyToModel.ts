import type * as Monaco from "monaco-editor/editor";
import { diffEdits } from "#adapters/monaco/diffEdits.ts";
import { mapOffset, type TextEdit } from "#core/text/textEdit.ts";

/**
 * Makes the model's value `target` by the fewest edits, outside Monaco's undo. Caret, selection and folding stay on their text;
 * when the editor shows this model, what stood on the screen stays there.
 */
export function applyToModel(
  editor: Monaco.editor.ICodeEditor,
  model: Monaco.editor.ITextModel,
  target: string,
): void {
  const edits = diffEdits(model.getValue(), target);
  if (edits.length === 0) return;
  const keepScroll = editor.getModel() === model ? holdScroll(editor, model, edits) : undefined;
  model.applyEdits(edits.map((edit) => toOperation(model, edit)));
  // An edit beside half a surrogate pair is widened by Monaco; then the whole text is put in its place.
  if (model.getValue() !== target) model.applyEdits([{ range: model.getFullModelRange(), text: target }]);
  keepScroll?.();
}

function toOperation(model: Monaco.editor.ITextModel, { from, to, insert }: TextEdit) {
  const start = model.getPositionAt(from);
  const end = model.getPositionAt(to);
  return {
    range: {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    },
    text: insert,
  };
}

/** Remembers how far from the top a line on screen is, the caret's if it can be seen; the answer puts it there again. */
function holdScroll(
  editor: Monaco.editor.ICodeEditor,
  model: Monaco.editor.ITextModel,
  edits: readonly TextEdit[],
): (() => void) | undefined {
  const visible = editor.getVisibleRanges();
  const first = visible[0]?.startLineNumber;
  if (first === undefined) return undefined;
  const caret = editor.getPosition()?.lineNumber;
  const line =
    caret && visible.some((r) => r.startLineNumber <= caret && caret <= r.endLineNumber) ? caret : first;
  const gap = editor.getTopForLineNumber(line) - editor.getScrollTop();
  const offset = mapOffset(model.getOffsetAt({ lineNumber: line, column: 1 }), edits);
  return () => {
    const now = model.getPositionAt(offset).lineNumber;
    if (now !== line)
      editor.setScrollTop(editor.getTopForLineNumber(now) - gap, 1 /* ScrollType.Immediate */);
  };
}
