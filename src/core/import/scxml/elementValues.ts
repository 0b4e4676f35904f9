import { treeOfExpression } from "#core/import/scxml/ecmascript.ts";
import { stringOf, unwrap } from "#core/syntax/node.ts";
import { parseJson } from "#core/text/json.ts";
import type { XmlElement } from "#core/text/xmlTree.ts";

/** The text that an expression always gives; undefined when it is computed. */
export function literalOf(expression: string): string | undefined {
  const tree = treeOfExpression(expression);
  return tree && stringOf(unwrap(tree));
}

/** Milliseconds of a duration: `1.5s`, `200ms`; undefined for what is none. */
export function delayOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?$/i.exec(text.trim()) ?? [];
  return amount === undefined
    ? undefined
    : Math.round(Number(amount) * (unit?.toLowerCase() === "s" ? 1000 : 1));
}

/**
 * The text within an element as code of a value: JSON is data, all else is a text, its blanks made one. Undefined where there is XML in it,
 * for which XState has no form.
 */
export function textOfElement({ children }: XmlElement): string | undefined {
  if (children.some((child) => typeof child !== "string")) return undefined;
  const text = children.join("").trim();
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    return JSON.stringify(text.replaceAll(/\s+/g, " "));
  }
}
