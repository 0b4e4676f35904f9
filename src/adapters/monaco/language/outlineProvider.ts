import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { shownIn } from "#adapters/monaco/language/boundEditors.ts";
import type { OutlineItem } from "#adapters/monaco/language/codeLanguage.ts";
import { rangeIn } from "#adapters/monaco/language/places.ts";

/** The states of each machine and what its setup defines, by name and label; around them what TypeScript finds in the file. */
export function outlineProvider(
  monaco: MonacoApi,
  itself: Monaco.languages.DocumentSymbolProvider,
): Monaco.languages.DocumentSymbolProvider {
  return {
    provideDocumentSymbols: async (model, token) => {
      const theirs = (await itself.provideDocumentSymbols(model, token)) ?? [];
      const shown = model.isDisposed() ? undefined : shownIn(model);
      if (!shown) return theirs;
      const convert = ({
        kind,
        name,
        label,
        at,
        nameAt,
        children,
      }: OutlineItem): Monaco.languages.DocumentSymbol => ({
        // The list of Ctrl+Shift+O shows no details: what it is called has to be in the name.
        name: label ? `${label} · ${name}` : name,
        detail: "",
        kind: kindOf(monaco, kind),
        range: rangeIn(model, shown.map, at),
        selectionRange: rangeIn(model, shown.map, nameAt),
        tags: [],
        children: children.map(convert),
      });
      const ours = shown.language.outline(shown.file, shown.map.text).map(convert);
      const apart = theirs.filter(
        (symbol) => !ours.some((mine) => monaco.Range.containsRange(symbol.range, mine.range)),
      );
      return [...apart, ...ours];
    },
  };
}

function kindOf({ languages }: MonacoApi, kind: OutlineItem["kind"]): Monaco.languages.SymbolKind {
  const K = languages.SymbolKind;
  switch (kind) {
    case "machine":
      return K.Module;
    case "event":
      return K.Event;
    case "guard":
      return K.Operator;
    case "action":
    case "actor":
      return K.Function;
    case "delay":
      return K.Number;
    default:
      return K.Class;
  }
}
