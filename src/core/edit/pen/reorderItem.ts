import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { movedItem } from "#core/edit/pen/reindent.ts";
import { nodesOf, spanOf, type Node } from "#core/syntax/node.ts";

/** Moves an item of an array literal, with its comments, so that it comes to stand at `to`. */
export function reorderItem(draft: Draft, list: Node, item: Node, to: number): void {
  const all = nodesOf(list["elements"]);
  const most = all.length - 1;
  if (to > most) refuse("index-out-of-range", spanOf(list), { index: String(to), most: String(most) });
  const from = all.indexOf(item);
  if (to === from) return;
  draft.insert(list, to > from ? to + 1 : to, [movedItem(draft, { list, item })]);
  draft.remove({ list, item });
}
