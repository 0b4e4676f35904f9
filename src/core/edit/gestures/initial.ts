import { propertyOf } from "#core/syntax/property.ts";
import type { Span } from "#core/text/textEdit.ts";
import { absolute, type PlacedState } from "#core/chart/places.ts";
import { quoteLike, quoteText } from "#core/edit/pen/codeText.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { addProperty } from "#core/edit/pen/properties.ts";
import { child, literalText, nodesOf, spanOf, type Node, walk } from "#core/syntax/node.ts";

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
  const named = nameOfKey(draft, parent, key);
  const value = propertyOf(object, "initial")?.["value"] as Node | undefined;
  // `initial: Phase.Draw` beside `[Phase.Play]: {}`: the other one is named in the same way.
  if (named && value?.type === named.type) return draft.replace(spanOf(value), draft.slice(named));
  const at = initialSpan(draft, parent);
  draft.replace(at, quoteLike(draft.text.slice(at.from, at.to), key, draft.style));
}

/** The expression that a child's computed key is taken from, `Phase.Draw` of `[Phase.Draw]`. */
function nameOfKey(draft: Draft, parent: PlacedState, key: string): Node | undefined {
  const written = parent.node.children.find((one) => one.key === key);
  const property = propertyOf(draft.holderOf(parent, "states"), "states");
  const value = property && (property["value"] as Node);
  const states = value && draft.follow(value);
  if (!written || states?.type !== "ObjectExpression") return undefined;
  const start = absolute(parent, written.at).from;
  const item = nodesOf(states["properties"]).find((one) => one.start === start);
  const name = item?.["computed"] === true ? child(item, "key") : undefined;
  return name?.type === "MemberExpression" ? name : undefined;
}

function readLiteral(draft: Draft, at: Span): string | undefined {
  let found: string | undefined;
  walk(draft.tree.program, (node) => {
    if (node.end <= at.from || node.start >= at.to) return false;
    if (node.start === at.from && node.end === at.to) found = literalText(node) ?? found;
  });
  return found;
}
