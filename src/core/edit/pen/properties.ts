import { GATHERING, WRITTEN_ORDER } from "#core/syntax/configKeys.ts";
import { keyName, propertyOf } from "#core/syntax/property.ts";
import { property, printCode, quoteLike, type Code } from "#core/edit/pen/codeText.ts";
import type { Draft, Removal } from "#core/edit/draft.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import { child, literalText, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { emptyValue } from "#core/edit/pen/hiddenBy.ts";

export type OrderOf = keyof typeof WRITTEN_ORDER;

/** A new `key: value`, laid out where it lands. */
export const newProperty = (draft: Draft, name: string, code: Code): NewItem => ({
  code: (place) => property(name, code, draft.style, place),
});

/** Refuses what would hide something that a spread brings, or may bring. */
function requireNotSpread(draft: Draft, object: Node, name: string): void {
  if (!GATHERING.has(name)) return;
  for (const node of nodesOf(object["properties"])) {
    if (keyName(node) !== undefined) continue;
    const names = draft.brings(node);
    if (!names) refuse("spread-may-bring", spanOf(node), { name });
    if (names.includes(name)) draft.refuseProperty(object, name, spanOf(node));
  }
}

/** `name: { items }` for a list of entries that is not there yet; over several lines where there is room. */
export function holderProperty(draft: Draft, name: string, items: readonly NewItem[]): NewItem {
  const { eol, unit, pad, trailingComma } = draft.style;
  return {
    wide: true,
    code: ({ indent, oneLine }) => {
      const tail = (item: NewItem) => (item.tail ? ` ${item.tail}` : "");
      if (oneLine && !items.some((item) => item.ownLine)) {
        const inner = items.map((item) => item.code({ indent, oneLine }) + tail(item));
        return `${name}: {${pad}${inner.join(", ")}${pad}}`;
      }
      const place = { indent: indent + unit, oneLine: false };
      const inner = items.map((item, i) => {
        const comma = i < items.length - 1 || trailingComma ? "," : "";
        return `${eol}${place.indent}${item.code(place)}${comma}${tail(item)}`;
      });
      return `${name}: {${inner.join("")}${eol}${indent}}`;
    },
  };
}

/** Adds properties (in order of rank) to an object literal that has none of them, never before a spread. */
export function addProperties(
  draft: Draft,
  object: Node,
  order: OrderOf,
  added: readonly { readonly name: string; readonly item: NewItem }[],
): void {
  const present = nodesOf(object["properties"]);
  const places = new Map<number, NewItem[]>();
  for (const { name, item } of added) {
    requireNotSpread(draft, object, name);
    const index = indexFor(present, order, name);
    places.set(index, [...(places.get(index) ?? []), item]);
  }
  for (const [index, items] of places) draft.insert(object, index, items);
}

/** Before which property a new one goes. */
export function indexFor(present: readonly Node[], order: OrderOf, name: string): number {
  const names = WRITTEN_ORDER[order];
  const rank = (of: string | undefined) => names.indexOf(of ?? "");
  // What goes last, or has no rank, goes after properties this studio does not know, too.
  if (rank(name) < 0 || rank(name) === names.length - 1) return present.length;
  const lastSpread = present.findLastIndex((node) => keyName(node) === undefined);
  const lastBefore = present.findLastIndex((node) => {
    const position = rank(keyName(node));
    return position >= 0 && position <= rank(name);
  });
  return Math.max(lastSpread, lastBefore) + 1;
}

export const addProperty = (draft: Draft, object: Node, order: OrderOf, name: string, code: Code): void =>
  addProperties(draft, object, order, [{ name, item: newProperty(draft, name, code) }]);

/** Sets, adds or (with undefined) removes a property. The old value is replaced whatever it was. */
export function setProperty(
  draft: Draft,
  object: Node,
  order: OrderOf,
  name: string,
  code: Code | undefined,
  up?: Removal,
): void {
  const old = propertyOf(object, name);
  if (code === undefined) {
    if (old) draft.remove({ list: object, item: old, up, property: true });
    else removeBrought(draft, object, name, up && keyName(up.item));
    return;
  }
  if (!old) return addProperty(draft, object, order, name, code);
  const value = old["shorthand"] === true || old.type !== "ObjectProperty" ? undefined : child(old, "value");
  const place = { indent: lineIndent(draft.text, old.start), oneLine: true };
  if (value) draft.replace(spanOf(value), printCode(code, draft.style, place));
  else replaceProperty(draft, old, name, code);
}

/** Says nothing under a name that is not written, where a spread brings it. */
export function removeBrought(draft: Draft, object: Node, name: string, holder?: string): void {
  if (!draft.isBrought(object, name)) return;
  const code = emptyValue(name, holder);
  const last = nodesOf(object["properties"]).length;
  draft.insert(object, last, [newProperty(draft, name, code)]);
}

/** Puts another property in the place of one, key and all. */
export function replaceProperty(draft: Draft, old: Node, name: string, code: Code): void {
  const place = { indent: lineIndent(draft.text, old.start), oneLine: true };
  draft.replace(spanOf(old), property(name, code, draft.style, place));
}

/** Sets or (with "") removes a text property; refuses to overwrite code that is not a literal. */
export function setTextProperty(
  draft: Draft,
  object: Node,
  order: OrderOf,
  name: string,
  text: string,
): void {
  const old = propertyOf(object, name);
  const value = old && child(old, "value");
  if (old && literalText(value) === undefined) refuse("value-not-literal", spanOf(old), { name });
  if (literalText(value) === text && text !== "") return;
  if (text === "") return setProperty(draft, object, order, name, undefined);
  setProperty(draft, object, order, name, quoteLike(value ? draft.slice(value) : "", text, draft.style));
}
