import { propertyOf } from "#core/syntax/property.ts";
import { printCode, quoteLike, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft, Removal } from "#core/edit/draft.ts";
import { addProperty, setProperty, type OrderOf } from "#core/edit/pen/properties.ts";
import { child, literalText, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";

/** Texts as an array literal. */
export const textList = (draft: Draft, texts: readonly string[]): Code => ({
  array: texts.map((text) => quoteText(text, draft.style.quote)),
});

/** Sets a property that is a list of texts (or one text alone); none removes it. Refuses to overwrite code. */
export function setTextList(
  draft: Draft,
  object: Node,
  order: OrderOf,
  name: string,
  texts: readonly string[],
  up?: Removal,
): void {
  const property = propertyOf(object, name);
  if (!property && texts.length > 0) return addProperty(draft, object, order, name, textList(draft, texts));
  if (!property || texts.length === 0) return setProperty(draft, object, order, name, undefined, up);
  if (draft.overridden(object, property))
    return setProperty(draft, object, order, name, textList(draft, texts));
  const written = child(property, "value");
  const value = written && unwrap(written);
  const alone = literalText(value);
  if (value && alone !== undefined) {
    const [only] = texts;
    if (texts.length === 1 && only === alone) return;
    const code =
      texts.length === 1 ? quoteLike(draft.slice(value), only ?? "", draft.style) : textList(draft, texts);
    draft.replace(spanOf(value), printCode(code, draft.style, { indent: "", oneLine: true }));
    return;
  }
  const items = value?.type === "ArrayExpression" ? nodesOf(value["elements"]) : [];
  const old = items.map(literalText);
  if (!value || value.type !== "ArrayExpression" || old.includes(undefined))
    refuse("value-not-literal", spanOf(property), { name });
  changeList(draft, value, items, old as string[], texts);
}

/** Keeps the items that stay, with their comments, when the new list is some of them and then new ones. */
function changeList(
  draft: Draft,
  list: Node,
  items: readonly Node[],
  old: readonly string[],
  ids: readonly string[],
): void {
  const gone = items.filter((_, i) => !ids.includes(old[i] ?? ""));
  const stays = old.filter((id) => ids.includes(id));
  const inOrder = stays.every((id, i) => ids[i] === id);
  const added = ids.slice(stays.length);
  const keepsLast = items.length > 0 && !gone.includes(items.at(-1) as Node);
  if (!inOrder || (added.length > 0 && !keepsLast)) {
    draft.replace(spanOf(list), `[${ids.map((id) => quoteText(id, draft.style.quote)).join(", ")}]`);
    return;
  }
  for (const item of gone) draft.remove({ list, item });
  if (added.length > 0)
    draft.insert(
      list,
      items.length,
      added.map((id) => ({ code: () => quoteText(id, draft.style.quote) })),
    );
}
