import type { Draft } from "#core/edit/draft.ts";
import { child, type Node } from "#core/syntax/node.ts";
import { references } from "#core/syntax/references.ts";

/**
 * Whether code in a const stands for this machine alone: the const is not exported, and is named only in the machine's config or in
 * consts of which the same is true. What holds for every place of the chart that is read from it then holds for all that it does.
 * @param places how many places of the chart are read from it: with fewer than it is named, one of them could not be read
 */
export function isForThisMachine({ tree, chart }: Draft, code: Node, places: number): boolean {
  const config = chart.configAt;
  if (!config) return false;
  let names = 0;
  const standsHere = (node: Node, open: readonly Node[]): boolean => {
    for (let at: Node | undefined = node; at; at = tree.parentOf(at)) {
      if (at.start === config.from && at.end === config.to) {
        names++;
        return true;
      }
      // What a function says may be another thing with each call, and what a call is given something else than what it gives.
      if (/Function|Class|CallExpression/.test(at.type)) return false;
      if (at.type !== "VariableDeclarator") continue;
      const id = child(at, "id");
      const isConst = id?.type === "Identifier" && tree.parentOf(at)?.["kind"] === "const";
      const uses = isConst ? references(tree, { node: at, name: String(id["name"]) }) : undefined;
      if (!uses || uses.exported || uses.nodes.length === 0 || open.includes(at)) return false;
      const own = at;
      return uses.nodes.every((use) => standsHere(use, [...open, own]));
    }
    return false;
  };
  return standsHere(code, []) && places >= names;
}
