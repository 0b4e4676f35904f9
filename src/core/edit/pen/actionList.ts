import { propertyOf } from "#core/syntax/property.ts";
import type { Code } from "#core/edit/pen/codeText.ts";
import { printCode } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperty, setProperty, type OrderOf } from "#core/edit/pen/properties.ts";
import { child, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { reorderItem } from "#core/edit/pen/reorderItem.ts";
import { XSTATE_NAMES, xstateName } from "#core/edit/pen/xstateImports.ts";
import { isNothing } from "#core/edit/gestures/transitionConfig.ts";

/** Code that is one action, not a name that may stand for a list of them. */
const SINGLE = new Set([
  "StringLiteral",
  "TemplateLiteral",
  "ObjectExpression",
  "CallExpression",
  "ArrowFunctionExpression",
  "FunctionExpression",
]);

/** Adds an action at the end of `entry`, `exit` or `actions`. */
export function addToActions(draft: Draft, object: Node, order: OrderOf, name: string, action: Code): void {
  const property = propertyOf(object, name);
  if (!property) return addProperty(draft, object, order, name, action);
  draft.requireEffective(object, property);
  const written = child(property, "value");
  const value = written && unwrap(written);
  if (!written || !value || property["shorthand"] === true)
    refuse("value-not-literal", spanOf(property), { name });
  if (isNothing(value)) return setProperty(draft, object, order, name, action);
  const print = (oneLine: boolean, indent = "") => printCode(action, draft.style, { indent, oneLine });
  if (value.type === "ArrayExpression") {
    const item = { code: (place: { indent: string }) => print(true, place.indent) };
    return draft.insert(value, nodesOf(value["elements"]).length, [item]);
  }
  if (!SINGLE.has(value.type) || (value.type === "CallExpression" && !isAction(draft, value)))
    refuse("value-not-literal", spanOf(value), { name }, draft.offerProperty(object, name));
  draft.edits.push({ from: written.start, to: written.start, insert: "[" });
  draft.edits.push({ from: written.end, to: written.end, insert: `, ${print(true)}]` });
}

/** A call of XState, `assign(...)`: any other may give back a list. */
function isAction(draft: Draft, call: Node): boolean {
  if (call.type !== "CallExpression") return false;
  const callee = child(call, "callee");
  const called = (callee && xstateName(callee, draft.tree.scopeAt(call.start))) ?? "";
  return XSTATE_NAMES.has(called) || called === "createAction";
}

/** May an expression that chooses, `debug ? ["a", "b"] : []`, give a list? */
function mayChooseList(draft: Draft, node: Node): boolean {
  const value = unwrap(draft.tree.resolve(node));
  if (value.type === "ConditionalExpression")
    return ["consequent", "alternate"].some((name) => mayChooseList(draft, child(value, name) as Node));
  if (value.type === "LogicalExpression")
    return ["left", "right"].some((name) => mayChooseList(draft, child(value, name) as Node));
  return value.type === "ArrayExpression" || (value.type === "CallExpression" && !isAction(draft, value));
}

/** May a name stand for a list of actions? */
const mayBeList = (draft: Draft, name: Node): boolean =>
  /^(?:ArrayExpression|CallExpression)$/.test(unwrap(draft.tree.resolve(name)).type) &&
  !isAction(draft, unwrap(draft.tree.resolve(name)));

/** Where an action is written: as an item of a list, or as the whole value of its property. */
interface ActionSite {
  readonly property: Node;
  /** The array literal, unless the action stands alone. */
  readonly list?: Node;
  readonly item: Node;
}

/** @param read the actions that the chart has there: one name in the text may stand for several */
function actionSite(draft: Draft, object: Node, name: string, index: number, read: number): ActionSite {
  const property = propertyOf(object, name);
  if (!property) {
    const at = spanOf({ ...object, end: object.start + 1 });
    // It is there by a spread.
    if (index < read) draft.refuseProperty(object, name, at);
    refuse("action-not-found", at, { index: String(index) });
  }
  draft.requireEffective(object, property);
  const written = child(property, "value");
  const value = written && unwrap(written);
  // A call may give several.
  const isCall = value?.type === "CallExpression" && !isAction(draft, value);
  const isChoice = /^(?:Conditional|Logical)Expression$/.test(value?.type ?? "");
  if (isCall || (isChoice && value && mayChooseList(draft, value)))
    refuse("value-not-literal", spanOf(property), { name }, draft.offerProperty(object, name));
  if (index >= read || (value && isNothing(value)))
    refuse("action-not-found", spanOf(property), { index: String(index) });
  if (value?.type !== "ArrayExpression") {
    // A name may stand for several.
    const isName = value?.type === "Identifier" || value?.type.endsWith("MemberExpression");
    if (read > 1 || (isName && value && mayBeList(draft, value)))
      refuse("value-not-literal", spanOf(property), { name }, draft.offerProperty(object, name));
    return { property, item: written ?? property };
  }
  const items = nodesOf(value["elements"]);
  const item = items[index];
  if (!item || items.some((node) => node.type === "SpreadElement"))
    refuse("value-not-literal", spanOf(value), { name });
  return { property, list: value, item };
}

/** Takes the action at an index out; the last one takes the property with it. */
export function removeFromActions(
  draft: Draft,
  object: Node,
  name: string,
  index: number,
  read: number,
): void {
  const { property, list, item } = actionSite(draft, object, name, index, read);
  const whole = { list: object, item: property };
  draft.remove(list ? { list, item, up: whole } : whole);
}

/** Writes another action in the place of one. */
export function replaceInActions(
  draft: Draft,
  object: Node,
  name: string,
  index: number,
  read: number,
  action: Code,
): void {
  const { property, item } = actionSite(draft, object, name, index, read);
  const code = printCode(action, draft.style, { indent: "", oneLine: true });
  if (item === property || property["shorthand"] === true)
    draft.replace(spanOf(property), `${name}: ${code}`);
  else draft.replace(spanOf(item), code);
}

/** Puts the action at an index at another place of its list. */
export function reorderActions(
  draft: Draft,
  object: Node,
  name: string,
  index: number,
  read: number,
  to: number,
): void {
  const { property, list, item } = actionSite(draft, object, name, index, read);
  if (list) reorderItem(draft, list, item, to);
  else if (to > 0) refuse("index-out-of-range", spanOf(property), { index: String(to), most: "0" });
}
