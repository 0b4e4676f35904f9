import type { Code } from "#core/edit/codeText.ts";
import { printCode } from "#core/edit/codeText.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { addProperty, setProperty, type OrderOf } from "#core/edit/properties.ts";
import { child, nodes, propertyOf, spanOf, unwrap, type Node } from "#core/edit/sourceTree.ts";
import { isNothing } from "#core/edit/transitionConfig.ts";

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
  const written = child(property, "value");
  const value = written && unwrap(written);
  if (!written || !value || property["shorthand"] === true)
    refuse("value-not-literal", spanOf(property), { name });
  if (isNothing(value)) return setProperty(draft, object, order, name, action);
  const print = (oneLine: boolean, indent = "") => printCode(action, draft.style, { indent, oneLine });
  if (value.type === "ArrayExpression") {
    const item = { code: (place: { indent: string }) => print(true, place.indent) };
    return draft.insert(value, nodes(value["elements"]).length, [item]);
  }
  if (!SINGLE.has(value.type)) refuse("value-not-literal", spanOf(value), { name });
  draft.edits.push({ from: written.start, to: written.start, insert: "[" });
  draft.edits.push({ from: written.end, to: written.end, insert: `, ${print(true)}]` });
}

/** Takes the action at an index out; the last one takes the property with it. */
export function removeFromActions(draft: Draft, object: Node, name: string, index: number): void {
  const property = propertyOf(object, name);
  if (!property)
    refuse("action-not-found", spanOf({ ...object, end: object.start + 1 }), { index: String(index) });
  const written = child(property, "value");
  const value = written && unwrap(written);
  const whole = { list: object, item: property };
  if (value?.type !== "ArrayExpression") {
    if (index > 0 || (value && isNothing(value)))
      refuse("action-not-found", spanOf(property), { index: String(index) });
    return draft.remove(whole);
  }
  const items = nodes(value["elements"]);
  if (items.some((item) => item.type === "SpreadElement"))
    refuse("value-not-literal", spanOf(value), { name });
  const item = items[index];
  if (!item) refuse("action-not-found", spanOf(property), { index: String(index) });
  draft.remove({ list: value, item, up: whole });
}
