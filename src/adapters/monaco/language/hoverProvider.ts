import type * as Monaco from "monaco-editor/editor";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";
import { rangeIn } from "#adapters/monaco/language/places.ts";

/** What the studio says of a name; of other words what TypeScript says, if it is asked at all. */
export function hoverProvider(itself?: Monaco.languages.HoverProvider): Monaco.languages.HoverProvider {
  return {
    provideHover: async (model, position, token, context) => {
      const shown = shownIn(model);
      const own = shown?.language.hover(pointAt(shown, model, position));
      if (!shown || !own) return itself?.provideHover(model, position, token, context);
      return {
        range: rangeIn(model, shown.map, own.at),
        contents: own.markdown.map((value) => ({ value })),
      };
    },
  };
}
