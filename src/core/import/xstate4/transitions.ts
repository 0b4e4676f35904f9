import { rewriteActions, rewriteGuard } from "#core/import/xstate4/actions.ts";
import type { DataName } from "#core/import/xstate4/functions.ts";
import { propertiesOf } from "#core/import/xstate4/Rewriting.ts";
import { type MachineFacts, stateBelow, type StatePlace } from "#core/import/xstate4/machineFacts.ts";
import { child, literalText, nameOf, nodesOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

interface Slot {
  readonly data: DataName;
  /** Keys that lead to it from its state. */
  readonly at: string;
  /** It stands in a list where a target alone is forgotten. */
  readonly inList?: boolean;
}

/** One transition: a target alone, an object, or none. */
export function rewriteTransition(place: StatePlace, node: Node, slot: Slot): void {
  const { facts, element } = place;
  const { rw } = facts;
  if (!rw.first(node)) {
    // Its targets were written for the state that used it first.
    if (needsPlace(place, node))
      rw.leftOut(`${element}.${slot.at}`, node, "shared", { code: rw.source(node) });
    return;
  }
  rw.taken(`${element}.${slot.at}`, node);
  const target = literalText(node);
  if (target !== undefined) {
    const { code, reenters } = targetCode(place, target);
    if (!reenters) reportReentry(place, target, slot.at);
    if (reenters || slot.inList) rw.replace(node, `{ target: ${code}${reenters ? ", reenter: true" : ""} }`);
    else if (JSON.stringify(target) !== code) rw.replace(node, code);
    return;
  }
  if (nameOf(node) === "undefined" || node.type === "NullLiteral") return;
  if (node.type !== "ObjectExpression")
    return rw.leftOut(`${element}.${slot.at}`, node, "code-unread", { code: rw.source(node) });
  rewriteObject(place, node, slot);
}

/** Whether a transition that several states share may mean something else in each of them. */
function needsPlace({ path }: StatePlace, node: Node): boolean {
  const properties = propertiesOf(node);
  const target = literalText(node) ?? literalText(child(properties.get("target") ?? node, "value"));
  const targets = child(properties.get("target") ?? node, "value");
  if (properties.has("in") || targets?.type === "ArrayExpression") return true;
  return (
    target !== undefined &&
    (path.length === 0 || target.startsWith(".") || target.split(/\W/)[0] === path.at(-1))
  );
}

function rewriteObject(place: StatePlace, node: Node, slot: Slot): void {
  const { facts, element } = place;
  const { rw, uses } = facts;
  const properties = propertiesOf(node);
  const valueOf = (name: string) => {
    const property = properties.get(name);
    return property?.type === "ObjectMethod" ? property : property && child(property, "value");
  };
  const actions = valueOf("actions");
  if (actions) rewriteActions(rw, actions, { uses, data: slot.data });
  rewriteCondition(place, properties, slot);
  const internal = properties.get("internal");
  const isInternal = internal && child(internal, "value")?.["value"];
  const given = valueOf("target");
  const list = given && rw.tree.resolve(given);
  const nodes = list?.type === "ArrayExpression" ? nodesOf(list["elements"]) : given ? [given] : [];
  let reenters = false;
  for (const one of nodes) {
    const target = literalText(rw.tree.resolve(one));
    if (target === undefined) {
      if (one.type !== "Identifier" || one["name"] !== "undefined")
        rw.leftOut(`${element}.${slot.at}.target`, one, "code-unread", { code: rw.source(one) });
      continue;
    }
    const place5 = targetCode(place, target);
    if (place5.code !== JSON.stringify(target)) rw.replaceValue(one, place5.code);
    if (isInternal !== false && !(isInternal === undefined && place5.reenters))
      reportReentry(place, target, slot.at);
    if (isInternal === undefined ? place5.reenters : isInternal === false) reenters = true;
  }
  if (internal) {
    if (reenters) rw.replace(internal, "reenter: true");
    else rw.remove(internal);
  } else if (reenters) {
    const target = properties.get("target");
    if (target) rw.insert(target.end, ", reenter: true");
  }
  for (const name of properties.keys())
    if (!KNOWN.has(name)) {
      rw.leftOut(`${element}.${slot.at}.${name}`, properties.get(name)!, "unknown-key", { key: name });
    }
  for (const property of nodesOf(node["properties"]))
    if (
      property.type === "SpreadElement" ||
      (property["computed"] === true && keyName(property) === undefined)
    )
      rw.leftOut(`${element}.${slot.at}`, property, "code-unread", { code: rw.source(property) });
}

const KNOWN = new Set(["target", "actions", "cond", "in", "internal", "description", "meta"]);

/** XState 4 left a child alone that was active already and is the target of its parent; XState 5 enters it anew. */
function reportReentry({ facts, path, element, object }: StatePlace, given: string, at: string): void {
  const keys = withDots(facts, given).split(".");
  if (keys[0] !== "" && keys[0] !== path.at(-1)) return;
  const state = stateBelow(facts, object, keys.slice(1));
  if (state && DOES_SOMETHING.test(facts.rw.source(state)))
    facts.rw.changed(`${element}.${at}`, object, "child-reentered", { target: given });
}
const DOES_SOMETHING = /\b(?:entry|exit|onEntry|onExit|invoke|after|activities)\b/;

/** `cond` and `in` are one guard. */
function rewriteCondition(place: StatePlace, properties: ReadonlyMap<string, Node>, slot: Slot): void {
  const { rw, uses } = place.facts;
  const cond = properties.get("cond");
  const inState = properties.get("in");
  const value = cond?.type === "ObjectMethod" ? cond : cond && child(cond, "value");
  if (cond) rw.renameKey(cond, "guard");
  if (value) rewriteGuard(rw, value, { uses, data: slot.data });
  const where = inState && child(inState, "value");
  if (!inState || !where) return;
  const state = stateInCode(place, where);
  if (state === undefined || cond?.["shorthand"] === true || cond?.type === "ObjectMethod")
    return rw.leftOut(`${place.element}.${slot.at}.in`, inState, "code-unread", { code: rw.source(inState) });
  const stateIn = `${rw.today("stateIn")}(${state})`;
  // The types of XState 5 accept it only where the machine has named guards too.
  const type = place.facts.hasGuards ? "" : " as never";
  if (cond && value) {
    rw.replaceValue(value, `${rw.today("and")}([${stateIn}, ${rw.print(value)}])${type}`);
    rw.remove(inState);
  } else rw.replace(inState, `guard: ${stateIn}${type}`);
}

/** `in` names a state by its id, or counts from the grandparent of the state whose transition it is. */
function stateInCode({ facts, path }: StatePlace, node: Node): string | undefined {
  const text = literalText(node);
  if (text === undefined) return undefined;
  if (text.startsWith("#")) return JSON.stringify(text.replaceAll(facts.delimiter, "."));
  const keys = [...path.slice(0, -2), ...text.split(facts.delimiter)];
  const last = keys.pop() ?? "";
  return keys.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, JSON.stringify(last));
}

/**
 * A target for XState 5, as code, and whether its transition has to say that it reenters: in XState 4 every target without a dot in front
 * leaves its source, which shows where the target is the source itself or lies within it.
 */
function targetCode({ facts, path }: StatePlace, given: string): { code: string; reenters: boolean } {
  const target = withDots(facts, given);
  const key = path.at(-1);
  if (target.startsWith(".")) return { code: JSON.stringify(target), reenters: false };
  // Where an id leads is not looked up: saying it changes nothing for a target elsewhere.
  if (target.startsWith("#")) return { code: JSON.stringify(target), reenters: true };
  if (key === undefined) return { code: JSON.stringify(`.${target}`), reenters: true };
  return { code: JSON.stringify(target), reenters: target === key || target.startsWith(`${key}.`) };
}

const withDots = ({ delimiter }: MachineFacts, target: string): string =>
  delimiter === "." ? target : target.replaceAll(delimiter, ".");
