import { args, list, statePath, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperty, type OrderOf } from "#core/edit/pen/properties.ts";
import type { Node } from "#core/syntax/node.ts";
import { setTextList, textList } from "#core/edit/pen/textList.ts";
import { configOf } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

const clauses = list<string>({ type: "string" }, { description: "ids of clauses" });

/** Says which clauses of the rules a state carries out (`meta.clauses`); none removes the list. */
export const setStateClauses = defineCommand(
  "state.setClauses",
  args({ state: statePath, clauses }),
  (draft, { state, clauses: ids }) =>
    setClauses(draft, draft.holderOf(draft.state(state), "meta"), "state", ids),
);

/** Says which clauses of the rules a transition carries out. */
export const setTransitionClauses = defineCommand(
  "transition.setClauses",
  args({ transition, clauses }),
  (draft, { transition: ref, clauses: ids }) => {
    const { object, wrap } = configOf(draft, transitionSite(draft, ref));
    if (object) setClauses(draft, object, "transition", ids);
    else if (ids.length > 0) wrap("meta", { object: [["clauses", textList(draft, ids)]] });
  },
);

function setClauses(draft: Draft, object: Node, order: OrderOf, ids: readonly string[]): void {
  const meta = draft.objectIn(object, "meta");
  if (meta)
    return setTextList(draft, meta.value, "meta", "clauses", ids, { list: object, item: meta.property });
  if (ids.length > 0)
    addProperty(draft, object, order, "meta", { object: [["clauses", textList(draft, ids)]] });
}
