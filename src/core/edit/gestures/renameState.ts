import { args, key, statePath } from "#core/edit/argShape.ts";
import { keyLike, keyText } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { followGivenInitial, renameInitial } from "#core/edit/gestures/initial.ts";
import { child, spanOf, stringOf, type Node } from "#core/syntax/node.ts";
import { Spellings, writeKey } from "#core/edit/follow/spellings.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { itemOrBrought } from "#core/edit/gestures/stateItem.ts";
import { requireKey, warnOfBroughtState } from "#core/edit/gestures/stateKeys.ts";
import { renamedTree } from "#core/edit/follow/stateTree.ts";

/** Renames a state: its key, the parent's `initial` and every target and `stateIn` that names it. */
export const renameState = defineCommand(
  "state.rename",
  args({ state: statePath, to: key }),
  (draft, { state, to }) => {
    const place = draft.anyState(state);
    const { parent, item, states } = itemOrBrought(draft, place);
    const { node } = place;
    if (node.key === to) return;
    requireKey(parent.node, to, draft.nameSpan(place));
    warnOfBroughtState(draft, parent, states, to);
    draft.requireAlone(states, item, node.key);
    const spellings = new Spellings(draft);
    const named = computedKey(item);
    // What another file says would be said there still.
    if (named && textAt(draft.tree, named) === undefined) refuse("computed-key", spanOf(named));
    if (named) spellings.want(named, node.key, to, () => writeKey(draft, item, to));
    else rewriteKey(draft, item, to);
    if (parent.node.initial?.value === node.key) renameInitial(draft, parent, to, spellings);
    followGivenInitial(draft, parent, [node.key], to);
    draft.mapPaths(state, [...state.slice(0, -1), to]);
    followReferences(draft, renamedTree(draft.chart.root, state, to), [], spellings);
  },
);

/** The expression that a key is computed from, when that is no literal. */
function computedKey(item: Node): Node | undefined {
  const key = item["computed"] === true ? child(item, "key") : undefined;
  return stringOf(key) === undefined ? key : undefined;
}

/** Quotes stay what they are; `{ idle }` becomes `{ to: idle }`, and `[Phase.Idle]` the plain key. */
export function rewriteKey(draft: Draft, item: Node, to: string): void {
  const written = child(item, "key");
  if (!written) refuse("computed-key", spanOf(item));
  if (computedKey(item)) return writeKey(draft, item, to);
  const old = draft.slice(written);
  if (item["shorthand"] === true) draft.replace(spanOf(item), `${keyText(to, draft.style.quote)}: ${old}`);
  else draft.replace(spanOf(written), keyLike(old, to, draft.style.quote));
}
