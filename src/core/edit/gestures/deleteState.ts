import { propertyOf } from "#core/syntax/property.ts";
import type { StatePath, Target, Transition } from "#core/chart/chart.ts";
import { absolute, pathId, places, type PlacedState } from "#core/chart/places.ts";
import { args, oneOf, key, statePath } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setProperty } from "#core/edit/pen/properties.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { leadsUnder } from "#core/edit/follow/followReferences.ts";
import { Spellings } from "#core/edit/follow/spellings.ts";
import { followStateIn } from "#core/edit/follow/followStateIn.ts";
import { warnOfSpellings } from "#core/edit/follow/stateSpellings.ts";
import { warnOfUnread } from "#core/edit/follow/followUnread.ts";
import { writeInitial } from "#core/edit/gestures/initial.ts";
import { removeStateItem } from "#core/edit/gestures/stateItem.ts";
import { prunedTree } from "#core/edit/follow/stateTree.ts";
import { isUnder } from "#core/chart/targetText.ts";
import { leaving, refuseTarget, targetSites } from "#core/edit/follow/targetSites.ts";
import { removeTransition } from "#core/edit/gestures/transitionSite.ts";

/** Deletes a state with all below it, and the transitions that lead there; or refuses when there are such. */
export const deleteState = defineCommand(
  "state.delete",
  args({ state: statePath, "policy?": oneOf("removeIncoming", "refuseIfReferenced"), "initial?": key }),
  (draft, { state, policy = "removeIncoming", initial }) => {
    const place = draft.anyState(state);
    const removed = removeStateItem(draft, place);
    const incoming = incomingTransitions(draft, state);
    const first = incoming[0];
    if (first && policy === "refuseIfReferenced")
      refuse("state-referenced", absolute(first.place, first.transition.at), {
        count: String(incoming.length),
      });
    for (const { place: from, transition } of incoming) {
      removeTransition(draft, from, transition);
      draft.warn("transition-removed", absolute(from, transition.at), { source: pathId(from.path) });
    }
    dropHistoryDefaults(draft, state);
    if (!removed.last) keepInitial(draft, removed.parent, place.node.key, initial);
    else if (initial !== undefined)
      refuse("state-not-found", draft.nameSpan(removed.parent), { state: initial });
    draft.mapPaths(state, null);
    const pruned = prunedTree(draft.chart.root, state);
    warnOfSpellings(draft, pruned, followStateIn(draft, pruned, new Spellings(draft)));
    warnOfUnread(draft, pruned);
  },
);

function incomingTransitions(
  draft: Draft,
  state: StatePath,
): { readonly place: PlacedState; readonly transition: Transition }[] {
  return [...places(draft.chart).values()]
    .filter((place) => !isUnder(place.path, state))
    .flatMap((place) =>
      leaving(place)
        .filter((transition) => transition.targets.some((target: Target) => leadsUnder(target, state)))
        .map((transition) => ({ place, transition })),
    );
}

/** A history state whose default leads to the deleted state falls back to its parent's initial. */
function dropHistoryDefaults(draft: Draft, state: StatePath): void {
  for (const site of targetSites(draft)) {
    const { place, target, at, history, shared } = site;
    if (!history || isUnder(place.path, state) || !leadsUnder(target, state)) continue;
    if (shared) refuseTarget(site);
    const object = draft.holderOf(place, "target");
    const property = propertyOf(object, "target");
    if (property) draft.remove({ list: object, item: property });
    draft.warn("history-default-removed", at, { state: pathId(place.path) });
  }
}

/**
 * When the initial child goes, the wanted or first remaining sibling takes its place. A parallel state has no use for what is left of an
 * `initial`, but does not start where that names no region.
 */
export function keepInitial(draft: Draft, parent: PlacedState, gone: string, wanted?: string): void {
  const named = parent.node.initial?.value === gone;
  const rest = parent.node.children.filter((child) => child.key !== gone && child.type !== "history");
  if (wanted !== undefined && !rest.some((child) => child.key === wanted))
    refuse("state-not-found", draft.nameSpan(parent), { state: wanted });
  if (parent.node.type === "parallel") {
    if (named) setProperty(draft, draft.holderOf(parent, "initial"), "state", "initial", undefined);
    return;
  }
  if (!named && wanted === undefined) return;
  const next = wanted ?? rest[0]?.key;
  if (next === undefined) refuse("no-initial-left", draft.nameSpan(parent), { state: gone });
  writeInitial(draft, parent, next);
  if (named && wanted === undefined)
    draft.warn("initial-changed", draft.nameSpan(parent), { from: gone, to: next });
}
