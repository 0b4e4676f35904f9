import { keyName, propertyOf } from "#core/syntax/property.ts";
import type { Transition } from "#core/chart/chart.ts";
import { absolute, transitionOf, type PlacedState, type TransitionRef } from "#core/chart/places.ts";
import type { Draft, Removal } from "#core/edit/draft.ts";
import { refuse } from "#core/edit/refuse.ts";
import { child, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";

/** Where one candidate of a transition is written. */
export interface TransitionSite {
  readonly place: PlacedState;
  readonly transition: Transition;
  /** The property `EVENT: ...`, `always: ...`, `onDone: ...` and the object that holds it. */
  readonly property: Node;
  readonly holder: Node;
  /** What stands for the candidate: a string, an object, `undefined`. Without `as T`. */
  readonly value: Node;
  /** The array it is an item of, and the item as written. */
  readonly array?: Node | undefined;
  readonly item: Node;
  /** How to take it out, with what would be left empty. */
  readonly removal: Removal;
}

/** The place of a transition in the text; refuses when there is none or it is written elsewhere. */
export function transitionSite(draft: Draft, ref: TransitionRef): TransitionSite {
  const place = draft.anyState(ref.source);
  const site = transitionOf(draft.chart, ref);
  if (!site || site.place !== place)
    refuse("transition-not-found", draft.nameSpan(place), {
      event: ref.event ?? ref.slot,
      index: String(ref.index),
    });
  return siteOf(draft, place, site.transition);
}

function siteOf(draft: Draft, place: PlacedState, transition: Transition): TransitionSite {
  const at = absolute(place, transition.at);
  if (transition.shared || place.node.origin === "shared") draft.refuseShared(place, transition);
  const { holder, up } = holderOf(draft, place, transition);
  const start = transition.propAt && absolute(place, transition.propAt).from;
  const property = nodesOf(holder["properties"]).find((node) => node.start === start);
  const written = property && child(property, "value");
  if (!property || !written) refuse("not-written-here", at);
  draft.warnOfOverridden(holder, property, transition.event ?? transition.slot);
  const whole: Removal = { list: holder, item: property, up };
  const value = draft.follow(written);
  if (value.type !== "ArrayExpression")
    return { place, transition, property, holder, value, item: written, removal: whole };
  const item = nodesOf(value["elements"]).find((node) => node.start <= at.from && at.to <= node.end);
  if (!item || item.type === "SpreadElement") refuse("not-written-here", at);
  const removal = { list: value, item, up: whole };
  return { place, transition, property, holder, value: draft.follow(item), array: value, item, removal };
}

/** The object whose properties are the transitions of a slot, and what goes when it is left empty. */
function holderOf(draft: Draft, place: PlacedState, transition: Transition): { holder: Node; up?: Removal } {
  const { slot } = transition;
  const object = draft.holderOf(place, slot);
  if (slot === "on" || slot === "after") {
    const map = draft.objectIn(object, slot) ?? refuse("not-written-here", absolute(place, transition.at));
    return { holder: map.value, up: { list: object, item: map.property } };
  }
  if (!slot.startsWith("invoke.")) return { holder: object };
  return { holder: invokeObject(draft, place, transition.event ?? "0") };
}

/** The config of the invoke with that index. */
export function invokeObject(draft: Draft, place: PlacedState, index: string): Node {
  const object = draft.holderOf(place, "invoke");
  const property = propertyOf(object, "invoke");
  const written = property && child(property, "value");
  const value = written && draft.follow(written);
  const items = value?.type === "ArrayExpression" ? nodesOf(value["elements"]) : value ? [value] : [];
  const item = items[Number(index)];
  const invoke = item && draft.follow(item);
  if (items.some((node) => node.type === "SpreadElement") || invoke?.type !== "ObjectExpression")
    refuse("invoke-not-found", property ? spanOf(property) : draft.nameSpan(place), { index });
  return invoke;
}

/** Takes a transition out, with the event or slot that it leaves empty. */
export function removeTransition(draft: Draft, place: PlacedState, transition: Transition): void {
  draft.remove(siteOf(draft, place, transition).removal);
}

/** The config object of a candidate, or undefined while it is written as a string or `undefined`. */
export const objectForm = (site: TransitionSite): Node | undefined =>
  site.value.type === "ObjectExpression" ? site.value : undefined;

/** The last property of that name in a map of events, spreads left aside. */
export const eventProperty = (map: Node, event: string): Node | undefined =>
  nodesOf(map["properties"]).findLast((node) => keyName(node) === event);
