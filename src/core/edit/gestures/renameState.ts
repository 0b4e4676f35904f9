import type { StatePath } from "#core/chart/chart.ts";
import { args, key, statePath } from "#core/edit/argShape.ts";
import { keyLike, keyText, quoteLike } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { initialSpan } from "#core/edit/gestures/initial.ts";
import { child, spanOf, stringOf, type Node } from "#core/syntax/node.ts";
import { itemOrBrought } from "#core/edit/gestures/stateItem.ts";
import { requireKey } from "#core/edit/gestures/stateKeys.ts";
import { renamedTree } from "#core/edit/follow/stateTree.ts";

/** Renames a state: its key, the parent's `initial` and every target and `stateIn` that names it. */
export const renameState = defineCommand<{ state: StatePath; to: string }>(
  "state.rename",
  args({ state: statePath, to: key }),
  (draft, { state, to }) => {
    const place = draft.anyState(state);
    const { parent, item, states } = itemOrBrought(draft, place);
    const { node } = place;
    if (node.key === to) return;
    requireKey(parent.node, to, draft.nameSpan(place));
    draft.requireNotHiding(states, item);
    rewriteKey(draft, item, to);
    if (parent.node.initial?.value === node.key) {
      const at = initialSpan(draft, parent);
      draft.replace(at, quoteLike(draft.text.slice(at.from, at.to), to, draft.style));
    }
    draft.mapPaths(state, [...state.slice(0, -1), to]);
    followReferences(draft, renamedTree(draft.chart.root, state, to));
  },
);

/** Quotes stay what they are; `{ idle }` becomes `{ to: idle }`. */
export function rewriteKey(draft: Draft, item: Node, to: string): void {
  const written = child(item, "key");
  if (!written || (item["computed"] === true && stringOf(written) === undefined))
    refuse("computed-key", spanOf(written ?? item));
  const old = draft.slice(written);
  if (item["shorthand"] === true) draft.replace(spanOf(item), `${keyText(to, draft.style.quote)}: ${old}`);
  else draft.replace(spanOf(written), keyLike(old, to, draft.style.quote));
}
