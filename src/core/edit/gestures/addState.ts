import { STATE_TYPES, type StateType } from "#core/syntax/stateTypes.ts";
import { propertyOf } from "#core/syntax/property.ts";
import { absolute, type PlacedState } from "#core/chart/places.ts";
import { args, key, oneOf, statePath } from "#core/edit/argShape.ts";
import { quoteText, type Code } from "#core/edit/pen/codeText.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperties, holderProperty, newProperty } from "#core/edit/pen/properties.ts";
import { literalText, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { freeKey, requireKey, warnOfBroughtState } from "#core/edit/gestures/stateKeys.ts";

/** Adds a state as last child. The first child of a state also becomes its initial one. */
export const addState = defineCommand(
  "state.add",
  args({
    parent: statePath,
    "key?": key,
    "type?": oneOf(...STATE_TYPES),
  }),
  (draft, { parent, key: wanted, type = "atomic" }) => {
    const place = draft.state(parent);
    const name = wanted ?? freeKey(place.node);
    requireKey(place.node, name, draft.nameSpan(place));
    putChild(draft, place, name, type, newProperty(draft, name, newState(draft, type)));
  },
);

/** A compound state is born with one child: XState refuses it without. */
function newState(draft: Draft, type: StateType): Code {
  const text = (value: string): Code => quoteText(value, draft.style.quote);
  if (type === "atomic") return "{}";
  if (type !== "compound") return { object: [["type", text(type)]] };
  const states: Code = { object: [["newState", "{}"]], wide: true };
  return {
    object: [
      ["initial", text("newState")],
      ["states", states],
    ],
    wide: true,
  };
}

/**
 * Puts a written state into a parent as last child; the first child makes the parent compound.
 * @param code what it consists of, and where it stood in this module
 */
export function putChild(
  draft: Draft,
  parent: PlacedState,
  key: string,
  type: string,
  item: NewItem,
  code?: { readonly node: Node; readonly from?: number },
): void {
  putChildren(draft, parent, [{ key, type, item, ...(code ? { code } : {}) }]);
}

/** The same with several, in their order; the first of them is where a parent that had none begins. */
export function putChildren(
  draft: Draft,
  parent: PlacedState,
  all: readonly {
    readonly key: string;
    readonly type: string;
    readonly item: NewItem;
    readonly code?: { readonly node: Node; readonly from?: number };
  }[],
): void {
  const { node } = parent;
  if (node.type === "final" || node.type === "history")
    refuse("parent-cannot-have-children", draft.nameSpan(parent), { type: node.type });
  const object = draft.objectOf(parent);
  const hidden = node.opaque.find(({ what }) => what === "states");
  if (hidden) refuse("states-not-read", absolute(parent, hidden.at));
  const states = draft.objectIn(draft.holderOf(parent, "states"), "states");
  const first = node.children.length === 0;
  if (first && states && nodesOf(states.value["properties"]).length > 0)
    refuse("states-not-read", spanOf(states.property));
  if (!first && !states) refuse("not-written-here", draft.nameSpan(parent), { name: "states" });
  for (const { code } of all) if (code) draft.requireMovable(code.node, states?.value ?? object, code.from);
  const items = all.map(({ item }) => item);
  if (states) for (const { key } of all) warnOfBroughtState(draft, parent, states.value, key);
  if (states) draft.insert(states.value, nodesOf(states.value["properties"]).length, items);
  // A history state cannot be begun with.
  const begins = all.find(({ type }) => type !== "history") ?? all[0];
  if (!first || !begins) return;
  const initial = firstInitial(draft, parent, begins.key, begins.type);
  const added = states ? [] : [{ name: "states", item: holderProperty(draft, "states", items) }];
  addProperties(draft, object, "state", [...initial, ...added]);
}

/** What makes an atomic state compound: `initial`, and no `type: 'atomic'` any more. */
function firstInitial(
  draft: Draft,
  parent: PlacedState,
  key: string,
  type: string,
): { name: string; item: NewItem }[] {
  if (parent.node.type === "parallel") return [];
  if (type === "history") refuse("first-child-history", draft.nameSpan(parent));
  const written = propertyOf(draft.holderOf(parent, "type"), "type");
  const value = written && (written["value"] as Node);
  if (value && literalText(value) === "atomic")
    draft.replace(spanOf(value), quoteText("compound", draft.style.quote));
  const initial = propertyOf(draft.holderOf(parent, "initial"), "initial");
  const text: Code = quoteText(key, draft.style.quote);
  if (!initial) return [{ name: "initial", item: newProperty(draft, "initial", text) }];
  const old = initial["value"] as Node | undefined;
  if (!old || literalText(old) === undefined) refuse("initial-not-written-here", spanOf(initial));
  draft.replace(spanOf(old), text);
  return [];
}
