import { propertyOf } from "#core/syntax/property.ts";
import type { StateNode } from "#core/chart/chart.ts";
import { pathId, places, placeOf, type PlacedState } from "#core/chart/places.ts";
import { args, key, statePath } from "#core/edit/argShape.ts";
import { quoteLike } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { countingCall } from "#core/edit/pen/runsAtOnce.ts";
import { freshName } from "#core/edit/gestures/freshName.ts";
import { movedItem } from "#core/edit/pen/reindent.ts";
import { rewriteKey } from "#core/edit/gestures/renameState.ts";
import { literalText, nodesOf, spanOf } from "#core/syntax/node.ts";
import { stateItem } from "#core/edit/gestures/stateItem.ts";
import { requireKey, warnOfBroughtState } from "#core/edit/gestures/stateKeys.ts";
import { copiedTree } from "#core/edit/follow/stateTree.ts";

/**
 * Puts a copy of a state, with all below it and its transitions, after it. What leads from the copied part into itself leads
 * into the copy; what leads to the state from elsewhere stays. An id can be given once, so those of the copy are new.
 */
export const duplicateState = defineCommand(
  "state.duplicate",
  args({ state: statePath, "key?": key }),
  (draft, { state, key: wanted }) => {
    const place = draft.anyState(state);
    const { parent, states, item } = stateItem(draft, place);
    const counts = countingCall(draft.tree, spanOf(item));
    if (counts) refuse("not-written-here", spanOf(counts), { name: draft.slice(counts) });
    const taken = (name: string) => parent.node.children.some((child) => child.key === name);
    const name = wanted ?? freshName(place.node.key, taken);
    requireKey(parent.node, name, draft.nameSpan(place));
    warnOfBroughtState(draft, parent, states, name);
    const edits = draft.apart(() => {
      rewriteKey(draft, item, name);
      const copy = { ...withFreshIds(draft, place), key: name };
      followReferences(draft, copiedTree(draft.chart.root, state, copy), state);
    });
    // What stands in a const would be that of the copy and of the original.
    if (edits.some(({ from, to }) => from < item.start || to > item.end)) draft.refuseShared(place);
    const index = nodesOf(states["properties"]).indexOf(item) + 1;
    draft.insert(states, index, [movedItem(draft, { list: states, item, edits })]);
  },
);

/** The state with an id of its own wherever it or a state inside has one; the ids in the text follow. */
function withFreshIds(draft: Draft, top: PlacedState): StateNode {
  const taken = new Set([...places(draft.chart).values()].map(({ node }) => node.id));
  const visit = (place: PlacedState): StateNode => {
    const { id, ...node } = place.node;
    const fresh = id === undefined ? undefined : newId(draft, place, id, taken);
    const children = node.children.map((child) => {
      const inner = placeOf(draft.chart, [...place.path, child.key]);
      return inner ? visit(inner) : child;
    });
    return { ...node, ...(fresh === undefined ? {} : { id: fresh }), children };
  };
  return visit(top);
}

/** Writes another id for a state that has one; an id that is spelled elsewhere in the code is left out instead. */
function newId(
  draft: Draft,
  place: PlacedState,
  id: string,
  taken: Set<string | undefined>,
): string | undefined {
  const state = pathId(place.path);
  if (place.node.origin === "shared") refuse("origin-shared", draft.nameSpan(place), { state });
  const object = draft.objectOf(place);
  const property = propertyOf(object, "id") ?? refuse("origin-shared", draft.nameSpan(place), { state });
  const value = property["value"] as typeof property | undefined;
  if (!value || literalText(value) !== id) {
    draft.remove({ list: object, item: property });
    draft.warn("id-left-out", spanOf(property), { id, state });
    return undefined;
  }
  const fresh = freshName(id, (name) => taken.has(name));
  taken.add(fresh);
  draft.replace(spanOf(value), quoteLike(draft.slice(value), fresh, draft.style));
  draft.warn("id-changed", spanOf(property), { from: id, to: fresh });
  return fresh;
}
