import type * as Monaco from "monaco-editor/editor";
import { pointAt, shownIn } from "#adapters/monaco/language/boundEditors.ts";
import { originalsAt } from "#adapters/monaco/language/typeErrors.ts";
import { rangeIn } from "#adapters/monaco/language/places.ts";

/** What the studio says of a name; of other words, what TypeScript says, where it is used at all. */
export function hoverProvider(itself?: Monaco.languages.HoverProvider): Monaco.languages.HoverProvider {
  return {
    provideHover: async (model, position, token, context) => {
      const shown = shownIn(model);
      const ours = shown?.language.hover(pointAt(shown, model, position));
      const hover =
        shown && ours
          ? { range: rangeIn(model, shown.map, ours.at), contents: ours.markdown.map((value) => ({ value })) }
          : await itself?.provideHover(model, position, token, context);
      const original = originalsAt(model, position).map(folded);
      return original.length > 0 ? { ...hover, contents: [...(hover?.contents ?? []), ...original] } : hover;
    },
  };
}

/** What TypeScript says itself, to be unfolded. */
function folded({ title, message }: { title: string; message: string }): Monaco.IMarkdownString {
  const plain = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");
  return {
    value: `<details><summary>${plain(title)}</summary><code>${plain(message)}</code></details>`,
    supportHtml: true,
  };
}
