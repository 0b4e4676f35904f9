import type * as Monaco from "monaco-editor/editor";
import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { shownIn } from "#adapters/monaco/language/boundEditors.ts";
import { typeDiagnostics, errorsIn, typeErrorOf } from "#adapters/monaco/language/askTypes.ts";
import type { Checker } from "#adapters/monaco/language/checkUnseen.ts";
import { isBeside, rangeIn } from "#adapters/monaco/language/places.ts";

/** How long after a keystroke the code is type-checked, in milliseconds. */
const TYPE_CHECK_DELAY_MS = 500;

/** The errors of a model as TypeScript reported them, and how to show them again. */
interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly version: number;
  readonly show: () => void;
}
const checked = new Map<Monaco.editor.ITextModel, Checked>();

/** Where an error was said in other words: what TypeScript itself says there. */
interface Original {
  readonly range: Monaco.IRange;
  readonly title: string;
  readonly message: string;
}
const originals = new WeakMap<Monaco.editor.ITextModel, readonly Original[]>();

/** TypeScript's original words for errors that are shown in other words, by position. */
export const originalsAt = (
  model: Monaco.editor.ITextModel,
  { lineNumber, column }: Monaco.IPosition,
): readonly Original[] =>
  (originals.get(model) ?? []).filter(
    ({ range }) =>
      (range.startLineNumber < lineNumber ||
        (range.startLineNumber === lineNumber && range.startColumn <= column)) &&
      (lineNumber < range.endLineNumber || (lineNumber === range.endLineNumber && column <= range.endColumn)),
  );

/** The studio's own diagnostics have changed: what they report already is not shown twice. */
export const refreshTypeErrors = (model: Monaco.editor.ITextModel): void => checked.get(model)?.show();

/**
 * Marks what the type checker says of the models that are shown, in the place of Monaco's own markers: the studio is requested
 * better words and the exact word, and leaves out what it tells itself.
 */
export function markTypeErrors(
  monaco: MonacoApi,
  languageId: "typescript" | "javascript",
  { defaults, worker }: Checker,
): void {
  const { editor } = monaco;
  const check = async (model: Monaco.editor.ITextModel) => {
    if (!model.isAttachedToEditor()) return;
    const version = model.getVersionId();
    const diagnostics = await typeDiagnostics(model, defaults, worker);
    if (model.isDisposed() || model.getVersionId() !== version) return;
    const show = () => {
      const now = checked.get(model);
      if (model.isDisposed() || !now || model.getVersionId() !== now.version) return;
      editor.setModelMarkers(model, languageId, markers(monaco, model, now.diagnostics));
    };
    checked.set(model, { diagnostics, version, show });
    show();
    const shown = shownIn(model);
    shown?.language.found(shown.file, shown.map.text, errorsIn(diagnostics, shown.map));
  };
  const watched = new Map<Monaco.editor.ITextModel, { soon: () => void; stop: () => void }>();
  const watch = (model: Monaco.editor.ITextModel) => {
    if (model.getLanguageId() !== languageId || isBeside(model.uri)) return;
    let timer = 0;
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void check(model), TYPE_CHECK_DELAY_MS);
    };
    const listeners = [
      model.onDidChangeContent(soon),
      model.onDidChangeAttached(() => {
        if (model.isAttachedToEditor()) void check(model);
        else editor.setModelMarkers(model, languageId, []);
      }),
    ];
    watched.set(model, {
      soon,
      stop: () => {
        clearTimeout(timer);
        for (const listener of listeners) listener.dispose();
      },
    });
    void check(model);
  };
  editor.onDidCreateModel(watch);
  editor.onWillDisposeModel((model) => {
    watched.get(model)?.stop();
    watched.delete(model);
    checked.delete(model);
  });
  defaults.onDidChange(() => {
    for (const model of watched.keys()) void check(model);
  });
  // An imported file is another now.
  defaults.onDidExtraLibsChange(() => {
    for (const { soon } of watched.values()) soon();
  });
}

function markers(
  monaco: MonacoApi,
  model: Monaco.editor.ITextModel,
  diagnostics: readonly Diagnostic[],
): Monaco.editor.IMarkerData[] {
  const shown = shownIn(model);
  const explained =
    shown?.language.explain(
      shown.file,
      shown.map.text,
      diagnostics.map((diagnostic) => typeErrorOf(diagnostic, shown.map)),
    ) ?? [];
  const keptOriginals: Original[] = [];
  const data = diagnostics.flatMap((diagnostic, i): Monaco.editor.IMarkerData[] => {
    const better = explained[i];
    if (better === "told" || better === "left-out") return [];
    const message = typeErrorOf(diagnostic)
      .chain.map(({ text }, depth) => "  ".repeat(depth) + text)
      .join("\n");
    const start = diagnostic.start ?? 0;
    const range =
      better && shown
        ? rangeIn(model, shown.map, better.at)
        : rangeIn(
            model,
            { toModel: (offset) => offset },
            { from: start, to: start + (diagnostic.length ?? 1) },
          );
    if (better) keptOriginals.push({ range, title: better.originalTitle, message });
    return [
      {
        ...range,
        severity: severityOf(monaco, diagnostic.category),
        message: better?.message ?? message,
        code: String(diagnostic.code),
        tags: [
          ...(diagnostic.reportsUnnecessary ? [monaco.MarkerTag.Unnecessary] : []),
          ...(diagnostic.reportsDeprecated ? [monaco.MarkerTag.Deprecated] : []),
        ],
      },
    ];
  });
  originals.set(model, keptOriginals);
  return data;
}

function severityOf({ MarkerSeverity }: MonacoApi, category: Diagnostic["category"]): Monaco.MarkerSeverity {
  if (category === 1) return MarkerSeverity.Error;
  if (category === 0) return MarkerSeverity.Warning;
  return category === 2 ? MarkerSeverity.Hint : MarkerSeverity.Info;
}
