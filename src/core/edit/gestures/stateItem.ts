import { propertyOf } from "#core/syntax/property.ts";
import type { PlacedState } from "#core/chart/places.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { followGivenInitial } from "#core/edit/gestures/initial.ts";
import { removeBrought } from "#core/edit/pen/properties.ts";
import { child, literalText, nodesOf, type Node } from "#core/syntax/node.ts";

/** A state as an item of its parent's `states`. */
export interface StateItem {
  readonly parent: PlacedState;
  /** The object literal that holds `states`: the parent's config, or one in a const that it spreads. */
  readonly object: Node;
  /** The property `states` and its object literal. */
  readonly property: Node;
  readonly states: Node;
  readonly item: Node;
}

/** Finds the property by which a state is written in its parent; refuses for the root and for a state that a spread brings. */
export function stateItem(draft: Draft, place: PlacedState): StateItem {
  const site = itemOrBrought(draft, place);
  if (site.states.start !== valueStart(draft, site.property)) draft.refuseShared(place);
  return site;
}

/** The same, also for a state that is brought by the spread of a const which is used once: `states` is then what that const holds. */
export function itemOrBrought(draft: Draft, place: PlacedState): StateItem {
  const { parent } = place;
  if (!parent) refuse("is-root", draft.nameSpan(place));
  if (parent.node.origin === "shared") draft.refuseShared(place);
  const object = draft.holderOf(parent, "states");
  const map = propertyOf(object, "states");
  const value = map && child(map, "value");
  // All states stand in a const that is used elsewhere, too.
  if (value && draft.follow(value).type !== "ObjectExpression" && place.node.origin === "shared")
    draft.refuseShared(place);
  const written = draft.objectIn(object, "states") ?? draft.refuseShared(place);
  const states = draft.holderAt(written.value, place.origin) ?? draft.refuseShared(place);
  const item = nodesOf(states["properties"]).find((node) => node.start === place.origin);
  if (!item || item.type === "SpreadElement") draft.refuseShared(place);
  return { parent, object, property: written.property, states, item };
}

function valueStart(draft: Draft, property: Node): number | undefined {
  const value = child(property, "value");
  return value && draft.follow(value).start;
}

/**
 * Takes a state out of its parent. The last one takes `states`, `initial` and the type with it, so that an atomic state is
 * left; when another state was named initial, `initial` is left for the caller.
 */
export function removeStateItem(draft: Draft, place: PlacedState): StateItem & { readonly last: boolean } {
  const site = itemOrBrought(draft, place);
  const { object, property, states, item, parent } = site;
  draft.requireAlone(states, item, place.node.key);
  followGivenInitial(draft, parent, [place.node.key]);
  const written = child(property, "value");
  const all = written && draft.follow(written);
  // What a const holds is left empty there.
  draft.remove({
    list: states,
    item,
    state: true,
    up: states === all ? { list: object, item: property } : undefined,
  });
  const last = parent.node.children.length === 1 && nodesOf(all?.["properties"]).length === 1;
  if (!last) return { ...site, last };
  for (const name of ["initial", "type"]) {
    const list = draft.holderOf(parent, name);
    const written = propertyOf(list, name);
    const kind = name === "type" && written ? literalText(written["value"] as Node) : "compound";
    if (!written) removeBrought(draft, list, name);
    else if (kind === "parallel" || kind === "compound") draft.remove({ list, item: written });
    if (written && kind === "parallel")
      draft.warn("parallel-removed", draft.nameSpan(parent), { state: parent.node.key });
  }
  return { ...site, last };
}
