import type * as Monaco from "monaco-editor/editor";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";
import { rangeIn } from "#adapters/monaco/language/places.ts";

/**
 * Renames by the studio's own command, in all files at once: Monaco gets no edits of its own, the new text comes back from
 * the project like any change by another hand. Other words are renamed by TypeScript.
 */
export function renameProvider(itself?: Monaco.languages.RenameProvider): Monaco.languages.RenameProvider {
  return {
    resolveRenameLocation: (model, position) => {
      const shown = shownIn(model);
      const ours = shown?.language.nameAt(pointAt(shown, model, position));
      if (shown && ours) return { range: rangeIn(model, shown.map, ours.at), text: ours.name };
      const word = model.getWordAtPosition(position);
      const { lineNumber } = position;
      const range = {
        startLineNumber: lineNumber,
        endLineNumber: lineNumber,
        startColumn: word?.startColumn ?? position.column,
        endColumn: word?.endColumn ?? position.column,
      };
      return itself && word ? { range, text: word.word } : { range, text: "", rejectReason: " " };
    },
    provideRenameEdits: async (model, position, to, token) => {
      const shown = shownIn(model);
      const point = shown && pointAt(shown, model, position);
      if (!shown || !point || !shown.language.nameAt(point))
        return itself?.provideRenameEdits(model, position, to, token);
      shown.language.rename(point, to);
      return { edits: [] };
    },
  };
}
