import { child, isNode, keyText, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** Name of a property, or undefined for a spread or a computed key. */
export function keyName(property: Node): string | undefined {
  const key = property["computed"] === true ? undefined : child(property, "key");
  return key && keyText(key);
}

/** The property of that name; of two the last, as in JavaScript. */
export const propertyOf = (object: Node, name: string): Node | undefined =>
  nodesOf(object["properties"]).findLast((property) => keyName(property) === name);

/** The value of a property without its wrappers; undefined for a method. */
export function valueOf(property: Node | undefined): Node | undefined {
  const value = property?.type === "ObjectProperty" ? child(property, "value") : undefined;
  return value && unwrap(value);
}

/** What an object literal says under a name; a method's value is the method. */
export interface Entry {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

/** Entries as written; spreads and keys that are computed are left out, but `["a"]` is as good as `a`. */
export function entriesOf(object: Node): Entry[] {
  return nodesOf(object["properties"]).flatMap((part): Entry[] => {
    const { key, value } = part as { key?: unknown; value?: unknown };
    if (!isNode(key) || (part["computed"] === true && key.type === "Identifier")) return [];
    const name = keyText(key);
    const held = part.type === "ObjectMethod" ? part : value;
    return name === undefined || !isNode(held) ? [] : [{ name, key, value: held }];
  });
}

/** The entry of that name; of two the last, as in JavaScript. */
export const entryOf = (object: Node, name: string): Entry | undefined =>
  entriesOf(object).findLast((entry) => entry.name === name);
