import { args, statePath } from "#core/edit/argShape.ts";
import { putChild } from "#core/edit/gestures/addState.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { keepInitial } from "#core/edit/gestures/deleteState.ts";
import { refuse } from "#core/edit/refuse.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { movedItem } from "#core/edit/pen/reindent.ts";
import { removeStateItem } from "#core/edit/gestures/stateItem.ts";
import { requireNotBrought } from "#core/edit/gestures/stateKeys.ts";
import { movedTree } from "#core/edit/follow/stateTree.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";

/** Moves a state into another parent, as last child. Targets to it, from it and inside it keep naming the same states. */
export const moveState = defineCommand(
  "state.move",
  args({ state: statePath, parent: statePath }),
  (draft, { state, parent }) => {
    const place = draft.anyState(state);
    const goal = draft.state(parent);
    const { key, type } = place.node;
    if (isUnder(parent, state)) refuse("into-itself", draft.nameSpan(place));
    if (place.parent && samePath(place.parent.path, parent)) return;
    if (goal.node.children.some((child) => child.key === key))
      refuse("name-taken", draft.nameSpan(goal), { key });
    requireNotBrought(draft, goal, key);
    const old = removeStateItem(draft, place);
    draft.mapPaths(state, [...parent, key]);
    followReferences(draft, movedTree(draft.chart.root, state, parent));
    const item = movedItem(draft, { list: old.states, item: old.item });
    if (!old.last) keepInitial(draft, old.parent, key);
    putChild(draft, goal, key, type, item, { node: old.item, from: old.item.start });
  },
);
