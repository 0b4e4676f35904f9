import type * as Monaco from "monaco-editor/editor";
import { eolMap } from "#adapters/monaco/eolMap.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { anyLanguage, type ShownModel } from "#adapters/monaco/language/boundEditors.ts";
import type { CodePlace } from "#adapters/monaco/language/codeLanguage.ts";
import type { Span } from "#core/text/textEdit.ts";

/** Files that are not open get models of their own under this scheme, so that Monaco can show a piece of them. */
const SCHEME = "turnwright";

/** A span of a shown file as a range of its model. */
export function rangeIn(
  model: Monaco.editor.ITextModel,
  map: { toModel(offset: number): number },
  { from, to }: Span,
): Monaco.IRange {
  const start = model.getPositionAt(map.toModel(from));
  const end = model.getPositionAt(map.toModel(to));
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}

/** The places as Monaco wants them; a place in a file that is gone is left out. */
export function locations(
  monaco: MonacoApi,
  model: Monaco.editor.ITextModel,
  shown: ShownModel,
  places: readonly CodePlace[],
): Monaco.languages.Location[] {
  return places.flatMap(({ file, at }): Monaco.languages.Location[] => {
    if (file === shown.file) return [{ uri: model.uri, range: rangeIn(model, shown.map, at) }];
    const text = shown.language.textOf(file);
    if (text === undefined) return [];
    const map = eolMap(text);
    const beside = modelBeside(monaco, file, map.model);
    return [{ uri: beside.uri, range: rangeIn(beside, map, at) }];
  });
}

function modelBeside({ editor, Uri }: MonacoApi, file: string, text: string): Monaco.editor.ITextModel {
  // A path may begin with a slash of its own.
  const uri = Uri.from({ scheme: SCHEME, path: `/${file.replace(/^\/+/, "")}`, query: file });
  const known = editor.getModel(uri);
  if (!known) return editor.createModel(text, languageOf(file), uri);
  if (known.getValue() !== text) known.setValue(text);
  return known;
}

/** Whether a URI is that of a model that shows a piece of a file. */
export const isBeside = ({ scheme }: Monaco.Uri): boolean => scheme === SCHEME;

function languageOf(file: string): "typescript" | "javascript" | "json" {
  if (/\.[cm]?jsx?$/.test(file)) return "javascript";
  return file === "machine" || /\.[cm]?tsx?$/.test(file) ? "typescript" : "json";
}

/** Lets the studio open the files of such models, in place of the editor that knows only its own. */
export function openBesides({ editor }: MonacoApi): Monaco.IDisposable {
  return editor.registerEditorOpener({
    openCodeEditor: (_source, resource, selection) => {
      const model = resource.scheme === SCHEME ? editor.getModel(resource) : null;
      const language = anyLanguage();
      if (!model || !language) return false;
      const file = resource.query;
      const map = eolMap(language.textOf(file) ?? "");
      const offset = (position: Monaco.IPosition) => map.toProject(model.getOffsetAt(position));
      const start = selection && "startLineNumber" in selection ? startOf(selection) : selection;
      const end = selection && "startLineNumber" in selection ? endOf(selection) : selection;
      const from = start ? offset(start) : 0;
      language.open({ file, at: { from, to: end ? offset(end) : from } });
      return true;
    },
  });
}

const startOf = ({ startLineNumber, startColumn }: Monaco.IRange): Monaco.IPosition => ({
  lineNumber: startLineNumber,
  column: startColumn,
});
const endOf = ({ endLineNumber, endColumn }: Monaco.IRange): Monaco.IPosition => ({
  lineNumber: endLineNumber,
  column: endColumn,
});
