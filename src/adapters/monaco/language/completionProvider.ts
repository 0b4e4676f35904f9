import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";
import type { CodeCompletion } from "#adapters/monaco/language/codeLanguage.ts";
import { rangeIn } from "#adapters/monaco/language/places.ts";

/** Signs that begin or go on a name of the machine; a dot also asks TypeScript. */
const TRIGGERS = ['"', "'", "`", ".", "#", "-"];

/** Names of the machine where they belong; elsewhere what TypeScript offers, and both where either may stand. */
export function completionProvider(
  monaco: MonacoApi,
  itself: Monaco.languages.CompletionItemProvider,
): Monaco.languages.CompletionItemProvider {
  return {
    triggerCharacters: TRIGGERS,
    provideCompletionItems: async (model, position, context, token) => {
      const shown = shownIn(model);
      const ours = shown?.language.completions(pointAt(shown, model, position));
      const suggestions =
        shown && ours ? ours.items.flatMap((item, i) => suggestion(monaco, model, shown.map, item, i)) : [];
      if (ours?.only && suggestions.length > 0) return { suggestions };
      const isForTypeScript = context.triggerCharacter === undefined || context.triggerCharacter === ".";
      const theirs = isForTypeScript
        ? await itself.provideCompletionItems(model, position, context, token)
        : undefined;
      return { suggestions: [...suggestions, ...(theirs?.suggestions ?? [])] };
    },
    resolveCompletionItem: (item, token) =>
      // What is ours is complete as it is.
      "uri" in item ? itself.resolveCompletionItem?.(item, token) : item,
  };
}

function suggestion(
  monaco: MonacoApi,
  model: Monaco.editor.ITextModel,
  map: { toModel(offset: number): number },
  item: CodeCompletion,
  place: number,
): Monaco.languages.CompletionItem[] {
  const range = rangeIn(model, map, item.replace);
  if (range.startLineNumber !== range.endLineNumber) return [];
  const { languages } = monaco;
  const description = [item.label, item.detail].filter(Boolean).join(" · ");
  return [
    {
      label: { label: item.name, ...(description ? { description } : {}) },
      kind: kindOf(monaco, item.kind),
      range,
      insertText: snippet(item),
      insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
      // Found by what it is called as well.
      filterText: item.label ? `${item.name} ${item.label}` : item.name,
      sortText: String(place).padStart(5, "0"),
      ...(item.documentation ? { documentation: { value: item.documentation } } : {}),
      ...(item.goesOn ? { command: { id: "editor.action.triggerSuggest", title: "" } } : {}),
    },
  ];
}

/** Monaco's way to say where the caret goes. */
function snippet({ insert, caret }: CodeCompletion): string {
  const plain = (text: string) => text.replaceAll(/[\\$}]/g, "\\$&");
  if (caret === undefined) return plain(insert);
  return `${plain(insert.slice(0, caret))}$0${plain(insert.slice(caret))}`;
}

function kindOf({ languages }: MonacoApi, kind: CodeCompletion["kind"]): Monaco.languages.CompletionItemKind {
  const K = languages.CompletionItemKind;
  switch (kind) {
    case "state":
      return K.Class;
    case "event":
      return K.Event;
    case "guard":
      return K.Operator;
    case "action":
      return K.Function;
    case "actor":
      return K.Module;
    case "delay":
      return K.Unit;
    case "context":
      return K.Field;
    case "tag":
      return K.Color;
    case "clause":
      return K.Reference;
    case "key":
      return K.Property;
    default:
      return K.Value;
  }
}
