import { args, index, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import { reorderItem } from "#core/edit/pen/reorderItem.ts";
import { nodesOf, spanOf } from "#core/syntax/node.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Puts a transition at another place among those of its event: the first whose guard says yes is taken. */
export const reorderTransition = defineCommand(
  "transition.reorder",
  args({ transition, to: index }),
  (draft, { transition: ref, to }) => {
    const { array, item, value } = transitionSite(draft, ref);
    if (!array) {
      if (to > 0) refuse("index-out-of-range", spanOf(value), { index: String(to), most: "0" });
      return;
    }
    if (nodesOf(array["elements"]).some((node) => node.type === "SpreadElement"))
      refuse("not-written-here", spanOf(array));
    reorderItem(draft, array, item, to);
  },
);
