import { child, nodesOf, type Node } from "#core/syntax/node.ts";
import { parseModule } from "#core/syntax/parse.ts";

/**
 * The tree of a text that is one expression, so that it may stand as a value between commas; undefined for any other. A comment
 * to the end of line would eat what follows. Offsets are two more than those of the text.
 */
export function expressionOf(text: string): Node | undefined {
  const { file, fault, jsx } = parseModule(`([${text}])`, "ts");
  if (!file || fault || jsx) return undefined;
  const body = nodesOf(file.program.body);
  const outer = body[0] && child(body[0], "expression");
  const list = outer && child(outer, "expression");
  const items = list?.type === "ArrayExpression" ? (list["elements"] as (Node | null)[]) : [];
  const [item] = items;
  return body.length === 1 && items.length === 1 && item?.type !== "SpreadElement"
    ? (item ?? undefined)
    : undefined;
}
