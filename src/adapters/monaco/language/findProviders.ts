import type * as Monaco from "monaco-editor/editor";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";
import type { Search } from "#adapters/monaco/language/typescriptItself.ts";
import { locations } from "#adapters/monaco/language/places.ts";

/** From a name to where it is written out. */
export function definitionProvider(monaco: MonacoApi, itself?: Search): Monaco.languages.DefinitionProvider {
  return {
    provideDefinition: async (model, position) => {
      const shown = shownIn(model);
      const places = shown?.language.definitions(pointAt(shown, model, position)) ?? [];
      if (shown && places.length > 0) return locations(monaco, model, shown, places);
      return itself?.(model, position);
    },
  };
}

/** Every place of a name, in the machine and in the rule files. */
export function referenceProvider(monaco: MonacoApi, itself?: Search): Monaco.languages.ReferenceProvider {
  return {
    provideReferences: async (model, position) => {
      const shown = shownIn(model);
      const places = shown?.language.references(pointAt(shown, model, position)) ?? [];
      if (shown && places.length > 0) return locations(monaco, model, shown, places);
      return itself?.(model, position);
    },
  };
}
