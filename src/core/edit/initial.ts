import type { Span } from "#core/text/textEdit.ts";
import { absolute, type PlacedState } from "#core/chart/places.ts";
import { quoteLike, quoteText } from "#core/edit/codeText.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { addProperty } from "#core/edit/properties.ts";
import { propertyOf, walk } from "#core/edit/sourceTree.ts";
import { literalText, spanOf } from "#core/text/syntaxNode.ts";

/** The literal that names the parent's initial child; refuses when it is spelled elsewhere. */
export function initialSpan(draft: Draft, parent: PlacedState): Span {
  const initial = parent.node.initial;
  const property = propertyOf(draft.holderOf(parent, "initial"), "initial");
  const at = initial && absolute(parent, initial.valueAt);
  if (!at || !property)
    refuse("initial-not-written-here", property ? spanOf(property) : draft.nameSpan(parent));
  if (readLiteral(draft, at) !== initial.value || at.from < property.start || at.to > property.end)
    refuse("initial-not-written-here", at);
  return at;
}

/** Makes a child the initial one: in the literal that is there, or in a new property. */
export function writeInitial(draft: Draft, parent: PlacedState, key: string): void {
  const object = draft.holderOf(parent, "initial");
  if (!propertyOf(object, "initial")) {
    addProperty(draft, object, "state", "initial", quoteText(key, draft.style.quote));
    return;
  }
  const at = initialSpan(draft, parent);
  draft.replace(at, quoteLike(draft.text.slice(at.from, at.to), key, draft.style));
}

function readLiteral(draft: Draft, at: Span): string | undefined {
  let found: string | undefined;
  walk(draft.tree.program, (node) => {
    if (node.end <= at.from || node.start >= at.to) return false;
    if (node.start === at.from && node.end === at.to) found = literalText(node) ?? found;
  });
  return found;
}
