import { keyAt } from "#core/syntax/textUses.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { args, statePath, string, type ArgShape } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import { movedItem } from "#core/edit/pen/reindent.ts";
import { nodesOf, spanOf } from "#core/syntax/node.ts";
import { objectOrder } from "#core/syntax/entries.ts";
import { stateItem } from "#core/edit/gestures/stateItem.ts";

const sibling: ArgShape<string | StatePath> = { anyOf: [string("key"), statePath] };

/**
 * Puts a state before a sibling (its key or path), or last. The order is that of the outline and of regions. Refuses an order that cannot be:
 * JavaScript puts keys that are integers before all others, in ascending order.
 */
export const reorderState = defineCommand(
  "state.reorder",
  args({ state: statePath, "before?": sibling }),
  (draft, { state, before }) => {
    const place = draft.anyState(state);
    const { states, item } = stateItem(draft, place);
    draft.requireNotHiding(states, item);
    const all = nodesOf(states["properties"]);
    if (all.some((node) => keyAt(draft.tree, node) === undefined))
      refuse("states-has-spread", spanOf(states));
    const key = typeof before === "string" || before === undefined ? before : siblingKey(state, before);
    const index =
      key === undefined ? all.length : all.findLastIndex((node) => keyAt(draft.tree, node) === key);
    if (index < 0) refuse("state-not-found", draft.nameSpan(place), { state: key ?? "" });
    const keys = objectOrder(all.map((node) => keyAt(draft.tree, node) ?? ""));
    const others = keys.filter((other) => other !== place.node.key);
    const wanted = others.toSpliced(
      key === undefined ? others.length : others.indexOf(key),
      0,
      place.node.key,
    );
    const position = all.indexOf(item);
    if (key === place.node.key || keys.join("\n") === wanted.join("\n")) return;
    if (objectOrder(wanted).join("\n") !== wanted.join("\n"))
      refuse("integer-order", draft.nameSpan(place), { state: place.node.key });
    if (index === position || index === position + 1) return;
    draft.insert(states, index, [movedItem(draft, { list: states, item })]);
    draft.remove({ list: states, item, state: true });
  },
);

/** The key of a path that has the same parent; a path elsewhere names no sibling. */
function siblingKey(state: StatePath, other: StatePath): string {
  const same = other.length === state.length && other.slice(0, -1).every((key, i) => key === state[i]);
  return (
    (same ? other.at(-1) : undefined) ?? refuse("state-not-found", undefined, { state: other.join(".") })
  );
}
