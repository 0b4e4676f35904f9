import { propertyOf } from "#core/syntax/property.ts";
import type { Slot } from "#core/chart/chart.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import { keyText } from "#core/edit/pen/codeText.ts";
import { warnOfEvent } from "#core/edit/follow/declaredEvents.ts";
import { offerCopy, refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { addProperties, holderProperty, setProperty, type OrderOf } from "#core/edit/pen/properties.ts";
import { reindentEdits } from "#core/edit/pen/reindent.ts";
import { child, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { isNothing } from "#core/edit/gestures/transitionConfig.ts";
import { eventProperty, invokeObject } from "#core/edit/gestures/transitionSite.ts";
import { addAll } from "#core/text/addAll.ts";

/** Where a candidate goes: last of its event unless an index is given. */
export interface Spot {
  readonly slot: Slot;
  readonly event?: string | undefined;
  readonly index?: number | undefined;
}

/** Refuses an event that the slot does not have, or that XState refuses. */
export function requireEvent(draft: Draft, place: PlacedState, { slot, event }: Spot): void {
  const at = draft.nameSpan(place);
  if (slot === "on" || slot === "after") {
    if (event === undefined || event === "" || event === "__proto__")
      refuse("event-invalid", at, { event: event ?? "" });
  } else if (slot.startsWith("invoke.")) {
    if (event !== undefined && !/^(0|[1-9]\d*)$/.test(event))
      refuse("invoke-not-found", at, { index: event });
  } else if (event !== undefined) refuse("slot-has-no-event", at, { slot });
}

/** Refuses a source that XState never leaves. */
export function requireSource(draft: Draft, place: PlacedState): void {
  const { type } = place.node;
  if (type === "history" || type === "final") refuse("source-cannot-leave", draft.nameSpan(place), { type });
}

/** A candidate to be put somewhere; `bare` while it is a target alone. */
export interface NewCandidate extends NewItem {
  readonly bare: boolean;
  /** What it consists of, when that stands elsewhere in the module. */
  readonly node?: Node;
}

function requireMovable(draft: Draft, { node }: NewCandidate, list: Node): void {
  if (node) draft.requireMovable(node, list, node.start);
}

/** In a list of `after` XState 5.33 drops the target of a string (it spreads it), so there it is written as an object. */
function listItem(draft: Draft, slot: Slot, candidate: NewCandidate): NewItem {
  if (slot !== "after" || !candidate.bare) return candidate;
  const { pad } = draft.style;
  return {
    ...candidate,
    code: (place) => `${candidate.code({ ...place, head: `{${pad}target: ` })}${pad}}`,
  };
}

/** Adds the route of a state: an object of its own, one at most. XState takes it up when the state has an id. */
export function putRoute(draft: Draft, place: PlacedState, spot: Spot): void {
  requireEvent(draft, place, spot);
  const at = draft.nameSpan(place);
  if (!place.parent) refuse("is-root", at);
  const object = draft.holderOf(place, "route");
  const known = propertyOf(object, "route");
  const value = known && child(known, "value");
  if (known && !(value && isNothing(unwrap(value)))) refuse("route-taken", spanOf(known));
  requireIndex(draft, spot, 0, object);
  setProperty(draft, object, "state", "route", "{}");
  if (place.node.id === undefined) draft.warn("route-needs-id", at, { state: place.node.key });
}

/** Adds a written candidate to a state, making the event, the slot or an array where there is none yet. */
export function putTransition(draft: Draft, place: PlacedState, spot: Spot, candidate: NewCandidate): void {
  requireEvent(draft, place, spot);
  requireSource(draft, place);
  const { slot, event } = spot;
  const object = draft.holderOf(place, slot);
  if (slot === "on" || slot === "after") {
    requireUnshared(draft, place, object, slot, event ?? "");
    return putInMap(draft, place, object, { ...spot, slot, event: event ?? "" }, candidate);
  }
  const invoke = slot.startsWith("invoke.");
  const owner = invoke ? invokeObject(draft, place, event ?? "0") : object;
  putUnder(
    draft,
    place,
    owner,
    invoke ? "invoke" : "state",
    invoke ? slot.slice("invoke.".length) : slot,
    spot,
    candidate,
  );
}

/** An event that a spread brings would be hidden by one of the same name. */
function requireUnshared(draft: Draft, place: PlacedState, object: Node, slot: Slot, event: string): void {
  const map = draft.objectIn(object, slot);
  const known = place.node.transitions.find(
    (transition) => transition.slot === slot && transition.event === event,
  );
  if (known && map && !written(place, map.value, slot, event))
    refuse("not-written-here", absolute(place, known.at), { name: event }, offerCopy(place, known));
}

/** The property of an event in its map; its key may be computed from a const. */
function written(place: PlacedState, map: Node, slot: Slot, event: string): Node | undefined {
  const known = place.node.transitions.find(
    (transition) => transition.slot === slot && transition.event === event,
  )?.propAt;
  const start = known && absolute(place, known).from;
  return (
    eventProperty(map, event) ??
    nodesOf(map["properties"]).find((node) => node.start === start && node.type === "ObjectProperty")
  );
}

/** A key of `on` or `after`: delays stay numbers. */
export const eventKey = (draft: Draft, slot: Slot, event: string): string =>
  slot === "after" && /^(0|[1-9]\d{0,14})$/.test(event) ? event : keyText(event, draft.style.quote);

const withKey = (key: string, item: NewItem): NewItem => ({
  ...item,
  code: (place) => item.code({ ...place, head: `${key}: ` }),
});

function putInMap(
  draft: Draft,
  place: PlacedState,
  object: Node,
  spot: Spot & { readonly slot: "on" | "after"; readonly event: string },
  candidate: NewCandidate,
): void {
  const { slot, event } = spot;
  const map = draft.objectIn(object, slot);
  const item = withKey(eventKey(draft, slot, event), candidate);
  if (slot === "on") warnOfEvent(draft, event);
  const existing = map && written(place, map.value, slot, event);
  if (map && existing) {
    draft.warnOfOverridden(map.value, existing, event);
    return addCandidate(draft, place, existing, spot, candidate);
  }
  requireIndex(draft, spot, 0, object);
  requireMovable(draft, candidate, map?.value ?? object);
  // Of a property that is there twice the last counts.
  if (map && place.node.unnamed?.some((transition) => transition.slot === slot))
    draft.warn("event-may-be-there", spanOf(map.value), { event });
  if (map) draft.warnOfBrought(map.value, event);
  if (map) return draft.insert(map.value, nodesOf(map.value["properties"]).length, [item]);
  const whole = holderProperty(draft, slot, [item]);
  addProperties(draft, object, "state", [{ name: slot, item: whole }]);
}

function putUnder(
  draft: Draft,
  place: PlacedState,
  object: Node,
  order: OrderOf,
  name: string,
  spot: Spot,
  candidate: NewCandidate,
): void {
  const existing = propertyOf(object, name);
  const value = existing && child(existing, "value");
  requireMovable(draft, candidate, object);
  if (existing && value && isNothing(unwrap(value))) {
    requireIndex(draft, spot, 0, object);
    const code = candidate.code({ indent: lineIndent(draft.text, existing.start), oneLine: true });
    draft.replace(spanOf(value), code);
  } else if (existing) addCandidate(draft, place, existing, spot, candidate);
  else {
    requireIndex(draft, spot, 0, object);
    addProperties(draft, object, order, [{ name, item: withKey(name, candidate) }]);
  }
}

/** Adds a candidate to a property that has some: to its array, or by making one. */
function addCandidate(
  draft: Draft,
  place: PlacedState,
  property: Node,
  spot: Spot,
  candidate: NewCandidate,
): void {
  const whole = child(property, "value");
  const value = whole && draft.follow(whole);
  if (!whole || !value) refuse("not-written-here", spanOf(property));
  if (value.type === "ArrayExpression") {
    const items = nodesOf(value["elements"]);
    const spread = items.some((item) => item.type === "SpreadElement");
    if (spread && spot.index !== undefined) refuse("not-written-here", spanOf(value));
    requireIndex(draft, spot, items.length, value);
    requireMovable(draft, candidate, value);
    draft.insert(value, spot.index ?? items.length, [listItem(draft, spot.slot, candidate)]);
    return;
  }
  const text = isTargetText(draft, property);
  if (!text && value.type !== "ObjectExpression" && !isUndefined(value)) {
    const known = place.node.transitions.find(
      (transition) => transition.slot === spot.slot && transition.event === spot.event,
    );
    refuse("not-written-here", spanOf(value), {}, known && offerCopy(place, known));
  }
  requireIndex(draft, spot, 1, value);
  requireMovable(draft, candidate, property);
  const bare = spot.slot === "after" && text;
  if (property["shorthand"] === true)
    draft.edits.push({ from: whole.start, to: whole.start, insert: `${draft.slice(whole)}: ` });
  wrapInArray(draft, whole, bare, listItem(draft, spot.slot, candidate), spot.index === 0);
}

/** Is the property a target alone, in quotes or by the name of a const? */
const isTargetText = (draft: Draft, property: Node): boolean =>
  [...places(draft.chart).values()].some((place) =>
    place.node.transitions.some(
      (transition) =>
        transition.form === "string" &&
        !transition.shared &&
        !!transition.propAt &&
        absolute(place, transition.propAt).from === property.start,
    ),
  );

const isUndefined = (node: Node): boolean => node.type === "Identifier" && node["name"] === "undefined";

function requireIndex(draft: Draft, spot: Spot, most: number, at: Node): void {
  if (spot.index !== undefined && spot.index > most)
    refuse("index-out-of-range", spanOf(at), { index: String(spot.index), most: String(most) });
}

/** Makes an array of a single candidate and another one; over several lines when the old one is. */
export function wrapInArray(
  draft: Draft,
  old: Node,
  bare: boolean,
  candidate: NewItem,
  first: boolean,
): void {
  const { text, style, tree } = draft;
  const put = (offset: number, insert: string) => draft.edits.push({ from: offset, to: offset, insert });
  const [open, close] = bare ? [`{${style.pad}target: `, `${style.pad}}`] : ["", ""];
  const indent = lineIndent(text, old.start);
  const tail = candidate.tail ? ` ${candidate.tail}` : "";
  if (!draft.slice(old).includes("\n") && !candidate.ownLine) {
    const code = candidate.code({ indent, oneLine: true });
    put(old.start, first ? `[${code}${tail}, ${open}` : `[${open}`);
    put(old.end, first ? `${close}]` : `${close}, ${code}${tail}]`);
    return;
  }
  const inner = indent + style.unit;
  const code = candidate.code({ indent: inner, oneLine: false });
  const comma = style.trailingComma ? "," : "";
  const { eol } = style;
  put(old.start, `[${eol}${inner}${first ? `${code},${tail}${eol}${inner}` : ""}${open}`);
  addAll(draft.edits, reindentEdits(text, tree, spanOf(old), indent, inner));
  put(old.end, `${close}${first ? comma : `,${eol}${inner}${code}${comma}${tail}`}${eol}${indent}]`);
}
