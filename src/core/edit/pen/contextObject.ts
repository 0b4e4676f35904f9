import type { Draft } from "#core/edit/draft.ts";
import { child, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { entryOf } from "#core/syntax/property.ts";

/**
 * The object literal that a machine's context begins as: the value of `context`, or what its function gives back.
 * @param resolve what a name stands for; to write there, only what nothing else uses (`draft.follow`)
 */
export function contextObject(
  { chart, tree }: Draft,
  resolve: (node: Node) => Node | undefined = (node) => tree.resolve(node),
): Node | undefined {
  const config = chart.configAt && tree.nodeAt(chart.configAt);
  const value = config && entryOf(config, "context")?.value;
  const node = value && resolve(value);
  const body = node && /Function/.test(node.type) ? child(node, "body") : node;
  const given = body?.type === "BlockStatement" ? returned(body) : body;
  const object = given && resolve(unwrap(given));
  return object?.type === "ObjectExpression" ? object : undefined;
}

/** What a function gives back that has one way out. */
function returned(block: Node): Node | undefined {
  let ways = 0;
  walk(block, (node) => void (node.type === "ReturnStatement" && ways++));
  if (ways !== 1) return undefined;
  const last = nodesOf(block["body"]).at(-1);
  return last?.type === "ReturnStatement" ? child(last, "argument") : undefined;
}
