import { rewriteActions } from "#core/import/xstate4/actions.ts";
import { rewriteInvoke } from "#core/import/xstate4/actors.ts";
import { type DataName, rewriteFunction, rewriteMapper } from "#core/import/xstate4/functions.ts";
import type { MachineFacts, StatePlace } from "#core/import/xstate4/machineFacts.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { rewriteTransition } from "#core/import/xstate4/transitions.ts";
import { child, literalText, nodesOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/** Keys of a state that XState 5 has too, with the same meaning. */
const SAME_KEYS = new Set([
  "context",
  "description",
  "id",
  "initial",
  "key",
  "meta",
  "order",
  "tags",
  "target",
  "type",
  "version",
  "output",
]);
/** Keys that only changed how XState 4 worked, as XState 5 does anyway, or that belong to its types. */
const NO_LONGER = new Set([
  "delimiter",
  "predictableActionArguments",
  "preserveActionOrder",
  "schema",
  "tsTypes",
]);
/** How events of XState itself are called today. */
export const OWN_EVENTS: readonly (readonly [RegExp, string])[] = [
  [/^done\.invoke\./, "xstate.done.actor."],
  [/^error\.platform\./, "xstate.error.actor."],
  [/^done\.state\./, "xstate.done.state."],
];

/** Rewrites a state and those within it. */
export function rewriteState(place: StatePlace): void {
  const { facts, path, element, object } = place;
  const { rw } = facts;
  rw.taken(element, object);
  rewriteEntries(place, object);
  if (path.length > 0 && propertiesOf(object).get("parallel"))
    rw.changed(element, object, "former-key", { key: "parallel", today: "type" });
}

function rewriteEntries(place: StatePlace, object: Node): void {
  const { facts, element } = place;
  const { rw } = facts;
  for (const property of nodesOf(object["properties"])) {
    const name = keyName(property);
    const value = child(property, "value");
    if (property.type === "SpreadElement") rewriteSpread(place, property);
    else if (name === undefined) rw.leftOut(element, property, "code-unread", { code: rw.source(property) });
    else if (NO_LONGER.has(name)) rw.remove(property);
    else if (name === "context" && value) continue;
    else rewriteEntry(place, object, { property, name, value: value && rw.tree.resolve(value) });
  }
}

/** Entries that several states share are rewritten where they are written. */
function rewriteSpread(place: StatePlace, spread: Node): void {
  const { rw } = place.facts;
  const argument = child(spread, "argument");
  const object = argument && rw.tree.resolve(argument);
  if (object?.type !== "ObjectExpression")
    return rw.leftOut(place.element, spread, "code-unread", { code: rw.source(spread) });
  rw.taken(place.element, spread);
  if (rw.first(object)) rewriteEntries(place, object);
  else if (NAMES_TARGETS.test(rw.source(object)))
    rw.leftOut(place.element, spread, "shared", { code: rw.source(spread) });
}
/** What is there has targets, which may mean another state in another place. */
const NAMES_TARGETS = /\b(?:on|always|after|onDone|target)\b/;

interface StateEntry {
  readonly property: Node;
  readonly name: string;
  /** Absent for a method. */
  readonly value: Node | undefined;
}

function rewriteEntry(place: StatePlace, object: Node, entry: StateEntry): void {
  const { facts, element } = place;
  const { rw, uses, unsure } = facts;
  const { property, name, value } = entry;
  if (SAME_KEYS.has(name)) {
    if (name === "target" && value) dottedTarget(facts, value);
    return;
  }
  if ((name === "entry" || name === "exit") && property.type === "ObjectMethod")
    return rewriteFunction(rw, property, unsure);
  if (!value) return rw.leftOut(`${element}.${name}`, property, "code-unread", { code: rw.source(property) });
  switch (name) {
    case "states":
      return rewriteStates(place, value);
    case "on":
      return rewriteOn(place, object, value);
    case "after":
      return rewriteAfter(place, value);
    case "always":
    case "onDone":
      return rewriteCandidates(place, value, { data: name === "onDone" ? "output" : unsure, at: name });
    case "entry":
    case "exit":
      return rewriteActions(rw, value, { uses, data: unsure });
    case "onEntry":
    case "onExit":
      rw.renameKey(property, name === "onEntry" ? "entry" : "exit");
      return rewriteActions(rw, value, { uses, data: unsure });
    case "activities":
      return rewriteActivities(place, object, property, value);
    case "invoke":
      return rewriteInvoke(place, value, rewriteCandidates);
    case "data":
      rw.renameKey(property, "output");
      return rewriteMapper(rw, child(property, "value") ?? value, unsure);
    case "history":
      if (value.type === "BooleanLiteral")
        rw.replace(value, value["value"] === true ? '"shallow"' : "undefined");
      return;
    case "parallel":
      return rw.replace(property, value["value"] === true ? 'type: "parallel"' : "");
    default:
      rw.leftOut(`${element}.${name}`, property, "unknown-key", { key: name });
      rw.remove(property);
  }
}

/** Named activities are invoked as what they are: callbacks that end with the state. Others are left to the person. */
function rewriteActivities(place: StatePlace, object: Node, property: Node, value: Node): void {
  const { rw, services } = place.facts;
  const list = value.type === "ArrayExpression" ? nodesOf(value["elements"]) : [value];
  const names = list.map((item) => literalText(item));
  const isPlain =
    !propertiesOf(object).has("invoke") && names.every((name) => name !== undefined && !services.has(name));
  if (!isPlain)
    return rw.leftOut(`${place.element}.activities`, property, "activities", { code: rw.source(property) });
  for (const [i, name] of names.entries())
    if (name !== undefined && !place.facts.activities.has(name)) place.facts.missing.set(name, list[i]!);
  const invokes = names.map(
    (name) => `{ src: ${JSON.stringify(name)}, input: ({ context, event }) => ({ context, event }) }`,
  );
  rw.replace(property, `invoke: ${invokes.length === 1 ? invokes[0] : `[${invokes.join(", ")}]`}`);
  rw.changed(`${place.element}.activities`, property, "former-key", { key: "activities", today: "invoke" });
}

function rewriteStates({ facts, path }: StatePlace, states: Node): void {
  const { rw } = facts;
  if (states.type !== "ObjectExpression")
    return rw.leftOut([...path, "states"].join("."), states, "code-unread", { code: rw.source(states) });
  for (const property of nodesOf(states["properties"])) {
    const key = propertyName(rw, property);
    const given = child(property, "value");
    const object = given && rw.tree.resolve(given);
    if (key === undefined || object?.type !== "ObjectExpression") {
      rw.leftOut([...path, key ?? "…"].join("."), property, "code-unread", { code: rw.source(property) });
      continue;
    }
    const inner = [...path, key];
    if (rw.first(object)) rewriteState({ facts, path: inner, element: inner.join("."), object });
    else if (NAMES_TARGETS.test(rw.source(object)))
      rw.leftOut(inner.join("."), property, "shared", { code: rw.source(property) });
  }
}

/** The name of a property, also where its key is the name of a text. */
function propertyName(rw: Rewriting, property: Node): string | undefined {
  const key = property["computed"] === true ? child(property, "key") : undefined;
  return key ? literalText(rw.tree.resolve(key)) : keyName(property);
}

function rewriteOn(place: StatePlace, object: Node, on: Node): void {
  const { rw, events } = place.facts;
  if (on.type !== "ObjectExpression")
    return rw.leftOut(`${place.element}.on`, on, "code-unread", { code: rw.source(on) });
  for (const property of nodesOf(on["properties"])) {
    const name = propertyName(rw, property);
    const value = child(property, "value");
    if (name === undefined || !value)
      rw.leftOut(`${place.element}.on`, property, "code-unread", { code: rw.source(property) });
    if (!value) continue;
    if (name === undefined) {
      rewriteCandidates(place, rw.tree.resolve(value), { data: "unsure", at: "on.…" });
      continue;
    }
    const own = OWN_EVENTS.find(([pattern]) => pattern.test(name));
    const event = name === "*" || name === "" ? place.facts.unsure : undefined;
    const data: DataName = own ? (name.startsWith("error") ? "error" : "output") : event;
    rewriteCandidates(place, rw.tree.resolve(value), { data, at: `on.${name}` });
    if (own && property["computed"] === true)
      rw.leftOut(`${place.element}.on.${name}`, property, "former-key", {
        key: name,
        today: name.replace(...own),
      });
    else if (own) {
      place.facts.ownEvents.add(name.replace(...own));
      rw.replace(property["key"] as Node, JSON.stringify(name.replace(...own)));
    } else if (name === "") {
      // An event without a name was how a transition without an event was written.
      if (propertiesOf(object).has("always"))
        rw.leftOut(`${place.element}.on.`, property, "unknown-key", { key: '""' });
      else rw.addProperty(object, `always: ${rw.print(value)}`);
      rw.remove(property);
    } else if (name !== "*") events.add(name);
  }
}

function rewriteAfter(place: StatePlace, after: Node): void {
  const { rw } = place.facts;
  if (after.type !== "ObjectExpression")
    return rw.leftOut(`${place.element}.after`, after, "code-unread", { code: rw.source(after) });
  for (const property of nodesOf(after["properties"])) {
    const value = child(property, "value");
    if (
      !value ||
      (property["computed"] === true && propertyName(rw, property) === undefined && !isNumber(rw, property))
    )
      rw.leftOut(`${place.element}.after`, property, "code-unread", { code: rw.source(property) });
    if (value)
      rewriteCandidates(place, rw.tree.resolve(value), {
        data: place.facts.unsure,
        at: `after.${keyName(property) ?? "…"}`,
        isAfter: true,
      });
  }
}

const isNumber = (rw: Rewriting, property: Node): boolean =>
  rw.tree.resolve(property["key"] as Node).type === "NumericLiteral";

/** One transition or a list of them. */
export function rewriteCandidates(
  place: StatePlace,
  value: Node,
  slot: { readonly data: DataName; readonly at: string; readonly isAfter?: boolean },
): void {
  const { rw } = place.facts;
  if (value.type !== "ArrayExpression") return rewriteTransition(place, value, slot);
  const items = nodesOf(value["elements"]).map((item) => rw.tree.resolve(item));
  // XState 5 forgets a target that stands in a list alone, under `after`.
  for (const item of items) rewriteTransition(place, item, { ...slot, inList: slot.isAfter === true });
}

/** A target with the delimiter of XState 5. */
export function dottedTarget({ rw, delimiter }: MachineFacts, node: Node): void {
  const target = literalText(node);
  if (delimiter !== "." && target?.includes(delimiter))
    rw.replace(node, JSON.stringify(target.replaceAll(delimiter, ".")));
}
